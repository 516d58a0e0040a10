/** What a reader wants to know first of a running simulator. */
import { RESOURCES, RESOURCE_FACTS, type Resource } from '../../src/spec/endpoints.ts';
import { SECOND_MS } from '../world/clock.ts';
import { isChanged, showChoices } from './choices.ts';
import type { SimulatorParts } from './route.ts';

export function clockOf({ world }: SimulatorParts) {
  const { aheadMs, stopped } = world.clock.read();
  return { aheadSeconds: aheadMs / SECOND_MS, stopped };
}

type PerKind = Record<(typeof RESOURCE_FACTS)[Resource]['plural'], number>;

/** The games with how much is in each, and what makes this simulator differ from a plain one. */
export function statusOf(sim: SimulatorParts) {
  const { games, keys, tokens } = sim.world.state;
  return {
    games: [...games].map(([id, subjects]) => ({
      id,
      ...(Object.fromEntries(
        RESOURCES.map((resource) => [RESOURCE_FACTS[resource].plural, subjects[resource].size]),
      ) as PerKind),
      secretKeys: keys.of(id).length,
      authTokens: tokens.of(id).length,
    })),
    /** How many faults are set. */
    faults: sim.faults.size,
    /** How many questions are answered in another way than by default. */
    dialect: showChoices(sim.choices.answers).filter(isChanged).length,
    clock: clockOf(sim),
  };
}

export type Status = ReturnType<typeof statusOf>;
