/** Random trials about a world: mostly valid requests with one alteration, rarely with several, alone and with others. A table: one row, one kind of trial. */
import fc, { type Arbitrary } from 'fast-check';
import { SECRET_KEY } from '../../spec/headers.ts';
import { TAG_KEYS } from '../../spec/members.ts';
import { rememberedPer } from '../../base/remembered.ts';
import { STRING_ALTERATIONS } from '../../http/alterations/string-alterations.ts';
import { WIRE_ALTERATIONS } from '../../http/alterations/wire-alterations.ts';
import { namesOf } from '../../cases/format/schema/schema-parts.ts';
import { withAlteration, type Alteration } from './alteration-row.ts';
import { alterationsOn } from './alterations.ts';
import { TEXT_FORMS, WIRE_FORMS, type EquivalentForm } from './equivalent-forms.ts';
import { variantsTrial } from './fixed-trials.ts';
import { inputsFor, plainStep, type EndpointInputs, type FuzzInputs } from './fuzz-inputs.ts';
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
import { endsConnection } from './step-request.ts';
import { alterStep, type Step, type StepAlteration, type StepGiven } from './step.ts';
import { LIGHT_LISTS } from './tag-key-lists.ts';

interface Weighted<T> {
  readonly weight: number;
  readonly arbitrary: Arbitrary<T>;
}

const oneOf = <T>(items: readonly T[]): Arbitrary<T> => fc.constantFrom(...items);

/** An alteration, and the number that picks among the keys of its subject. */
type Change = readonly [alteration: Alteration, pick: number];

const changeTo = (alterations: readonly Alteration[]): Arbitrary<Change> =>
  fc.tuple(oneOf(alterations), fc.nat());

/** How many alterations a request has: mostly one, rarely several. */
function someChanges(on: EndpointInputs, inputs: FuzzInputs): Arbitrary<readonly Change[]> {
  const rows = alterationsOn(inputs)(on).filter(({ weight }) => weight > 0);
  const change = fc.oneof(
    ...rows.map(({ weight, alterations }): Weighted<Change> => ({
      weight,
      arbitrary: changeTo(alterations),
    })),
  );
  return fc.oneof<Weighted<readonly Change[]>[]>(
    { weight: 2, arbitrary: fc.constant([]) },
    { weight: 12, arbitrary: fc.tuple(change) },
    { weight: 5, arbitrary: fc.tuple(change, change) },
    { weight: 1, arbitrary: fc.tuple(change, change, change) },
  );
}

/** Choices of tagKeys alone, which leave a request valid. */
const fewChanges = fc.oneof<Weighted<readonly Change[]>[]>(
  { weight: 3, arbitrary: fc.constant([]) },
  { weight: 1, arbitrary: fc.tuple(changeTo(LIGHT_LISTS.map((list) => ({ list })))) },
);

function givenFor(
  { plain, fitting, targets }: EndpointInputs,
  { keys, tokens }: FuzzInputs,
): Arbitrary<StepGiven> {
  const names = (list: readonly string[]): Arbitrary<string | undefined> =>
    list.length === 0 ? fc.constant(undefined) : oneOf(list);
  const anyone = fc
    .tuple(names(keys), names(tokens), oneOf(targets))
    .map(([key, token, target]): StepGiven => ({ key, token, ...target }));
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant(plain) },
    { weight: 12, arbitrary: oneOf(fitting) },
    { weight: 1, arbitrary: anyone },
  );
}

const steps = (
  inputs: FuzzInputs,
  changes: (on: EndpointInputs) => Arbitrary<readonly Change[]>,
): Arbitrary<Step> =>
  fc.oneof(
    ...inputs.endpoints.map((on) =>
      fc.tuple(givenFor(on, inputs), changes(on)).map(([given, all]) => {
        const start: Step = { endpoint: on.endpoint.id, given, send: {} };
        return all.reduce(
          (step, [alteration, pick]) => withAlteration(step, alteration, pick, inputs),
          start,
        );
      }),
    ),
  );

/** Any request on any endpoint. */
export const anyStep = rememberedPer((inputs: FuzzInputs) => steps(inputs, (on) => someChanges(on, inputs)));

/** Requests that are valid but for the choice of tagKeys, with every combination of key, token and subject that fits. */
const validStep = rememberedPer((inputs: FuzzInputs) => steps(inputs, () => fewChanges));

/** Keeps the connection usable for the next request: a request that may end it is replaced by the plain one. */
const staying = (step: Step, inputs: FuzzInputs): Step =>
  endsConnection(step, inputs) ? plainStep(inputsFor(inputs, step.endpoint)) : step;

/** A request that has neither a wire nor a body of its own can be sent in another form. */
const inTwoForms = (inputs: FuzzInputs, forms: readonly EquivalentForm[]): Arbitrary<Trial> =>
  fc.tuple(anyStep(inputs), oneOf(forms)).map(([step, form]) => {
    const { wire, body, text, path, method } = step.send;
    const taken = [wire, body, text, path, method].some((each) => each !== undefined);
    return taken ? trialOf(step, inputs) : equivalent(staying(step, inputs), form);
  });

const REFUSED: readonly StepAlteration[] = [
  { send: { headers: { without: [SECRET_KEY] } } },
  ...namesOf(STRING_ALTERATIONS)
    .filter((alter) => !alter.startsWith('pad-'))
    .map((alter): StepAlteration => ({ send: { headers: { alter: { [SECRET_KEY]: alter } } } })),
];

