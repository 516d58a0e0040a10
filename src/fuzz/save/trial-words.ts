/** A trial in plain English: which requests, and in what each differs from the plain one. */
import { endpointOf } from '../../contract/endpoints.ts';
import { sendLines } from '../../explain/send-words.ts';
import { cut } from '../../judge/compare/show.ts';
import { stageFor, type Material } from '../generate/material.ts';
import type { Step } from '../generate/step.ts';
import { stepsOf } from '../generate/plan-trial.ts';
import type { Trial } from '../generate/trial.ts';

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

const LEADS = {
  single: '',
  again: 'the same request at the start and at the end: ',
  spelled: 'one request in two spellings: ',
  variants: 'one subject through several variants: ',
  existence: 'the same about a subject that exists and about one that does not: ',
  sequence: 'over one connection: ',
  'at-once': 'at once: ',
  'after-odd': 'after an odd request the plain one on the next connection: ',
} as const satisfies Record<Trial['kind'], string>;

const MOST = 6;

/** The requests of a trial in one line. */
export function trialWords(trial: Trial, material: Material): string {
  const steps = stepsOf(trial);
  const words = steps.slice(0, MOST).map((step) => stepWords(step, material));
  const more = steps.length > MOST ? [`and ${steps.length - MOST} more`] : [];
  return LEADS[trial.kind] + [...words, ...more].join('; then ');
}

/** What each request of a trial is called beside its siblings; empty where it has none. */
export function requestLabel(trial: Trial, at: number): string {
  const count = stepsOf(trial).length;
  return count === 1 ? '' : `${at + 1} of ${count}`;
}
