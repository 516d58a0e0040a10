/** A baseline as a file has it: known findings, each with its reason and its place. */
import { clauseOf } from '../../contract/clauses.ts';
import { isQuestionId } from '../../dialect/questions.ts';
import { faultsError, inOrder, type FileFault } from '../../config/yaml/fault.ts';
import { readSource, type Source } from '../../config/yaml/source.ts';
import { readYaml, type Read } from '../../config/yaml/read-yaml.ts';
import { CLAUSES } from '../../contract/clause-register.ts';
import { FINDING_KINDS, type FindingKind } from '../../judge/finding.ts';
import type { RedactedFinding } from '../../engine/events.ts';
import { suggest } from '../../text/nearest.ts';
import { isDay } from '../day.ts';
import { baselineSchema, type BaselineInput, type EntryInput } from './baseline-schema.ts';

export interface BaselineEntry extends EntryInput {
  /** The case of the finding: `id/one-short@group.admin`. */
  readonly caseId: string;
  readonly clause: string;
  readonly kind: FindingKind;
  /** `baseline.yaml:4:5`. */
  readonly place: string;
}

export interface Baseline {
  readonly file: string;
  readonly entries: readonly BaselineEntry[];
}

/** Whether an entry accepts a finding of its key: one about all requests may be accepted up to a share of them. */
export function accepts({ atMost }: BaselineEntry, { share = 0 }: Pick<RedactedFinding, 'share'>): boolean {
  return atMost === undefined || share * 100 <= Number.parseFloat(atMost);
}

const KINDS = Object.keys(FINDING_KINDS);
const DIALECT = 'dialect/';

function isClause(id: string): boolean {
  return id.startsWith(DIALECT) ? isQuestionId(id.slice(DIALECT.length)) : clauseOf(id) !== undefined;
}

type Complain = (key: keyof EntryInput, message: string, hint?: string) => FileFault;

function keyFaults(finding: string, complain: Complain): readonly FileFault[] {
  const [caseId = '', clause = '', kind = '', ...more] = finding.split(' ');
  if (caseId === '' || kind === '' || more.length > 0)
    return [
      complain(
        'finding',
        'it is not the key of a finding',
        'write case@endpoint, clause and kind with one blank between them, as tagproof baseline write does',
      ),
    ];
  if (!isClause(clause))
    return [
      complain(
        'finding',
        `no clause is called "${clause}"`,
        suggest(
          clause,
          CLAUSES.map(({ id }) => id),
          'clauses',
        ),
      ),
    ];
  if (!KINDS.includes(kind))
    return [complain('finding', `no finding is of the kind "${kind}"`, suggest(kind, KINDS, 'kinds'))];
  return [];
}

function faultsOf(document: Read<BaselineInput>): readonly FileFault[] {
  const { findings } = document.value;
  return findings.flatMap((entry, index) => {
    const complain: Complain = (key, message, hint) =>
      document.faultAt(['findings', index, key], message, hint);
    const first = findings.findIndex(({ finding }) => finding === entry.finding);
    return [
      ...keyFaults(entry.finding, complain),
      ...(first < index ? [complain('finding', 'this finding is listed twice', 'take one of them out')] : []),
      ...(entry.reason.trim() === ''
        ? [complain('reason', 'the reason is blank', 'say why the finding is accepted')]
        : []),
      ...(entry.expires !== undefined && !isDay(entry.expires)
        ? [
            complain(
              'expires',
              `"${entry.expires}" is not a day`,
              'write year, month and day, in quotes: "2027-01-31"',
            ),
          ]
        : []),
    ];
  });
}

/** Reads a baseline from its text. Throws one `file` error of all faults. */
export function baselineFrom(source: Source): Baseline {
  const document = readYaml(source, baselineSchema);
  if (!document.ok) throw faultsError(document.faults);
  const faults = faultsOf(document);
  if (faults.length > 0) throw faultsError(inOrder(faults));
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
  return { file: document.file, entries };
}

/** Reads the file of a baseline. */
export function readBaseline(file: string): Baseline {
  return baselineFrom(readSource(file));
}
