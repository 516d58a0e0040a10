/** One request of the orientation and what came back: the evidence for set-up faults and learned facts. */
import type { RefusalCode } from '../../contract/codes.ts';
import type { TagItem } from '../../contract/envelope.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { Endpoint } from '../../contract/endpoints.ts';
import { differingTags } from '../../judge/compare/match-tags.ts';
import type { AskedSubject } from '../../judge/planned.ts';
import { UNKNOWN, type AuthToken, type SecretKey } from '../../world/world.ts';

/** Whether the world file says that the subject exists, that it does not, or nothing, as its id is made up. */
export type SubjectOrigin = 'declared' | 'declared absent' | 'invented';

/** A plain request: the caller, the subject, and what is sent beyond the id. */
export interface Asked {
  readonly endpoint: Endpoint;
  readonly key: SecretKey;
  readonly token: AuthToken | undefined;
  readonly subject: AskedSubject;
  readonly origin: SubjectOrigin;
  /** The Game-Id that is sent; undefined: none. */
  readonly gameId: string | undefined;
  /** Undefined: tagKeys is left out. */
  readonly tagKeys: readonly string[] | undefined;
}

/** The reply, as far as the orientation cares. */
export type Answered =
  /** `sound`: no must is broken by the form of the reply. */
  | { readonly kind: 'tags'; readonly tags: readonly TagItem[]; readonly sound: boolean }
  /** `bare`: the code comes without tags. */
  | { readonly kind: 'not-found'; readonly bare: boolean }
  | { readonly kind: 'refused'; readonly code: RefusalCode; readonly members: readonly string[] }
  /** Neither an envelope nor silence: another status, or a body that can't be read. */
  | { readonly kind: 'other'; readonly status: number }
  | { readonly kind: 'no-reply'; readonly detail: string };

export interface Attempt {
  /** `orientation/admin@gamePlayer.server`: the name in User-Agent and in notes. */
  readonly name: string;
  readonly asked: Asked;
  readonly answered: Answered;
  readonly exchange: Exchange;
}

/** Whether the operation ran: the key, the game and the token were accepted, and the rule is there. */
export const isOk = ({ answered: { kind } }: Attempt): boolean => kind === 'tags' || kind === 'not-found';

/** The code of a refusal; undefined for any other reply. */
export function refusalOf({ answered }: Attempt): RefusalCode | undefined {
  return answered.kind === 'refused' ? answered.code : undefined;
}

/** Attempts with this key. */
export const withKey = (attempts: readonly Attempt[], name: string): readonly Attempt[] =>
  attempts.filter(({ asked }) => asked.key.name === name);

/** Attempts about one subject. */
export const aboutSubject = (
  attempts: readonly Attempt[],
  { resource, game, id }: Pick<AskedSubject, 'resource' | 'game' | 'id'>,
): readonly Attempt[] =>
  attempts.filter(
    ({ asked: { subject } }) => subject.id === id && subject.game === game && subject.resource === resource,
  );

/** Whether a client asks about what is declared its own: itself, its character, its group. */
export function isOwn({ asked: { subject, token } }: Attempt): boolean {
  const owners = subject.exists?.owners;
  return (
    token?.holder.kind === 'player' &&
    owners !== undefined &&
    owners !== UNKNOWN &&
    owners.includes(token.holder.userId)
  );
}

/** Whether a declared subject is found, and with its declared tags where they are known. */
export function isAsDeclared({ asked: { subject, origin }, answered }: Attempt): boolean {
  if (origin !== 'declared' || answered.kind !== 'tags') return false;
  const tags = subject.exists?.tags ?? UNKNOWN;
  return tags === UNKNOWN || !differingTags(tags, answered.tags);
}

/** The same, with tags to show for it: an empty list may be another subject's, or a filter's. */
export const showsDeclared = (attempt: Attempt): boolean =>
  isAsDeclared(attempt) && attempt.answered.kind === 'tags' && attempt.answered.tags.length > 0;
