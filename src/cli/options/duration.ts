/** Times on the command line: `500ms`, `5s`, `2m`. */
import { InvalidArgumentError } from 'commander';

const UNITS = new Map([
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
]);
const MOST_MS = 24 * 60 * 60_000;

const NUMBER = /^\d+(?:\.\d+)?$/;
const WITH_UNIT = /^(\d+(?:\.\d+)?) ?(ms|s|m)$/;

/**
 * The milliseconds of a time with its unit. A bare number is refused: tools disagree on what it means, and a limit that is a
 * thousand times too short fails every request.
 */
export function duration(given: string): number {
  const text = given.trim();
  if (NUMBER.test(text) && Number(text) > 0)
    throw new InvalidArgumentError(
      `It needs a unit: ${text}s for seconds, or ${text}ms, or ${text}m for minutes.`,
    );
  const [, count = '', unit = ''] = WITH_UNIT.exec(text) ?? [];
  const ms = Number(count) * (UNITS.get(unit) ?? Number.NaN);
  if (ms >= 1 && ms <= MOST_MS) return ms;
  throw new InvalidArgumentError('It is a time from 1ms to 1440m, for instance 500ms, 5s or 2m.');
}
