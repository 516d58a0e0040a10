/** An entry of a corpus: the smallest trial that shows some behaviours, as one line of JSON. It holds names of secrets, never values; caller and subject by kind, so that another world can supply its own. */
import { z } from 'zod';
import { ENDPOINT_IDS } from '../../contract/endpoints.ts';
import { RETURN_CODES, type RefusalCode } from '../../contract/codes.ts';
import { sendSchema } from '../../suite/format/schema/send-schema.ts';
import { FORM_NAMES } from '../trials/equivalent-forms.ts';
import { type Step, type StepGiven } from '../trials/step.ts';
import { namesOf } from '../../suite/format/schema/schema-parts.ts';
import { type FuzzInputs, inputsFor } from '../trials/fuzz-inputs.ts';
import { DELIVERIES, RELATIONS, type Trial } from '../trials/relations.ts';
import { namedAlterations } from './named-alterations.ts';

/** The format that is written, and the only one that is read. */
export const CORPUS_FORMAT = 1;

/** Key, token and subject other than the plain ones: their names in the world of the run, and their kinds. */
const givenSchema = z.strictObject({
  key: z.string().exactOptional(),
  token: z.string().exactOptional(),
  game: z.string(),
  id: z.string(),
  /** `key without the rule`, `subject absent`. */
  is: z.array(z.string()),
});

const stepSchema = z.strictObject({
  endpoint: z.enum(ENDPOINT_IDS),
  /** Left out: the plain key, token and subject of the world. */
  given: givenSchema.exactOptional(),
  send: sendSchema,
  provoke: z.enum(namesOf(RETURN_CODES)).exclude(['Ok']).exactOptional(),
});

export const corpusEntrySchema = z.strictObject({
  format: z.literal(CORPUS_FORMAT),
  /** The behaviours that it is kept for: no entry with one of them is smaller. */
  shows: z.array(z.string()).min(1),
  /** How many trials showed the rarest of these behaviours, in the last run that saw them. */
  seen: z.int().min(1),
  delivery: z.enum(DELIVERIES),
  relation: z.enum(namesOf(RELATIONS)),
  form: z.enum(FORM_NAMES as [(typeof FORM_NAMES)[number]]).exactOptional(),
  /** The same number again is the same request again. */
  steps: z.array(stepSchema).min(1),
});

export type CorpusEntry = z.infer<typeof corpusEntrySchema>;
/** What is sent, without what it is kept for. */
export type CorpusTrial = Pick<CorpusEntry, 'delivery' | 'relation' | 'form' | 'steps'>;

type WrittenStep = CorpusEntry['steps'][number];
type WrittenGiven = z.infer<typeof givenSchema>;

/** Describes key, token and subject of a step. */
function words(endpoint: Step['endpoint'], given: StepGiven, inputs: FuzzInputs): readonly string[] {
  return namedAlterations({ endpoint, given, send: {} }, inputs).map(({ part, how }) => `${part} ${how}`);
}

const isSame = (a: StepGiven, b: StepGiven): boolean =>
  a.key === b.key && a.token === b.token && a.game === b.game && a.id === b.id;

/** Undefined: the plain key, token and subject. */
function writtenGiven({ endpoint, given }: Step, inputs: FuzzInputs): WrittenGiven | undefined {
  const { plain } = inputsFor(inputs, endpoint);
  if (isSame(given, plain)) return undefined;
  const { key, token, game, id } = given;
  return {
    ...(key !== undefined && { key }),
    ...(token !== undefined && { token }),
    game,
    id,
    is: [...words(endpoint, given, inputs)],
  };
}

/** All possible replacements: callers who fit, every key, every token, every subject. */
function candidates(endpoint: Step['endpoint'], inputs: FuzzInputs): readonly StepGiven[] {
  const { keys, tokens } = inputs;
  const { plain, fitting, targets } = inputsFor(inputs, endpoint);
  return [
    ...fitting,
    ...[undefined, ...keys].flatMap((key) => [
      { ...plain, key },
      { ...plain, key, token: undefined },
    ]),
    ...[undefined, ...tokens].map((token) => ({ ...plain, token })),
    ...targets.map((target) => ({ ...plain, ...target })),
    ...keys.flatMap((key) => tokens.map((token) => ({ ...plain, key, token }))),
  ];
}

const hasNames = ({ key, token, game }: WrittenGiven, inputs: FuzzInputs): boolean =>
  (key === undefined || inputs.key(key) !== undefined) &&
  (token === undefined || inputs.token(token) !== undefined) &&
  inputs.facts.world.games.includes(game);

/** Key, token and subject of this world: those of the same names, or else the first of the same kinds; undefined if it has none. */
function givenInWorld(
  endpoint: Step['endpoint'],
  written: WrittenGiven | undefined,
  inputs: FuzzInputs,
): StepGiven | undefined {
  if (written === undefined) return inputsFor(inputs, endpoint).plain;
  const { key, token, game, id, is } = written;
  const wanted = is.join();
  const isAlike = (given: StepGiven): boolean => words(endpoint, given, inputs).join() === wanted;
  const named: StepGiven = { key, token, game, id };
  if (hasNames(written, inputs) && isAlike(named)) return named;
  return candidates(endpoint, inputs).find(isAlike);
}

function writtenStep(from: Step, inputs: FuzzInputs): WrittenStep {
  const named = writtenGiven(from, inputs);
  return {
    endpoint: from.endpoint,
    ...(named !== undefined && { given: named }),
    send: from.send as WrittenStep['send'],
    ...(from.provoke !== undefined && { provoke: from.provoke }),
  };
}

/** A trial as an entry has it. */
export function corpusTrial({ steps, ...how }: Trial, inputs: FuzzInputs): CorpusTrial {
  return { ...how, steps: steps.map((each) => writtenStep(each, inputs)) };
}

/** Tells trials apart. */
export const textOfTrial = ({ delivery, relation, form, steps }: CorpusTrial): string =>
  JSON.stringify([delivery, relation, form ?? null, steps]);

/** Compares by the number of requests, then by how little they differ from plain ones, then in any fixed order. */
export function isSmaller(a: CorpusTrial, b: CorpusTrial): boolean {
  const [one, other] = [sizeOf(a), sizeOf(b)];
  return one === other ? textOfTrial(a) < textOfTrial(b) : one < other;
}

const PER_REQUEST = 1_000_000;
const sizeOf = ({ steps }: CorpusTrial): number => steps.length * PER_REQUEST + JSON.stringify(steps).length;

/** The trial of an entry in this world; undefined: the world has no key, token or subject of this kind. */
export function trialOfEntry(entry: CorpusTrial, inputs: FuzzInputs): Trial | undefined {
  const made = new Map<string, Step>();
  const steps = entry.steps.map((each): Step | undefined => {
    const text = JSON.stringify(each);
    const inWorld = givenInWorld(each.endpoint, each.given, inputs);
    if (inWorld === undefined) return undefined;
    const { endpoint, send, provoke } = each;
    const known = made.get(text) ?? {
      endpoint,
      given: inWorld,
      send: send as Step['send'],
      ...(provoke !== undefined && { provoke: provoke satisfies RefusalCode }),
    };
    made.set(text, known);
    return known;
  });
  const whole = steps.filter((each) => each !== undefined);
  if (whole.length < steps.length) return undefined;
  const { delivery, relation, form } = entry;
  return { steps: whole, delivery, relation, ...(form !== undefined && { form }) };
}
