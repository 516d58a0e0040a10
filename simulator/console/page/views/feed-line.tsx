/** What the journal shows of all requests, said in words: whether it is live, and what it leaves out. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Following, Link } from '../use-feed.ts';
import { Button } from '../../../../src/page/parts.tsx';
import { count } from '../../../../src/page/text.ts';

const LINKS = {
  connecting: { tone: 'unknown', text: 'connecting' },
  live: { tone: 'good', text: 'live' },
  gone: { tone: 'bad', text: 'the simulator does not answer; trying again' },
} as const satisfies Record<Link, { tone: string; text: string }>;

/** From this many requests a second on, the rate is shown. */
const BUSY = 20;
const SECOND_MS = 1000;

/** Requests a second, from one look to the next. */
function useRate(total: number): number {
  const [rate, setRate] = useState(0);
  const latest = useRef(total);
  latest.current = total;
  useEffect(() => {
    let before = latest.current;
    const timer = setInterval(() => {
      setRate(Math.max(0, latest.current - before));
      before = latest.current;
    }, SECOND_MS);
    return () => clearInterval(timer);
  }, []);
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

export function FeedLine({ following: { feed, link }, isPaused, unseen, onPause, onClear }: Props) {
  const rate = useRate(feed.total);
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
