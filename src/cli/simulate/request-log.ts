/** The log of a running simulator: a line for each request, for people or as JSON. Neither holds secrets. */
import type { ControlledSimulator } from '../../../simulator/control/controlled-simulator.ts';
import { entrySummary, type EntrySummary } from '../../../simulator/journal/entry-view.ts';
import { asciiJson } from '../../base/text/visible.ts';
import type { Io } from '../io/io.ts';
import type { SimulateOptions } from '../options/command-register.ts';

/** `12:01:02.345 gamePlayer.client (key player, token ann): gamePlayer "playerann1": 2 tags, Ok (1)`. */
function textLine(entry: EntrySummary): string {
  const { at, method, target, endpoint, key, token, status, fault, duties, reason } = entry;
  const who = [key === null ? [] : `key ${key}`, token === null ? [] : `token ${token}`].flat().join(', ');
  const notes = [
    ...(fault === null ? [] : [`fault ${fault}`]),
    ...(status === null ? ['the connection was ended'] : []),
    ...duties.map(({ duty, section, guess }) => `${guess ? 'perhaps ' : ''}breaks §${section}: ${duty}`),
  ];
  const what = `${endpoint ?? `${method} ${target}`}${who === '' ? '' : ` (${who})`}`;
  const line = `${at.slice(at.indexOf('T') + 1, -1)} ${what}: ${reason}${notes.map((note) => ` [${note}]`).join('')}`;
  // What a client sent must not make a line of its own.
  return `${line.replaceAll(/[\r\n\t]+/g, ' ')}\n`;
}

const jsonLine = (line: object): string => `${asciiJson(JSON.stringify(line))}\n`;
const now = (): string => new Date().toISOString();

/** How requests are logged. */
export type LogForm = NonNullable<SimulateOptions['log']>;

const FORMS = {
  text: {
    request: textLine,
    leftOut: (count: number) =>
      `… ${count} more requests are not logged: they came faster than they are written\n`,
    failure: (text: string) => `${text}\n`,
  },
  json: {
    request: jsonLine,
    leftOut: (count: number) => jsonLine({ at: now(), notLogged: count }),
    failure: (text: string) => jsonLine({ at: now(), error: text }),
  },
} as const;

const TICK_MS = 100;
/** The most requests that are logged in one tick, the last ones: reading an entry costs more than answering it did. */
const MAX_IN_A_TICK = 250;
/** How many bytes may wait to be written: standard error holds what a slow reader does not take. */
const MAX_WAITING = 1_048_576;
/** A reader that takes nothing does not keep the simulator from ending. */
const LAST_WORDS_MS = 300;

/**
 * Logs requests until it is closed. It reads the journal ten times a second, so that answering a request costs nothing more; how
 * many requests are not logged because they came too fast is counted and said. Undefined: nothing is logged.
 */
export function openLog(
  form: LogForm,
  simulator: ControlledSimulator,
  { err, endThoughUnread }: Pick<Io, 'err' | 'endThoughUnread'>,
) {
  if (form === 'none') return undefined;
  const { request, leftOut, failure } = FORMS[form];
  const { journal } = simulator;
  const waiting = (): number => err.waiting?.() ?? 0;
  let unsaid = 0;
  const write = (text: string): void => {
    if (waiting() > MAX_WAITING) unsaid += 1;
    else err.write(text);
  };
  /** The last entry that was logged or left out. */
  let since = journal.total;
  const log = (): void => {
    const from = Math.max(since, journal.total - MAX_IN_A_TICK, journal.dropped);
    const count = from - since + unsaid;
    unsaid = 0;
    if (count > 0) write(leftOut(count));
    for (const entry of journal.after(from)) write(request(entrySummary(entry, simulator)));
    since = journal.total;
  };
  const timer = setInterval(log, TICK_MS).unref();
  return {
    /** Logs what went wrong inside of the simulator. */
    failure: (text: string): void => write(failure(text)),
    /** Logs what is still to be logged. */
    close(): void {
      clearInterval(timer);
      log();
      if (waiting() > 0) endThoughUnread?.(LAST_WORDS_MS);
    },
  };
}
