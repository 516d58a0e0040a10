/** The journal: find, clear, wait for, follow; and the clients. */
import { z } from 'zod';
import { clientsView, entryDetails, entrySummary } from '../journal/entry-view.ts';
import { fittingEntries, journalEvents, matchSchema, waitFor } from '../journal/entry-match.ts';
import { notFound, refusedFor } from './control-error.ts';
import { route, type ControlRoute, type SimulatorParts } from './route.ts';

const DEFAULT_WAIT_MS = 10_000;
const MAX_WAIT_MS = 60_000;
/** The most entries that a list has, and that one may wait for. */
const MAX_ENTRIES = 1000;
const USUAL_ENTRIES = 100;
/** How many clients may follow or wait at a time. */
const MAX_WAITING = 256;

/** How many clients follow or wait, for each simulator. */
const waiting = new WeakMap<SimulatorParts['journal'], number>();

function enter({ journal }: SimulatorParts): () => void {
  const now = waiting.get(journal) ?? 0;
  if (now >= MAX_WAITING)
    throw refusedFor(
      'too-many',
      `at most ${MAX_WAITING} clients may follow the journal or wait at a time`,
      'path',
    );
  waiting.set(journal, now + 1);
  return () => void waiting.set(journal, (waiting.get(journal) ?? 1) - 1);
}

async function* leaving(events: AsyncIterable<string>, leave: () => void): AsyncGenerator<string> {
  try {
    yield* events;
  } finally {
    leave();
  }
}

const listQuery = matchSchema.extend({
  limit: z.coerce.number().int().min(1).max(MAX_ENTRIES).optional(),
  details: z.enum(['true', 'false']).optional(),
});

const waitBody = z.strictObject({
  match: matchSchema.optional(),
  count: z.int().min(1).max(MAX_ENTRIES).optional(),
  timeoutMs: z.int().min(0).max(MAX_WAIT_MS).optional(),
});

export const JOURNAL_ROUTES: readonly ControlRoute[] = [
  route('GET /journal', { query: listQuery }, ({ query }, sim) => {
    const { limit = USUAL_ENTRIES, details, ...match } = query;
    const { total, dropped } = sim.journal;
    const fitting = fittingEntries(match, sim);
    const show = details === 'true' ? entryDetails : entrySummary;
    const items = fitting.slice(-limit).map((entry) => show(entry, sim));
    return { items, fitting: fitting.length, total, dropped };
  }),
  route('DELETE /journal', {}, (_, { journal }) => ({ cleared: journal.clear() })),
  route('POST /journal/wait', { body: waitBody }, async ({ body, signal }, sim) => {
    const { match = {}, count = 1, timeoutMs = DEFAULT_WAIT_MS } = body;
    const leave = enter(sim);
    return waitFor(match, count, timeoutMs, sim, signal).finally(leave);
  }),
  route('GET /journal/events', { query: matchSchema }, ({ query, signal }, sim) =>
    leaving(journalEvents(query, sim, signal), enter(sim)),
  ),
  route('GET /journal/{id}', {}, ({ params: { id = '' } }, sim) => {
    const entry = /^\d{1,15}$/.test(id) ? sim.journal.entry(Number(id)) : undefined;
    if (entry === undefined) throw notFound('entry of the journal', id, 'path id');
    return entryDetails(entry, sim);
  }),
  route('GET /clients', {}, (_, { journal, world }) => clientsView(journal, world)),
];
