/** JUnit XML as Jenkins reads it (junit-10.xsd): a test suite per suite file. */
import { caseWithoutSuite, type CaseFinished, type Confirmation } from '../record/events.ts';
import type { Reporter } from '../record/reporter.ts';
import { totalsOf, type Verdict } from '../record/verdict.ts';
import { inSeconds } from '../../base/text/quantities.ts';
import { grouped } from '../../base/text/grouping.ts';
import { summaryReporter, type Summary } from '../facts/summary.ts';
import { caseDetails, causeLine, placeLines } from '../lines/case-lines.ts';
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
const UNSEEN_IN_XML = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const UNSEEN_IN_TEXT = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

const reference = (character: string) => `&#${character.codePointAt(0)};`;
/** What a reader would take for markup; `>` too, so that no text holds `]]>`. */
const withoutMarkup = escaperOf(`&<>"'`);
const escapedXml = (text: string): string => withoutMarkup(text.replaceAll(IMPOSSIBLE, codeOf));

/** Line breaks stay; other control characters become references, or their code where XML has no place for them. */
export const xmlText = (text: string): string => escapedXml(text).replaceAll(UNSEEN_IN_TEXT, reference);

/** A newline becomes `&#10;`: unescaped, a reader would turn it into a blank. */
export const xmlAttribute = (text: string): string => escapedXml(text).replaceAll(UNSEEN_IN_XML, reference);

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

/** Gives the text of a case. */
type Details = (event: CaseFinished) => string;

/** Whole details until they take this many bytes, then short ones: readers refuse a file that is too large. */
function detailsWithin(bytes: number): Details {
  let room = bytes;
  return (event) => {
    const { id, title } = event.case;
    const details =
      room > 0
        ? ['', ...caseDetails(event, PLAIN)]
        : [`  ${causeLine(event)}`, `  (see tagproof report --case ${visibleLine(id)})`];
    const text = [visibleLine(title), ...placeLines(event), ...details, ''].join('\n');
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

/** The contents of the test case for each verdict. */
const OUTCOME_ELEMENTS = {
  pass: () => [],
  fail: failure,
  warn: (event, text) => [textElement('system-out', {}, text(event))],
  skip: ({ reason }) => [element('skipped', { message: oneLine(reason) })],
  error: (event, text) => [
    textElement('error', { type: 'not judged', message: oneLine(event.reason) }, text(event)),
  ],
} as const satisfies Record<Verdict, (event: CaseFinished, text: Details) => readonly string[]>;

/** One case as a JUnit test case; one that a baseline knows is skipped, so that no reader of the file turns a pipeline red for it. */
function testCase(event: CaseFinished, text: Details): string {
  const { known, verdict } = event;
  const { id, chapter } = event.case;
  const outcome =
    known === undefined
      ? OUTCOME_ELEMENTS[verdict](event, text)
      : [
          element('skipped', { message: `known, in ${oneLine(known)}: ${causeLine(event)}` }),
          textElement('system-out', {}, text(event)),
        ];
  // Readers split a class name at its dots into packages, so the chapter's own dots are replaced.
  const classname = `tagproof.${chapter.replaceAll('.', '-')}`;
  return element('testcase', { classname, name: id, time: inSeconds(event.ms) }, outcome);
}

/** The counts as the test cases show them. */
function counts(cases: readonly CaseFinished[]) {
  const totals = totalsOf(
    cases.map(({ known, verdict }) => ({ verdict: known === undefined ? verdict : ('skip' as const) })),
  );
  return { tests: cases.length, failures: totals.fail, errors: totals.error, skipped: totals.skip };
}

/** A test suite: its cases, and when, where and to what end the run was. */
function testSuite(summary: Summary, cases: readonly CaseFinished[], text: Details): string {
  const { started, finished, headline } = summary;
  const { version, target, at } = started;
  const { partial } = finished;
  const { file, chapter } = cases[0]?.case ?? { file: '', chapter: '' };
  const ms = Date.parse(at);
  const facts = {
    target,
    'tagproof.version': version,
    headline: headline.words,
    ...(partial !== '' && { partial }),
  };
  const properties = Object.entries(facts).map(([name, value]) => element('property', { name, value }));
  const attributes = {
    name: chapter,
    ...counts(cases),
    time: inSeconds(cases.reduce((sum, each) => sum + each.ms, 0)),
    // To the second and without a zone, as the format requires.
    timestamp: Number.isNaN(ms) ? undefined : new Date(ms).toISOString().slice(0, 19),
    hostname: 'localhost',
    file: file === '' ? undefined : file,
  };
  return element('testsuite', attributes, [
    element('properties', {}, properties),
    ...cases.map((each) => testCase(each, text)),
  ]);
}

/** A run that is not whole has a test that ended in an error: readers of JUnit look at counts, not at properties. */
const notWhole = ({ partial }: Summary): readonly CaseFinished[] =>
  partial.length === 0
    ? []
    : [
        caseWithoutSuite(
          { id: 'run/complete', title: 'the run comes to its end', chapter: 'run' },
          { verdict: 'error', reason: partial[0] ?? '', notes: partial.slice(1) },
        ),
      ];

/** GitLab refuses a file of more than 30 MB; messages and names need room, too. */
const MAX_DETAILS = 20_000_000;

function document(summary: Summary): string {
  const text = detailsWithin(MAX_DETAILS);
  const cases = [...summary.cases, ...notWhole(summary)];
  const { tests, failures, errors } = counts(cases);
  const attributes = { name: 'tagproof', tests, failures, errors, time: inSeconds(summary.finished.ms) };
  const suites = [...grouped(cases, (each) => `${each.case.file} ${each.case.chapter}`).values()];
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(
    'testsuites',
    attributes,
    suites.map((its) => testSuite(summary, its, text)),
  )}\n`;
}

/**
 * One document when the run is over. A warned case passes, so that no pipeline fails for a should; a run that is incomplete
 * holds an error, so that it does not look complete.
 */
export const junitReporter = (): Reporter => summaryReporter(document);
