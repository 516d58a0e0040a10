/** Which tokens fit a case, seen from its subject. */
import type { Endpoint } from '../../contract/endpoints.ts';
import { holdsRule, UNKNOWN, type AuthToken, type SecretKey } from '../../world/world.ts';
import type { Given } from '../format/case-schema.ts';
import { spellingFits, spellingWords } from './spelling-role.ts';
import type { Actor } from './subject-role.ts';

/** The tokens that may play the role at all. */
export function tokenCandidates(
  tokens: readonly AuthToken[],
  { token: wanted = {} }: Given,
): readonly AuthToken[] {
  if (wanted.name !== undefined) return tokens.filter(({ name }) => name === wanted.name);
  return tokens.filter(
    (token) =>
      token.expired === (wanted.state === 'expired') &&
      (token.holder.kind === 'dashboard') === (wanted.of === 'dashboard') &&
      spellingFits(token, wanted.spelling),
  );
}

interface Scene {
  readonly endpoint: Endpoint;
  readonly subject: Actor;
  readonly key: SecretKey | undefined;
  readonly given: Given;
  /** `own`: only the token of the subject's own player; `any`: another one, where the key opens that. */
  readonly closeness: 'own' | 'any';
}

type Relation = 'own' | 'another' | 'unknown' | 'nobody';

function relation(userId: string, { exists }: Actor): Relation {
  if (exists === undefined) return 'nobody';
  if (exists.owners === UNKNOWN) return 'unknown';
  return exists.owners.includes(userId) ? 'own' : 'another';
}

function relationFits(found: Relation, { endpoint, key, given, closeness }: Scene): boolean {
  if (given.token?.of === 'another') return found === 'another' || found === 'nobody';
  if (found === 'own' || found === 'nobody' || endpoint.variant !== 'client') return true;
  if (closeness === 'own' || given.token?.of === 'own') return false;
  return found === 'unknown' || key === undefined || holdsRule(key, endpoint.otherRule) !== false;
}

/** Whether a token fits the subject and the key; one that is wanted by its name fits any. */
export function tokenFits(token: AuthToken, scene: Scene): boolean {
  const { holder } = token;
  if (scene.given.token?.name !== undefined || holder.kind === 'dashboard') return true;
  const ofGame = holder.game === scene.subject.game;
  if (scene.given.token?.state === 'other-game') return !ofGame;
  return ofGame && relationFits(relation(holder.userId, scene.subject), scene);
}

/** What to declare so that a token fits. */
export function sayToken(endpoint: Endpoint, { token: wanted = {} }: Given): string {
  if (wanted.name !== undefined) return `an auth token named ${wanted.name} (world.authTokens)`;
  const state = wanted.state === undefined ? '' : wanted.state === 'expired' ? 'expired ' : 'other-game ';
  const whose =
    wanted.of === 'dashboard'
      ? 'of the admin dashboard'
      : wanted.of === 'another'
        ? 'of another player than the one asked about'
        : 'of the player asked about';
  const spelled = wanted.spelling === undefined ? '' : ` ${spellingWords(wanted.spelling)}`;
  return endpoint.variant === 'client' || wanted.state !== undefined || wanted.of !== undefined
    ? `an ${state}auth token ${whose}${spelled} (world.authTokens)`
    : 'an auth token (world.authTokens)';
}
