/** The named simplifications of a trial: each one step nearer to plain requests. */
import { isDeepStrictEqual } from 'node:util';
import type { Send } from '../../cases/format/schema/send-schema.ts';
import { plainStep, inputsFor, type FuzzInputs } from '../trials/fuzz-inputs.ts';
import { keysNamed, naming, type Step, type StepGiven } from '../trials/step.ts';
import {
  beginningWith,
  RELATIONS,
  sequence,
  single,
  type Trial,
  type TrialRelation,
} from '../trials/relations.ts';

/** A simpler trial, and what was made simpler. */
export interface ShrinkCandidate<T> {
  readonly change: string;
  readonly to: T;
}

type Fields = Readonly<Record<string, unknown>>;

/** Without one entry; undefined where nothing is left. */
function without<T extends Fields>(record: T, name: string): T | undefined {
  const kept = Object.entries(record).filter(([each]) => each !== name);
  return kept.length === 0 ? undefined : (Object.fromEntries(kept) as T);
}

function put(send: Send, part: keyof Send, value: unknown): Send {
  const { [part]: _, ...rest } = send;
  return value === undefined ? rest : { ...rest, [part]: value };
}

/** Nearer to a short list of short texts. */
function simplerValues(value: unknown): readonly unknown[] {
  // What begins with a dollar is a reference: half of one refers to nothing.
  if (typeof value === 'string')
    return value.length > 1 && !value.startsWith('$')
      ? ['x', value.slice(0, Math.ceil(value.length / 2))]
      : [];
  if (typeof value === 'number') return value === 0 ? [] : [0];
  if (!Array.isArray(value)) return [];
  const items: readonly unknown[] = value;
  const half = Math.floor(items.length / 2);
  const halves = items.length > 3 ? [items.slice(0, half), items.slice(half)] : [];
  const dropped = items.length > 24 ? [] : items.map((_, at) => items.toSpliced(at, 1));
  const shortened =
    items.length > 8
      ? []
      : items.flatMap((item, at) => simplerValues(item).map((each) => items.with(at, each)));
  return [...halves, ...dropped, ...shortened];
}

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A part of `send` with one thing fewer, or with one value simpler. */
function simplerPart(name: string, value: unknown): readonly ShrinkCandidate<unknown>[] {
  if (Array.isArray(value))
    return value.map((each: unknown, at) => ({
      change: `${name} without ${String(each)}`,
      to: value.length === 1 ? undefined : value.toSpliced(at, 1),
    }));
  if (!isRecord(value)) return [{ change: `without ${name}`, to: undefined }];
  return Object.entries(value).flatMap(([inner, each]): readonly ShrinkCandidate<unknown>[] => [
    { change: `${name} without ${inner}`, to: without(value, inner) },
    ...(name === 'set'
      ? simplerValues(each).map((to) => ({ change: `a simpler ${inner}`, to: { ...value, [inner]: to } }))
      : []),
  ]);
}

function simplerSends(send: Send): readonly ShrinkCandidate<Send>[] {
  const { headers, ...parts } = send;
  const outer = Object.entries(parts).flatMap(([name, value]) =>
    simplerPart(name, value).map(({ change, to }) => ({ change, to: put(send, name as keyof Send, to) })),
  );
  const inner = Object.entries(headers ?? {}).flatMap(([name, value]) =>
    simplerPart(name, value).map(({ change, to }) => {
      const rest =
        headers === undefined ? undefined : without({ ...headers, [name]: to }, to === undefined ? name : '');
      return { change: `headers: ${change}`, to: put(send, 'headers', rest) };
    }),
  );
  return [...outer, ...inner];
}

function simplerGiven(given: StepGiven, plain: StepGiven): readonly ShrinkCandidate<StepGiven>[] {
  const subject: ShrinkCandidate<StepGiven> = {
    change: 'the plain subject',
    to: { ...given, game: plain.game, id: plain.id },
  };
  return [
    { change: 'the plain key, token and subject', to: plain },
    subject,
    { change: 'the plain key', to: { ...given, key: plain.key } },
    { change: 'the plain token', to: { ...given, token: plain.token } },
  ];
}

/** Whether a step that refers to its token in a header has one. */
function isServed({ given, send }: Step): boolean {
  const asks = Object.values(send.headers?.set ?? {}).includes('$token');
  return !asks || given.token !== undefined;
}

