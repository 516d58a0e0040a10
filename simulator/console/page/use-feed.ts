/** Follows the journal: reads the stream, connects again by itself, and shows news a few times a second. */
import { useEffect, useState } from 'preact/hooks';
import type { EntrySummary } from '../../journal/journal-shapes.ts';
import { ApiError, queryOf, type Api } from './api.ts';
import { EventParser, type ServerEvent, feedOf, NO_FEED, withEvents, type Feed } from './logic/feed.ts';

export type Link = 'connecting' | 'live' | 'gone';

export interface Following {
  readonly feed: Feed;
  readonly link: Link;
}

export type Match = Readonly<Record<string, string>>;

const HISTORY = 100;
const SHOWN_EVERY_MS = 200;
const MAX_WAITING = 1000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 4000;
const UNAUTHORIZED = 401;

interface Journal {
  readonly items: readonly EntrySummary[];
  readonly total: number;
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

interface Sink {
  readonly restart: (feed: Feed) => void;
  readonly add: (events: readonly ServerEvent[]) => void;
  readonly link: (link: Link) => void;
}

/** Reads one stream to its end. */
async function readStream(
  api: Api,
  match: Match,
  after: number,
  sink: Sink,
  signal: AbortSignal,
): Promise<void> {
  const stream = await api.stream(`/journal/events${queryOf({ ...match, after })}`, signal);
  const reader = stream.getReader();
  const parser = new EventParser();
  const decoder = new TextDecoder();
  sink.link('live');
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    sink.add(parser.push(decoder.decode(value, { stream: true })));
  }
}

/** Follows until the signal: each connection begins with the entries that the journal holds, so that none is missed. */
async function follow(api: Api, match: Match, sink: Sink, signal: AbortSignal): Promise<void> {
  let wait = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    try {
      const { items, total } = await api.get<Journal>(`/journal${queryOf({ ...match, limit: HISTORY })}`);
      if (signal.aborted) return;
      sink.restart(feedOf(items, total));
      wait = FIRST_PAUSE_MS;
      await readStream(api, match, total, sink, signal);
    } catch (error) {
      if (signal.aborted || (error instanceof ApiError && error.status === UNAUTHORIZED)) return;
    }
    sink.link('gone');
    await pause(wait, signal);
    wait = Math.min(LONGEST_PAUSE_MS, wait * 2);
  }
}

/** The journal, as far as it fits; read anew when `turn` changes. */
export function useFeed(api: Api, match: Match, turn: number): Following {
  const [state, setState] = useState<Following>({ feed: NO_FEED, link: 'connecting' });
  const key = JSON.stringify(match);
  useEffect(() => {
    const ended = new AbortController();
    let feed = NO_FEED;
    let link: Link = 'connecting';
    let waiting: ServerEvent[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (): void => {
      timer = undefined;
      feed = withEvents(feed, waiting);
      waiting = [];
      if (!ended.signal.aborted) setState({ feed, link });
    };
    const soon = (): void => {
      timer ??= setTimeout(show, SHOWN_EVERY_MS);
    };
    const sink: Sink = {
      restart: (fresh) => {
        feed = fresh;
        waiting = [];
        soon();
      },
      add: (events) => {
        waiting.push(...events);
        // A page in the background is shown seldom; what waits must not grow.
        if (waiting.length > MAX_WAITING) {
          feed = withEvents(feed, waiting);
          waiting = [];
        }
        soon();
      },
      link: (next) => {
        link = next;
        soon();
      },
    };
    void follow(api, JSON.parse(key) as Match, sink, ended.signal);
    return () => {
      ended.abort();
      clearTimeout(timer);
    };
  }, [api, key, turn]);
  return state;
}
