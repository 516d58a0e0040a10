/** The ways in which a backend may read the bytes of a body (§1; questions text.lenient and body.empty). */
import { rememberedPer } from '../../../base/remembered.ts';
import { parsedJson } from '../../../base/text/parsed-json.ts';
import { decodeUtf8 } from '../../../base/text/bytes.ts';
import { when, type When } from '../../../spec/dialect/questions.ts';
import type { Body } from '../call.ts';
import { fromPlain, isArray, isObject, type Json, MAX_JSON_DEPTH, prototypeNameIn, toText } from '../json.ts';
import { readLenient, type LenientJson } from './lenient-json.ts';

export interface BodyReading {
  readonly body: Body;
  readonly when: readonly When[];
}

const NOT_JSON: Body = { is: 'not-json' };
const asBody = (value: Json): Body =>
  isObject(value) ? { is: 'object', members: value } : { is: 'not-object' };

const EMPTY_BODY: readonly BodyReading[] = [
  { body: NOT_JSON, when: [when('body.empty', 'refused')] },
  { body: { is: 'object', members: new Map() }, when: [when('body.empty', 'as {}')] },
];

/** From this depth on a parser may refuse. */
const DEEP = 64;

const isStrict = (text: string): boolean => parsedJson(text) !== undefined;

function holdsLoneSurrogate(value: Json): boolean {
  if (typeof value === 'string') return !value.isWellFormed();
  if (isArray(value)) return value.some(holdsLoneSurrogate);
  return (
    isObject(value) && [...value].some(([name, member]) => !name.isWellFormed() || holdsLoneSurrogate(member))
  );
}

/** Whether every parser that follows RFC 8259 reads the text, and in the same way. */
function readsOneWay(text: string, { value, repeats, depth, outOfRange }: LenientJson): boolean {
  return !repeats && !outOfRange && depth <= DEEP && isStrict(text) && !holdsLoneSurrogate(value);
}

/** The values that lenient parsers find: a repeated name by either of its members, a bare word as either kind. */
function lenientValues(text: string, last: LenientJson | undefined): readonly Json[] {
  if (last !== undefined) {
    const first = last.repeats ? readLenient(text, 'first') : undefined;
    const words = last.bareWords ? readLenient(text, 'last', 'text') : undefined;
    const all = [first, last, words].flatMap((each) => (each === undefined ? [] : [each.value]));
    return [...new Map(all.map((value) => [toText(value), value])).values()];
  }
  return isStrict(text) ? [fromPlain(JSON.parse(text))] : [];
}

const LENIENT_REFUSED: BodyReading = { body: NOT_JSON, when: [when('text.lenient', 'refused')] };

const asLenient = (value: Json): BodyReading => ({
  body: asBody(value),
  when: [when('text.lenient', 'one reading')],
});

/** `last`: the text as `readLenient` has it, where the last of several members of one name counts. */
function readLeniently(text: string, last: LenientJson | undefined): readonly BodyReading[] {
  // Nesting that is too deep even for a lenient parser is not a question of leniency.
  const isTooDeep = last === undefined || last.depth > MAX_JSON_DEPTH;
  const refused: BodyReading = isTooDeep ? { body: NOT_JSON, when: [] } : LENIENT_REFUSED;
  return [refused, ...lenientValues(text, last).map(asLenient)];
}

/** Longer texts skip the quick check, which parses them and writes them again. */
const QUICK_CHECK_LENGTH = 4096;

function openings(text: string): number {
  let count = 0;
  for (const bracket of ['[', '{'])
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1)) count += 1;
  return count;
}

/**
 * The usual body: short and compact, and written as JSON.stringify would. Then no name is repeated, no number is out of
 * range and nothing is escaped that could be a lone surrogate: it reads in one way.
 */
function readCompact(text: string): Body | undefined {
  if (text.length > QUICK_CHECK_LENGTH || text.includes('\\u') || openings(text) > DEEP) return undefined;
  const value = parsedJson(text);
  return value !== undefined && JSON.stringify(value) === text ? asBody(fromPlain(value)) : undefined;
}

const refusedOr = (others: readonly BodyReading[]): readonly BodyReading[] => [
  { body: NOT_JSON, when: [] },
  ...others,
];

/** Reads a text as a lenient parser does; a bare word in place of a value is text if that makes the whole an object. */
function readAsLenient(text: string): LenientJson | undefined {
  const found = readLenient(text, 'last');
  if (found !== undefined) return found;
  const withWords = readLenient(text, 'last', 'text');
  return withWords !== undefined && isObject(withWords.value) ? withWords : undefined;
}

/**
 * Text that the grammar of JSON allows, but which no two parsers need to read alike: repeated names, halves of surrogate pairs,
 * deep nesting, numbers out of range (RFC 8259 §4, §6, §8.2, §9). A backend may refuse one of these and read another.
 */
