/** An entry of a corpus: the smallest trial that shows some behaviours, as one line of JSON. It holds names of secrets, never values. */
import { z } from 'zod';
import { ENDPOINT_IDS } from '../../contract/endpoints.ts';
import { RETURN_CODES, type RefusalCode } from '../../contract/codes.ts';
import { sendSchema } from '../../suite/format/schema/send-schema.ts';
import { FORM_NAMES } from '../generate/equivalent-forms.ts';
import { keysOf } from '../generate/keys-of.ts';
import type { Material } from '../generate/material.ts';
import type { Step } from '../generate/step.ts';
import { DELIVERIES, RELATIONS, type Trial } from '../generate/trial.ts';
import { givenInWorld, writtenGiven } from './given-in-world.ts';

/** The format that is written, and the only one that is read. */
export const CORPUS_FORMAT = 1;

const given = z.strictObject({
  key: z.string().exactOptional(),
  token: z.string().exactOptional(),
  game: z.string(),
  id: z.string(),
  is: z.array(z.string()),
});

const step = z.strictObject({
  endpoint: z.enum(ENDPOINT_IDS),
  /** Left out: the plain key, token and subject of the world. */
  given: given.exactOptional(),
  send: sendSchema,
  provoke: z.enum(keysOf(RETURN_CODES)).exclude(['Ok']).exactOptional(),
});

export const entrySchema = z.strictObject({
  format: z.literal(CORPUS_FORMAT),
  /** The behaviours that it is kept for: no entry with one of them is smaller. */
  shows: z.array(z.string()).min(1),
  /** How many trials showed the rarest of these behaviours, in the last run that saw them. */
  seen: z.int().min(1),
  delivery: z.enum(DELIVERIES),
  relation: z.enum(RELATIONS),
  form: z.enum(FORM_NAMES as [(typeof FORM_NAMES)[number]]).exactOptional(),
  /** The same number again is the same request again. */
  steps: z.array(step).min(1),
});

export type CorpusEntry = z.infer<typeof entrySchema>;
/** What is sent, without what it is kept for. */
export type CorpusTrial = Pick<CorpusEntry, 'delivery' | 'relation' | 'form' | 'steps'>;

type WrittenStep = CorpusEntry['steps'][number];

function writtenStep(from: Step, material: Material): WrittenStep {
  const named = writtenGiven(from, material);
  return {
    endpoint: from.endpoint,
    ...(named !== undefined && { given: named as WrittenStep['given'] & object }),
    send: from.send as WrittenStep['send'],
    ...(from.provoke !== undefined && { provoke: from.provoke }),
  };
}

/** A trial as an entry has it. */
export function corpusTrial({ steps, delivery, relation, form }: Trial, material: Material): CorpusTrial {
  return {
    delivery,
    relation,
    ...(form !== undefined && { form }),
    steps: steps.map((each) => writtenStep(each, material)),
  };
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
export function trialOfEntry(entry: CorpusTrial, material: Material): Trial | undefined {
  const made = new Map<string, Step>();
  const steps = entry.steps.map((each): Step | undefined => {
    const text = JSON.stringify(each);
    const inWorld = givenInWorld(each.endpoint, each.given, material);
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
