/** A baseline as a file has it: known findings, each with its reason and its place. */
import { clauseOf } from '../contract/clauses.ts';
import { isQuestionId } from '../dialect/questions.ts';
import { dutyOf } from '../rules/duties.ts';
import { readSource, type Source } from '../config/yaml/source.ts';
import { type Complain, complainBelow } from '../config/yaml/located.ts';
import { readChecked } from '../config/yaml/read-yaml.ts';
import { CLAUSES } from '../contract/clause-register.ts';
import { FINDING_KINDS, type FindingKind } from '../judge/finding.ts';
import { suggest } from '../text/nearest.ts';
import { isDay } from './day.ts';
import { z } from 'zod';
import { isMap, isSeq, parseDocument, type Document, type YAMLMap } from 'yaml';
import { textOfYaml } from '../text/safe-yaml.ts';

// The schema of a baseline. No transforms: a JSON Schema for editors is made of it.

const filled = (what: string): z.ZodString => z.string().min(1).describe(what);

const baselineEntrySchema = z.strictObject({
  finding: filled(
    'The key of the finding: its case, its clause and its kind, with blanks between them. In the case * stands for any characters: "* 7.3/string-min-length wrong-member" is a cause on every endpoint.',
  ),
  reason: filled('Why it is accepted.'),
  owner: filled('Who fixes it.').optional(),
  link: filled('Where it is followed up.').optional(),
  expires: filled('The last day on which it is accepted, as 2027-01-31.').optional(),
  atMost: z
    .string()
    .regex(/^\d{1,3}(\.\d{1,6})?\s?%$/, 'write a share of all requests, in quotes: "1%"')
    .optional()
    .describe('Of a finding about all requests: the largest share of them that is accepted, as 1%.'),
  flaky: z.boolean().optional().describe('true: it comes and goes, so that its absence is not news.'),
});

const breakSchema = baselineEntrySchema
  .pick({ reason: true, owner: true, link: true, expires: true })
  .extend({ choice: filled('What exec --vary calls it: codes.returnCode=name.') });

export const baselineSchema = z
  .strictObject({
    baseline: z.literal(1).describe('The version of the format.'),
    findings: z
      .array(baselineEntrySchema)
      .describe('Known findings; --baseline fails on all others, and on stale entries.'),
    breaks: z
      .array(breakSchema)
      .optional()
      .describe('Choices of a backend that are known to break the client of exec --vary.'),
  })
  .describe('A baseline: the findings of a backend that are known and accepted for now.');

export type EntryInput = z.infer<typeof baselineEntrySchema>;
type BaselineInput = z.infer<typeof baselineSchema>;

export interface BaselineEntry extends EntryInput {
  /** The case of the finding, `id/one-short@group.admin`, or a glob over cases: `*`, `id/*@group.*`. */
  readonly caseId: string;
  readonly clause: string;
  readonly kind: FindingKind;
  /** `baseline.yaml:4:5`. */
  readonly place: string;
}

export interface Baseline {
  readonly file: string;
  readonly entries: readonly BaselineEntry[];
  readonly breaks: readonly z.infer<typeof breakSchema>[];
}

const KINDS = Object.keys(FINDING_KINDS);
const DIALECT = 'dialect/';

function isClause(id: string): boolean {
  return id.startsWith(DIALECT)
    ? isQuestionId(id.slice(DIALECT.length))
    : clauseOf(id) !== undefined || dutyOf(id) !== undefined;
}

function checkKey(finding: string, complain: Complain): void {
  const [caseId = '', clause = '', kind = '', ...more] = finding.split(' ');
  const clauses = CLAUSES.map(({ id }) => id);
  if (caseId === '' || kind === '' || more.length > 0)
    complain(
      ['finding'],
      'it is not the key of a finding',
      'write case@endpoint, clause and kind with one blank between them, as tagproof baseline write does',
    );
  else if (!isClause(clause))
    complain(['finding'], `no clause is called "${clause}"`, suggest(clause, clauses, 'clauses'));
  else if (!KINDS.includes(kind))
    complain(['finding'], `no finding is of the kind "${kind}"`, suggest(kind, KINDS, 'kinds'));
}

function checkReason({ reason, expires }: Pick<EntryInput, 'reason' | 'expires'>, complain: Complain): void {
  if (reason.trim() === '') complain(['reason'], 'the reason is blank', 'say why it is accepted');
  if (expires !== undefined && !isDay(expires))
    complain(['expires'], `"${expires}" is not a day`, 'write year, month and day, in quotes: "2027-01-31"');
}

function check({ findings, breaks = [] }: BaselineInput, complain: Complain): void {
  for (const [index, entry] of findings.entries()) {
    const below = complainBelow(complain, ['findings', index]);
    const first = findings.findIndex(({ finding }) => finding === entry.finding);
    checkKey(entry.finding, below);
    if (first < index) below(['finding'], 'this finding is listed twice', 'take one of them out');
    checkReason(entry, below);
  }
  for (const [index, entry] of breaks.entries())
    checkReason(entry, complainBelow(complain, ['breaks', index]));
}

/** Reads a baseline from its text. Throws one `file` error of all faults. */
export function baselineFrom(source: Source): Baseline {
  const document = readChecked(source, baselineSchema, check);
  const entries = document.value.findings.map((entry, index) => {
    const { line, column } = document.at(['findings', index]);
    const [caseId = '', clause = '', kind = ''] = entry.finding.split(' ');
    return {
      ...entry,
      caseId,
      clause,
      kind: kind as FindingKind,
      place: `${document.file}:${line}:${column}`,
    };
  });
  return { file: document.file, entries, breaks: document.value.breaks ?? [] };
}

/** Reads the file of a baseline. */
export function readBaseline(file: string): Baseline {
  return baselineFrom(readSource(file));
}

// Writing a baseline: sorted by finding, one entry a block, comments and reasons of earlier entries kept.

const HEAD = `# yaml-language-server: $schema=node_modules/tagproof/fixtures/baseline.schema.json
# Known findings: tagproof run --baseline fails on all others, and on entries that no longer occur.
baseline: 1
findings: []
`;

const findingOf = (item: unknown): string => (isMap(item) ? String(item.get('finding')) : '');

/** Days and other texts that YAML would read otherwise stay texts. */
function itemOf(document: Document, entry: EntryInput): YAMLMap {
  const { finding, reason, owner, link, expires, atMost, flaky } = entry;
  const parts = { finding, reason, owner, link, expires, atMost, flaky };
  const given = Object.entries(parts).filter(([, value]) => value !== undefined);
  return document.createNode(Object.fromEntries(given)) as YAMLMap;
}

/** The text with entries added and taken out; `text` is that of a sound baseline, or undefined where there is none yet. */
export function rewritten(
  text: string | undefined,
  added: readonly EntryInput[],
  removed: ReadonlySet<string>,
): string {
  const document = parseDocument(text ?? HEAD);
  const list = document.get('findings');
  if (!isSeq(list)) throw new TypeError('a baseline without its list');
  const kept = list.items.filter((item) => !removed.has(findingOf(item)));
  list.items = [...kept, ...added.map((entry) => itemOf(document, entry))].toSorted((a, b) =>
    findingOf(a) < findingOf(b) ? -1 : 1,
  );
  list.flow = list.items.length === 0;
  return `${textOfYaml(document, { flowCollectionPadding: false }).trimEnd()}\n`;
}
