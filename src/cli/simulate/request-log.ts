/** The log of a running simulator: a line for each request, for people or as JSON. Neither holds secrets. */
import { decisionPath } from '../../../simulator/journal/explain/decision-path.ts';
import { type EntryContext, readingOf, entrySummary } from '../../../simulator/journal/entry-view.ts';
import type { Entry } from '../../../simulator/journal/journal.ts';
import type { SimulateOptions } from '../options/command-register.ts';
import { asciiJson } from '../../base/text/visible.ts';
import type { Io } from '../io/io.ts';
import type { ControlledSimulator } from '../../../simulator/control/controlled-simulator.ts';

// Where lines of the log go: standard error, which holds what a slow reader does not take, up to a bound; more is dropped.

/** How many bytes may wait to be written. */
const MAX_WAITING = 1_048_576;
/** A reader that takes nothing does not keep the simulator from ending. */
const LAST_WORDS_MS = 300;

export function logDestination({ err, endThoughUnread }: Io) {
  const waiting = (): number => err.waiting?.() ?? 0;
  let dropped = 0;
  return {
    /** Takes one line or more, each with its line break. */
    write(text: string): void {
      if (waiting() > MAX_WAITING) dropped += 1;
      else err.write(text);
    },
    /** How many lines were dropped since the last time that this was asked. */
    takeDropped(): number {
      const count = dropped;
      dropped = 0;
      return count;
    },
    close(): void {
      if (waiting() > 0) endThoughUnread?.(LAST_WORDS_MS);
    },
  };
}

export type LogDestination = ReturnType<typeof logDestination>;

/** How requests are logged. */
export type LogForm = NonNullable<SimulateOptions['log']>;

/** Of an ISO 8601 time in UTC what follows the day. */
const timeOf = (at: string): string => at.slice(at.indexOf('T') + 1, at.indexOf('Z'));

function who(key: string | null, token: string | null): string {
  const parts = [key === null ? '' : `key ${key}`, token === null ? '' : `token ${token}`];
  const text = parts.filter((part) => part !== '').join(', ');
  return text === '' ? '' : ` (${text})`;
}

/** `12:01:02.345 gamePlayer.client (key player, token ann): gamePlayer "playerann1": 2 tags, Ok (1)`. */
function textLine(entry: Entry, reading: EntryContext): string {
  const { at, method, target, endpoint, key, token, status, fault, duties } = entrySummary(entry, reading);
  const outcome = reading.redact(decisionPath(entry, reading.rules).at(-1)?.text ?? '');
  const notes = [
    ...(fault === null ? [] : [`fault ${fault}`]),
    ...(status === null ? ['the connection was ended'] : []),
    ...duties.map(({ duty, section, guess }) => `${guess ? 'perhaps ' : ''}breaks §${section}: ${duty}`),
  ];
  const more = notes.map((note) => ` [${note}]`).join('');
  const what = endpoint ?? `${method} ${target}`;
  const line = `${timeOf(at)} ${what}${who(key, token)}: ${outcome}${more}`;
  // What a client sent must not make a line of its own.
  return `${line.replaceAll(/[\r\n\t]+/g, ' ')}\n`;
}

const textWriter = ({ write }: LogDestination) => ({
  request: (entry: Entry, reading: EntryContext): void => write(textLine(entry, reading)),
  leftOut: (count: number): void =>
    write(`… ${count} more requests are not logged: they came faster than they are written\n`),
  failure: (text: string): void => write(`${text}\n`),
});

const now = (): string => new Date().toISOString();

function jsonWriter({ write }: LogDestination): ReturnType<typeof textWriter> {
  const line = (value: object): void => write(`${asciiJson(JSON.stringify(value))}\n`);
  return {
    request: (entry, reading) => line(entrySummary(entry, reading)),
    leftOut: (count) => line({ at: now(), notLogged: count }),
    failure: (text) => line({ at: now(), error: text }),
  };
}

// The log of a running simulator. It reads the journal ten times a second, so that answering a request costs nothing more;
// how many requests are not logged because they came too fast is counted and said.

const TICK_MS = 100;
/** The most requests that are logged in one tick, the last ones: reading an entry costs more than answering it did. */
const MAX_IN_A_TICK = 250;

/** Logs requests until it is closed; `failure` logs what went wrong inside of the simulator. Undefined: nothing is logged. */
export function openLog(form: LogForm, simulator: ControlledSimulator, destination: LogDestination) {
  if (form === 'none') return undefined;
  const writer = form === 'text' ? textWriter(destination) : jsonWriter(destination);
  /** The last entry that was logged or left out. */
  let since = simulator.journal.total;
  /** Skips entries that are too many or that the journal has dropped; returns how many. */
  const unread = (): number => {
    const { journal } = simulator;
    const from = Math.max(since, journal.total - MAX_IN_A_TICK, journal.dropped);
    const count = from - since;
    since = from;
    return count;
  };
  const log = (): void => {
    const { journal } = simulator;
    const leftOut = destination.takeDropped() + unread();
    if (leftOut > 0) writer.leftOut(leftOut);
    if (since === journal.total) return;
    const reading = readingOf(simulator);
    for (const entry of journal.after(since)) writer.request(entry, reading);
    since = journal.total;
  };
  const timer = setInterval(log, TICK_MS).unref();
  return {
    failure: writer.failure,
    /** Logs what is still to be logged. */
    close(): void {
      clearInterval(timer);
      log();
      destination.close();
    },
  };
}
