/** What is wrong with the members of a body, in the words that its sender is shown (§4.3). */
import { RESOURCE_FACTS } from '../../spec/endpoints.ts';
import { membersOf, TAG_KEYS } from '../../spec/members.ts';
import { nearest } from '../../base/text/nearest.ts';
import { idSent, membersSent, tagKeysSent, type Call } from './call.ts';
import { hasIdLength } from './id-faults.ts';
import { isArray, kindOf, type Json } from './json.ts';

const isStringOrNull = (element: Json): boolean => element === null || typeof element === 'string';

/** So many members of a body are compared with one that it lacks. */
const MAX_COMPARED = 100;

/** The member that a call has in place of one that it lacks, by a slip in its name. */
export function misspeltMember(call: Call, member: string): string | undefined {
  const sent = membersSent(call);
  if (sent.has(member)) return undefined;
  const known = membersOf(call.endpoint.id, []).map((spec) => spec.member);
  return [...sent.keys()].slice(0, MAX_COMPARED).find((name) => nearest(name, known) === member);
}

/** What is wrong with the id: it has to be there where the document requires it, and to have its length, in whatever unit. */
export function wrongId(call: Call): string | undefined {
  const { resource, idMember, idRequired } = call.endpoint;
  const facts = RESOURCE_FACTS[resource];
  const id = idSent(call);
  if (id === undefined || id === null) {
    if (!idRequired) return undefined;
    if (id === null) return `${idMember} is null`;
    const isMisspelt = misspeltMember(call, idMember) !== undefined;
    return isMisspelt ? `${idMember} is missing, a member has nearly its name` : `${idMember} is missing`;
  }
  if (typeof id !== 'string') return `${idMember} is of type ${kindOf(id)}`;
  if (id.length === facts.idLength || hasIdLength(id, facts)) return undefined;
  if (id === '') return `${idMember} is empty`;
  return `${idMember} is too ${id.length < facts.idLength ? 'short' : 'long'}`;
}

export function wrongTagKeys(call: Call): string | undefined {
  const keys = tagKeysSent(call);
  if (keys === undefined || keys === null) return undefined;
  if (!isArray(keys)) return `${TAG_KEYS} is of type ${kindOf(keys)}`;
  const odd = keys.find((element) => !isStringOrNull(element));
  return odd === undefined ? undefined : `an element of ${TAG_KEYS} is of type ${kindOf(odd)}`;
}
