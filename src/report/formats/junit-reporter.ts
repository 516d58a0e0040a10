/** JUnit XML as Jenkins reads it (junit-10.xsd): a test suite per suite file. */
import type { CaseFinished, Confirmation, RunFinished, RunStarted, RunRecord } from '../record/events.ts';
import { type Totals, totalsOf, type Verdict } from '../record/verdict.ts';
import { inSeconds } from '../../base/text/quantities.ts';
import { grouped } from '../../base/text/grouping.ts';
import { documentReporter, type Reporter } from '../record/reporter.ts';
import { whyPartial } from '../lines/run-lines.ts';
import { caseDetails, causeLine, findingLine, knownLine, placeLines } from '../lines/case-lines.ts';
import { PLAIN } from '../lines/colours.ts';
import { oneLine, visibleLine, codeOf, OF_COMMAND } from '../../base/text/visible.ts';
import { escaperOf } from '../../base/text/entities.ts';

// XML 1.0 with exact escaping: whatever the text holds, the document is well-formed and, as far as XML can, reads back as it.

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** What XML 1.0 can't hold at all, not even escaped, and what a runner would obey also where a reader of the file prints it. */
const IMPOSSIBLE = new RegExp(
  String.raw`[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\p{Cs}]|${OF_COMMAND}`,
  'giu',
);
/** Characters that a reader would turn into a blank or drop, and those that a terminal interprets or hides. */
const CONTROL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

const reference = (character: string) => `&#${character.codePointAt(0)};`;
/** What a reader would take for markup; `>` too, so that no text holds `]]>`. */
const withoutMarkup = escaperOf(`&<>"'`);
const escaped = (text: string): string => withoutMarkup(text.replaceAll(IMPOSSIBLE, codeOf));

/** Line breaks stay; other control characters become references, or their code where XML has no place for them. */
export function xmlText(text: string): string {
  return escaped(text)
    .split('\n')
    .map((line) => line.replaceAll(CONTROL, reference))
    .join('\n');
}

/** A newline becomes `&#10;`: unescaped, a reader would turn it into a blank. */
export function xmlAttribute(text: string): string {
  return escaped(text).replaceAll(CONTROL, reference);
}

function attributeText(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${xmlAttribute(String(value))}"`))
    .join('');
}

/** An element with a text. */
export function textElement(name: string, attributes: Attributes, text: string): string {
  return `<${name}${attributeText(attributes)}>${xmlText(text)}</${name}>`;
}

/** An element of elements, each on its own lines. */
export function element(name: string, attributes: Attributes, children: readonly string[] = []): string {
  const start = `<${name}${attributeText(attributes)}`;
  return children.length === 0 ? `${start}/>` : `${start}>\n${children.join('\n')}\n</${name}>`;
}

function wholeDetails(event: CaseFinished): string {
  return [visibleLine(event.case.title), ...placeLines(event), '', ...caseDetails(event, PLAIN), ''].join(
    '\n',
  );
}

/** A short text in place of details for which there is no room. */
function shortDetails(event: CaseFinished): string {
  const findings = event.findings.slice(0, MAX_FINDINGS).map((found) => `  ${findingLine(found)}`);
  return [
    visibleLine(event.case.title),
    ...placeLines(event),
    ...findings,
    '  (see tagproof report --case)',
    '',
  ].join('\n');
}

const MAX_FINDINGS = 3;

/** Gives the text of a case. */
type Details = (event: CaseFinished) => string;

/** Whole details until they take this many bytes, then short ones: readers refuse a file that is too large. */
function detailsWithin(bytes: number): Details {
  let room = bytes;
  return (event) => {
    if (room <= 0) return shortDetails(event);
    const text = wholeDetails(event);
    // Escapes take more room in XML.
    room -= Buffer.byteLength(xmlText(text));
    return text;
  };
}

/** What the message adds: nothing where the failure shows whenever it is tried, or was not tried again. */
const CONFIRMED = {
  always: '',
  sometimes: ' (flaky: only in some repeats)',
  'in-company': ' (not alone on a fresh connection)',
  'not-tried': '',
} as const satisfies Record<Confirmation, string>;

function failure(event: CaseFinished, text: Details): readonly string[] {
  const [first] = event.findings;
  const type = first === undefined ? 'failed' : `${first.clause} ${first.kind}`;
  const message = `${causeLine(event)}${CONFIRMED[event.confirmation ?? 'not-tried']}`;
  return [textElement('failure', { type, message }, text(event))];
}

/** A case that a baseline knows is skipped, so that no reader of the file turns a pipeline red for it. */
function knownCase(event: CaseFinished, file: string, text: Details): readonly string[] {
  return [
    element('skipped', { message: knownLine(event, file) }),
    textElement('system-out', {}, text(event)),
  ];
}

