/** Reads a written record of a run back, so that any report can be made of it, and checks it against itself. */
import { parsedJson } from '../../base/text/parsed-json.ts';
import { otherKind } from '../../base/file-kinds.ts';
import { TagproofError } from '../../base/errors.ts';
import { plural } from '../../base/text/quantities.ts';
import { hintText } from '../../world/yaml/fault.ts';
import { pathText } from '../../world/yaml/path.ts';
import { readValue } from '../../world/yaml/read-yaml.ts';
import { visibleLine } from '../../base/text/visible.ts';
import { cut } from '../../judge/show.ts';
import { isSynthetic, type RunEvent } from './events.ts';
import { runEventSchema } from './event-schema.ts';
import { NOT_FINISHED, recordOf } from './reporter.ts';
import { lastLine, totalsOf } from './verdict.ts';

const MAX_OF_MESSAGE = 200;

function fault(file: string, line: number, what: string): TagproofError {
  return new TagproofError(
    'file',
    `${file}:${line}: ${visibleLine(what)}\nA record of a run is what --reporter ndjson=FILE writes.`,
  );
}

/** The event is what the file holds, also what a later version wrote beyond the schema. */
function readEvent(text: string, file: string, line: number): RunEvent {
  const value = parsedJson(text);
  if (value === undefined)
    throw fault(file, line, 'the line is cut or damaged: it is not valid JSON; record the run again');
  if (runEventSchema.safeParse(value).success) return value as RunEvent;
  const read = readValue(value, runEventSchema, 'the line');
  const [{ path = [], message = '', hint = undefined } = {}] = read.ok ? [] : read.faults;
  const said = [message.replace(/^the file\b/, 'the line'), hintText(hint) ?? []].flat().join('; ');
  const where = path.length === 0 ? '' : `${pathText(path)}: `;
  throw fault(file, line, `no event of a run: ${where}${cut(said, MAX_OF_MESSAGE)}`);
}

/** One file holds one run from its start to its end. */
function checkOrder(events: readonly RunEvent[], file: string): void {
  const starts = events.findLastIndex(({ kind }) => kind === 'run-started');
  const ends = events.findIndex(({ kind }) => kind === 'run-finished');
  if (events[0]?.kind !== 'run-started') throw fault(file, 1, 'the record does not begin with run-started');
  if (starts > 0) throw fault(file, starts + 1, 'a second run begins here: a record holds one run');
  if (ends === -1) throw fault(file, events.length, 'the record ends here, before its run was finished');
  if (ends < events.length - 1) throw fault(file, ends + 2, 'an event after the end of the run');
}

/** A record that lost lines on its way, holds them twice, or was changed says what no run says. */
function checkAgainstItself(events: readonly RunEvent[], file: string): void {
  const ids = new Set<string>();
  for (const [index, event] of events.entries()) {
    if (event.kind !== 'case-finished') continue;
    const { verdict, findings, case: identity } = event;
    const bad = (what: string) =>
      fault(file, index + 1, `the record contradicts itself: ${identity.id} ${what}`);
    if (ids.has(identity.id)) throw bad('is in it twice');
    ids.add(identity.id);
    if (verdict === 'pass' && findings.length > 0) throw bad('passed, but has findings');
    if (verdict === 'fail' && findings.length > 0 && findings.every(({ level }) => level === 'should'))
      throw bad('failed, but breaks no must');
  }
  const { started, cases, finished } = recordOf(events);
  const [said, counted] = [lastLine(finished.totals), lastLine(totalsOf(cases))];
  // Of recordings the totals count exchanges; what is fuzzed is not planned by cases.
  if (started.recorded === undefined && said !== counted)
    throw fault(file, events.length, `the record contradicts itself: it says ${said}, and holds ${counted}`);
  const { length } = cases.filter((each) => !isSynthetic(each));
  if (started.options !== undefined && finished.partial === '' && length !== started.planned)
    throw fault(
      file,
      events.length,
      `the record is incomplete: it holds ${plural(length, 'case')} of ${started.planned} that were planned`,
    );
}

const isKept = (event: RunEvent): boolean => event.kind === 'run-started' && event.kept !== undefined;

/** Of the record of a run that kept it as it happened: the latest event of each case, in the place of the first, and an end. */
function finishedRecord(events: readonly RunEvent[]): readonly RunEvent[] {
  const latest = new Map(
    events.map((event) => [event.kind === 'case-finished' ? event.case.id : event, event] as const),
  );
  const all = [...latest.values()];
  if (all.at(-1)?.kind === 'run-finished') return all;
  const totals = totalsOf(all.filter((event) => event.kind === 'case-finished'));
  return [...all, { ...NOT_FINISHED, totals, partial: 'the run was killed, or is still going on' }];
}

/** The events of a record; `file` is only for messages. Throws a `file` error that names the line. */
export function readNdjson(text: string, file: string): readonly RunEvent[] {
  const other = otherKind(text, 'record');
  if (other !== undefined) throw fault(file, 1, `${other.message}; ${other.hint}`);
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const [first = ''] = lines;
  const last = lines.pop() ?? '';
  const kept = lines.length > 0 && isKept(readEvent(first, file, 1));
  // Of what is written as it happens, the last line may be half of one.
  if (last !== '' && !kept) lines.push(last);
  const read = lines.map((line, index) => {
    const isLast = line === last && index === lines.length - 1;
    if (isLast && line.startsWith('{') && parsedJson(line) === undefined)
      throw fault(file, index + 1, 'the file ends within this line: copy it whole, or run again');
    return readEvent(line, file, index + 1);
  });
  const events = kept ? finishedRecord(read) : read;
  checkOrder(events, file);
  checkAgainstItself(events, file);
  return events;
}
