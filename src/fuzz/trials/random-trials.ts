/** Random trials of each phase, from random steps. */
import fc, { type Arbitrary } from 'fast-check';
import { SECRET_KEY } from '../../spec/headers.ts';
import { TAG_KEYS } from '../../spec/members.ts';
import { STRING_ALTERATIONS, type StringAlteration } from '../../http/alterations/string-alterations.ts';
import { WIRE_ALTERATIONS, type WireAlteration } from '../../http/alterations/wire-alterations.ts';
import { anyStep, validStep } from './random-steps.ts';
import { endsConnection } from './step-request.ts';
import {
  concurrent,
  equivalent,
  related,
  repeated,
  sequence,
  single,
  trialOf,
  trialsAbout,
  type Trial,
} from './relations.ts';
import { alterStep, type Step, type StepAlteration } from './step.ts';
import { plainStep, inputsFor, type FuzzInputs, type EndpointInputs } from './fuzz-inputs.ts';
import { variantsTrial } from './fixed-trials.ts';
import { FORM_NAMES, formFacts, type EquivalentForm } from './equivalent-forms.ts';

/** The same request twice at once: that costs little, and catches a backend that answers differently each time. */
function twiceJudged(step: Step, inputs: FuzzInputs): Trial {
  const trial = trialOf(step, inputs);
  return trial.relation === 'none' ? repeated(step) : trial;
}

/** Keeps the connection usable for the next request: a request that may end it is replaced by the plain one. */
function staying(step: Step, inputs: FuzzInputs): Step {
  return endsConnection(step, inputs) ? plainStep(inputsFor(inputs, step.endpoint)) : step;
}

const TEXT_FORMS = FORM_NAMES.filter((name) => !formFacts(name).wire);
const WIRE_FORMS = FORM_NAMES.filter((name) => formFacts(name).wire);

/** A request that has neither a wire nor a body of its own can be sent in another form. */
function inTwoForms(
  inputs: FuzzInputs,
  any: Arbitrary<Step>,
  forms: readonly EquivalentForm[],
): Arbitrary<Trial> {
  return fc.tuple(any, fc.constantFrom(...forms)).map(([step, form]): Trial => {
    const { wire, body, text, path, method } = step.send;
    const taken = [wire, body, text, path, method].some((each) => each !== undefined);
    return taken ? trialOf(step, inputs) : equivalent(staying(step, inputs), form);
  });
}

function byVariants(inputs: FuzzInputs, valid: Arbitrary<Step>): Arbitrary<Trial> {
  return valid.map((step) => {
    const { resource } = inputsFor(inputs, step.endpoint).endpoint;
    return variantsTrial(resource, step.given, inputs) ?? trialOf(step, inputs);
  });
}

const REFUSED: readonly StepAlteration[] = [
  { send: { headers: { without: [SECRET_KEY] } } },
  ...(Object.keys(STRING_ALTERATIONS) as StringAlteration[])
    .filter((alter) => !alter.startsWith('pad-'))
    .map((alter): StepAlteration => ({ send: { headers: { alter: { [SECRET_KEY]: alter } } } })),
];

/** An id of a resource that the world says nothing has; in a complete world the made-up one. */
function absentId(
  { endpoint, targets }: EndpointInputs,
  game: string,
  { facts: { world } }: FuzzInputs,
): string | undefined {
  return targets.find(({ id }) => world.subject(endpoint.resource, game, id).is === 'absent')?.id;
}

/** Sets the same tagKeys for both subjects: a plain request names the keys of its own subject. */
function sameKeys(step: Step): Step {
  const named = [step.send.set, step.send.alter].some((part) => part !== undefined && TAG_KEYS in part);
  return named ? step : alterStep(step, { send: { set: { [TAG_KEYS]: ['tagproof'] } } });
}

