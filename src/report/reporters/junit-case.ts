/** One case as a JUnit test case. */
import type { CaseFinished, Confirmation } from '../../run/events/events.ts';
import type { Verdict } from '../../run/verdict/verdict.ts';
import { caseDetails, placeOf } from '../lines/case-lines.ts';
import { PLAIN } from '../lines/colours.ts';
import { inSeconds } from '../../text/duration.ts';
import { findingLine } from '../lines/finding-lines.ts';
import { oneLine, visibleLine } from '../../text/visible.ts';
import { element, textElement } from './xml.ts';

function details(event: CaseFinished): string {
  return [visibleLine(event.case.title), ...placeOf(event), '', ...caseDetails(event, PLAIN), ''].join('\n');
}

/** What the message adds: nothing where the failure shows whenever it is tried, or was not tried again. */
const CONFIRMED = {
  always: '',
  sometimes: ' (flaky: only in some repeats)',
  'in-company': ' (not alone on a fresh connection)',
  'not-tried': '',
} as const satisfies Record<Confirmation, string>;

function failure(event: CaseFinished): readonly string[] {
  const [first] = event.findings;
  const type = first === undefined ? 'failed' : `${first.clause} ${first.kind}`;
  const said = first === undefined ? oneLine(event.reason) : findingLine(first);
  const message = `${said}${CONFIRMED[event.confirmation ?? 'not-tried']}`;
  return [textElement('failure', { type, message }, details(event))];
}

/** What stands in the test case for each verdict. */
const OUTCOMES = {
  pass: () => [],
  fail: failure,
  warn: (event) => [textElement('system-out', {}, details(event))],
  skip: ({ reason }) => [element('skipped', { message: oneLine(reason) })],
  error: (event) => [
    textElement('error', { type: 'not judged', message: oneLine(event.reason) }, details(event)),
  ],
} as const satisfies Record<Verdict, (event: CaseFinished) => readonly string[]>;

/** Readers part a class name at its dots into packages: the chapter's own must not be taken for such. */
function className(chapter: string): string {
  return `tagproof.${chapter.replaceAll('.', '-')}`;
}

export function testCase(event: CaseFinished): string {
  const { id, chapter } = event.case;
  const attributes = { classname: className(chapter), name: id, time: inSeconds(event.ms) };
  return element('testcase', attributes, OUTCOMES[event.verdict](event));
}
