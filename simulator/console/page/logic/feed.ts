/** The journal as the page holds it: the last entries, and how many of all requests they are. */
import type { EntrySummary } from '../../../journal/entry-view.ts';

/** What `GET /journal` gives. */
export interface JournalPart {
  /** The oldest first. */
  readonly items: readonly EntrySummary[];
  /** How many entries fit in all. */
  readonly fitting: number;
  readonly total: number;
  readonly dropped: number;
}

/** The most entries that the page keeps. */
export const MAX_KEPT = 250;

interface Feed {
  /** The newest first. */
  readonly entries: readonly EntrySummary[];
  /** How many requests there were in all. */
  readonly total: number;
  /** How many fitting requests were left out because there were too many at once. */
  readonly leftOut: number;
}

export const NO_FEED: Feed = { entries: [], total: 0, leftOut: 0 };

/** The feed that a first part begins: what it leaves out is history. */
export const feedOf = ({ items, total }: JournalPart): Feed => ({
  ...NO_FEED,
  entries: items.toReversed(),
  total,
});

/** The feed with what came since. */
export function withNews(feed: Feed, { items, fitting, total, dropped }: JournalPart): Feed {
  return {
    entries: [...items.toReversed(), ...feed.entries].slice(0, MAX_KEPT),
    total,
    leftOut: feed.leftOut + fitting - items.length + Math.max(0, dropped - feed.total),
  };
}
