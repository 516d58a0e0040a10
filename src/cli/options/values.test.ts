import { InvalidArgumentError } from 'commander';
import { describe, expect, it, test } from 'vitest';
import { duration } from './values.ts';
import { tagproof } from '../test-helpers/captured.ts';

describe('a time', () => {
  it.each([
    ['500ms', 500],
    ['1ms', 1],
    ['5s', 5000],
    ['5 s', 5000],
    [' 5s ', 5000],
    ['0.5s', 500],
    ['1.25s', 1250],
    ['2m', 120_000],
    ['1.5m', 90_000],
    ['1440m', 86_400_000],
    ['007s', 7000],
  ])('%j is %d milliseconds', (text, ms) => {
    expect(duration(text)).toBe(ms);
  });

  it.each(['10', '0.5', ' 10 ', '5000'])('%j is rejected, since its unit is missing', (text) => {
    const number = text.trim();
    expect(() => duration(text)).toThrow(InvalidArgumentError);
    expect(() => duration(text)).toThrow(`It needs a unit: ${number}s for seconds, or ${number}ms`);
  });

  it.each([
    '',
    ' ',
    '0',
    's',
    '0s',
    '0.5ms',
    '-5s',
    '+5s',
    '5S',
    '5h',
    '5sec',
    '5 seconds',
    '1m30s',
    '1e3ms',
    '0x5s',
    '1,5s',
    '.5s',
    '5.s',
    '5  s',
    '1441m',
    'Infinitys',
    'NaN',
  ])('%j is rejected with the allowed range', (text) => {
    expect(() => duration(text)).toThrow(
      new InvalidArgumentError('It is a time from 1ms to 1440m, for instance 500ms, 5s or 2m.'),
    );
  });
});

test.each([
  'run --timeout 10',
  'run --max-time 10',
  'fuzz --timeout 10',
  'fuzz --time 10',
  'replay --timeout 10',
  'probe --timeout 10',
  'coverage --timeout 10',
])('%s needs a unit', async (words) => {
  const { exit, err } = await tagproof(words);
  expect(exit).toBe(2);
  expect(err).toContain('It needs a unit: 10s for seconds, or 10ms, or 10m for minutes.');
});
