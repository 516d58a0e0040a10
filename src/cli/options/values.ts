/** How the texts of options are read, each refused with what it may be. */
import { InvalidArgumentError } from 'commander';
import { TagproofError } from '../../base/errors.ts';
import { suggest } from '../../base/text/nearest.ts';
import { percentageOf } from '../../base/text/quantities.ts';

/** Any text as it is. */
export const anyText = (text: string): string => text;

/** An empty text is what a shell makes of a variable that is not set: as a path it would mean the current folder. */
export function notEmpty(text: string): string {
  if (text.trim() !== '') return text;
  throw new InvalidArgumentError('It is empty; name something, or leave it out.');
}

function numberFrom(text: string): number {
  return /^[0-9]+(\.[0-9]+)?$/.test(text.trim()) ? Number(text) : Number.NaN;
}

/** A whole number within bounds; `or`: what else the option takes. */
export function wholeNumber(min: number, max: number, or = ''): (text: string) => number {
  return (text) => {
    const value = numberFrom(text);
    if (Number.isInteger(value) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It is a whole number from ${min} to ${max}${or}.`);
  };
}

/** A whole number from 1 on, or `auto`. */
export function numberOrAuto(max: number): (text: string) => number | 'auto' {
  const read = wholeNumber(1, max, ', or auto');
  return (text) => (text === 'auto' ? text : read(text));
}

/** A rate in requests per second. */
export function rate(text: string): number {
  const value = numberFrom(text);
  if (value > 0 && value <= 1_000_000) return value;
  throw new InvalidArgumentError('It is a number of requests per second, above 0.');
}

/** The greatest number that seeds a run. */
export const MAX_SEED = 2 ** 31 - 1;

/** `95` or `95%`. */
export function percentage(text: string): number {
  const value = percentageOf(text);
  if (value !== undefined) return value;
  throw new InvalidArgumentError('It is a percentage above 0 and at most 100, for instance 95%.');
}

/** Some of these words, joined by commas. */
export function wordsOf(known: readonly string[]): (text: string) => readonly string[] {
  return (text) => {
    const given = text.split(',').map((word) => word.trim());
    const wrong = given.find((word) => !known.includes(word));
    if (wrong === undefined) return given;
    throw new InvalidArgumentError(suggest(wrong, known, 'It is one of') ?? '');
  };
}

const UNITS = new Map([
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
]);
const MAX_MS = 24 * 60 * 60_000;

const NUMBER = /^\d+(?:\.\d+)?$/;
const WITH_UNIT = /^(\d+(?:\.\d+)?) ?(ms|s|m)$/;

/**
 * The milliseconds of a time with its unit: `500ms`, `5s`, `2m`. A bare number is refused: tools disagree on what it means, and a
 * limit that is a thousand times too short fails every request.
 */
export function duration(given: string): number {
  const text = given.trim();
  if (NUMBER.test(text) && Number(text) > 0)
    throw new InvalidArgumentError(
      `It needs a unit: ${text}s for seconds, or ${text}ms, or ${text}m for minutes.`,
    );
  const [, count = '', unit = ''] = WITH_UNIT.exec(text) ?? [];
  const ms = Number(count) * (UNITS.get(unit) ?? Number.NaN);
  if (ms >= 1 && ms <= MAX_MS) return ms;
  throw new InvalidArgumentError('It is a time from 1ms to 1440m, for instance 500ms, 5s or 2m.');
}

/** The address of `--host`. An empty one would listen on every interface of the machine, unasked. */
export function hostName(text: string): string {
  if (/^[^\s/?#@]+$/.test(text) && !/^[a-z]+:\/\//i.test(text)) return text;
  throw new InvalidArgumentError(
    'It is an address or a name: 127.0.0.1 for this machine alone, 0.0.0.0 for all its addresses.',
  );
}

const TOKEN = /^[\x21-\x7e]{16,200}$/;

/**
 * A control token that the user gives: long enough not to be guessed, of characters that a header can carry. A usage error where
 * it can't be one. Its text is not quoted.
 */
export function controlTokenOf(text: string): string {
  if (TOKEN.test(text)) return text;
  throw new TagproofError(
    'usage',
    'the control token must have 16 to 200 visible characters of ASCII, without blanks\nleave it out, and one is generated',
  );
}