/** Sets the same tagKeys for both subjects: a plain request names the keys of its own subject. */
function sameKeys(step: Step): Step {
  const named = [step.send.set, step.send.alter].some((part) => part !== undefined && TAG_KEYS in part);
  return named ? step : alterStep(step, { send: { set: { [TAG_KEYS]: ['tagproof'] } } });
}

/** A caller without permission, about a subject that exists and about one of which the world says that nothing has its id. */
function withoutPermission(inputs: FuzzInputs): Arbitrary<Trial> {
  const { keys, facts } = inputs;
  const broken = [...REFUSED, ...keys.map((key): StepAlteration => ({ given: { key } }))];
  return fc.tuple(validStep(inputs), oneOf(broken)).map(([step, alteration]) => {
    const { endpoint, targets } = inputsFor(inputs, step.endpoint);
    const absent = targets.find(
      ({ id }) => facts.world.subject(endpoint.resource, step.given.game, id).is === 'absent',
    );
    const refused = sameKeys(alterStep(step, alteration));
    return absent === undefined
      ? trialOf(refused, inputs)
      : related('same-refusal', refused, alterStep(refused, { given: { id: absent.id } }));
  });
}

/** A trial of a relation about any subject; a plain request if none is possible. */
function aboutAny(inputs: FuzzInputs): Arbitrary<Trial> {
  const given = fc.oneof(...inputs.endpoints.map((on) => oneOf(on.fitting).map((each) => ({ on, each }))));
  return fc.tuple(given, fc.nat()).map(([{ on, each }, pick]) => {
    const trials = trialsAbout(on, each, inputs);
    return trials[pick % Math.max(1, trials.length)] ?? single(plainStep(on));
  });
}

const MAX_KINDS = 6;
const MAX_IN_A_ROW = 18;
const MAX_AT_ONCE = 12;

/** Mostly valid requests, so that one reply can be mistaken for another. */
const mixed = (inputs: FuzzInputs): Arbitrary<Step> =>
  fc.oneof(
    { weight: 3, arbitrary: validStep(inputs) },
    { weight: 1, arbitrary: anyStep(inputs).map((step) => staying(step, inputs)) },
  );

/** Several requests of a few kinds, so that the same one comes again after others. */
function several(inputs: FuzzInputs, most: number): Arbitrary<readonly Step[]> {
  const kinds = fc.array(mixed(inputs), { minLength: 2, maxLength: MAX_KINDS, size: 'max' });
  const picks = fc.array(fc.nat(), { minLength: 2, maxLength: most, size: 'max' });
  return fc.tuple(kinds, picks).map(([all, chosen]) => {
    const rest = chosen.flatMap((pick) => all[pick % all.length] ?? []);
    return [...all, ...rest].slice(0, Math.max(most, all.length));
  });
}

interface TrialKind {
  readonly weight: number;
  /** It needs a connection of its own. */
  readonly wire?: true;
  readonly of: (inputs: FuzzInputs) => Arbitrary<Trial>;
}

const KINDS: readonly TrialKind[] = [
  {
    // The same request twice: that costs little, and catches a backend that answers differently each time.
    weight: 60,
    of: (inputs) =>
      anyStep(inputs).map((step) => {
        const trial = trialOf(step, inputs);
        return trial.relation === 'none' ? repeated(step) : trial;
      }),
  },
  { weight: 4, of: (inputs) => inTwoForms(inputs, TEXT_FORMS) },
  {
    weight: 2,
    of: (inputs) =>
      validStep(inputs).map((step) => {
        const { resource } = inputsFor(inputs, step.endpoint).endpoint;
        return variantsTrial(resource, step.given, inputs) ?? trialOf(step, inputs);
      }),
  },
  { weight: 3, of: withoutPermission },
  { weight: 2, of: aboutAny },
  // Over one connection: keys, tokens, games, kinds and sizes in turn, and repeats far apart.
  { weight: 2, of: (inputs) => several(inputs, MAX_IN_A_ROW).map(sequence) },
  {
    weight: 1,
    of: (inputs) =>
      fc
        .tuple(mixed(inputs), several(inputs, MAX_IN_A_ROW - 2))
        .map(([step, between]) => sequence([step, ...between, step])),
  },
  { weight: 3, of: (inputs) => several(inputs, MAX_AT_ONCE).map(concurrent) },
  // Requests in every way on the wire: judged where HTTP allows it, followed by a plain one where it does not.
  {
    weight: 3,
    wire: true,
    of: (inputs) =>
      fc
        .tuple(anyStep(inputs), oneOf(namesOf(WIRE_ALTERATIONS)))
        .map(([step, wire]) => trialOf(alterStep(step, { send: { wire } }), inputs)),
  },
  { weight: 1, wire: true, of: (inputs) => inTwoForms(inputs, WIRE_FORMS) },
];

/** Any trial of the random phase. */
export const randomTrial = rememberedPer((inputs: FuzzInputs): Arbitrary<Trial> =>
  fc.noShrink(
    fc.oneof(
      ...KINDS.filter(({ wire }) => inputs.wire || wire !== true).map(({ weight, of }): Weighted<Trial> => ({
        weight,
        arbitrary: of(inputs),
      })),
    ),
  ),
);
