/** Which tokens fit a case, seen from its subject, and the words for one. */
import type { Endpoint } from '../../spec/endpoints.ts';
import type { DeclaredWorld } from '../../world/declared-world.ts';
import { holdsRule, UNKNOWN, type AuthToken, type SecretKey } from '../../world/world.ts';
import type { Given } from '../format/schema/given-schema.ts';
import { spellingFits, spellingWords } from '../format/given/spellings.ts';
import type { AskedSubject } from '../planned.ts';
import { namedWords } from './key-role.ts';
import { withArticle } from './wish.ts';

type TokenGiven = NonNullable<Given['token']>;

/** The tokens that may play the role at all. */
export function tokenCandidates(tokens: readonly AuthToken[], wanted: TokenGiven = {}): readonly AuthToken[] {
  if (wanted.name !== undefined) return tokens.filter(({ name }) => name === wanted.name);
  return tokens.filter(
    (token) =>
      token.expired === (wanted.state === 'expired') &&
      (token.holder.kind === 'dashboard') === (wanted.of === 'dashboard') &&
      (wanted.spelling === undefined || spellingFits(token, wanted.spelling)),
  );
}

const WHOSE = {
  own: 'of the player asked about',
  another: 'of another player than the one asked about',
  dashboard: '',
} as const satisfies Record<NonNullable<TokenGiven['of']>, string>;

/** `an expired token of the player asked about`. */
export function tokenWords(
  { variant }: Endpoint,
  { authTokens }: DeclaredWorld,
  wanted: TokenGiven = {},
): string {
  const { name, state, of = variant === 'client' ? 'own' : undefined, spelling, nth } = wanted;
  if (name !== undefined) return namedWords('a token', name, authTokens);
  const kind = [state === 'expired' ? 'expired' : '', of === 'dashboard' ? 'dashboard' : '', 'token'];
  const words = [
    ...kind,
    of === undefined ? '' : WHOSE[of],
    state === 'other-game' ? 'in another game' : '',
    spellingWords(spelling),
  ];
  return withArticle(words.filter((each) => each !== '').join(' '), nth);
}

/** `own`: only the token of the subject's own player; `any`: another one, where the key opens that. */
export const CLOSENESS = ['own', 'any'] as const;
export type Closeness = (typeof CLOSENESS)[number];

interface TokenScope {
  readonly endpoint: Endpoint;
  readonly subject: AskedSubject;
  readonly key: SecretKey | undefined;
  readonly given: Given;
  readonly closeness: Closeness;
}

type TokenRelation = 'own' | 'another' | 'unknown' | 'absent';

function relation(userId: string, { exists }: AskedSubject): TokenRelation {
  if (exists === undefined) return 'absent';
  if (exists.owners === UNKNOWN) return 'unknown';
  return exists.owners.includes(userId) ? 'own' : 'another';
}

function relationFits(found: TokenRelation, { endpoint, key, given, closeness }: TokenScope): boolean {
  if (given.token?.of === 'another') return found === 'another' || found === 'absent';
  if (found === 'own' || found === 'absent' || endpoint.variant !== 'client') return true;
  if (closeness === 'own' || given.token?.of === 'own') return false;
  return found === 'unknown' || key === undefined || holdsRule(key, endpoint.otherRule) !== false;
}

/** Whether a token fits the subject and the key; one that is requested by name fits any. */
export function tokenFits(token: AuthToken, scope: TokenScope): boolean {
  const { holder } = token;
  if (scope.given.token?.name !== undefined || holder.kind === 'dashboard') return true;
  const ofGame = holder.game === scope.subject.game;
  // Of the player with the same id there, so that only the game is wrong.
  if (scope.given.token?.state === 'other-game')
    return !ofGame && (scope.closeness === 'any' || relation(holder.userId, scope.subject) === 'own');
  return ofGame && relationFits(relation(holder.userId, scope.subject), scope);
}