const freely = ({ body }: BodyReading): BodyReading => ({ body, when: [] });

function textReadings(text: string): readonly BodyReading[] {
  const compact = readCompact(text);
  if (compact !== undefined) return [{ body: compact, when: [] }];
  if (text.trim() === '') return EMPTY_BODY;
  const once = readAsLenient(text);
  if (once !== undefined && readsOneWay(text, once)) return [{ body: asBody(once.value), when: [] }];
  const readings = readLeniently(text, once);
  if (readings.length === 1) return refusedOr([]);
  return isStrict(text) ? readings.map(freely) : readings;
}

/** Reads text with replacement characters for broken UTF-8: as text, refused, or without them. */
function readBroken(text: string): readonly BodyReading[] {
  if (text.trim() === '') return EMPTY_BODY;
  const readings = readLeniently(text, readLenient(text, 'last'));
  if (readings.length > 1) return readings;
  // Some decoders drop them. Refusing the rest is right, however else it is read.
  const left = withoutReplacements(text);
  return refusedOr(readLeniently(left, readLenient(left, 'last')).slice(1));
}

/** The readings of the bytes as UTF-8, and of the text that they are in UTF-16 or UTF-32. */
function withWide(narrow: readonly BodyReading[], wide: string | undefined): readonly BodyReading[] {
  const last = wide === undefined ? undefined : readLenient(wide, 'last');
  if (wide === undefined || last === undefined) return narrow;
  return [
    LENIENT_REFUSED,
    ...narrow.filter(({ body }) => body.is !== 'not-json'),
    ...lenientValues(wide, last).map(asLenient),
  ];
}

/** Question body.prototype: a body with names of prototypes in it may be refused as text, whatever it is read as otherwise. */
function orRefusedForNames(reading: BodyReading): readonly BodyReading[] {
  const { body, when: conditions } = reading;
  if (body.is !== 'object' || prototypeNameIn(body.members) === undefined) return [reading];
  return [
    { body, when: [...conditions, when('body.prototype', 'ignored')] },
    { body: NOT_JSON, when: [...conditions, when('body.prototype', 'refused')] },
  ];
}

/** Every reading of a body. One for plain JSON; the one that the simulator takes by default comes first. Remembered: requests share the bytes of short texts. */
export const readBodies = rememberedPer((bytes: Uint8Array): readonly BodyReading[] => {
  const { text, valid } = decodeUtf8(bytes);
  const narrow = valid ? textReadings(text) : readBroken(text);
  return withWide(narrow, decodeWide(bytes)).flatMap(orRefusedForNames);
});

const REPLACEMENT = '\uFFFD';

/** The text without the replaced sequences, as some decoders drop them. */
const withoutReplacements = (text: string): string => text.replaceAll(REPLACEMENT, '');

type Decode = (bytes: Uint8Array) => string;

const decoderOf =
  (encoding: 'utf-16le' | 'utf-16be'): Decode =>
  (bytes) =>
    new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);

const LAST_CODE_POINT = 0x10ffff;

const utf32 =
  (littleEndian: boolean): Decode =>
  (bytes) => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const parts: string[] = [];
    for (let at = 0; at + 4 <= bytes.length; at += 4) {
      const code = view.getUint32(at, littleEndian);
      parts.push(code > LAST_CODE_POINT ? REPLACEMENT : String.fromCodePoint(code));
    }
    return parts.join('');
  };

const [UTF_16_LE, UTF_16_BE] = [decoderOf('utf-16le'), decoderOf('utf-16be')];
const [UTF_32_LE, UTF_32_BE] = [utf32(true), utf32(false)];

/** Which bytes are zero in the first character of an ASCII text, and which begin a byte order mark. */
const ENCODING_SIGNS: readonly (readonly [sign: readonly (number | 'any')[], decode: Decode])[] = [
  [[0, 0, 0xfe, 0xff], UTF_32_BE],
  [[0xff, 0xfe, 0, 0], UTF_32_LE],
  [[0xfe, 0xff], UTF_16_BE],
  [[0xff, 0xfe], UTF_16_LE],
  [[0, 0, 0, 'any'], UTF_32_BE],
  [['any', 0, 0, 0], UTF_32_LE],
  [[0, 'any'], UTF_16_BE],
  [['any', 0], UTF_16_LE],
];

const hasSign = (bytes: Uint8Array, sign: readonly (number | 'any')[]): boolean =>
  bytes.length >= sign.length &&
  sign.every((byte, at) => (byte === 'any' ? bytes[at] !== 0 : bytes[at] === byte));

/** The text of bytes that look like UTF-16 or UTF-32, with or without a byte order mark; undefined: they look like neither. */
export function decodeWide(bytes: Uint8Array): string | undefined {
  return ENCODING_SIGNS.find(([sign]) => hasSign(bytes, sign))?.[1](bytes);
}
