/** Which requests of the journal are meant: by what was asked, by whom, and what became of it; how many there are, and waiting for them. */
import type { ErrorCode, ReturnCode } from '../../src/contract/codes.ts';
import type { EndpointId } from '../../src/contract/endpoints.ts';
import type { LiveWorld } from '../world/live-world.ts';
import { errorCodeOf, gameOfEntry, returnCodeOf, subjectOfEntry } from './entry-view.ts';
import type { DutyId } from '../../src/rules/duties.ts';
import type { Entry, Journal } from './journal.ts';
import type { EntryMatch, WantedCalls } from './journal-shapes.ts';
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

/** The parts of a match that an entry does not fit. */
function mismatches(match: EntryMatch, entry: Entry, world: LiveWorld): readonly (keyof EntryMatch)[] {
  return (Object.keys(TESTS) as (keyof EntryMatch)[]).filter(
    (part) => match[part] !== undefined && !(TESTS[part] as Test)(match[part] as never, entry, world),
  );
}

export const fits = (match: EntryMatch, entry: Entry, world: LiveWorld): boolean =>
  mismatches(match, entry, world).length === 0;

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

const MAX_CLOSEST = 5;

function bounds({ exactly, atLeast, atMost }: WantedCalls): { readonly min: number; readonly max: number } {
  if (exactly !== undefined) return { min: exactly, max: exactly };
  return { min: atLeast ?? (atMost === undefined ? 1 : 0), max: atMost ?? Infinity };
}

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);

function wantedText(min: number, max: number): string {
  if (min === max) return `exactly ${times(min)}`;
  if (max === Infinity) return `at least ${times(min)}`;
  return min === 0 ? `at most ${times(max)}` : `${min} to ${max} times`;
}

/** The entries that differ in the fewest parts, the latest first. */
function closestTo(match: EntryMatch, { journal, world }: Matched) {
  return [...journal.after(match.after ?? 0)]
    .toReversed()
    .map((entry) => ({ entry, differsIn: mismatches(match, entry, world) }))
    .filter(({ differsIn }) => differsIn.length > 0)
    .sort((a, b) => a.differsIn.length - b.differsIn.length)
    .slice(0, MAX_CLOSEST);
}

/** Whether as many requests fit as are wanted. */
export function verify(match: EntryMatch, wanted: WantedCalls, of: Matched) {
  const { min, max } = bounds(wanted);
  const count = [...fittingEntries(match, of)].length;
  const ok = count >= min && count <= max;
  const { dropped } = of.journal;
  const gone = dropped === 0 ? '' : `; ${dropped} older ones are no longer in the journal`;
  const message = `called ${times(count)}, wanted ${wantedText(min, max)}${gone}`;
  return { ok, count, message, closest: count < min ? closestTo(match, of) : [] };
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
