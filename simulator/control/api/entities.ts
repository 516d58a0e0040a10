/** Entities as the control API takes and shows them: by the schemas, checks and views of world files. */
import type { EntityScope } from '../../../src/world/world-file/entity.ts';
import type { LiveWorld } from '../../world/live-world.ts';
import type { ControlProblem } from './control-error.ts';
import { problemAt, invalidRequest } from './read-value.ts';
import { showAuthToken, type AuthTokenInput } from '../../../src/world/world-file/auth-token.ts';
import { showSecretKey, type SecretKeyInput } from '../../../src/world/world-file/secret-key.ts';
import type { AuthToken, SecretKey } from '../../../src/world/world.ts';
import type { Held } from '../../world/world-state.ts';

/** Reads an entity that a request describes within the world as it is; ControlError('invalid') with every problem. */
export function readInWorld<T>(world: LiveWorld, read: (scope: EntityScope) => T): T {
  const problems: ControlProblem[] = [];
  const found = read({
    complete: true,
    games: world.gameIds,
    isPlayer: (game, userId) => world.subject('gamePlayer', game, userId) !== undefined,
    // Searching a million players for a similar one would hold up all requests.
    playersOf: () => [],
    complain: (path, message, hint) => problems.push(problemAt(path, message, hint)),
  });
  if (problems.length > 0) throw invalidRequest(problems);
  return found;
}

/** The value of a secret that is public, the variable that stands for any other. */
const shownValue = ({ value, envName, public: isPublic }: Held<unknown>): string =>
  isPublic ? value : `\${env:${envName}}`;

export const showKey = (held: Held<SecretKey>): SecretKeyInput => showSecretKey(held.item, shownValue(held));

export const showToken = (held: Held<AuthToken>, token: AuthToken = held.item): AuthTokenInput =>
  showAuthToken(token, shownValue(held));
