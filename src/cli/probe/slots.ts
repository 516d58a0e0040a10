/** Where questions are asked: a slot is one question at one place of its scope. */
import { ENDPOINT_IDS, RESOURCES, type EndpointId } from '../../spec/endpoints.ts';
import type { Answer } from '../../spec/dialect/dialect.ts';
import { QUESTION_IDS, scopeAt } from '../../spec/dialect/questions.ts';
import { endpointsOf, type Instance } from '../../cases/format/instance.ts';

/** One question at one place: `''` for the whole backend, a resource, or an endpoint. */
export type Slot = Pick<Answer, 'question' | 'at'>;

/** A slot with the cases that may decide it. */
export interface AskedSlot extends Slot {
  readonly cases: readonly Instance[];
}

export const slotKey = ({ question, at }: Slot): string => `${question}@${at}`;

export const decides = ({ from }: Instance): boolean => from.written.decides !== undefined;

/** The slots that a case may decide: its question wherever it sends to; none where it decides none. */
function slotsOf(instance: Instance): readonly Slot[] {
  const question = instance.from.written.decides;
  if (question === undefined) return [];
  const places = endpointsOf(instance).map(({ id }) => scopeAt(question, id));
  return [...new Set(places)].map((at) => ({ question, at }));
}

const PLACES: readonly string[] = ['', ...RESOURCES, ...ENDPOINT_IDS];

/** By question and then by place, both in the document's order. */
export function bySlot(a: Slot, b: Slot): number {
  const question = QUESTION_IDS.indexOf(a.question) - QUESTION_IDS.indexOf(b.question);
  return question === 0 ? PLACES.indexOf(a.at) - PLACES.indexOf(b.at) : question;
}

/** Every slot that some case may decide, in order. */
export function askedSlots(instances: readonly Instance[]): readonly AskedSlot[] {
  const slots = new Map<string, Slot & { readonly cases: Instance[] }>();
  for (const instance of instances) {
    for (const slot of slotsOf(instance)) {
      const known = slots.get(slotKey(slot));
      if (known === undefined) slots.set(slotKey(slot), { ...slot, cases: [instance] });
      else known.cases.push(instance);
    }
  }
  return [...slots.values()].sort(bySlot);
}

/** Some endpoint at a place: its answer is the place's. */
export function someEndpointAt(place: string): EndpointId {
  const found = ENDPOINT_IDS.find((id) => place === '' || id === place || id.startsWith(`${place}.`));
  if (found === undefined) throw new TypeError(`no endpoint at ${place}`);
  return found;
}
