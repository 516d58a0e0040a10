/** A baseline as a file has it: a list of known findings, each with its reason and its place. */
import { isMap, isSeq, parseDocument } from 'yaml';
import { z } from 'zod';
import { textThat } from '../../world/world-file/checked-texts.ts';
import { faultsError } from '../../world/yaml/fault.ts';
import { readYaml } from '../../world/yaml/read-yaml.ts';
import { readSource, type Source } from '../../world/yaml/source.ts';
import { CLAUSE_IDS, clauseOf, DIALECT_PREFIX } from '../../spec/clauses.ts';
import { isQuestionId } from '../../spec/dialect/questions.ts';
import { TagproofError } from '../../base/errors.ts';
import { rewrite } from '../../base/file-in-place.ts';
import { checkWritable, statIfThere } from '../../base/file-trouble.ts';
import { FINDING_KINDS, type FindingKind } from '../../judge/finding.ts';
import { dutyOf } from '../../judge/rules/duties.ts';
import { suggest } from '../../base/text/nearest.ts';
import { textOfYaml } from '../../base/text/safe-yaml.ts';
import { DAY, isDay } from './day.ts';

const BASELINE_KINDS = Object.keys(FINDING_KINDS) as [FindingKind, ...FindingKind[]];

const isClause = (id: string): boolean =>
  id.startsWith(DIALECT_PREFIX)
    ? isQuestionId(id.slice(DIALECT_PREFIX.length))
    : clauseOf(id) !== undefined || dutyOf(id) !== undefined;

const clauseId = textThat((id) =>
  isClause(id) ? undefined : [`can't be ${JSON.stringify(id)}`, suggest(id, CLAUSE_IDS, 'clauses')],
);
const reason = textThat((text) =>
  text.trim() === '' ? ['must not be blank', 'say why it is accepted'] : undefined,
);
const day = textThat((text) =>
  isDay(text)
    ? undefined
    : DAY.test(text)
      ? [`can't be ${JSON.stringify(text)}`, 'there is no such day']
      : [`can't be ${JSON.stringify(text)}`, 'write year, month and day, in quotes: "2027-01-31"'],
);

// No transforms: a JSON Schema for editors is made of it.
const entrySchema = z.strictObject({
  clause: clauseId.describe('The clause that is broken: 7.3/string-min-length.'),
  kind: z.enum(BASELINE_KINDS).describe('In which way.'),
  cases: z
    .array(z.string().min(1))
    .min(1)
    .describe('The cases that show it, with * for any characters; left out: any case.')
    .optional(),
  reason: reason.describe('Why it is accepted.'),
  until: day.describe('The last day on which it is accepted, as "2027-01-31".').optional(),
});

export const baselineSchema = z
  .array(entrySchema)
  .describe(
    'A baseline: the findings of a backend that are known and accepted; run --baseline fails for others.',
  );

export interface BaselineEntry extends z.infer<typeof entrySchema> {
  /** `baseline.yaml:4:5`. */
  readonly place: string;
}

/** Whether a text is a baseline of an earlier version: a mapping, where now a list is. */
function isOfBefore(text: string): boolean {
  const { contents } = parseDocument(text);
  return isMap(contents) && contents.has('findings');
}

/** Reads a baseline from its text. Throws one `file` error of all faults. */
export function baselineFrom(source: Source): readonly BaselineEntry[] {
  if (isOfBefore(source.text))
    throw new TagproofError(
      'file',
      `${source.file}: this baseline is of an earlier version of tagproof\nwrite it anew: npx tagproof run --baseline ${source.file} --update-baseline`,
    );
  const document = readYaml(source, baselineSchema, { kind: 'baseline' });
  if (!document.ok) throw faultsError(document.faults);
  return document.value.map((entry, index) => {
    const { line, column } = document.at([index]);
    return { ...entry, place: `${document.file}:${line}:${column}` };
  });
}

/** Reads the file of a baseline. */
export const readBaseline = (file: string): readonly BaselineEntry[] => baselineFrom(readSource(file));

/** The same of a file that is to be written anew: none where it is not there, or of an earlier version. Throws where it can't be written. */
export function readBaselineToUpdate(file: string): readonly BaselineEntry[] {
  checkWritable(file);
  if (statIfThere(file, 'read') === undefined || isOfBefore(readSource(file).text)) return [];
  return readBaseline(file);
}

const NEW_BASELINE = `# yaml-language-server: $schema=node_modules/tagproof/fixtures/baseline.schema.json
# Known findings: a run with this baseline fails for others, and for entries that no longer occur.

[]
`;

/** The text without the entries at these places in the list, and with others at its end; comments of the others stay. */
export function rewritten(
  text: string,
  removed: ReadonlySet<number>,
  added: readonly z.infer<typeof entrySchema>[],
): string {
  const document = parseDocument(isOfBefore(text) ? NEW_BASELINE : text);
  const list: unknown = document.contents;
  if (!isSeq(list)) throw new TypeError('a baseline that is no list');
  list.items = [
    ...list.items.filter((_, index) => !removed.has(index)),
    ...added.map((entry) => document.createNode(entry)),
  ];
  list.flow = list.items.length === 0;
  return `${textOfYaml(document, { flowCollectionPadding: false }).trimEnd()}\n`;
}

/** Writes a baseline anew. `entries`: those that were read, of which the `stale` ones go. */
export function updateBaseline(
  file: string,
  entries: readonly BaselineEntry[],
  stale: readonly BaselineEntry[],
  added: readonly z.infer<typeof entrySchema>[],
): readonly BaselineEntry[] {
  const text = statIfThere(file, 'read') === undefined ? NEW_BASELINE : readSource(file).text;
  rewrite(file, rewritten(text, new Set(stale.map((entry) => entries.indexOf(entry))), added));
  return readBaseline(file);
}
