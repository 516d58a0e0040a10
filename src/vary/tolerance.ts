/** What a client bears: a row for each simulator that it was tried with. */
import type { Frozen } from '../../simulator/shapes.ts';
import { faultsError } from '../config/yaml/fault.ts';
import { readYaml } from '../config/yaml/read-yaml.ts';
import { readSource } from '../config/yaml/source.ts';
import { ENDPOINT_IDS } from '../contract/endpoints.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { isQuestionId, optionsOf } from '../dialect/questions.ts';
import { z } from 'zod';
import { partsOfId } from './variations.ts';

export const RESULTS = {
  breaks: 'its tests fail with it, twice',
  ok: 'its tests pass with it, and a reply showed it',
  'not exercised': 'no reply of the run showed it, so nothing is known',
  'not run': 'the time was over before',
  default: 'what the other runs are compared with',
} as const satisfies Record<string, string>;

export type Result = keyof typeof RESULTS;

const text = (what: string): z.ZodString => z.string().describe(what);

const rowSchema = z.strictObject({
  id: text('What varied: question=option, format=name, fault=name, dialect=number.'),
  result: z.enum(Object.keys(RESULTS) as [Result, ...Result[]]),
  first: z
    .strictObject({ request: z.string(), got: z.string(), other: text('What the default run got.') })
    .optional()
    .describe('The first exchange that differed from the default run.'),
  ended: text('How the command ended where it breaks.').optional(),
  output: text('The end of what it printed.').optional(),
  note: z.string().optional(),
  choices: z
    .array(z.string())
    .optional()
    .describe('Of a dialect: what it chooses, where that alone would change a reply of the default run.'),
  accepted: text('Why the baseline accepts that it breaks.').optional(),
});

export const toleranceSchema = z
  .strictObject({
    tolerance: z.literal(1).describe('The version of the format.'),
    client: text('Its name and version.').min(1),
    command: text('What was run, as a shell takes it.').optional(),
    rows: z.array(rowSchema),
  })
  .describe('What a client bears of what the document permits. Written by tagproof exec --vary.');

export type Row = Frozen<z.infer<typeof rowSchema>>;
export type Tolerance = Frozen<z.infer<typeof toleranceSchema>>;

/** The rows with those of the default dialect, for each question that has others. */
export function withDefaults(rows: readonly Row[], usual: Dialect): readonly Row[] {
  const names = new Set(rows.map(({ id }) => partsOfId(id)[0]));
  const defaults = [...names].filter(isQuestionId).flatMap((question) =>
    optionsOf(question)
      .filter((option) => ENDPOINT_IDS.some((endpoint) => usual.answer(question, endpoint) === option))
      .map((option): Row => ({ id: `${question}=${option}`, result: 'default' })),
  );
  return [...defaults, ...rows];
}

/** The rows that break it, but for those that are accepted. */
export const broken = ({ rows }: Tolerance): readonly Row[] =>
  rows.filter(({ result, accepted }) => result === 'breaks' && accepted === undefined);

/** Reads what `exec --vary --write` wrote. Throws a `file` error. */
export function readTolerance(file: string): Tolerance {
  const read = readYaml(readSource(file), toleranceSchema);
  if (!read.ok) throw faultsError(read.faults);
  return read.value;
}

/** The default dialect's own answer was met where another one of its question was. */
function resultOf({ rows }: Tolerance, question: string, option: string): Result {
  const result = rows.find(({ id }) => id === `${question}=${option}`)?.result ?? 'not run';
  if (result !== 'default') return result;
  const others = rows.filter(({ id }) => partsOfId(id)[0] === question);
  return others.some((row) => row.result === 'ok' || row.result === 'breaks') ? 'ok' : 'not exercised';
}

/** What becomes of the known clients where a backend answers a question by other options, and whether one breaks. */
export function knownClients(clients: readonly Tolerance[], question: string, options: readonly string[]) {
  const having = (wanted: (result: Result) => boolean): readonly string[] =>
    clients
      .filter((client) => options.some((option) => wanted(resultOf(client, question, option))))
      .map(({ client }) => client);
  const breaking = having((result) => result === 'breaks');
  const unknown = having((result) => result !== 'breaks' && result !== 'ok').filter(
    (name) => !breaking.includes(name),
  );
  const lines = [
    ...breaking.map((name) => `${name} breaks on this`),
    ...unknown.map((name) => `nothing is known of ${name}: its tests never met this`),
  ];
  return {
    lines: lines.length === 0 ? ['no known client depends on it'] : lines,
    breaks: breaking.length > 0,
  };
}
