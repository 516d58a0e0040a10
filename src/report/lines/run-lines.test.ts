import { expect, test } from 'vitest';
import type { RunFinished, SeenBehaviours } from '../../engine/events.ts';
import { behaviourLines } from './run-lines.ts';

const FINISHED: RunFinished = {
  kind: 'run-finished',
  totals: { pass: 1, fail: 0, warn: 0, skip: 0, error: 0 },
  ms: 1,
  requests: 1,
  partial: '',
};
const SEEN: SeenBehaviours = { count: 212, sinceLast: 41_000, random: 90_300, once: 9 };

test.each<readonly [changes: Partial<SeenBehaviours>, line: string]>([
  [
    {},
    '212 behaviours; the last new one 41,000 requests ago; a new one is expected about every 10,000 (Good-Turing)',
  ],
  [
    { once: 70, ended: 'until' },
    '212 behaviours; the last new one 41,000 requests ago; a new one is expected about every 1,300 (Good-Turing); ended by --until',
  ],
  [
    { once: 0, ended: 'time' },
    '212 behaviours; the last new one 41,000 requests ago; in 90,300 random requests none was seen only once, so a new one is rarer than that (Good-Turing); ended with --time',
  ],
  [
    { count: 1, sinceLast: 1, random: 0, once: 0, ended: 'all' },
    '1 behaviour; the last new one 1 request ago; no random request was sent, so there is no estimate of how many are left; ended with the last trial of its phases',
  ],
  [
    { capped: true, count: 65_536, once: 90_300, ended: 'runs' },
    'at least 65,536 behaviours; the last new one 41,000 requests ago; a new one is expected about every 1 (Good-Turing); ended with --runs',
  ],
])('with %j', (changes, line) => {
  expect(behaviourLines({ ...FINISHED, behaviours: { ...SEEN, ...changes } })).toEqual([line]);
});

test('a run of the suite has none', () => {
  expect(behaviourLines(FINISHED)).toEqual([]);
});
