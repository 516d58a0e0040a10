/** Entities as the control API takes them: by the schemas and checks of world files. */
import type { EntityScope } from '../../../src/config/world-file/entity.ts';
import { headerValueProblem } from '../../../src/http/header-text.ts';
import type { LiveWorld } from '../../world/live-world.ts';
import { ControlError, type Flaw } from '../control-error.ts';
import { flawAt, invalid } from './flaws.ts';

/** Reads an entity that a request describes within the world as it is; ControlError('invalid') with every flaw. */
export function readInWorld<T>(world: LiveWorld, read: (scope: EntityScope) => T): T {
  const flaws: Flaw[] = [];
  const found = read({
    complete: true,
    games: world.gameIds,
    isPlayer: (game, userId) => world.subject('gamePlayer', game, userId) !== undefined,
    // Searching a million players for a similar one would hold up all requests.
    playersOf: () => [],
    complain: (path, message, hint) => flaws.push(flawAt(path, message, hint)),
  });
  if (flaws.length > 0) throw invalid(flaws);
  return found;
}

/** Refuses a value that no header can carry, or that another key or token has. */
export function checkSecretValue(value: string, at: string, ownName: string, world: LiveWorld): void {
  const problem = headerValueProblem(value);
  if (problem !== undefined) throw new ControlError('invalid', `this value ${problem}`, at);
  const { keysByValue, tokensByValue } = world.state;
  const taken = keysByValue.get(value)?.name ?? tokensByValue.get(value)?.item.name;
  if (taken !== undefined && taken !== ownName)
    throw new ControlError('conflict', `${JSON.stringify(taken)} has the same value`, at);
}

/** Refuses a name that a key or a token has already. */
export function checkFreeName(name: string, world: LiveWorld): void {
  const { keys, tokens } = world.state;
  if (keys.has(name) || tokens.has(name))
    throw new ControlError(
      'conflict',
      `the name ${JSON.stringify(name)} is taken by a key or a token`,
      'name',
    );
}
