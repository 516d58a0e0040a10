/** A game in a few numbers. */
import { RESOURCES, RESOURCE_FACTS } from '../../../src/contract/endpoints.ts';
import { keysOf, tokensOf } from '../../world/game-part.ts';
import type { LiveWorld } from '../../world/live-world.ts';

export function showGame(id: string, { state }: LiveWorld): Readonly<Record<string, unknown>> {
  const gameSubjects = state.games.get(id);
  return {
    id,
    ...Object.fromEntries(
      RESOURCES.map((resource) => [RESOURCE_FACTS[resource].plural, gameSubjects?.[resource].size ?? 0]),
    ),
    secretKeys: keysOf(state, id).length,
    authTokens: tokensOf(state, id).length,
  };
}
