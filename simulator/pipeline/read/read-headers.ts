/** The headers of the contract among the header lines of a request (§4.2). */
import type { HeaderLines } from './incoming.ts';

/** The values of one header: the first and the last line of its name, all of them, and how many there are. */
export interface HeaderValues {
  readonly first: string | undefined;
  readonly last: string | undefined;
  /** As a list, which HTTP allows to be made of repeated lines (RFC 9110 §5.3). */
  readonly joined: string | undefined;
  readonly count: number;
}

const isBlank = (code: number): boolean => code === 0x20 || code === 0x09;

/** Blanks around a value are no part of it (RFC 9110 §5.5): spaces and tabs, nothing else. */
export function trimBlanks(value: string): string {
  let start = 0;
  let end = value.length;
  while (start < end && isBlank(value.charCodeAt(start))) start += 1;
  while (end > start && isBlank(value.charCodeAt(end - 1))) end -= 1;
  return end - start === value.length ? value : value.slice(start, end);
}

/** A header's name as it is looked for: names are the same in any case (RFC 9110 §5.1). */
export const headerKey = (name: string): string => name.toLowerCase();

/** Header lines as pairs. */
export function headerPairs(lines: HeaderLines): readonly [name: string, value: string][] {
  const pairs: [name: string, value: string][] = [];
  for (let at = 0; at < lines.length; at += 2) pairs.push([lines[at] ?? '', lines[at + 1] ?? '']);
  return pairs;
}

/** All values of a header. node:http joins or drops repeats in `headers`, so the raw lines are read. */
export function headerValues(headers: HeaderLines, key: string): HeaderValues {
  let first: string | undefined;
  let last: string | undefined;
  let joined: string | undefined;
  let count = 0;
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at];
    if (name === undefined || name.length !== key.length || name.toLowerCase() !== key) continue;
    last = trimBlanks(headers[at + 1] ?? '');
    first ??= last;
    joined = joined === undefined ? last : `${joined}, ${last}`;
    count += 1;
  }
  return { first, last, joined, count };
}
