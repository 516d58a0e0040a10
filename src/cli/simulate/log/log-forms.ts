/** A request as a line of the log: for people, or as JSON by pino. Neither holds secrets. */
import type { Logger } from 'pino';
import { decisionPath } from '../../../../simulator/journal/explain/decision-path.ts';
import { summarise, type Reading } from '../../../../simulator/journal/entry-view.ts';
import type { Entry } from '../../../../simulator/journal/journal.ts';
import type { SimulateOptions } from '../../options/command-register.ts';
import { asciiJson } from '../ascii-json.ts';
import type { LogDestination } from './log-destination.ts';

/** How requests are logged. */
export type LogForm = NonNullable<SimulateOptions['log']>;

/** Writes the log in one form. */
export interface LogWriter {
  readonly request: (entry: Entry, reading: Reading) => void;
  readonly leftOut: (count: number) => void;
  readonly failure: (text: string) => void;
}

/** Of an ISO 8601 time in UTC what follows the day. */
const timeOf = (at: string): string => at.slice(at.indexOf('T') + 1, at.indexOf('Z'));

function who(key: string | null, token: string | null): string {
  const parts = [key === null ? '' : `key ${key}`, token === null ? '' : `token ${token}`];
  const text = parts.filter((part) => part !== '').join(', ');
  return text === '' ? '' : ` (${text})`;
}

/** `12:01:02.345 gamePlayer.client (key player, token ann): gamePlayer "playerann1": 2 tags, Ok (1)`. */
export function textLine(entry: Entry, reading: Reading): string {
  const { at, method, target, endpoint, key, token, status, fault, duties } = summarise(entry, reading);
  const outcome = reading.redact(decisionPath(entry, reading.rules).at(-1)?.text ?? '');
  const notes = [
    ...(fault === null ? [] : [`fault ${fault}`]),
    ...(status === null ? ['the connection was ended'] : []),
    ...duties.map(({ text }) => text),
  ];
  const more = notes.map((note) => ` [${note}]`).join('');
  const what = endpoint ?? `${method} ${target}`;
  const line = `${timeOf(at)} ${what}${who(key, token)}: ${outcome}${more}`;
  // What a client sent must not make a line of its own.
  return `${line.replaceAll(/[\r\n\t]+/g, ' ')}\n`;
}

const textWriter = ({ write }: LogDestination): LogWriter => ({
  request: (entry, reading) => write(textLine(entry, reading)),
  leftOut: (count) =>
    write(`… ${count} more requests are not logged: they came faster than they are written\n`),
  failure: (text) => write(`${text}\n`),
});

function jsonWriter(logger: Logger): LogWriter {
  return {
    request: (entry, reading) => {
      const { at, ...summary } = summarise(entry, reading);
      logger.info({ time: at, ...summary }, 'request');
    },
    leftOut: (count) => logger.warn({ time: new Date().toISOString(), count }, 'requests not logged'),
    failure: (text) => logger.error({ time: new Date().toISOString() }, text),
  };
}

export async function logWriter(
  form: Exclude<LogForm, 'none'>,
  destination: LogDestination,
): Promise<LogWriter> {
  if (form === 'text') return textWriter(destination);
  const { pino } = await import('pino');
  // The time is that of the request, not that of its line.
  const logger = pino(
    { base: null, timestamp: false },
    { write: (text) => destination.write(asciiJson(text)) },
  );
  return jsonWriter(logger);
}
