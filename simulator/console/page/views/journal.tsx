/** The live journal: what is asked and answered, the newest first, and one request in full next to it. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { ENDPOINT_IDS } from '../../../../src/spec/endpoints.ts';
import { RETURN_CODES } from '../../../../src/spec/codes.ts';
import type { EntrySummary } from '../../../journal/journal-shapes.ts';
import { hashOf, type PlaceChoices } from '../logic/place.ts';
import { Button } from '../../../../src/base/page/parts.tsx';
import { anyOf, Select, TextField } from '../parts/fields.tsx';
import { choose, useCall, useShared } from '../shared.ts';
import { useFeed, type Following, type Link } from '../use-feed.ts';
import { EntryList } from './entry-list.tsx';
import { EntryView } from './entry.tsx';
import { count } from '../../../../src/base/page/text.ts';

// What the journal shows of all requests, said in words: whether it is live, and what it leaves out.

const LINKS = {
  connecting: { tone: 'unknown', text: 'connecting' },
  live: { tone: 'good', text: 'live' },
  gone: { tone: 'bad', text: 'the simulator does not answer; trying again' },
} as const satisfies Record<Link, { tone: string; text: string }>;

/** From this many requests a second on, the rate is shown. */
const BUSY = 20;
const SECOND_MS = 1000;

/** Requests a second, from one look to the next. What came before the journal was live is no pace. */
function useRate(total: number, isLive: boolean): number {
  const [rate, setRate] = useState(0);
  const latest = useRef(total);
  latest.current = total;
  useEffect(() => {
    setRate(0);
    if (!isLive) return undefined;
    let before = latest.current;
    const timer = setInterval(() => {
      setRate(Math.max(0, latest.current - before));
      before = latest.current;
    }, SECOND_MS);
    return () => clearInterval(timer);
  }, [isLive]);
  return rate;
}

interface Props {
  readonly following: Following;
  readonly isPaused: boolean;
  /** How many entries came since the list was stopped. */
  readonly unseen: number;
  readonly onPause: () => void;
  readonly onClear: () => void;
}

function FeedLine({ following: { feed, link }, isPaused, unseen, onPause, onClear }: Props) {
  const rate = useRate(feed.total, link === 'live');
  const { tone, text } = LINKS[link];
  return (
    <div class="feed-line">
      <p>
        <span class={`link ${tone}`} role="status">
          {text}
        </span>{' '}
        {count(feed.total, 'request')}
        {rate >= BUSY && `, ${rate.toLocaleString('en-US')} a second`}
        {unseen > 0 && <span class="faint">; the list is stopped, {unseen.toLocaleString('en-US')} new</span>}
      </p>
      <p class="acts">
        <Button aria-pressed={isPaused} onClick={onPause}>
          {isPaused ? 'go on' : 'pause'}
        </Button>{' '}
        <Button onClick={onClear}>clear</Button>
      </p>
      {feed.leftOut > 0 && (
        <p class="sampled">
          A sample: {count(feed.leftOut, 'request')} came too fast to be shown here. The list holds the last{' '}
          {feed.entries.length} of what was shown; filter it to see more of one kind.
        </p>
      )}
      {feed.leftOut === 0 && feed.forgotten > 0 && (
        <p class="sampled">
          The list holds the last {feed.entries.length}; {count(feed.forgotten, 'older request')} fell off its
          end.
        </p>
      )}
    </div>
  );
}

/** What the journal is filtered by, as the API names it. */
const FILTERS = ['endpoint', 'returnCode', 'duty', 'game', 'key', 'subject'] as const;

const matchOf = (choices: PlaceChoices): PlaceChoices =>
  Object.fromEntries(FILTERS.flatMap((name) => (choices[name] ? [[name, choices[name]]] : [])));

/** A value that follows another one when that has rested for a moment. */
function useRested(value: string, ms: number): string {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return rested;
}

const TYPING_MS = 300;

