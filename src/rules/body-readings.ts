/** The ways in which a backend may read the bytes of a body (§1; rows T34 and T35). */
import { when, type When } from '../dialect/questions.ts';
import type { Body } from './call.ts';
import { fromPlain, isObject, type Json } from './json.ts';
import { readLenient, type Repeats } from './lenient-json.ts';

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

const strictText = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const looseText = new TextDecoder('utf-8', { ignoreBOM: true });

function decoded(bytes: Uint8Array): { readonly text: string; readonly valid: boolean } {
  try {
    return { text: strictText.decode(bytes), valid: true };
  } catch {
    return { text: looseText.decode(bytes), valid: false };
  }
}

/** From this depth on a parser may refuse (T34). */
const DEEP = 64;

function depthOf(text: string): number {
  let depth = 0;
  let most = 0;
  for (const [token] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{}]/gs)) {
    if (token === '[' || token === '{') most = Math.max(most, (depth += 1));
    else if (token === ']' || token === '}') depth -= 1;
  }
  return most;
}

function isStrict(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const LONE_SURROGATE = /\\u[dD][89abAB]..(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB]..)\\u[dD][c-fC-F]/;

/** Whether every parser that follows RFC 8259 reads the text, and in the same way. */
function isPlain(text: string, repeats: boolean): boolean {
  return isStrict(text) && !repeats && !LONE_SURROGATE.test(text) && depthOf(text) <= DEEP;
}

function leniently(text: string): readonly BodyReading[] {
  const readings = (['first', 'last'] satisfies Repeats[]).map(
    (repeats) => readLenient(text, repeats)?.value,
  );
  const values = isStrict(text) ? [...readings, fromPlain(JSON.parse(text))] : readings;
  const bodies = values.filter((value) => value !== undefined).map(asBody);
  const lenient = bodies.map((body): BodyReading => ({ body, when: [when('text.lenient', 'one reading')] }));
  const tooDeep: readonly BodyReading[] =
    isStrict(text) && bodies.length === 0 ? [{ body: { is: 'not-object' }, when: [] }] : [];
  return [{ body: NOT_JSON, when: [when('text.lenient', 'refused')] }, ...lenient, ...tooDeep];
}

/** Every reading of a body. One for plain JSON; the strict one first. */
export function readBodies(bytes: Uint8Array): readonly BodyReading[] {
  const { text, valid } = decoded(bytes);
  if (text.trim() === '') return EMPTY_BODY;
  const once = readLenient(text, 'last');
  if (once !== undefined && valid && isPlain(text, once.repeats))
    return [{ body: asBody(once.value), when: [] }];
  const readings = leniently(text);
  return readings.length > 1 ? readings : [{ body: NOT_JSON, when: [] }];
}
