/** Entities as the control API takes them: by the schemas and checks of world files. */
import type { EntityScope } from '../../../src/config/world-file/entity.ts';
import type { LiveWorld } from '../../world/live-world.ts';
import type { Flaw } from '../control-error.ts';
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
