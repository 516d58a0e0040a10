/** The journal: find, clear, wait for, follow; and the clients. */
import { z } from 'zod';
import { clientsView, detail, readingOf, entrySummary } from '../../journal/entry-view.ts';
import { fittingEntries, waitFor } from '../../journal/match.ts';
import { journalEvents } from '../../journal/stream.ts';
import { notFound, tooMany } from '../api/control-error.ts';
import { ControlReply } from '../api/reply.ts';
import { type Rig, route, type ControlRoute } from '../api/route.ts';
import {
  clientsShape,
  detailShape,
  journalQuery,
  journalShape,
  matchQuery,
  USUAL_ENTRIES,
  waitSchema,
  waitShape,
} from '../../journal/journal-shapes.ts';

const DEFAULT_WAIT_MS = 10_000;
/** How many clients may follow or wait at a time. */
const MAX_WAITING = 256;

/** How many clients follow or wait, for each simulator. */
const waiting = new WeakMap<Rig, number>();

function enter(rig: Rig): () => void {
  const now = waiting.get(rig) ?? 0;
  if (now >= MAX_WAITING)
    throw tooMany(MAX_WAITING, 'clients may follow the journal or wait at a time', 'path');
  waiting.set(rig, now + 1);
  return () => void waiting.set(rig, (waiting.get(rig) ?? 1) - 1);
}

async function* leaving(events: AsyncIterable<string>, leave: () => void): AsyncGenerator<string> {
  try {
    yield* events;
  } finally {
    leave();
  }
}

export const CLIENT_ROUTE = route('journal', 'GET /clients', {
  does: 'Who has called since the start, and which duties of the document each broke how often; also what the journal dropped counts.',
  reply: clientsShape,
  handle: (_, rig) => clientsView(rig.journal, readingOf(rig)),
});

export const JOURNAL_ROUTES: readonly ControlRoute[] = [
  route('journal', 'GET /journal', {
    does: 'The last requests that fit, the oldest first.',
    query: journalQuery,
    reply: journalShape,
    handle: ({ query: { limit = USUAL_ENTRIES, details, ...match } }, rig) => {
      const { total, dropped } = rig.journal;
      const all = [...fittingEntries(match, rig)];
      const reading = readingOf(rig);
      const show = details === 'true' ? detail : entrySummary;
      const items = all.slice(-limit).map((entry) => show(entry, reading));
      return { items, fitting: all.length, total, dropped };
    },
  }),
  route('journal', 'DELETE /journal', {
    does: 'Forgets the entries. Ids go on counting.',
    reply: z.strictObject({ cleared: z.int() }),
    handle: (_, { journal }) => ({ cleared: journal.clear() }),
  }),
  route('journal', 'POST /journal/wait', {
    does: 'Waits until this many requests fit, counting those that came already; found is false if the time runs out first.',
    body: waitSchema,
    reply: waitShape,
    handle: async ({ body: { match = {}, count = 1, timeoutMs = DEFAULT_WAIT_MS }, signal }, rig) => {
      const leave = enter(rig);
      try {
        const { entries, ...waited } = await waitFor(match, count, timeoutMs, {
          ...rig,
          signal,
        });
        const reading = readingOf(rig);
        const items = entries.map((entry) => entrySummary(entry, reading));
        return { found: waited.found, items, unseen: waited.unseen };
      } finally {
        leave();
      }
    },
  }),
  route('journal', 'GET /journal/events', {
    does: 'Follows the journal as server-sent events: entry, and left-out with a count where there are too many.',
    query: matchQuery,
    reply: 'events',
    handle: ({ query, signal }, rig) => {
      const leave = enter(rig);
      const events = journalEvents({ ...rig, match: query, signal });
      return new ControlReply('text/event-stream', leaving(events, leave));
    },
  }),
  route('journal', 'GET /journal/{id}', {
    does: 'One request with its reply, the path of its decision, and what would have come close.',
    reply: detailShape,
    handle: ({ params: { id = '' } }, rig) => {
      const entry = /^\d{1,15}$/.test(id) ? rig.journal.entry(Number(id)) : undefined;
      if (entry === undefined) throw notFound('entry of the journal', id, 'path id');
      return detail(entry, readingOf(rig));
    },
  }),
];
