/** Counts, shares and times as people read them. */

/** `1 case`, `2 cases`. */
export function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

/** `1,204`, for a whole number: without `toLocaleString`, whose first call loads all of its locales for 25 ms. */
export const digits = (count: number): string => String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');

/** `a, b and 3 more`. */
export function fewOf(words: readonly string[], most = 5): string {
  const rest = words.length - most;
  return words.slice(0, most).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

/** The beginning of a text that is longer: `abc…`. */
export const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most)}…`;

/** The first lines of many, then how many more there are. */
export const fewLines = (lines: readonly string[], most: number): readonly string[] =>
  lines.length <= most ? lines : [...lines.slice(0, most), `and ${lines.length - most} more`];

/** A time as people read it: `350 ms`, `1.2 s`, `2 min 5 s`. */
export function showDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Seconds with milliseconds, as files for machines have them: `1.234`. */
export function inSeconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

/** `95` or `95%`, above 0 and at most 100; undefined for any other text. */
export function percentageOf(text: string): number | undefined {
  const [, number = ''] = /^(\d+(?:\.\d+)?) ?%?$/.exec(text.trim()) ?? [];
  const value = Number(number);
  return number !== '' && value > 0 && value <= 100 ? value : undefined;
}

/** `65.0 %`, never rounded up: 99.99 % is not 100. */
export function shareText(part: number, whole: number): string {
  return whole === 0 ? 'none' : `${(Math.floor((1e3 * part) / whole) / 1e1).toFixed(1)} %`;
}

/** `0.13 %`, never rounded to nothing. */
export const percent = (share: number): string => `${Number((100 * share).toPrecision(2))} %`;
