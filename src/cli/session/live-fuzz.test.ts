import { describe, expect, test } from 'vitest';
import type { Progress } from '../../fuzz/fuzz.ts';
import type { Output } from '../io/io.ts';
import { fuzzLine, liveFuzz } from './live-progress.ts';

const PROGRESS: Progress = { phase: 'random', requests: 12_345, buckets: 2, elapsed: 3400, last: [] };

describe('the line', () => {
  test.each<readonly [changes: Partial<Progress>, line: string]>([
    [{}, 'random, 12,345 requests, 3,631/s, 2 causes of failures, 3.4 s'],
    [{ buckets: 0 }, 'random, 12,345 requests, 3,631/s, no failure, 3.4 s'],
    [
      { phase: 'exhaustive', requests: 0, buckets: 0, elapsed: 0 },
      'exhaustive, 0 requests, 0/s, no failure, 0 ms',
    ],
    [
      { requests: 1_234_567, buckets: 0, elapsed: 125_000 },
      'random, 1,234,567 requests, 9,877/s, no failure, 2 min 5 s',
    ],
  ])('of %j', (changes, line) => {
    expect(fuzzLine({ ...PROGRESS, ...changes })).toBe(line);
  });
});

function terminal(isTerminal: boolean, columns = 80): Output & { readonly texts: string[] } {
  const texts: string[] = [];
  const write = (text: string): void => void texts.push(text);
  return { texts, isTerminal, colour: false, columns: () => columns, write, writeStyled: write };
}

const CLEAR = '\r\u001b[2K';
const LINE = fuzzLine(PROGRESS);

describe('drawing the line', () => {
  test('writes nothing without a terminal', () => {
    const err = terminal(false);
    const live = liveFuzz({ err });
    live.on(PROGRESS);
    live.clear();
    expect(err.texts).toEqual([]);
  });

  test('draws at once, not again immediately, and clears once', () => {
    const err = terminal(true);
    const live = liveFuzz({ err });
    live.clear();
    live.on(PROGRESS);
    live.on(PROGRESS);
    live.clear();
    live.clear();
    expect(err.texts).toEqual([LINE, CLEAR]);
  });

  test.each([
    [20, 19],
    [1, 0],
    [0, 0],
  ])('never fills a terminal of %i columns', (columns, length) => {
    const err = terminal(true, columns);
    liveFuzz({ err }).on(PROGRESS);
    expect(err.texts).toEqual([LINE.slice(0, length)]);
  });
});
