/** The messages to and from the thread of an embedded simulator. */
import { fromTaggedJson, toTaggedJson } from '../../world/compiled/tagged-json.ts';
import { declaredWorld, worldFactsOf, type WorldFacts } from '../../world/declared-world.ts';
import type { SimulatedFile } from './simulated-file.ts';

/** The simulator listens. */
export interface Listening {
  readonly url: string;
}

/** Ends the simulator. */
export const CLOSE = 'close';

type Facts = Omit<SimulatedFile, 'world'> & { readonly world: WorldFacts };

/** A file as text: lookups can't be sent, so the thread makes them again. */
export function toThread({ world, secrets, dialectAnswers, extensions, provoke }: SimulatedFile): string {
  const facts: Facts = { secrets, dialectAnswers, extensions, provoke, world: worldFactsOf(world) };
  return toTaggedJson(facts);
}

export function fromThread(text: string): SimulatedFile {
  const facts = fromTaggedJson(text) as Facts;
  return { ...facts, world: declaredWorld(facts.world) };
}