/** A caller without permission, about a subject that exists and about one that does not. */
function withoutPermission(inputs: FuzzInputs): Arbitrary<Trial> {
  const { keys } = inputs;
  const broken = fc.constantFrom<StepAlteration[]>(
    ...REFUSED,
    ...keys.map((key): StepAlteration => ({ given: { key } })),
  );
  return fc.tuple(validStep(inputs), broken).map(([step, alteration]): Trial => {
    const absent = absentId(inputsFor(inputs, step.endpoint), step.given.game, inputs);
    const refused = sameKeys(alterStep(step, alteration));
    return absent === undefined
      ? trialOf(refused, inputs)
      : related('same-refusal', refused, alterStep(refused, { given: { id: absent } }));
  });
}

/** A trial of a relation about any subject; a plain request if none is possible. */
function relatedTrial(inputs: FuzzInputs): Arbitrary<Trial> {
  const given = fc.oneof(
    ...inputs.endpoints.map((on) => fc.constantFrom(...on.fitting).map((each) => ({ on, each }))),
  );
  return fc.tuple(given, fc.nat()).map(([{ on, each }, pick]) => {
    const trials = trialsAbout(on, each, inputs);
    return trials[pick % Math.max(1, trials.length)] ?? single(plainStep(on));
  });
}

/** One request after the other by one worker. */
export function randomTrial(inputs: FuzzInputs): Arbitrary<Trial> {
  const any = anyStep(inputs);
  return fc.oneof<{ weight: number; arbitrary: Arbitrary<Trial> }[]>(
    { weight: 40, arbitrary: any.map((step) => twiceJudged(step, inputs)) },
    { weight: 3, arbitrary: inTwoForms(inputs, any, TEXT_FORMS) },
    { weight: 1, arbitrary: byVariants(inputs, validStep(inputs)) },
    { weight: 2, arbitrary: withoutPermission(inputs) },
    { weight: 1, arbitrary: relatedTrial(inputs) },
  );
}

const MAX_KINDS = 6;
const MAX_IN_A_ROW = 18;
const MAX_BETWEEN = 16;
const MAX_AT_ONCE = 12;

/** Mostly valid requests, so that one reply can be mistaken for another. */
function mixed(inputs: FuzzInputs): Arbitrary<Step> {
  return fc.oneof(
    { weight: 3, arbitrary: validStep(inputs) },
    { weight: 1, arbitrary: anyStep(inputs).map((step) => staying(step, inputs)) },
  );
}

/** Several requests of a few kinds, so that the same one comes again after others. */
function several(inputs: FuzzInputs, most: number): Arbitrary<readonly Step[]> {
  const kinds = fc.array(mixed(inputs), { minLength: 2, maxLength: MAX_KINDS, size: 'max' });
  const picks = fc.array(fc.nat(), { minLength: 2, maxLength: most, size: 'max' });
  return fc.tuple(kinds, picks).map(([steps, chosen]) => {
    const rest = chosen.flatMap((pick) => steps[pick % steps.length] ?? []);
    return [...steps, ...rest].slice(0, Math.max(most, steps.length));
  });
}

/** Over one connection: keys, tokens, games, kinds and sizes in turn, and repeats far apart. */
export function sequenceTrial(inputs: FuzzInputs): Arbitrary<Trial> {
  const inARow = several(inputs, MAX_IN_A_ROW).map(sequence);
  const again = fc
    .tuple(mixed(inputs), several(inputs, MAX_BETWEEN))
    .map(([step, between]) => sequence([step, ...between, step]));
  return fc.oneof(inARow, again);
}

/** Several requests under way at once. */
export function concurrentTrial(inputs: FuzzInputs): Arbitrary<Trial> {
  return several(inputs, MAX_AT_ONCE).map(concurrent);
}

const WIRE_NAMES = Object.keys(WIRE_ALTERATIONS) as WireAlteration[];

/** Requests in every way on the wire: judged where HTTP allows it, followed by a plain one where it does not. */
export function wireTrial(inputs: FuzzInputs): Arbitrary<Trial> {
  const any = anyStep(inputs);
  const altered = fc
    .tuple(any, fc.constantFrom(...WIRE_NAMES))
    .map(([step, wire]) => trialOf(alterStep(step, { send: { wire } }), inputs));
  const spelt = inTwoForms(inputs, any, WIRE_FORMS);
  return fc.oneof({ weight: 3, arbitrary: altered }, { weight: 1, arbitrary: spelt });
}
