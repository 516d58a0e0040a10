/** The values of a header among the header lines of a request, and which counts where it is repeated, for the judge and the simulator alike (§4.2). */
import { CONTRACT_HEADERS } from '../../../spec/headers.ts';
import type { OptionOf } from '../../../spec/dialect/question-register.ts';

/** Header lines as `rawHeaders` of node:http has them: name, value, name, value. Repeats are kept. */
export type HeaderLines<V = string> = readonly (string | V)[];

/** The values of one header: the first and the last line of its name, all of them, and how many there are. */
export interface HeaderValues<V = string> {
  readonly first: V | undefined;
  readonly last: V | undefined;
  /** As a list, which HTTP allows to be made of repeated lines (RFC 9110 §5.3). */
  readonly joined: V | undefined;
  readonly count: number;
}

/** How the values of lines are read: without the blanks around them, and as one list. */
interface Manner<V> {
  readonly trim: (value: V) => V;
  readonly join: (before: V, next: V) => V;
}

const isBlank = (code: number): boolean => code === 0x20 || code === 0x09;

/** Blanks around a value are not part of it (RFC 9110 §5.5): spaces and tabs, nothing else. */
export function trimBlanks(value: string): string {
  let start = 0;
  let end = value.length;
  while (start < end && isBlank(value.charCodeAt(start))) start += 1;
  while (end > start && isBlank(value.charCodeAt(end - 1))) end -= 1;
  return end - start === value.length ? value : value.slice(start, end);
}

/** A header's name as it is looked for: names are the same in any case (RFC 9110 §5.1). */
export const headerKey = (name: string): string => name.toLowerCase();

const UNDERSCORED: ReadonlyMap<string, string> = new Map(
  CONTRACT_HEADERS.map((name) => [headerKey(name).replaceAll('-', '_'), name]),
);

/** Question header.underscores: the lines as CGI, WSGI and Rack read them, a dash for each underscore of a name; undefined: no name has any. */
export function withDashes<V>(lines: HeaderLines<V>): HeaderLines<V> | undefined {
  const dashed = (name: string | V): string | V =>
    typeof name === 'string' ? (UNDERSCORED.get(headerKey(name)) ?? name) : name;
  const renamed = lines.map((text, at) => (at % 2 === 0 ? dashed(text) : text));
  return renamed.some((text, at) => text !== lines[at]) ? renamed : undefined;
}

/** A text with its percent-escapes read; as it is where they are broken. Some servers decode the values of headers (question header.percent). */
export function percentDecoded(value: string): string {
  if (!value.includes('%')) return value;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** Header lines as pairs. */
export function headerPairs(lines: HeaderLines): readonly [name: string, value: string][] {
  const pairs: [name: string, value: string][] = [];
  for (let at = 0; at < lines.length; at += 2) pairs.push([lines[at] ?? '', lines[at + 1] ?? '']);
  return pairs;
}

/** The bit that makes an ASCII letter a small one. */
const LOWER = 0x20;

/** All values of a header, where a value may be more than text. */
export function headerValuesOf<V>(
  headers: HeaderLines<V>,
  key: string,
  { trim, join }: Manner<V>,
): HeaderValues<V> {
  let first: V | undefined;
  let last: V | undefined;
  let joined: V | undefined;
  let count = 0;
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const name = headers[at];
    if (typeof name !== 'string' || name.length !== key.length) continue;
    // Several names have this length, and most of them begin with another letter.
    if ((name.charCodeAt(0) | LOWER) !== key.charCodeAt(0) || name.toLowerCase() !== key) continue;
    last = trim(headers[at + 1] as V);
    first ??= last;
    joined = joined === undefined ? last : join(joined, last);
    count += 1;
  }
  return { first, last, joined, count };
}

const TEXT_MANNER: Manner<string> = { trim: trimBlanks, join: (before, next) => `${before}, ${next}` };

/** All values of a header. node:http joins or drops repeats in `headers`, so the raw lines are read. */
export const headerValues = (headers: HeaderLines, key: string): HeaderValues =>
  headerValuesOf(headers, key, TEXT_MANNER);

/** Which line of a repeated header counts (§4.2), by the answer to `header.repeated`. */
type RepeatedOption = OptionOf<'header.repeated'>;

/** A request that is refused with HTTP 400 presents nothing. */
const COUNTING: Readonly<Record<RepeatedOption, 'first' | 'last' | 'joined' | undefined>> = {
  'as absent': undefined,
  first: 'first',
  last: 'last',
  joined: 'joined',
  'HTTP 400': undefined,
};

/** The answers under which the request is read, in the order in which readings are tried. */
export const REPEATED_READINGS = (Object.keys(COUNTING) as readonly RepeatedOption[]).filter(
  (option) => option !== 'HTTP 400',
);

/** The value that counts: the only one, or what the answer makes of several; undefined: none is presented. */
export function presentedValue<V>(values: HeaderValues<V>, repeated: RepeatedOption): V | undefined {
  if (values.count < 2) return values.first;
  const counting = COUNTING[repeated];
  return counting === undefined ? undefined : values[counting];
}
