/** What the descriptions of all kinds of entities share: schemas, and what reading one asks of the world around it. */
import { z } from 'zod';
import { didYouMean } from '../../base/text/nearest.ts';
import { gameId } from './checked-texts.ts';
import { IMPLICIT_GAME } from '../declared-world.ts';
import { spellingOf, type SecretSpelling } from '../secret-spelling.ts';
import type { Complain } from '../yaml/located.ts';
import type { YamlPath } from '../yaml/path.ts';

export const NAME_PATTERN = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

export const nameSchema = z
  .string()
  .regex(NAME_PATTERN, 'must be a word of letters, digits, ".", "_" and "-"')
  .describe('How reports and curl lines call it; unique among keys and tokens.');
export const gameSchema = gameId.describe('The id of a game. Left out: the only declared game.');

/** The world around one entity, as far as reading the entity depends on it. */
export interface EntityScope {
  readonly complete: boolean;
  readonly games: readonly string[];
  readonly isPlayer: (game: string, userId: string) => boolean;
  /** The players of a game that may have been meant by an unknown id. */
  readonly playersOf: (game: string) => Iterable<string>;
  /** How to declare a player who is missing; left out: in the file. */
  readonly toDeclare?: string;
  /** Reports what is wrong; paths begin at the entity. */
  readonly complain: Complain;
}

/** Checks that a game is among the declared ones. */
export function checkGame(game: string, { games, complain }: EntityScope): void {
  if (games.includes(game)) return;
  const hint = (): string => didYouMean(game, games) ?? 'declare it under world.games';
  complain(['game'], `no game ${JSON.stringify(game)} is declared`, hint);
}

/** The game of something that has to have one: the given game, or else the only one. */
export function homeGame(game: string | undefined, scope: EntityScope): string {
  const { games, complain } = scope;
  if (game !== undefined) checkGame(game, scope);
  else if (games.length === 0)
    complain(['game'], 'a world without games has nothing in it', 'declare one: games: [{ id: … }]');
  else if (games.length > 1)
    complain(['game'], 'the game is missing, and there are several', `add game: ${games.join(' or game: ')}`);
  return game ?? games[0] ?? IMPLICIT_GAME;
}

/** `in the game "meadow-run"`; nothing for the only game, which has no name. */
export const inGame = (game: string): string =>
  game === IMPLICIT_GAME ? '' : ` in the game ${JSON.stringify(game)}`;

/** Checks that a player is declared in a game: owners, members and holders of tokens are. */
export function checkPlayer(
  userId: string,
  game: string,
  path: YamlPath,
  { isPlayer, playersOf, toDeclare, complain }: EntityScope,
): void {
  if (isPlayer(game, userId)) return;
  const remedy = toDeclare ?? `declare it: gamePlayers: [{ userId: ${JSON.stringify(userId)} }]`;
  const message = `no game player ${JSON.stringify(userId)} is declared${inGame(game)}`;
  complain(path, message, () => didYouMean(userId, playersOf(game)) ?? remedy);
}

/** What a file shows about a secret's spelling: the kind alone leaves this place, never the value. */
export function spellingFact(value: string): { readonly spelling?: SecretSpelling } {
  const spelling = spellingOf(value);
  return spelling === 'other' ? {} : { spelling };
}
