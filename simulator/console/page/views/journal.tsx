/** The live journal: what is asked and answered, the newest first, and one request in full next to it. */
import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button, Code, moveByArrows, Text } from '../../../../src/base/page/parts.tsx';
import { count } from '../../../../src/base/page/text.ts';
import { RETURN_CODES } from '../../../../src/spec/codes.ts';
import { ENDPOINT_IDS } from '../../../../src/spec/endpoints.ts';
import type { EntrySummary } from '../../../journal/entry-view.ts';
import { queryOf, type Send } from '../api.ts';
import { feedOf, NO_FEED, withNews, type JournalPart } from '../logic/feed.ts';
import { hashOf, type PlaceChoices } from '../logic/place.ts';
import { anyOf, Select, TextField } from '../parts/fields.tsx';
import { choose, isProxy, OWNER, useCall, useShared } from '../shared.ts';
import { CodeMark, EntryView, timeOf, wrongSides } from './entry.tsx';

/** What the journal is filtered by, as the API names it. */
const FILTERS = isProxy
  ? (['side', 'endpoint', 'returnCode', 'key', 'subject'] as const)
  : (['endpoint', 'returnCode', 'duty', 'game', 'key', 'subject'] as const);
/** How many entries the list begins with, and how many news it shows at a time. */
const HISTORY = 100;
const MAX_NEWS = 25;
const LOOK_EVERY_MS = 400;
const LINKS = {
  connecting: { tone: 'unknown', text: 'connecting' },
  live: { tone: 'good', text: 'live' },
  gone: { tone: 'bad', text: `the ${OWNER} does not answer; trying again` },
} as const;

/** Follows the journal as far as it fits a query; read anew when `turn` changes. */
function useFeed(send: Send, match: string, turn: number) {
  const [state, setState] = useState({ feed: NO_FEED, link: 'connecting' as keyof typeof LINKS });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isWanted = true;
    let isNew = true;
    let feed = NO_FEED;
    const look = async (): Promise<void> => {
      const wanted = isNew ? { limit: HISTORY } : { limit: MAX_NEWS, after: feed.total };
      const query = queryOf({ ...(JSON.parse(match) as PlaceChoices), ...wanted });
      const part = await send<JournalPart>('GET', `/journal${query}`).catch(() => undefined);
      if (!isWanted) return;
      // Another simulator, which counts from 1, may have come in its place.
      const isOther = part !== undefined && part.total < feed.total;
      if (part !== undefined && !isOther) feed = isNew ? feedOf(part) : withNews(feed, part);
      if (isOther) feed = NO_FEED;
      isNew = part === undefined || isOther;
      setState({ feed, link: part === undefined ? 'gone' : 'live' });
      timer = setTimeout(() => void look(), LOOK_EVERY_MS);
    };
    void look();
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [send, match, turn]);
  return state;
}

/** Whether the list is being used: a row has the focus, or the pointer is over it. It must not move then. */
function isUsed(list: RefObject<HTMLElement | null>): boolean {
  const pointed = matchMedia('(hover: hover)').matches ? ':hover, ' : '';
  return list.current?.matches(`${pointed}:focus-within`) === true;
}

/** The entries as they are, or as they were when the reader stopped them; and how many came since. */
function useHeld(entries: readonly EntrySummary[], isHeld: boolean) {
  const kept = useRef(entries);
  if (!isHeld) kept.current = entries;
  const unseen = entries.findIndex(({ id }) => id === kept.current[0]?.id);
  return { shown: kept.current, unseen: unseen === -1 ? entries.length : unseen };
}

function Filters({ choices }: { readonly choices: PlaceChoices }) {
  const filter = (name: string) => ({
    value: choices[name] ?? '',
    onChange: (value: string): void => choose('journal', { ...choices, [name]: value }),
  });
  return (
    <div class="fields filters" role="group" aria-label="filter the journal">
      {isProxy && <Select label="Wrong side" {...filter('side')} options={anyOf(['backend', 'client'])} />}
      <Select label="Endpoint" {...filter('endpoint')} options={anyOf(ENDPOINT_IDS)} />
      <Select label="returnCode" {...filter('returnCode')} options={anyOf(Object.keys(RETURN_CODES))} />
      {choices['duty'] && (
        <Select label="Broken duty" {...filter('duty')} options={anyOf([choices['duty']])} />
      )}
      {!isProxy && <TextField label="Game" {...filter('game')} />}
      <TextField label="Key" {...filter('key')} />
      <TextField label="Id asked for" {...filter('subject')} />
    </div>
  );
}

