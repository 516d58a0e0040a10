/** Where questions are asked: a slot is one question at one place of its scope. */
import { ENDPOINT_IDS, RESOURCES, type EndpointId } from '../contract/endpoints.ts';
import type { Answer } from '../dialect/dialect.ts';
import { scopeAt, type QuestionId, type Scope } from '../dialect/questions.ts';
import { endpointsOf, type Instance } from '../suite/instance.ts';

/** One question at one place: `''` for the whole backend, a resource, or an endpoint. */
export type Slot = Pick<Answer, 'question' | 'at'>;

/** The places of each scope, in the document's order. */
export const PLACES = {
  backend: [''],
  resource: RESOURCES,
  endpoint: ENDPOINT_IDS,
} as const satisfies Record<Scope, readonly string[]>;

export const slotKey = ({ question, at }: Slot): string => `${question}@${at}`;

/** The places at which a case may decide its question; none where it decides none. */
export function slotsOf(instance: Instance): readonly Slot[] {
  const question = instance.from.written.decides;
  if (question === undefined) return [];
  const places = endpointsOf(instance).map(({ id }) => scopeAt(question, id));
  return [...new Set(places)].map((at) => ({ question, at }));
}

export const decides = ({ from }: Instance): boolean => from.written.decides !== undefined;

/** An endpoint at which an answer of this place counts. */
export function endpointAtPlace(at: string): EndpointId {
  const found = ENDPOINT_IDS.find((id) => at === '' || id === at || id.startsWith(`${at}.`));
  if (found === undefined) throw new TypeError(`no endpoint at ${at}`);
  return found;
}

/** Every slot that some case may decide, with those cases, by question and place in their orders. */
export function askedSlots(
  instances: readonly Instance[],
  questions: readonly QuestionId[],
): ReadonlyMap<string, { readonly slot: Slot; readonly by: readonly Instance[] }> {
  const by = new Map<string, { readonly slot: Slot; readonly by: Instance[] }>();
  for (const instance of instances) {
    for (const slot of slotsOf(instance)) {
      const known = by.get(slotKey(slot)) ?? { slot, by: [] };
      known.by.push(instance);
      by.set(slotKey(slot), known);
    }
  }
  const order = (slot: Slot): number =>
    questions.indexOf(slot.question) * 100 + placesInOrder.indexOf(slot.at);
  return new Map([...by].sort(([, a], [, b]) => order(a.slot) - order(b.slot)));
}

const placesInOrder: readonly string[] = ['', ...RESOURCES, ...ENDPOINT_IDS];
