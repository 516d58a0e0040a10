/** The world as its state file holds it: nothing in it depends on what is not in the file or in the world of the start. */
import type { LiveWorld } from '../../../simulator/world/live-world.ts';
import type { WorldState } from '../../../simulator/world/world-state.ts';

/** The values that a world file has in variables, by their names. */
export type KnownValues = ReadonlyMap<string, string>;

export function knownValues({ keys, tokens }: WorldState): KnownValues {
  const all = [...keys.all(), ...tokens.all()];
  return new Map(all.filter((held) => !held.public).map(({ envName, value }) => [envName, value]));
}

/**
 * A copy of the world to be written. It holds secrets of the start as variables; the value of any other one is written,
 * or it would be lost. Tokens have the time that is left to them.
 */
export function writtenState(world: LiveWorld, known: KnownValues): WorldState {
  const state = world.forkWithTimeLeft();
  const isKnown = ({ envName, value }: { readonly envName: string; readonly value: string }): boolean =>
    known.get(envName) === value;
  for (const held of world.state.keys.all())
    if (!held.public && !isKnown(held)) state.keys.put({ ...held, public: true });
  for (const { item, ...held } of world.state.tokens.all())
    if (!held.public && !isKnown(held))
      state.tokens.put({ ...held, item: state.tokens.get(item.name)?.item ?? item, public: true });
  return state;
}
