/** TAP, the Test Anything Protocol, version 14: a line for each case, with a block of YAML for what did not pass. */
import type { CaseFinished, RunRecord } from '../../engine/events.ts';
import type { Verdict } from '../../engine/verdict.ts';
import { safeJson } from '../../text/safe-json.ts';
import { oneLine, visibleLine } from '../../text/visible.ts';
import { caseDetails, causeLine, placeLines } from '../lines/case-lines.ts';
import { PLAIN } from '../lines/colours.ts';
import { whyPartial } from '../lines/run-lines.ts';
import { documentReporter, type Reporter } from '../record/reporter.ts';

/** Whether a verdict keeps the run green: a warned case passes, a case that could not be judged does not. */
const IS_OK = {
  pass: true,
  fail: false,
  warn: true,
  skip: true,
  error: false,
} as const satisfies Record<Verdict, boolean>;

/** A text in a test line, where `#` would begin a directive. */
const escaped = (text: string): string => text.replaceAll(/[\\#]/g, String.raw`\$&`);

/** TODO makes a test that fails count as passed: so a case that a baseline knows does not fail the run. */
function directiveOf({ verdict, known, reason }: CaseFinished): string {
  if (known !== undefined && !IS_OK[verdict]) return ` # TODO known, in ${escaped(oneLine(known))}`;
  return verdict === 'skip' ? ` # SKIP ${escaped(oneLine(reason))}` : '';
}

/** A block of YAML below a test line. JSON text is YAML, so no value can end the block or begin another. */
function block(
  facts: Readonly<Record<string, string | readonly string[]>>,
  details: readonly string[],
): string {
  const values = Object.entries(facts).map(
    ([name, value]) => `  ${name}: ${safeJson([value]).slice(1, -1)}\n`,
  );
  // The indentation is named, since the first line has blanks of its own.
  const text = details.map((line) => (line === '' ? '\n' : `    ${line}\n`)).join('');
  return `  ---\n${values.join('')}${text === '' ? '' : `  details: |2-\n${text}`}  ...\n`;
}

function diagnosticOf(event: CaseFinished): string {
  if (event.verdict === 'pass' || event.verdict === 'skip') return '';
  const facts = {
    message: causeLine(event),
    severity: event.verdict,
    title: visibleLine(event.case.title),
    clauses: event.case.clauses.map(visibleLine),
    ...(event.case.file !== '' && { at: placeLines(event).join('') }),
  };
  return block(facts, caseDetails(event, PLAIN));
}

function testOf(event: CaseFinished, number: number): string {
  const ok = IS_OK[event.verdict] ? 'ok' : 'not ok';
  return `${ok} ${number} - ${escaped(visibleLine(event.case.id))}${directiveOf(event)}\n${diagnosticOf(event)}`;
}

/** A run that is not whole, as a test that failed: a harness looks at tests alone. */
function partialTest(record: RunRecord, number: number): readonly string[] {
  const lines = whyPartial(record);
  if (lines.length === 0) return [];
  const message = `this report is incomplete: ${lines.join(' ')}`;
  return [`not ok ${number} - run/complete\n${block({ message, severity: 'error' }, [])}`];
}

function render(record: RunRecord): string {
  const { started, cases } = record;
  const tests = [
    ...cases.map((event, index) => testOf(event, index + 1)),
    ...partialTest(record, cases.length + 1),
  ];
  const plan = tests.length === 0 ? '1..0 # SKIP no case ran' : `1..${tests.length}`;
  const target = `# tagproof ${visibleLine(started.version)}: ${visibleLine(started.target)}`;
  return `TAP version 14\n${target}\n${plan}\n${tests.join('')}`;
}

/** One TAP document when the run is over; its tests are in the order of the files. */
export function tapReporter(): Reporter {
  return documentReporter(render);
}
