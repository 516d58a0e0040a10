/** When a connection that was closed on a request is reported, judging by the idle times that others were kept. */
import { describe, expect, it } from 'vitest';
import { announcedKeepAlive, KeptConnections, type Closing } from './kept-connections.ts';

const closing = (spanMs: number, announcedMs?: number): Closing => ({ spanMs, announcedMs });

function provenClosings(closed: Closing, keptMs: readonly number[]): number {
  const kept = new KeptConnections();
  kept.closed(closed);
  for (const ms of keptMs) kept.answeredAfter(ms);
  return kept.proven().length;
}

describe('a used connection that was closed on a request', () => {
  it.each<readonly [what: string, closed: Closing, keptMs: readonly number[], reported: number]>([
    ['while no other was ever kept', closing(5), [], 0],
    ['while others were kept for less', closing(50), [1, 30], 0],
    ['while others were kept for little more, as clocks tick coarsely', closing(50), [90], 0],
    ['while others were kept a little longer, as a busy server closes late', closing(2), [40], 0],
    ['while another was kept for far longer', closing(50), [1, 151, 2], 1],
    ['within the announced time', closing(900, 1000), [], 1],
    ['after the announced time', closing(1100, 1000), [], 0],
  ])('%s', (_, closed, keptMs, count) => {
    expect(provenClosings(closed, keptMs)).toBe(count);
  });

  it('is reported once', () => {
    const kept = new KeptConnections();
    kept.closed(closing(1));
    kept.answeredAfter(100);
    expect([kept.proven().length, kept.proven().length]).toEqual([1, 0]);
  });

  it('is reported alone on request', () => {
    const kept = new KeptConnections();
    const [first, second] = [closing(1), closing(2)];
    kept.closed(first);
    kept.closed(second);
    kept.answeredAfter(100);
    expect(kept.proven(second)).toHaveLength(1);
    expect(kept.proven()).toHaveLength(1);
  });
});

describe('the connection that replaces it rests', () => {
  it.each([
    ['', 3.2],
    [' where a busy process takes a second between two requests', 1100],
  ])('long enough to prove that idle connections are kept%s', (_, spanMs) => {
    const kept = new KeptConnections();
    const closed = closing(spanMs);
    kept.closed(closed);
    const restMs = kept.restAfter(closed);
    kept.answeredAfter(restMs - 1);
    expect(kept.proven()).toHaveLength(1);
  });

  it.each<readonly [what: string, closed: Closing, keptMs: number]>([
    ['that is already known', closing(1), 100],
    ['it was announced', closing(1, 1000), 0],
    ['that would take too long', closing(4000), 0],
  ])('not at all if %s', (_, closed, keptMs) => {
    const kept = new KeptConnections();
    kept.answeredAfter(keptMs);
    expect(kept.restAfter(closed)).toBe(0);
  });

  it.each([1, 700])('for at most 25 s in all, after spans of %i ms', (spanMs) => {
    const kept = new KeptConnections();
    const rests = Array.from({ length: 1000 }, () => kept.restAfter(closing(spanMs)));
    const restedMs = rests.reduce((sum, ms) => sum + ms, 0);
    expect(restedMs).toBeLessThanOrEqual(25_000);
    expect(restedMs).toBeGreaterThan(20_000);
  });
});

it.each([
  [undefined, undefined],
  ['timeout=5', 5000],
  ['max=100, timeout=15', 15_000],
  ['Timeout = "3"', 3000],
  ['max=100', undefined],
  ['notimeout=4', undefined],
  ['timeout=', undefined],
])('Keep-Alive: %j announces %j', (value, ms) => {
  expect(announcedKeepAlive(value)).toBe(ms);
});
