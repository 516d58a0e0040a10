/** Random trials of each phase, from random steps. */
import fc, { type Arbitrary } from 'fast-check';
import { SECRET_KEY } from '../../contract/headers.ts';
import { TAG_KEYS } from '../../contract/members.ts';
import { STRING_ALTERATIONS, type StringAlteration } from '../../http/alterations/string-alterations.ts';
import { WIRE_ALTERATIONS, type WireAlteration } from '../../http/alterations/wire-alterations.ts';
import { anyStep, validStep } from './arbitrary-step.ts';
import { endsConnection, trialOf } from './ends-connection.ts';
import { metamorphicTrial } from './metamorphic-trials.ts';
import { alterStep, type StepAlteration } from './step-alteration.ts';
import { plainStep, stageFor, type Material, type Stage } from './material.ts';
import type { Step } from './step.ts';
import { variantsTrial } from './smoke.ts';
import { FORM_NAMES, formFacts, type EquivalentForm } from './equivalent-forms.ts';
import { concurrent, equivalent, existenceOracle, repeated, sequence, type Trial } from './trial.ts';

const judged = (step: Step, material: Material): Trial =>
  trialOf(step, stageFor(material, step.endpoint), material);

/** The same request twice at once: that costs little, and catches a backend that answers differently each time. */
function twiceJudged(step: Step, material: Material): Trial {
  const trial = judged(step, material);
  return trial.relation === 'none' ? repeated(step) : trial;
}

/** Keeps the connection usable for the next request: a request that may end it is replaced by the plain one. */
function staying(step: Step, material: Material): Step {
  return endsConnection(step, material) ? plainStep(stageFor(material, step.endpoint)) : step;
}

const TEXT_FORMS = FORM_NAMES.filter((name) => !formFacts(name).wire);
const WIRE_FORMS = FORM_NAMES.filter((name) => formFacts(name).wire);

/** A request that has neither a wire nor a body of its own can be sent in another form. */
function inTwoForms(
  material: Material,
  any: Arbitrary<Step>,
  forms: readonly EquivalentForm[],
): Arbitrary<Trial> {
  return fc.tuple(any, fc.constantFrom(...forms)).map(([step, form]): Trial => {
    const { wire, body, text, path, method } = step.send;
    const taken = [wire, body, text, path, method].some((each) => each !== undefined);
    return taken ? judged(step, material) : equivalent(staying(step, material), form);
  });
}

function byVariants(material: Material, valid: Arbitrary<Step>): Arbitrary<Trial> {
  return valid.map((step) => {
    const { resource } = stageFor(material, step.endpoint).endpoint;
    return variantsTrial(resource, step.given, material) ?? judged(step, material);
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
  { endpoint, targets }: Stage,
  game: string,
  { facts: { world } }: Material,
): string | undefined {
  return targets.find(({ id }) => world.subject(endpoint.resource, game, id).is === 'absent')?.id;
}

/** Sets the same tagKeys for both subjects: a plain request names the keys of its own subject. */
function sameKeys(step: Step): Step {
  const named = [step.send.set, step.send.alter].some((part) => part !== undefined && TAG_KEYS in part);
  return named ? step : alterStep(step, { send: { set: { [TAG_KEYS]: ['tagproof'] } } });
}

/** A caller without permission, about a subject that exists and about one that does not. */
function withoutPermission(material: Material): Arbitrary<Trial> {
  const { keys } = material;
  const broken = fc.constantFrom<StepAlteration[]>(
    ...REFUSED,
    ...keys.map((key): StepAlteration => ({ given: { key } })),
  );
  return fc.tuple(validStep(material), broken).map(([step, alteration]): Trial => {
    const absent = absentId(stageFor(material, step.endpoint), step.given.game, material);
    const refused = sameKeys(alterStep(step, alteration));
    return absent === undefined ? judged(refused, material) : existenceOracle(refused, absent);
  });
}

/** One request after the other by one worker. */
export function randomTrial(material: Material): Arbitrary<Trial> {
  const any = anyStep(material);
  return fc.oneof<{ weight: number; arbitrary: Arbitrary<Trial> }[]>(
    { weight: 40, arbitrary: any.map((step) => twiceJudged(step, material)) },
    { weight: 3, arbitrary: inTwoForms(material, any, TEXT_FORMS) },
    { weight: 1, arbitrary: byVariants(material, validStep(material)) },
    { weight: 2, arbitrary: withoutPermission(material) },
    { weight: 1, arbitrary: metamorphicTrial(material) },
  );
}

const MOST_KINDS = 6;
const MOST_IN_A_ROW = 18;
const MOST_BETWEEN = 16;
const MOST_AT_ONCE = 12;

/** Mostly valid requests, so that one reply can be mistaken for another. */
function mixed(material: Material): Arbitrary<Step> {
  return fc.oneof(
    { weight: 3, arbitrary: validStep(material) },
    { weight: 1, arbitrary: anyStep(material).map((step) => staying(step, material)) },
  );
}

/** Several requests of a few kinds, so that the same one comes again after others. */
function several(material: Material, most: number): Arbitrary<readonly Step[]> {
  const kinds = fc.array(mixed(material), { minLength: 2, maxLength: MOST_KINDS, size: 'max' });
  const picks = fc.array(fc.nat(), { minLength: 2, maxLength: most, size: 'max' });
  return fc.tuple(kinds, picks).map(([steps, chosen]) => {
    const rest = chosen.flatMap((pick) => steps[pick % steps.length] ?? []);
    return [...steps, ...rest].slice(0, Math.max(most, steps.length));
  });
}

/** Over one connection: keys, tokens, games, kinds and sizes in turn, and repeats far apart. */
export function sequenceTrial(material: Material): Arbitrary<Trial> {
  const inARow = several(material, MOST_IN_A_ROW).map(sequence);
  const again = fc
    .tuple(mixed(material), several(material, MOST_BETWEEN))
    .map(([step, between]) => sequence([step, ...between, step]));
  return fc.oneof(inARow, again);
}

/** Several requests under way at once. */
export function concurrentTrial(material: Material): Arbitrary<Trial> {
  return several(material, MOST_AT_ONCE).map(concurrent);
}

const WIRE_NAMES = Object.keys(WIRE_ALTERATIONS) as WireAlteration[];

/** Requests in every way on the wire: judged where HTTP allows it, followed by a plain one where it does not. */
export function wireTrial(material: Material): Arbitrary<Trial> {
  const any = anyStep(material);
  const altered = fc
    .tuple(any, fc.constantFrom(...WIRE_NAMES))
    .map(([step, wire]) => judged(alterStep(step, { send: { wire } }), material));
  const spelt = inTwoForms(material, any, WIRE_FORMS);
  return fc.oneof({ weight: 3, arbitrary: altered }, { weight: 1, arbitrary: spelt });
}
