/** One case as a JUnit test case. */
import type { CaseFinished, Confirmation } from '../../engine/events.ts';
import type { Verdict } from '../../engine/verdict.ts';
import { caseDetails, placeOf } from '../lines/case-lines.ts';
import { PLAIN } from '../lines/colours.ts';
import { inSeconds } from '../../text/duration.ts';
import { findingLine } from '../lines/finding-lines.ts';
import { oneLine, visibleLine } from '../../text/visible.ts';
import { element, textElement, xmlText } from './xml.ts';

function details(event: CaseFinished): string {
  return [visibleLine(event.case.title), ...placeOf(event), '', ...caseDetails(event, PLAIN), ''].join('\n');
}

/** A short text in place of details for which there is no room. */
function shortDetails(event: CaseFinished): string {
  const findings = event.findings.slice(0, MOST_FINDINGS).map((found) => `  ${findingLine(found)}`);
  return [visibleLine(event.case.title), ...placeOf(event), ...findings, '  (see tagproof show)', ''].join(
    '\n',
  );
}

const MOST_FINDINGS = 3;

/** Gives the text of a case. */
export type Details = (event: CaseFinished) => string;

/** Whole details until they take this many bytes, then short ones: readers refuse a file that is too large. */
export function detailsWithin(bytes: number): Details {
  let room = bytes;
  return (event) => {
    if (room <= 0) return shortDetails(event);
    const text = details(event);
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
  const said = first === undefined ? oneLine(event.reason) : findingLine(first);
  const message = `${said}${CONFIRMED[event.confirmation ?? 'not-tried']}`;
  return [textElement('failure', { type, message }, text(event))];
}

/** A case that a baseline knows is skipped, so that no reader of the file turns a pipeline red for it. */
function knownCase(event: CaseFinished, file: string, text: Details): readonly string[] {
  const [first] = event.findings;
  const found = first === undefined ? oneLine(event.reason) : findingLine(first);
  const message = `known, in ${oneLine(file)}: ${found}`;
  return [element('skipped', { message }), textElement('system-out', {}, text(event))];
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

export function testCase(event: CaseFinished, text: Details): string {
  const { id, chapter } = event.case;
  const attributes = { classname: className(chapter), name: id, time: inSeconds(event.ms) };
  const { known } = event;
  const outcome = known === undefined ? OUTCOMES[event.verdict](event, text) : knownCase(event, known, text);
  return element('testcase', attributes, outcome);
}
