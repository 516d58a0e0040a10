/** SARIF 2.1.0: one run, a rule for each clause, a result for each cause; its fingerprint is the key of the cause. */
import type { Level } from '../../contract/clause-register.ts';
import type { ClauseId } from '../../contract/clauses.ts';
import type { CaseFinished, RunRecord } from '../../engine/events.ts';
import { grouped } from '../../text/grouping.ts';
import { safeJson } from '../../text/safe-json.ts';
import { oneLine, visibleLine, wellFormed } from '../../text/visible.ts';
import { causesOf, isNew, type Cause } from '../facts/causes.ts';
import { clauseWords } from '../facts/clause-words.ts';
import { findingLine } from '../lines/case-lines.ts';
import { extentText } from '../lines/cause-lines.ts';
import { whyPartial } from '../lines/run-lines.ts';
import { documentReporter, type Reporter } from '../record/reporter.ts';

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';
/** Readers refuse a run with more: GitHub takes 25,000. The worst come first. */
const MAX_RESULTS = 25_000;
/** The name of a cause's key among the fingerprints, with a number for the way it is made. */
const FINGERPRINT = 'tagproof/cause/v1';
/** How many further cases have a place in a result, and how many are named. */
const MAX_RELATED = 20;
const MAX_CASES = 100;

const LEVELS = { must: 'error', should: 'warning' } as const satisfies Record<Level, string>;

interface Found extends Cause {
  /** The baseline that knows every case of it. */
  readonly known?: string;
}

/** The causes as the console has them, then those that a baseline knows whole; at most as many as readers take. */
function foundIn({ cases }: RunRecord): readonly Found[] {
  const fresh = causesOf(cases.filter(isNew));
  const keys = new Set(fresh.map(({ key }) => key));
  const known = causesOf(cases.filter((each) => !isNew(each))).filter(({ key }) => !keys.has(key));
  return [...fresh, ...known.map((each) => ({ ...each, known: each.example.known ?? '' }))].slice(
    0,
    MAX_RESULTS,
  );
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

function location({ file, line, id }: CaseFinished['case']) {
  const place = {
    artifactLocation: { uri: uriOf(file) },
    region: { startLine: Math.max(1, line) },
  };
  return {
    ...(file !== '' && { physicalLocation: place }),
    logicalLocations: [{ fullyQualifiedName: visibleLine(id), kind: 'function' }],
  };
}

/** One alert a cause: its message holds counts and values, its fingerprint neither, so that the alert lives on from run to run. */
function result(cause: Found, ruleIndex: number) {
  const { clause, kind, level, cases, endpoints, example, finding, known } = cause;
  const ids = cases.map((each) => visibleLine(each.case.id));
  const others = cases.filter((each) => each !== example).slice(0, MAX_RELATED);
  const fingerprints = { [FINGERPRINT]: visibleLine(cause.key) };
  return {
    ruleId: visibleLine(clause),
    ruleIndex,
    level: LEVELS[level],
    message: {
      text: `${findingLine(finding)}; ${extentText(cause)}, for example ${visibleLine(example.case.id)}`,
    },
    locations: [location(example.case)],
    ...(others.length > 0 && {
      relatedLocations: others.map((each, id) => ({ id, ...location(each.case) })),
    }),
    fingerprints,
    partialFingerprints: fingerprints,
    ...(known !== undefined && {
      suppressions: [
        { kind: 'external', status: 'accepted', justification: `it is listed in ${oneLine(known)}` },
      ],
    }),
    properties: {
      cases: ids.slice(0, MAX_CASES),
      caseCount: ids.length,
      endpoints,
      kind,
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
  const { started, finished } = record;
  const found = foundIn(record);
  const rules = new Map(found.map(({ clause, level }) => [clause, level]));
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
        results: found.map((each) => result(each, index.get(each.clause) ?? 0)),
        properties: { target: visibleLine(started.target), totals: finished.totals },
      },
    ],
  };
}

/** One SARIF document when the run is over. */
export function sarifReporter(): Reporter {
  return documentReporter((record) => `${safeJson(documentOf(record), 2)}\n`);
}
