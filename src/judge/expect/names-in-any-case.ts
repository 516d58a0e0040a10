/** Members whose names differ from the document's in case alone: many platforms accept them, and no sentence forbids it (text.lenient, members.extra). */
import type { Endpoint } from '../../contract/endpoints.ts';
import { TAG_KEYS } from '../../contract/members.ts';
import type { Body } from '../../rules/call.ts';
import type { Json, JsonObject } from '../../rules/json.ts';

function meant(name: string, { idMember }: Endpoint): string {
  if (name.length === idMember.length && name.toLowerCase() === idMember.toLowerCase()) return idMember;
  return name.length === TAG_KEYS.length && name.toLowerCase() === TAG_KEYS.toLowerCase() ? TAG_KEYS : name;
}

function renamed(members: JsonObject, endpoint: Endpoint): JsonObject | undefined {
  let other = false;
  const named = new Map<string, Json>();
  for (const [name, value] of members) {
    const exact = meant(name, endpoint);
    other ||= exact !== name;
    named.set(exact, value);
  }
  return other ? named : undefined;
}

/** The body as read by a backend that ignores the case of member names; undefined: the member is missing. */
export function inAnyCase(body: Body, endpoint: Endpoint): Body | undefined {
  if (body.is !== 'object') return undefined;
  const members = renamed(body.members, endpoint);
  return members === undefined ? undefined : { is: 'object', members };
}
