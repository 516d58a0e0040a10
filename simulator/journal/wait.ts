/** Waiting for entries: the journal is looked at now and then, so that waiting costs the requests nothing. */
import { setTimeout } from 'node:timers/promises';
import type { Entry } from './journal.ts';
import type { EntryMatch } from './journal-shapes.ts';
import { fitting, type Matched } from './match.ts';

const LOOK_MS = 20;

/** Resolves when this many entries fit, counting those that are there already, or when the time is up. `unseen`: entries that were overwritten between two looks. */
export async function waitFor(
  match: EntryMatch,
  count: number,
  timeoutMs: number,
  of: Matched & { readonly signal: AbortSignal },
) {
  const { journal, signal } = of;
  const until = performance.now() + timeoutMs;
  const entries: Entry[] = [];
  let seen = Math.max(match.after ?? 0, journal.dropped);
  let unseen = 0;
  for (;;) {
    unseen += Math.max(0, journal.dropped - seen);
    entries.push(...fitting(match, of, seen));
    seen = journal.total;
    if (entries.length >= count || performance.now() >= until || signal.aborted)
      return { found: entries.length >= count, entries: entries.slice(0, count), unseen };
    await setTimeout(LOOK_MS);
  }
}
