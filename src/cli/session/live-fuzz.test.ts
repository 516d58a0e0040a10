import { expect, test } from 'vitest';
import type { Progress } from '../../fuzz/fuzz-options.ts';
import type { Output } from '../io/io.ts';
import { fuzzLine, liveFuzz } from './live-progress.ts';

const PROGRESS: Progress = { phase: 'random', requests: 12_345, buckets: 2, elapsed: 3400, last: [] };

test.each<readonly [changes: Partial<Progress>, line: string]>([
  [{}, 'random, 12,345 requests, 3,631/s, 2 causes of failures, 3.4 s'],
  [{ buckets: 0, elapsed: 0, requests: 0 }, 'random, 0 requests, 0/s, no failure, 0 ms'],
])('the line of %j', (changes, line) => {
  expect(fuzzLine({ ...PROGRESS, ...changes })).toBe(line);
});

function terminal(isTerminal: boolean, columns = 80): Output & { readonly texts: string[] } {
  const texts: string[] = [];
  const write = (text: string): void => void texts.push(text);
  return { texts, isTerminal, colour: false, columns: () => columns, write, writeStyled: write };
}

const LINE = fuzzLine(PROGRESS);

test.each([
  ['a terminal: at once, not again immediately, and cleared once', terminal(true), [LINE, '\r\u001b[2K']],
  ['a narrow terminal: never full', terminal(true, 20), [LINE.slice(0, 19), '\r\u001b[2K']],
  ['a terminal without columns', terminal(true, 0), ['', '\r\u001b[2K']],
  ['no terminal: nothing', terminal(false), []],
])('on %s', (_, err, texts) => {
  const live = liveFuzz({ err });
  live.clear();
  live.on(PROGRESS);
  live.on(PROGRESS);
  live.clear();
  live.clear();
  expect(err.texts).toEqual(texts);
});
