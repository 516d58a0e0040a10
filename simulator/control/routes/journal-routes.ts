/** The journal: find, count, clear, wait for, verify, follow. */
import { z } from 'zod';
import type { Entry } from '../../journal/journal.ts';
import { clientsView, detail, readingOf, entrySummary } from '../../journal/entry-view.ts';
import { fits, fittingEntries } from '../../journal/match.ts';
import { journalEvents } from '../../journal/stream.ts';
import { verify } from '../../journal/match.ts';
import { waitFor } from '../../journal/match.ts';
import { notFound, tooMany } from '../api/control-error.ts';
import { curlOfEntry, suiteOfEntry } from '../api/entry-copies.ts';
import { ControlReply } from '../api/reply.ts';
import { type Rig, alsoForOneGame, route, type ControlRequest, type ControlRoute } from '../api/route.ts';
import {
  clientsShape,
  copiesShape,
  detailShape,
  expectationSchema,
  journalQuery,
  journalShape,
  matchOf,
  matchQuery,
  USUAL_ENTRIES,
  verdictShape,
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

/** The entry of a path; within a game only one of that game. */
function found({ params, game }: ControlRequest, { journal, world }: Rig): Entry {
  const { id = '' } = params;
  const entry = /^\d{1,15}$/.test(id) ? journal.entry(Number(id)) : undefined;
  if (entry === undefined || !fits(matchOf({}, game), entry, world))
    throw notFound('entry of the journal', id, 'path id');
  return entry;
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
    handle: ({ query: { limit = USUAL_ENTRIES, details, ...match }, game }, rig) => {
      const { total, dropped } = rig.journal;
      const all = [...fittingEntries(matchOf(match, game), rig)];
      const reading = readingOf(rig);
      const show = details === 'true' ? detail : entrySummary;
      const items = all.slice(-limit).map((entry) => show(entry, reading));
      return { items, fitting: all.length, total, dropped };
    },
  }),
  route('journal', 'DELETE /journal', {
    does: 'Forgets the entries. Ids go on counting.',
    reply: z.strictObject({ cleared: z.int() }),
    handle: ({ game }, { journal, world }) => ({
      cleared: journal.clear((entry) => fits(matchOf({}, game), entry, world)),
    }),
  }),
  route('journal', 'GET /journal/count', {
    does: 'How many of the kept requests fit.',
    query: matchQuery,
    reply: z.strictObject({ count: z.int(), total: z.int(), dropped: z.int() }),
    handle: ({ query, game }, rig) => {
      const { total, dropped } = rig.journal;
      return { count: [...fittingEntries(matchOf(query, game), rig)].length, total, dropped };
    },
  }),
  route('journal', 'POST /journal/verify', {
    does: 'Checks whether something was called as often as it should; if not, shows which requests came closest.',
    body: expectationSchema,
    reply: verdictShape,
    handle: ({ body: { match, ...wanted }, game }, rig) => {
      const { closest, ...verdict } = verify(matchOf(match, game), wanted, rig);
      const reading = readingOf(rig);
      const shown = closest.map(({ entry, differsIn }) => {
        const { id, why } = entrySummary(entry, reading);
        return { id, differsIn, why };
      });
      return { ...verdict, closest: shown, dropped: rig.journal.dropped };
    },
  }),
  route('journal', 'POST /journal/wait', {
    does: 'Waits until this many requests fit, counting those that came already; found is false if the time runs out first.',
    body: waitSchema,
    reply: waitShape,
    handle: async ({ body: { match, count = 1, timeoutMs = DEFAULT_WAIT_MS }, game, signal }, rig) => {
      const leave = enter(rig);
      try {
        const { entries, ...waited } = await waitFor(matchOf(match, game), count, timeoutMs, {
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
    handle: ({ query, game, signal }, rig) => {
      const leave = enter(rig);
      const events = journalEvents({ ...rig, match: matchOf(query, game), signal });
      return new ControlReply('text/event-stream', leaving(events, leave));
    },
  }),
  route('journal', 'GET /journal/{id}', {
    does: 'One request with its reply, the path of its decision, and what would have come close.',
    reply: detailShape,
    handle: (request, rig) => detail(found(request, rig), readingOf(rig)),
  }),
  route('journal', 'GET /journal/{id}/copies', {
    does: 'One request to take along: as a curl line, and as a suite file with a case that expects the same answer.',
    reply: copiesShape,
    handle: (request, rig) => {
      const entry = found(request, rig);
      const { world, url } = rig;
      return { curl: curlOfEntry(entry, url, world.state), ...suiteOfEntry(entry, world) };
    },
  }),
].flatMap(alsoForOneGame);