function Filters({ choices }: { readonly choices: PlaceChoices }) {
  const filter = (name: (typeof FILTERS)[number]) => ({
    value: choices[name] ?? '',
    onChange: (value: string): void => choose('journal', { ...choices, [name]: value }),
  });
  return (
    <div class="fields filters" role="group" aria-label="filter the journal">
      <Select label="Endpoint" {...filter('endpoint')} options={anyOf(ENDPOINT_IDS)} />
      <Select label="returnCode" {...filter('returnCode')} options={anyOf(Object.keys(RETURN_CODES))} />
      {choices['duty'] && (
        <Select label="Broken duty" {...filter('duty')} options={anyOf([choices['duty']])} />
      )}
      <TextField label="Game" {...filter('game')} />
      <TextField label="Key" {...filter('key')} />
      <TextField label="Id asked for" {...filter('subject')} />
    </div>
  );
}

/** The entries as they are, or as they were when the reader stopped them. */
function useHeld({ feed }: Following, isHeld: boolean): readonly EntrySummary[] {
  const kept = useRef(feed.entries);
  if (!isHeld) kept.current = feed.entries;
  return kept.current;
}

/** How long the list stops after the pointer moved over it. */
const POINTING_MS = 1500;

/** Whether the list is being used: the pointer moves over it, or a row has the focus. */
function useBusy(): readonly [boolean, Readonly<Record<string, (event: Event) => void>>] {
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const handlers = {
    onPointerMove: () => {
      setPointed(true);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setPointed(false), POINTING_MS);
    },
    onPointerLeave: () => {
      clearTimeout(timer.current);
      setPointed(false);
    },
    onFocusIn: () => setFocused(true),
    onFocusOut: (event: Event) => {
      const to = (event as FocusEvent).relatedTarget;
      setFocused(to instanceof Node && (event.currentTarget as Node).contains(to));
    },
  };
  return [isPointed || isFocused, handlers];
}

/** What to do while the journal is empty. */
function FirstCall() {
  return (
    <section class="first">
      <h3>No request yet</h3>
      <p>
        Send one of the curl lines that <code>tagproof simulate</code> printed at its start, or let your game
        ask: each request appears here at once. Keys, tokens and ids are under{' '}
        <a href={hashOf('world')}>World</a>.
      </p>
    </section>
  );
}

export function JournalView({ choices }: { readonly choices: PlaceChoices }) {
  const { api } = useShared();
  const call = useCall();
  const rested = useRested(JSON.stringify(matchOf(choices)), TYPING_MS);
  const match = useMemo(() => JSON.parse(rested) as PlaceChoices, [rested]);
  const [turn, setTurn] = useState(0);
  const following = useFeed(api, match, turn);
  const [isPaused, setPaused] = useState(false);
  const [isBusy, handlers] = useBusy();
  const entries = useHeld(following, isPaused || isBusy);
  const { feed, link } = following;
  const isFiltered = Object.keys(match).length > 0;
  const chosen = Number(choices['entry'] ?? 0);
  const unseen = feed.entries.findIndex(({ id }) => id === entries[0]?.id);
  const clear = async (): Promise<void> => {
    if (await call('DELETE', '/journal', { says: 'the journal is empty' })) setTurn(turn + 1);
    choose('journal', { ...choices, entry: '' });
  };
  const close = (): void => {
    document.querySelector<HTMLElement>('.entries a[aria-current]')?.focus();
    choose('journal', { ...choices, entry: '' });
  };
  return (
    <>
      <h2 class="unheard">Journal</h2>
      <FeedLine
        following={following}
        isPaused={isPaused}
        unseen={isPaused || isBusy ? (unseen === -1 ? feed.entries.length : unseen) : 0}
        onPause={() => setPaused(!isPaused)}
        onClear={() => void clear()}
      />
      {feed.total > 0 && <Filters choices={choices} />}
      {entries.length === 0 &&
        link !== 'connecting' &&
        (isFiltered ? <p>No request of the journal fits.</p> : <FirstCall />)}
      <div class={chosen > 0 ? 'two' : 'one'}>
        <div class="rows" {...handlers}>
          <EntryList entries={entries} chosen={chosen} choices={choices} />
        </div>
        {chosen > 0 && <EntryView id={chosen} onClose={close} />}
      </div>
    </>
  );
}
