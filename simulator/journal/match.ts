/** Which requests of the journal are meant: by what was asked, by whom, and what became of it; and waiting for them. */
import type { ErrorCode, ReturnCode } from '../../src/spec/codes.ts';
import type { EndpointId } from '../../src/spec/endpoints.ts';
import type { LiveWorld } from '../world/live-world.ts';
import { errorCodeOf, gameOfEntry, returnCodeOf, subjectOfEntry } from './entry-view.ts';
import type { DutyId } from '../../src/judge/rules/duties.ts';
import type { Entry, Journal } from './journal.ts';
import type { EntryMatch } from './journal-shapes.ts';
import { setTimeout } from 'node:timers/promises';

type Test = (wanted: never, entry: Entry, world: LiveWorld) => boolean;

const TESTS = {
  endpoint: (wanted: EndpointId, { call }: Entry) => call?.endpoint.id === wanted,
  method: (wanted: string, { incoming }: Entry) => incoming.method === wanted,
  target: (wanted: string, { incoming: { target } }: Entry) =>
    target === wanted || target.split('?')[0] === wanted,
  key: (wanted: string, { call }: Entry) => call?.key.is === 'known' && call.key.value.name === wanted,
  token: (wanted: string, { call }: Entry) => call?.token.is === 'known' && call.token.value.name === wanted,
  game: (wanted: string, entry: Entry, world: LiveWorld) => gameOfEntry(entry, world) === wanted,
  subject: (wanted: string, entry: Entry) => subjectOfEntry(entry) === wanted,
  returnCode: (wanted: ReturnCode, entry: Entry) => returnCodeOf(entry) === wanted,
  errorCode: (wanted: ErrorCode, entry: Entry) => errorCodeOf(entry) === wanted,
  fault: (wanted: string, { fault }: Entry) => fault?.id === wanted,
  duty: (wanted: DutyId, { duties }: Entry) => duties.some(({ id }) => id === wanted),
  after: (wanted: number, { id }: Entry) => id > wanted,
} as const satisfies Record<keyof EntryMatch, Test>;

const fits = (match: EntryMatch, entry: Entry, world: LiveWorld): boolean =>
  (Object.keys(TESTS) as (keyof EntryMatch)[]).every(
    (part) => match[part] === undefined || (TESTS[part] as Test)(match[part] as never, entry, world),
  );

/** What a match is asked about. */
export interface Matched {
  readonly journal: Journal;
  readonly world: LiveWorld;
}

/** The entries that fit, the oldest first: those behind `after`, or all. */
export function* fittingEntries(
  match: EntryMatch,
  { journal, world }: Matched,
  after: number = match.after ?? 0,
): Generator<Entry> {
  for (const entry of journal.after(after)) if (fits(match, entry, world)) yield entry;
}

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
    entries.push(...fittingEntries(match, of, seen));
    seen = journal.total;
    if (entries.length >= count || performance.now() >= until || signal.aborted)
      return { found: entries.length >= count, entries: entries.slice(0, count), unseen };
    await setTimeout(LOOK_MS);
  }
}