/** The contents of the test case for each verdict. */
const OUTCOMES = {
  pass: () => [],
  fail: failure,
  warn: (event, text) => [textElement('system-out', {}, text(event))],
  skip: ({ reason }) => [element('skipped', { message: oneLine(reason) })],
  error: (event, text) => [
    textElement('error', { type: 'not judged', message: oneLine(event.reason) }, text(event)),
  ],
} as const satisfies Record<Verdict, (event: CaseFinished, text: Details) => readonly string[]>;

/** Readers split a class name at its dots into packages, so the chapter's own dots are replaced. */
function className(chapter: string): string {
  return `tagproof.${chapter.replaceAll('.', '-')}`;
}

/** One case as a JUnit test case. */
function testCase(event: CaseFinished, text: Details): string {
  const { id, chapter } = event.case;
  const attributes = { classname: className(chapter), name: id, time: inSeconds(event.ms) };
  const { known } = event;
  const outcome = known === undefined ? OUTCOMES[event.verdict](event, text) : knownCase(event, known, text);
  return element('testcase', attributes, outcome);
}

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>';

/** To the second and without a zone, as the format requires; left out where the time is not valid. */
function timestamp(at: string): string | undefined {
  const ms = Date.parse(at);
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString().slice(0, 19);
}

/** The totals as the test cases show them: one that a baseline knows is skipped. */
const shownTotals = (cases: readonly CaseFinished[]): Totals =>
  totalsOf(cases.map(({ known, verdict }) => ({ verdict: known === undefined ? verdict : 'skip' })));

function counts(totals: Totals, tests: number): Attributes {
  return { tests, failures: totals.fail, errors: totals.error };
}

function properties({ version, target }: RunStarted, { partial }: RunFinished): string {
  const facts = { target, 'tagproof.version': version, ...(partial === '' ? {} : { partial }) };
  return element(
    'properties',
    {},
    Object.entries(facts).map(([name, value]) => element('property', { name, value })),
  );
}

const sharedOf = ({ at }: RunStarted) => ({ timestamp: timestamp(at), hostname: 'localhost' });

function testSuite(
  file: string,
  cases: readonly CaseFinished[],
  { started, finished }: RunRecord,
  details: Details,
): string {
  const totals = shownTotals(cases);
  const attributes = {
    name: cases[0]?.case.chapter ?? file,
    ...counts(totals, cases.length),
    skipped: totals.skip,
    time: inSeconds(cases.reduce((sum, { ms }) => sum + ms, 0)),
    ...sharedOf(started),
    file,
  };
  return element('testsuite', attributes, [
    properties(started, finished),
    ...cases.map((each) => testCase(each, details)),
  ]);
}

/**
 * A run that is not whole, as a suite with a test that ended in an error: readers of JUnit look at counts, not at properties.
 * Undefined where every planned case ran.
 */
function partialSuite(record: RunRecord): string | undefined {
  const { started, finished } = record;
  const lines = whyPartial(record);
  if (lines.length === 0) return undefined;
  const error = textElement(
    'error',
    { type: 'partial', message: lines[0] },
    `this report is incomplete\n${lines.join('\n')}\n`,
  );
  const test = element('testcase', { classname: 'tagproof.run', name: 'run/complete', time: '0.000' }, [
    error,
  ]);
  const one = { tests: 1, failures: 0, errors: 1, skipped: 0, time: '0.000' };
  return element('testsuite', { name: 'the run', ...one, ...sharedOf(started) }, [
    properties(started, finished),
    test,
  ]);
}

/** GitLab refuses a file of more than 30 MB; messages and names need room, too. */
const MAX_DETAILS = 20_000_000;

function render(record: RunRecord): string {
  const details = detailsWithin(MAX_DETAILS);
  const { cases, finished } = record;
  const partial = partialSuite(record);
  const totals = shownTotals(cases);
  const more = partial === undefined ? 0 : 1;
  const attributes = {
    name: 'tagproof',
    ...counts({ ...totals, error: totals.error + more }, cases.length + more),
    time: inSeconds(finished.ms),
  };
  const suites = [...grouped(cases, (each) => each.case.file)].map(([file, its]) =>
    testSuite(file, its, record, details),
  );
  return `${HEAD}\n${element('testsuites', attributes, partial === undefined ? suites : [...suites, partial])}\n`;
}

/**
 * One document when the run is over. A warned case passes, so that no pipeline fails for a should; a run that is incomplete
 * holds an error, so that it does not look complete.
 */
export function junitReporter(): Reporter {
  return documentReporter(render);
}
