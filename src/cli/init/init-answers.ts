/** The user's answers to `tagproof init` about a backend. */

export const CI_SYSTEMS = ['github', 'gitlab', 'none'] as const;
export type CiSystem = (typeof CI_SYSTEMS)[number];

export interface InitAnswers {
  /** The base URL. */
  readonly url: string;
  /** Names of environment variables; undefined: there is no such secret. */
  readonly adminKey: string | undefined;
  readonly playerKey: string | undefined;
  readonly token: string | undefined;
  /** The userId of a player who exists; the token is that of this player. */
  readonly player: string | undefined;
}

/** The variables that the files name, in the order in which they do. */
export function answeredVariables({ playerKey, adminKey, token }: InitAnswers): readonly string[] {
  return [playerKey, adminKey, token].filter((name) => name !== undefined);
}
