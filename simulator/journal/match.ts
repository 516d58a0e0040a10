/** Which requests of the journal are meant: by what was asked, by whom, and what became of it. */
import type { ErrorCode, ReturnCode } from '../../src/contract/codes.ts';
import type { EndpointId } from '../../src/contract/endpoints.ts';
import type { LiveWorld } from '../world/live-world.ts';
import { errorCodeOf, gameOfEntry, returnCodeOf, subjectOfEntry } from './entry-view.ts';
import type { DutyId } from '../../src/rules/duties.ts';
import type { Entry, Journal } from './journal.ts';
import type { EntryMatch } from './journal-shapes.ts';

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
export function mismatches(match: EntryMatch, entry: Entry, world: LiveWorld): readonly (keyof EntryMatch)[] {
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
export function* fitting(
  match: EntryMatch,
  { journal, world }: Matched,
  after: number = match.after ?? 0,
): Generator<Entry> {
  for (const entry of journal.after(after)) if (fits(match, entry, world)) yield entry;
}
