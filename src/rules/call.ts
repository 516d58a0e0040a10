/** One request as the rules see it: what it presents, looked up in the world. The simulator and the judge both make calls. */
import type { Endpoint } from '../contract/endpoints.ts';
import { TAG_KEYS } from '../contract/members.ts';
import type { AuthToken, SecretKey } from '../world/world.ts';
import type { ContentTypeKind } from './reading/content-type-kind.ts';
import type { Json, JsonObject } from './json.ts';

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

const NO_MEMBERS: JsonObject = new Map();

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
