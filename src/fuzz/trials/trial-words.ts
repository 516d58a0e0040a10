/** A trial in plain English: its requests, and how each differs from the plain one. */
import { endpointOf } from '../../spec/endpoints.ts';
import { sendLines } from './send-words.ts';
import { cut } from '../../judge/show.ts';
import { inputsFor, type FuzzInputs } from './fuzz-inputs.ts';
import type { Step } from './step.ts';
import { RELATIONS, type Trial, type TrialDelivery } from './relations.ts';

function givenWords({ endpoint, given }: Step, inputs: FuzzInputs): readonly string[] {
  const { plain } = inputsFor(inputs, endpoint);
  const subject = given.game === plain.game && given.id === plain.id;
  return [
    ...(given.key === plain.key ? [] : [`the secret key is ${given.key ?? 'none'}`]),
    ...(given.token === plain.token || given.token === undefined ? [] : [`the auth token is ${given.token}`]),
    ...(subject ? [] : [`it asks about ${JSON.stringify(given.id)} of the game ${given.game}`]),
  ];
}

/** `a plain request to group.admin, but tagKeys is null`. */
export function stepWords(step: Step, inputs: FuzzInputs): string {
  const provoked = step.provoke === undefined ? [] : [`with the header that provokes ${step.provoke}`];
  const lines = [
    ...givenWords(step, inputs),
    ...provoked,
    ...sendLines(step.send, endpointOf(step.endpoint)),
  ];
  const but = lines.length === 0 ? '' : `, but ${lines.join('; ')}`;
  return cut(`a plain request to ${step.endpoint}${but}`, 600);
}

const OF_DELIVERY = {
  'in-turn': 'one after the other: ',
  'one-connection': 'over one connection: ',
  concurrent: 'at once: ',
} as const satisfies Record<TrialDelivery, string>;

/** How the requests of a trial are related. */
function leadOf(trial: Trial): string {
  const { words } = RELATIONS[trial.relation];
  return words === '' && trial.steps.length > 1 ? OF_DELIVERY[trial.delivery] : words;
}

const MOST = 6;

/** The requests of a trial in one line. */
export function trialWords(trial: Trial, inputs: FuzzInputs): string {
  const steps = trial.steps;
  const words = steps.slice(0, MOST).map((step) => stepWords(step, inputs));
  const more = steps.length > MOST ? [`and ${steps.length - MOST} more`] : [];
  return leadOf(trial) + [...words, ...more].join('; then ');
}

/** What each request of a trial is called beside its siblings; empty where it has none. */
export function requestLabel(trial: Trial, at: number): string {
  const count = trial.steps.length;
  return count === 1 ? '' : `${at + 1} of ${count}`;
}