/** The simpler steps of one. */
function simplerSteps(step: Step, inputs: FuzzInputs): readonly ShrinkCandidate<Step>[] {
  const { plain } = inputsFor(inputs, step.endpoint);
  const plainest = plainStep(inputsFor(inputs, step.endpoint));
  const all: readonly ShrinkCandidate<Step>[] = [
    { change: 'a plain request', to: plainest },
    ...simplerSends(step.send).map(({ change, to }) => ({ change, to: { ...step, send: to } })),
    ...simplerGiven(step.given, plain).map(({ change, to }) => ({ change, to: { ...step, given: to } })),
  ];
  return all.filter(({ to }) => isServed(to) && !isDeepStrictEqual(to, step));
}

/** Simplifies all repeats of a request alike: the repetition may be what shows the failure. */
function everyTime(
  steps: readonly Step[],
  at: number,
  { change, to }: ShrinkCandidate<Step>,
): readonly ShrinkCandidate<readonly Step[]>[] {
  const step = steps[at];
  const comesAgain = steps.indexOf(step as Step) === at && steps.lastIndexOf(step as Step) > at;
  if (!comesAgain) return [];
  return [{ change: `each time: ${change}`, to: steps.map((each) => (each === step ? to : each)) }];
}

/** A list without some, then with one simpler. */
function simplerLists(
  steps: readonly Step[],
  least: number,
  inputs: FuzzInputs,
): readonly ShrinkCandidate<readonly Step[]>[] {
  const half = Math.floor(steps.length / 2);
  const halves = [steps.slice(0, half), steps.slice(half)].filter(
    ({ length }) => length >= least && length < steps.length,
  );
  const dropped = steps.length > least ? steps.map((_, at) => steps.toSpliced(at, 1)) : [];
  const simpler = steps.flatMap((step, at) =>
    simplerSteps(step, inputs).flatMap(({ change, to }) => [
      ...everyTime(steps, at, { change, to }),
      { change: `request ${at + 1}: ${change}`, to: steps.with(at, to) },
    ]),
  );
  return [...[...halves, ...dropped].map((to) => ({ change: 'fewer requests', to })), ...simpler];
}

/** Each request of a trial by itself: whether one alone shows the same. */
function alone({ steps }: Trial): readonly ShrinkCandidate<Trial>[] {
  return steps.length === 1 ? [] : steps.map((step) => ({ change: 'one request alone', to: single(step) }));
}

/** The first request made simpler, and the trial that is made of it. */
function ofFirst(trial: Trial, inputs: FuzzInputs): readonly ShrinkCandidate<Trial>[] {
  return trial.steps
    .slice(0, 1)
    .flatMap((first) => simplerSteps(first, inputs))
    .map(({ change, to }) => ({ change, to: beginningWith(to, trial) }));
}

/** One of the tagKeys fewer; the rest of the first request made simpler. */
function ofTagKeys(trial: Trial, inputs: FuzzInputs): readonly ShrinkCandidate<Trial>[] {
  const [first] = trial.steps;
  if (first === undefined) return [];
  const keys = keysNamed(first);
  const fewer = keys.length < 3 ? [] : keys.map((_, at) => keys.toSpliced(at, 1));
  return [
    ...fewer.map((each) => ({ change: 'fewer tagKeys', to: beginningWith(naming(first, each), trial) })),
    ...ofFirst(trial, inputs).filter(
      ({
        to: {
          steps: [simpler],
        },
      }) => simpler !== undefined && keysNamed(simpler).length === keys.length,
    ),
  ];
}

const WITHIN = {
  first: ofFirst,
  tagKeys: ofTagKeys,
  each: (trial, inputs) =>
    simplerLists(trial.steps, 2, inputs).map(({ change, to }) => ({ change, to: { ...trial, steps: to } })),
} as const satisfies Record<
  (typeof RELATIONS)[TrialRelation]['shrink'],
  (trial: Trial, inputs: FuzzInputs) => readonly ShrinkCandidate<Trial>[]
>;

/** Requests at once that show the same one after the other are easier to read. */
function calmer({ delivery, steps }: Trial): readonly ShrinkCandidate<Trial>[] {
  return delivery === 'concurrent' ? [{ change: 'one after the other', to: sequence(steps) }] : [];
}

/** Every single simplification of a trial, the boldest first. */
export function shrinkCandidates(trial: Trial, inputs: FuzzInputs): readonly ShrinkCandidate<Trial>[] {
  const within = trial.steps.length < 2 ? ofFirst : WITHIN[RELATIONS[trial.relation].shrink];
  return [...alone(trial), ...calmer(trial), ...within(trial, inputs)];
}
