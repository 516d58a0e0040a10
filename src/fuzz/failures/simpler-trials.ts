/** All simplifications of a trial: each one step nearer to plain requests. */
import type { Send } from '../../cases/format/schema/send-schema.ts';
import { plainStep, inputsFor, type FuzzInputs } from '../trials/fuzz-inputs.ts';
import { beginningWith, relationFacts, sequence, single, type Trial } from '../trials/relations.ts';
import type { Step, StepGiven } from '../trials/step.ts';

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !isList(value);
const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/** Each half of a list, where it is long, then the list without each of its elements. */
const shorter = <T>(list: readonly T[]): readonly (readonly T[])[] => {
  const half = Math.floor(list.length / 2);
  const halves = list.length > 3 ? [list.slice(0, half), list.slice(half)] : [];
  return [...halves, ...(list.length > 24 ? [] : list.map((_, at) => list.toSpliced(at, 1)))];
};

/** Nearer to a short list of short texts. */
function simplerValues(value: unknown): readonly unknown[] {
  // What begins with a dollar is a reference: half of one refers to nothing.
  if (typeof value === 'string')
    return value.length > 1 && !value.startsWith('$')
      ? ['x', value.slice(0, Math.ceil(value.length / 2))]
      : [];
  if (typeof value === 'number') return value === 0 ? [] : [0];
  if (!isList(value)) return [];
  const items = value.length > 8 ? [] : value;
  return [
    ...shorter(value),
    ...items.flatMap((item, at) => simplerValues(item).map((each) => value.with(at, each))),
  ];
}

/** A part of what is sent with one thing fewer at any depth, and values that are set simpler; never an empty one. */
function simplerParts(part: unknown, name = ''): readonly unknown[] {
  if (isList(part)) return part.map((_, at) => part.toSpliced(at, 1)).filter((each) => !isEmpty(each));
  if (!isRecord(part)) return [];
  return Object.entries(part).flatMap(([inner, value]) => {
    const { [inner]: _, ...rest } = part;
    const simpler = name === 'set' ? simplerValues(value) : simplerParts(value, inner);
    return [...(isEmpty(rest) ? [] : [rest]), ...simpler.map((each) => ({ ...part, [inner]: each }))];
  });
}

/** Whether a step that refers to its token in a header has one. */
const hasItsToken = ({ given, send }: Step): boolean =>
  given.token !== undefined || !Object.values(send.headers?.set ?? {}).includes('$token');

/** The simpler steps of one, the boldest first. */
function simplerSteps(step: Step, inputs: FuzzInputs): readonly Step[] {
  const { given, send } = step;
  const plain = plainStep(inputsFor(inputs, step.endpoint));
  const { game, id, key, token } = plain.given;
  const givens: readonly StepGiven[] = [
    plain.given,
    { ...given, game, id },
    { ...given, key },
    { ...given, token },
  ];
  const all = [
    plain,
    { ...step, send: {} },
    ...simplerParts(send).map((each) => ({ ...step, send: each as Send })),
    ...givens.map((each) => ({ ...step, given: each })),
  ].filter(hasItsToken);
  const unique = new Map(all.map((each) => [JSON.stringify(each), each]));
  unique.delete(JSON.stringify(step));
  return [...unique.values()];
}

/** Fewer requests, then simpler ones; all repeats of a request alike first, as the repetition may be what shows the failure. */
function simplerLists(steps: readonly Step[], inputs: FuzzInputs): readonly (readonly Step[])[] {
  const simpler = steps.flatMap((step, at) =>
    simplerSteps(step, inputs).flatMap((to) => [
      ...(steps.indexOf(step) === at && steps.lastIndexOf(step) > at
        ? [steps.map((each) => (each === step ? to : each))]
        : []),
      steps.with(at, to),
    ]),
  );
  return [...shorter(steps).filter(({ length }) => length > 1), ...simpler];
}

/** Every single simplification of a trial, the boldest first. */
export function simplerTrials(trial: Trial, inputs: FuzzInputs): readonly Trial[] {
  const { steps, delivery, relation } = trial;
  const [first] = steps;
  if (first === undefined) return [];
  const alone = steps.length === 1 ? [] : steps.map(single);
  // Requests at once that show the same one after the other are easier to read.
  const calmer = delivery === 'concurrent' ? [sequence(steps)] : [];
  const isMadeOfFirst = steps.length === 1 || relationFacts(relation).steps !== undefined;
  const within = isMadeOfFirst
    ? simplerSteps(first, inputs).map((to) => beginningWith(to, trial))
    : simplerLists(steps, inputs).map((to) => ({ ...trial, steps: to }));
  return [...alone, ...calmer, ...within];
}
