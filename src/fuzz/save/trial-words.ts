/** A trial in plain English: its requests, and how each differs from the plain one. */
import { endpointOf } from '../../contract/endpoints.ts';
import { sendLines } from '../../explain/send-words.ts';
import { cut } from '../../judge/compare/show.ts';
import { stageFor, type Material } from '../generate/material.ts';
import type { Step } from '../generate/step.ts';
import type { Delivery, Relation, Trial } from '../generate/trial.ts';

function givenWords({ endpoint, given }: Step, material: Material): readonly string[] {
  const { plain } = stageFor(material, endpoint);
  const subject = given.game === plain.game && given.id === plain.id;
  return [
    ...(given.key === plain.key ? [] : [`the secret key is ${given.key ?? 'none'}`]),
    ...(given.token === plain.token || given.token === undefined ? [] : [`the auth token is ${given.token}`]),
    ...(subject ? [] : [`it asks about ${JSON.stringify(given.id)} of the game ${given.game}`]),
  ];
}

/** `a plain request to group.admin, but tagKeys is null`. */
export function stepWords(step: Step, material: Material): string {
  const provoked = step.provoke === undefined ? [] : [`with the header that provokes ${step.provoke}`];
  const lines = [
    ...givenWords(step, material),
    ...provoked,
    ...sendLines(step.send, endpointOf(step.endpoint)),
  ];
  const but = lines.length === 0 ? '' : `, but ${lines.join('; ')}`;
  return cut(`a plain request to ${step.endpoint}${but}`, 600);
}

const OF_RELATION: Readonly<Record<Exclude<Relation, 'none'>, string>> = {
  'same-answer': 'one request in two forms: ',
  'same-tags': 'one subject through several variants: ',
  'same-refusal': 'the same about a subject that exists and about one that does not: ',
  'other-game': 'one id in two games: ',
  union: 'tagKeys together, then each alone: ',
  'key-order': 'tagKeys in two orders: ',
  'next-works': 'after an odd request the plain one on the next connection: ',
};

const OF_DELIVERY = {
  'in-turn': 'one after the other: ',
  'one-connection': 'over one connection: ',
  concurrent: 'at once: ',
} as const satisfies Record<Delivery, string>;

/** How the requests of a trial are related. */
function leadOf(trial: Trial): string {
  const { steps, relation, delivery } = trial;
  if (relation !== 'none') return OF_RELATION[relation];
  if (steps.length === 1) return '';
  return OF_DELIVERY[delivery];
}

const MOST = 6;

/** The requests of a trial in one line. */
export function trialWords(trial: Trial, material: Material): string {
  const steps = trial.steps;
  const words = steps.slice(0, MOST).map((step) => stepWords(step, material));
  const more = steps.length > MOST ? [`and ${steps.length - MOST} more`] : [];
  return leadOf(trial) + [...words, ...more].join('; then ');
}

/** What each request of a trial is called beside its siblings; empty where it has none. */
export function requestLabel(trial: Trial, at: number): string {
  const count = trial.steps.length;
  return count === 1 ? '' : `${at + 1} of ${count}`;
}