interface EntryRowProps {
  readonly of: EntrySummary;
  readonly href: string;
  readonly isChosen: boolean;
  readonly isStop: boolean;
}

function EntryRow({ of, href, isChosen, isStop }: EntryRowProps) {
  const { at, endpoint, method, target, subject, reason, key } = of;
  const duties = of.duties.filter(({ guess }) => !guess).length;
  return (
    <li>
      <a href={href} tabIndex={isStop ? 0 : -1} aria-current={isChosen ? 'true' : undefined}>
        <span class="when">{timeOf(at)}</span>
        <CodeMark of={of} />
        <span class="what">
          {endpoint ?? <Text of={`${method} ${target}`} />} {subject !== null && <Code of={subject} />}{' '}
          {key !== null && (
            <span class="faint">
              as <Text of={key} />
            </span>
          )}{' '}
          {wrongSides(of).map((who) => (
            <span key={who} class="duty warned">
              {who} {of.sides?.[who]}{' '}
            </span>
          ))}
          {duties > 0 && (
            <span class="duty warned">{duties === 1 ? 'a duty broken' : `${duties} duties broken`}</span>
          )}
        </span>
        <span class="why">
          <Text of={reason} />
        </span>
      </a>
    </li>
  );
}

/** What to do while the journal is empty. */
const FIRST_CALL = (
  <section>
    <h3>No request yet</h3>
    {isProxy ? (
      <p>
        Let your game call the URL that <code>tagproof proxy</code> printed at its start: each exchange
        appears here, with what is wrong on either side.
      </p>
    ) : (
      <p>
        Send one of the curl lines that <code>tagproof simulate</code> printed at its start, or let your game
        ask: each request appears here at once. Keys, tokens and ids are under{' '}
        <a href={hashOf('world')}>World</a>.
      </p>
    )}
  </section>
);

export function JournalView({ choices }: { readonly choices: PlaceChoices }) {
  const { send } = useShared();
  const call = useCall();
  const match = JSON.stringify(Object.fromEntries(FILTERS.map((name) => [name, choices[name] ?? ''])));
  const [turn, setTurn] = useState(0);
  const { feed, link } = useFeed(send, match, turn);
  const list = useRef<HTMLDivElement>(null);
  const isStopped = isUsed(list);
  const { shown, unseen } = useHeld(feed.entries, isStopped);
  const chosen = Number(choices['entry'] ?? 0);
  const stop = shown.some(({ id }) => id === chosen) ? chosen : shown[0]?.id;
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
      <div class="feed-line">
        <p>
          <span class={`link ${LINKS[link].tone}`} role="status">
            {LINKS[link].text}
          </span>{' '}
          {count(feed.total, 'request')}
          {isStopped && unseen > 0 && (
            <span class="faint">; the list is stopped, {unseen.toLocaleString('en-US')} new</span>
          )}
        </p>
        <p class="acts">
          <Button onClick={clear}>clear</Button>
        </p>
        {feed.leftOut > 0 && (
          <p class="notice warned-edge">
            A sample: {count(feed.leftOut, 'request')} came too fast to be shown here. The list holds the last{' '}
            {feed.entries.length} of what was shown; filter it to see more of one kind.
          </p>
        )}
      </div>
      {feed.total > 0 && <Filters choices={choices} />}
      {shown.length === 0 && link !== 'connecting' && (feed.total > 0 ? <p>No request fits.</p> : FIRST_CALL)}
      <div class={chosen > 0 ? 'two' : 'one'}>
        <div ref={list}>
          <ol class="entries" aria-label="requests, the newest first" onKeyDown={moveByArrows}>
            {shown.map((entry) => (
              <EntryRow
                key={entry.id}
                of={entry}
                href={hashOf('journal', { ...choices, entry: String(entry.id) })}
                isChosen={entry.id === chosen}
                isStop={entry.id === stop}
              />
            ))}
          </ol>
        </div>
        {chosen > 0 && <EntryView id={chosen} onClose={close} />}
      </div>
    </>
  );
}
