/** The journal as server-sent events: a few times a second the news, of many requests a sample. */
import { setTimeout } from 'node:timers/promises';
import { fittingEntries, type Matched } from './match.ts';
import type { EntryMatch } from './journal-shapes.ts';
import { readingOf, entrySummary } from './entry-view.ts';
import type { Entry } from './journal.ts';

const PAUSE_MS = 100;
/** The most entries of one pause that are sent, the last ones. */
const MAX_AT_ONCE = 25;
/** The most requests of one pause that are read, the last ones: reading costs more than answering. */
const MAX_READ = 250;
/** A comment keeps proxies from closing a quiet connection. */
const QUIET_PAUSES = 150;

interface StreamOptions extends Matched {
  readonly rules: readonly string[];
  readonly match: EntryMatch;
  readonly signal: AbortSignal;
}

const event = (name: string, id: number, data: unknown): string =>
  `event: ${name}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;

/** The news since an entry, and how many of them are left out. */
function news(
  options: StreamOptions,
  since: number,
): { readonly entries: readonly Entry[]; readonly leftOut: number } {
  const { journal, match } = options;
  const from = Math.max(since, journal.total - MAX_READ);
  const all = [...fittingEntries(match, options, from)];
  const unread = Math.max(from, journal.dropped) - since;
  return {
    entries: all.slice(-MAX_AT_ONCE),
    leftOut: Math.max(0, unread) + Math.max(0, all.length - MAX_AT_ONCE),
  };
}

/**
 * `entry` events hold summaries; a `left-out` event says how many entries were passed over since the last event, and
 * how many requests there were in all. It ends when the client is gone.
 */
export async function* journalEvents(options: StreamOptions): AsyncGenerator<string> {
  const { journal, match, signal } = options;
  let since = match.after ?? journal.total;
  let quiet = 0;
  yield event('hello', since, { total: journal.total, dropped: journal.dropped, capacity: journal.capacity });
  while (!signal.aborted) {
    const { entries, leftOut } = news(options, since);
    since = journal.total;
    const reading = readingOf(options);
    let text = leftOut === 0 ? '' : event('left-out', since, { count: leftOut, total: journal.total });
    for (const entry of entries) text += event('entry', entry.id, entrySummary(entry, reading));
    quiet = text === '' ? quiet + 1 : 0;
    if (text !== '') yield text;
    else if (quiet % QUIET_PAUSES === 0) yield ': quiet\n\n';
    await setTimeout(PAUSE_MS, undefined, { signal }).catch(() => {});
  }
}
