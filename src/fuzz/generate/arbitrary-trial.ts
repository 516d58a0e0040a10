/** Random trials of each phase, from random steps. */
import fc, { type Arbitrary } from 'fast-check';
import { SECRET_KEY } from '../../contract/headers.ts';
import { TAG_KEYS } from '../../contract/members.ts';
import { STRING_ALTERATIONS, type StringAlteration } from '../../http/alterations/string-alterations.ts';
import { WIRE_ALTERATIONS, type WireAlteration } from '../../http/alterations/wire-alterations.ts';
import { anyStep, validStep } from './arbitrary-step.ts';
import { endsConnection, trialOf } from './after-odd.ts';
import { alterStep, type StepAlteration } from './step-alteration.ts';
import { plainStep, stageFor, type Material, type Stage } from './material.ts';
import type { Step } from './step.ts';
import { variantsTrial } from './smoke.ts';
import { SPELLING_NAMES, spellingFacts, type Spelling } from './spellings.ts';
import type { Trial } from './trial.ts';

const single = (step: Step, material: Material): Trial =>
  trialOf(step, stageFor(material, step.endpoint), material);

/** The same request twice at once: that costs little, and any backend that wavers is caught (P7). */
function twice(step: Step, material: Material): Trial {
  const trial = single(step, material);
  return trial.kind === 'single' ? { kind: 'again', step, between: [] } : trial;
}

/** Requests of which the next one must not suffer: those that may end a connection are made plain. */
function staying(step: Step, material: Material): Step {
  return endsConnection(step, material) ? plainStep(stageFor(material, step.endpoint)) : step;
}

const TEXT_SPELLINGS = SPELLING_NAMES.filter((name) => !spellingFacts(name).wire);
const WIRE_SPELLINGS = SPELLING_NAMES.filter((name) => spellingFacts(name).wire);

/** A request that has neither a wire nor a body of its own can be spelled otherwise. */
function spelled(material: Material, any: Arbitrary<Step>, spellings: readonly Spelling[]): Arbitrary<Trial> {
  return fc.tuple(any, fc.constantFrom(...spellings)).map(([step, spelling]): Trial => {
    const { wire, body, text, path, method } = step.send;
    const taken = [wire, body, text, path, method].some((each) => each !== undefined);
    return taken ? single(step, material) : { kind: 'spelled', step: staying(step, material), spelling };
  });
}

function variants(material: Material, valid: Arbitrary<Step>): Arbitrary<Trial> {
  return valid.map((step) => {
    const { resource } = stageFor(material, step.endpoint).endpoint;
    return variantsTrial(resource, step.given, material) ?? single(step, material);
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

/** What is asked about both is the same: a plain request names the keys of its subject. */
function sameKeys(step: Step): Step {
  const named = [step.send.set, step.send.alter].some((part) => part !== undefined && TAG_KEYS in part);
  return named ? step : alterStep(step, { send: { set: { [TAG_KEYS]: ['tagproof'] } } });
}

/** A caller without permission, about a subject that exists and about one that does not. */
function existence(material: Material): Arbitrary<Trial> {
  const { keys } = material;
  const broken = fc.constantFrom<StepAlteration[]>(
    ...REFUSED,
    ...keys.map((key): StepAlteration => ({ given: { key } })),
  );
  return fc.tuple(validStep(material), broken).map(([step, alteration]): Trial => {
    const absent = absentId(stageFor(material, step.endpoint), step.given.game, material);
    const refused = sameKeys(alterStep(step, alteration));
    return absent === undefined ? single(refused, material) : { kind: 'existence', step: refused, absent };
  });
}

/** One request after the other by one worker. */
export function randomTrial(material: Material): Arbitrary<Trial> {
  const any = anyStep(material);
  return fc.oneof<{ weight: number; arbitrary: Arbitrary<Trial> }[]>(
    { weight: 40, arbitrary: any.map((step) => twice(step, material)) },
    { weight: 3, arbitrary: spelled(material, any, TEXT_SPELLINGS) },
    { weight: 1, arbitrary: variants(material, validStep(material)) },
    { weight: 2, arbitrary: existence(material) },
  );
}

const MOST_KINDS = 6;
const MOST_IN_A_ROW = 18;
const MOST_BETWEEN = 16;
const MOST_AT_ONCE = 12;

/** Mostly valid requests, so that there is something to be mistaken for something else. */
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
  const sequence = several(material, MOST_IN_A_ROW).map((steps): Trial => ({ kind: 'sequence', steps }));
  const again = fc
    .tuple(mixed(material), several(material, MOST_BETWEEN))
    .map(([step, between]): Trial => ({ kind: 'again', step, between }));
  return fc.oneof(sequence, again);
}

/** Several requests under way at once. */
export function concurrentTrial(material: Material): Arbitrary<Trial> {
  return several(material, MOST_AT_ONCE).map((steps): Trial => ({ kind: 'at-once', steps }));
}

const WIRE_NAMES = Object.keys(WIRE_ALTERATIONS) as WireAlteration[];

/** Requests in every way on the wire: judged where HTTP allows it, followed by a plain one where it does not. */
export function wireTrial(material: Material): Arbitrary<Trial> {
  const any = anyStep(material);
  const altered = fc
    .tuple(any, fc.constantFrom(...WIRE_NAMES))
    .map(([step, wire]) => single(alterStep(step, { send: { wire } }), material));
  const spelt = spelled(material, any, WIRE_SPELLINGS);
  return fc.oneof({ weight: 3, arbitrary: altered }, { weight: 1, arbitrary: spelt });
}
