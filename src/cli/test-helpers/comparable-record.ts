/** The record of a run, without the times and counts of requests that differ between equal runs, and without how many went at once. */
import { readFileSync } from 'node:fs';
import { readNdjson } from '../../report/record/read-ndjson.ts';
import type { RunEvent, RedactedExchange } from '../../engine/events.ts';

const plainExchange = ({ step, noReply }: RedactedExchange): unknown => ({ step, noReply });

function plain(event: RunEvent): unknown {
  if (event.kind === 'run-started') return { ...event, at: '' };
  if (event.kind === 'run-finished') {
    const { atOnce: _, ...rest } = event;
    return { ...rest, ms: 0, requests: 0 };
  }
  return { ...event, ms: 0, exchanges: event.exchanges.map(plainExchange) };
}

/** The events of a record in order. */
export function comparableRecord(file: string): readonly unknown[] {
  return readNdjson(readFileSync(file, 'utf8'), file).map(plain);
}
