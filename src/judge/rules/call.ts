/** One request as the rules see it: what it presents, looked up in the world. The simulator and the judge both make calls. */
import type { Endpoint } from '../../spec/endpoints.ts';
import { TAG_KEYS } from '../../spec/members.ts';
import type { AuthToken, SecretKey } from '../../world/world.ts';
import { NO_MEMBERS, type Json, type JsonObject } from './json.ts';
import { JSON_TYPE } from '../../spec/headers.ts';
import type { QuestionId } from '../../spec/dialect/question-register.ts';

/** What a request shows about a secret. `unknown` is a value that was never issued. */
export type Presented<T> =
  | { readonly is: 'missing' }
  | { readonly is: 'empty' }
  | { readonly is: 'unknown' }
  | { readonly is: 'known'; readonly value: T };

export type PresentedGame =
  | { readonly is: 'missing' }
  | { readonly is: 'empty' }
  | { readonly is: 'given'; readonly id: string };

export type Body =
  | { readonly is: 'object'; readonly members: JsonObject }
  /** JSON of another kind (§7.1: the request shape). */
  | { readonly is: 'not-object' }
  | { readonly is: 'not-json' };

export interface Call {
  readonly endpoint: Endpoint;
  readonly key: Presented<SecretKey>;
  readonly token: Presented<AuthToken>;
  readonly game: PresentedGame;
  readonly contentType: ContentTypeKind;
  readonly body: Body;
  /** Bytes of the body. */
  readonly bytes: number;
}

export const MISSING = { is: 'missing' } as const;
export const EMPTY = { is: 'empty' } as const;
export const NEVER_ISSUED = { is: 'unknown' } as const;

/** The members of the body; none where it is not an object. */
export function membersSent(call: Call): JsonObject {
  return call.body.is === 'object' ? call.body.members : NO_MEMBERS;
}

/** The id member's value; undefined where it is left out. */
export function idSent(call: Call): Json | undefined {
  return membersSent(call).get(call.endpoint.idMember);
}

export function tagKeysSent(call: Call): Json | undefined {
  return membersSent(call).get(TAG_KEYS);
}

/** What a Game-Id header presents; undefined: no such header counts. */
export function presentedGame(value: string | undefined): PresentedGame {
  if (value === undefined) return MISSING;
  return value === '' ? EMPTY : { is: 'given', id: value };
}

/** How a Content-Type reads (§4.2). */
export type ContentTypeKind =
  | 'json'
  | 'json in other case'
  | 'json with charset'
  | 'json in other case with charset'
  | 'json with other parameter'
  | 'missing'
  | 'other';

/** The questions that decide what a Content-Type gets; none: it is accepted, or with another parameter anything is right. */
export const CONTENT_TYPE_QUESTIONS = {
  json: [],
  'json in other case': ['contentType.case'],
  'json with charset': ['contentType.charset'],
  'json in other case with charset': ['contentType.case', 'contentType.charset'],
  'json with other parameter': [],
  missing: ['contentType.missing'],
  other: ['contentType.other'],
} as const satisfies Record<ContentTypeKind, readonly QuestionId[]>;

/** Names and values of charsets are the same in any case. */
const UTF8_PARAMETER = /^\s*;\s*charset="?utf-8"?$/i;
const TYPE_PARAMETER = /^\s*;/;

/** Reads the value of a Content-Type without the blanks around it; undefined: there is none. Frameworks take an empty one for none. */
export function contentTypeKind(value: string | undefined): ContentTypeKind {
  if (value === JSON_TYPE) return 'json';
  if (value === undefined || value === '') return 'missing';
  const type = value.slice(0, JSON_TYPE.length);
  const parameter = value.slice(JSON_TYPE.length);
  if (type.toLowerCase() !== JSON_TYPE) return 'other';
  if (parameter !== '' && !UTF8_PARAMETER.test(parameter))
    return TYPE_PARAMETER.test(parameter) ? 'json with other parameter' : 'other';
  const inOtherCase = type !== JSON_TYPE;
  if (parameter === '') return 'json in other case';
  return inOtherCase ? 'json in other case with charset' : 'json with charset';
}
