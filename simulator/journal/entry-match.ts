/** Which requests of the journal are meant: by what was asked, by whom, and what became of it; waiting for them, and following them. */
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { ERROR_CODES, RETURN_CODES, type ErrorCode, type ReturnCode } from '../../src/spec/codes.ts';
import { DUTY_IDS, type DutyId } from '../../src/judge/rules/duties.ts';
import { endpointSchema, type Frozen } from '../shapes.ts';
import {
  entrySummary,
  errorCodeOf,
  gameOfEntry,
  returnCodeOf,
  subjectOfEntry,
  type EntryContext,
} from './entry-view.ts';
import type { Entry, Journal } from './journal.ts';

/** All that is named must fit. Numbers may be text, as queries have them. */
export const matchSchema = z.strictObject({
  endpoint: endpointSchema.optional(),
  method: z.string().optional(),
  target: z.string().optional(),
  key: z.string().optional(),
  token: z.string().optional(),
  game: z.string().optional(),
  subject: z.string().optional(),
  returnCode: z.enum(Object.keys(RETURN_CODES) as [ReturnCode, ...ReturnCode[]]).optional(),
  errorCode: z.enum(Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]]).optional(),
  fault: z.string().optional(),
  duty: z.enum(DUTY_IDS as [DutyId, ...DutyId[]]).optional(),
  after: z.coerce.number().int().min(0).optional(),
});

type EntryMatch = Frozen<z.infer<typeof matchSchema>>;

/** What a match reads of an entry. */
const READ = {
  endpoint: ({ call }) => call?.endpoint.id,
  method: ({ incoming }) => incoming.method,
  key: ({ call }) => (call?.key.is === 'known' ? call.key.value.name : undefined),
  token: ({ call }) => (call?.token.is === 'known' ? call.token.value.name : undefined),
  game: (entry, { world }) => gameOfEntry(entry, world),
  subject: subjectOfEntry,
  returnCode: returnCodeOf,
  errorCode: errorCodeOf,
  fault: ({ fault }) => fault?.id,
} as const satisfies Partial<Record<keyof EntryMatch, (entry: Entry, context: EntryContext) => unknown>>;

function fits({ target, duty, ...others }: EntryMatch, entry: Entry, context: EntryContext): boolean {
  const sent = entry.incoming.target;
  if (target !== undefined && target !== sent && target !== sent.split('?')[0]) return false;
  if (duty !== undefined && !entry.duties.some(({ id }) => id === duty)) return false;
  return (Object.keys(READ) as (keyof typeof READ)[]).every(
    (part) => others[part] === undefined || READ[part](entry, context) === others[part],
  );
}

/** A journal, and what its entries are read with. */
interface Followed extends EntryContext {
  readonly journal: Journal;
}

/** The entries that fit, the oldest first: those behind `after`. */
export const fittingEntries = (match: EntryMatch, of: Followed, after = match.after ?? 0): readonly Entry[] =>
  [...of.journal.after(after)].filter((entry) => fits(match, entry, of));

const LOOK_MS = 20;

/** Resolves when this many entries fit, counting those that are there already, or when the time is up. `unseen`: entries that were dropped between two looks. */
export async function waitFor(
  match: EntryMatch,
  count: number,
  timeoutMs: number,
  of: Followed,
  signal: AbortSignal,
) {
  const { journal } = of;
  const until = performance.now() + timeoutMs;
  const entries: Entry[] = [];
  let seen = Math.max(match.after ?? 0, journal.dropped);
  let unseen = 0;
  for (;;) {
    unseen += Math.max(0, journal.dropped - seen);
    entries.push(...fittingEntries(match, of, seen));
    seen = journal.total;
    const found = entries.length >= count;
    if (found || performance.now() >= until || signal.aborted)
      return { found, items: entries.slice(0, count).map((entry) => entrySummary(entry, of)), unseen };
    await setTimeout(LOOK_MS);
  }
}

const PAUSE_MS = 100;
/** The most entries of one pause that are sent, the last ones: reading one costs more than answering it did. */
const MAX_AT_ONCE = 25;
/** A comment keeps proxies from closing a quiet connection. */
const QUIET_PAUSES = 150;

const event = (name: string, id: number, data: unknown): string =>
  `event: ${name}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;

/** The journal as server-sent events: `entry`, and `left-out` with how many were passed over. It ends with the signal. */
export async function* journalEvents(
  match: EntryMatch,
  of: Followed,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const { journal } = of;
  let since = match.after ?? journal.total;
  let quiet = 0;
  yield event('hello', since, { total: journal.total, dropped: journal.dropped, capacity: journal.capacity });
  while (!signal.aborted) {
    const unread = Math.max(0, journal.dropped - since);
    const all = fittingEntries(match, of, since);
    since = journal.total;
    const shown = all.slice(-MAX_AT_ONCE);
    const leftOut = unread + all.length - shown.length;
    if (leftOut > 0) yield event('left-out', since, { count: leftOut, total: journal.total });
    for (const entry of shown) yield event('entry', entry.id, entrySummary(entry, of));
    quiet = leftOut + shown.length > 0 ? 0 : quiet + 1;
    if (quiet > 0 && quiet % QUIET_PAUSES === 0) yield ': quiet\n\n';
    await setTimeout(PAUSE_MS, undefined, { signal }).catch(() => {});
  }
}
