/** SARIF 2.1.0: one run, a rule for each clause, a result for each finding of a case; its fingerprint is the finding key. */
import type { Level } from '../../contract/clause-register.ts';
import type { ClauseId } from '../../contract/clauses.ts';
import { findingKey } from '../../judge/finding.ts';
import type { CaseFinished, RedactedFinding } from '../../engine/events.ts';
import { grouped } from '../../text/grouping.ts';
import { safeJson } from '../../text/safe-json.ts';
import { oneLine, visibleLine, wellFormed } from '../../text/visible.ts';
import { clauseWords } from '../facts/clause-words.ts';
import { findingLine } from '../lines/case-lines.ts';
import { whyPartial } from '../lines/run-lines.ts';
import { documentReporter, type Reporter, type RunRecord } from '../record/reporter.ts';

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';
/** Readers refuse a run with more: GitHub takes 25,000. The worst come first. */
const MAX_RESULTS = 25_000;
/** The name of the finding key among the fingerprints, with a number for the way it is made. */
const FINGERPRINT = 'tagproof/findingKey/v1';

const LEVELS = { must: 'error', should: 'warning' } as const satisfies Record<Level, string>;

interface Found {
  readonly event: CaseFinished;
  /** The first of its key in the case. */
  readonly finding: RedactedFinding;
  /** How many more of the same key the case has. */
  readonly more: number;
}

/** Findings of a case with the same key are one result. */
function foundIn(event: CaseFinished): readonly Found[] {
  const byKey = grouped(event.findings, (finding) => findingKey(event.case.id, finding));
  return [...byKey.values()].flatMap(([finding, ...others]) =>
    finding === undefined ? [] : [{ event, finding, more: others.length }],
  );
}

const level = ({ finding }: Found): number => (finding.level === 'must' ? 0 : 1);

/** The worst findings, at most as many as readers take. */
function worst(cases: readonly CaseFinished[]): readonly Found[] {
  return cases
    .flatMap(foundIn)
    .toSorted((a, b) => level(a) - level(b))
    .slice(0, MAX_RESULTS);
}

function rule(id: ClauseId, its: Level) {
  const { section, description } = clauseWords(id);
  const text = visibleLine(description === '' ? id : description);
  return {
    id: visibleLine(id),
    shortDescription: { text },
    fullDescription: { text: `${text} (${its}, ${section})` },
    defaultConfiguration: { level: LEVELS[its] },
  };
}

/** `suites/7.3%20x.yaml`, or `file:///home/...` for an absolute path. */
function uriOf(path: string): string {
  const parts = wellFormed(path).replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
  return path.startsWith('/') ? `file://${parts}` : parts;
}

function locations({ file, line, id }: CaseFinished['case']) {
  const place = {
    artifactLocation: { uri: uriOf(file) },
    region: { startLine: Math.max(1, line) },
  };
  return [
    {
      ...(file !== '' && { physicalLocation: place }),
      logicalLocations: [{ fullyQualifiedName: visibleLine(id), kind: 'function' }],
    },
  ];
}

function result({ event, finding, more }: Found, ruleIndex: number) {
  const key = visibleLine(findingKey(event.case.id, finding));
  const others = more === 0 ? '' : `; ${more} more like it in this case`;
  return {
    ruleId: visibleLine(finding.clause),
    ruleIndex,
    level: LEVELS[finding.level],
    message: { text: `${visibleLine(event.case.id)}: ${findingLine(finding)}${others}` },
    locations: locations(event.case),
    fingerprints: { [FINGERPRINT]: key },
    partialFingerprints: { [FINGERPRINT]: key },
    ...(event.known !== undefined && {
      suppressions: [
        { kind: 'external', status: 'accepted', justification: `it is listed in ${oneLine(event.known)}` },
      ],
    }),
    properties: {
      case: visibleLine(event.case.id),
      endpoint: event.case.endpoint,
      kind: finding.kind,
      expected: visibleLine(finding.expected),
      actual: visibleLine(finding.actual),
    },
  };
}

const notification = (text: string) => ({ level: 'error', message: { text } });

/** What kept cases from being judged, and why the run is incomplete. */
function notifications(record: RunRecord) {
  const errored = record.cases.filter(({ verdict }) => verdict === 'error');
  const reasons = grouped(errored, ({ reason }) => oneLine(reason));
  const partial = whyPartial(record);
  return [
    ...(partial.length === 0 ? [] : [notification(`the run is incomplete: ${partial.join('\n')}`)]),
    ...[...reasons].map(([reason, its]) => notification(`${its.length} errored: ${reason}`)),
  ];
}

function times({ started: { at }, finished: { ms } }: RunRecord) {
  const start = Date.parse(at);
  if (Number.isNaN(start)) return {};
  return {
    startTimeUtc: new Date(start).toISOString(),
    endTimeUtc: new Date(start + ms).toISOString(),
  };
}

function documentOf(record: RunRecord) {
  const { started, cases, finished } = record;
  const found = worst(cases);
  const rules = new Map(found.map(({ finding }) => [finding.clause, finding.level]));
  const index = new Map([...rules.keys()].map((id, at) => [id, at]));
  const notes = notifications(record);
  return {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'tagproof',
            version: visibleLine(started.version),
            rules: [...rules].map(([id, its]) => rule(id, its)),
          },
        },
        columnKind: 'utf16CodeUnits',
        automationDetails: { id: `tagproof/${visibleLine(started.target)}` },
        invocations: [
          {
            executionSuccessful: notes.length === 0,
            ...times(record),
            ...(notes.length > 0 && { toolExecutionNotifications: notes }),
          },
        ],
        results: found.map((each) => result(each, index.get(each.finding.clause) ?? 0)),
        properties: { target: visibleLine(started.target), totals: finished.totals },
      },
    ],
  };
}

/** One SARIF document when the run is over. */
export function sarifReporter(): Reporter {
  return documentReporter((record) => `${safeJson(documentOf(record), 2)}\n`);
}
