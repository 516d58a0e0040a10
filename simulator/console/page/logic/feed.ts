/** The journal as the page holds it: the last entries, and how many of all requests they are. */
import type { EntrySummary } from '../../../journal/journal-shapes.ts';

// Server-sent events out of a text that comes in pieces.

export interface ServerEvent {
  readonly name: string;
  readonly data: string;
}

/** The longest event in characters; a longer one ends the stream. */
const MAX_CHARACTERS = 4_000_000;

function eventOf(block: string): ServerEvent | undefined {
  let name = 'message';
  const data: string[] = [];
  for (const line of block.split('\n')) {
    if (line.startsWith('event:')) name = line.slice('event:'.length).trim();
    else if (line.startsWith('data:')) data.push(line.slice('data:'.length).replace(/^ /, ''));
  }
  return data.length === 0 ? undefined : { name, data: data.join('\n') };
}

export class EventParser {
  #rest = '';

  /** The events that a piece completes. */
  push(piece: string): readonly ServerEvent[] {
    const blocks = (this.#rest + piece).split('\n\n');
    this.#rest = blocks.pop() ?? '';
    if (this.#rest.length > MAX_CHARACTERS) throw new RangeError('an event without an end');
    return blocks.flatMap((block) => eventOf(block) ?? []);
  }
}

/** The most entries that the page keeps. */
export const MAX_KEPT = 250;

export interface Feed {
  /** The newest first. */
  readonly entries: readonly EntrySummary[];
  /** How many requests there were in all, as far as the page knows. */
  readonly total: number;
  /** How many fitting requests the stream left out because there were too many at once. */
  readonly leftOut: number;
  /** How many entries the page had and forgot. */
  readonly forgotten: number;
}

export const NO_FEED: Feed = { entries: [], total: 0, leftOut: 0, forgotten: 0 };

/** A feed with entries in front, the newest last as the stream has them. */
function withEntries(feed: Feed, added: readonly EntrySummary[]): Feed {
  if (added.length === 0) return feed;
  const newest = feed.entries[0]?.id ?? 0;
  const fresh = added.filter(({ id }) => id > newest);
  const all = [...fresh.toReversed(), ...feed.entries];
  return {
    ...feed,
    entries: all.slice(0, MAX_KEPT),
    forgotten: feed.forgotten + Math.max(0, all.length - MAX_KEPT),
    total: Math.max(feed.total, fresh.at(-1)?.id ?? 0),
  };
}

/** A feed with what a stream brought. */
export function withEvents(feed: Feed, events: readonly ServerEvent[]): Feed {
  const entries: EntrySummary[] = [];
  let { leftOut, total } = feed;
  for (const { name, data } of events) {
    if (name === 'entry') entries.push(JSON.parse(data) as EntrySummary);
    else {
      const read = JSON.parse(data) as { readonly count?: number; readonly total?: number };
      if (name === 'left-out') leftOut += read.count ?? 0;
      total = Math.max(total, read.total ?? 0);
    }
  }
  return withEntries({ ...feed, leftOut, total }, entries);
}

/** The feed that a list of the journal begins. */
export const feedOf = (items: readonly EntrySummary[], total: number): Feed => ({
  ...withEntries(NO_FEED, items),
  total,
});
