/** Reads a written record of a run back, so that any report can be made of it. */
import { parsedJson } from '../../base/text/parsed-json.ts';
import { TagproofError } from '../../base/errors.ts';
import { cut } from '../../judge/show.ts';
import type { RunEvent } from './events.ts';
import { runEventSchema } from './event-schema.ts';
import { visibleLine } from '../../base/text/visible.ts';

const MAX_OF_MESSAGE = 200;

function fault(file: string, line: number, what: string): TagproofError {
  return new TagproofError(
    'file',
    `${file}:${line}: ${visibleLine(what)}\nA record of a run is what --reporter ndjson=FILE writes.`,
  );
}

/** The event is what the file holds, also what a later version wrote beyond the schema. */
function isEvent(value: unknown): value is RunEvent {
  return runEventSchema.safeParse(value).success;
}

/** What is wrong first, for instance `case.line: Invalid input: expected int, received string`. */
function issueOf(value: unknown): string {
  const issue = runEventSchema.safeParse(value).error?.issues[0];
  const message = cut(issue?.message ?? 'not readable', MAX_OF_MESSAGE);
  return issue === undefined || issue.path.length === 0 ? message : `${issue.path.join('.')}: ${message}`;
}

function readEvent(text: string, file: string, line: number): RunEvent {
  const value = parsedJson(text);
  if (value === undefined) throw fault(file, line, 'the line is not valid JSON');
  if (isEvent(value)) return value;
  throw fault(file, line, `no event of a run: ${issueOf(value)}`);
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

/** The events of a record; `file` is only for messages. Throws a `file` error that names the line. */
export function readNdjson(text: string, file: string): readonly RunEvent[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  const events = lines.map((line, index) => readEvent(line, file, index + 1));
  checkOrder(events, file);
  return events;
}
