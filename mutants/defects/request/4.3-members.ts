/** Defects against §4.3: the id member, whose player a client means, and members that the document does not name. */
import { RESOURCE_FACTS, RESOURCES } from '../../../src/spec/endpoints.ts';
import { idSent, membersSent, type Call } from '../../../src/judge/rules/call.ts';
import { isObject, type Json, type JsonObject } from '../../../src/judge/rules/json.ts';
import type { FailingMember } from '../../../src/judge/rules/ruling.ts';
import { holdingPlayer, sendingPlayer } from '../../alterations/callers.ts';
import { withFirstCallers } from '../../alterations/keys.ts';
import { on } from '../../alterations/places.ts';
import { crashingOn, takingId, takingMembers, withId } from '../../alterations/requests.ts';
import { failing, failingAs } from '../../alterations/rules.ts';
import { breaking, type Alter, type Mutant } from '../mutant.ts';

const ID_MEMBERS: readonly string[] = RESOURCES.map((resource) => RESOURCE_FACTS[resource].idMember);
const PROTOTYPE = '__proto__';

const isMissing = (member: FailingMember, call: Call): boolean =>
  member.member === call.endpoint.idMember && idSent(call) === undefined;

/** A missing id is called so, or is not noticed. */
const missingIdAs = (type: FailingMember['type'] | undefined): Alter =>
  failing((member, call) => {
    if (!isMissing(member, call)) return member;
    return type === undefined ? undefined : { ...member, type };
  });

/** The id is taken from elsewhere in the body, where something is there. */
const idFrom = (find: (members: JsonObject, call: Call) => Json | undefined): Alter =>
  takingMembers((members, call) => {
    const id = find(members, call);
    return id === undefined ? members : new Map([...members, [call.endpoint.idMember, id]]);
  });

/** The same where no id is sent. */
const missingIdFrom = (find: (members: JsonObject, call: Call) => Json | undefined): Alter =>
  idFrom((members, call) => (members.has(call.endpoint.idMember) ? undefined : find(members, call)));

function inPrototype(members: JsonObject, { endpoint }: Call): Json | undefined {
  const prototype = members.get(PROTOTYPE);
  return prototype !== undefined && isObject(prototype) ? prototype.get(endpoint.idMember) : undefined;
}

/** The sender of a player client's request. */
const clientOf = (call: Call): string | undefined =>
  call.endpoint.id === 'gamePlayer.client' ? sendingPlayer(call)?.userId : undefined;

export const MEMBER_MUTANTS: readonly Mutant[] = breaking({
  '4.3/id/required': {
    'missing-id-finds-nothing': ['finds nothing where the id is left out', missingIdAs(undefined)],
    'missing-id-as-type-invalid': ['calls a missing id TypeInvalid', missingIdAs('TypeInvalid')],
    'missing-id-crashes-for-groups': [
      'answers a missing id of a group with InternalServerError on the client variant',
      on(['group.client'], failingAs('InternalServerError', isMissing)),
    ],
    'id-under-short-name': [
      'reads the member id where its own is left out',
      missingIdFrom((members) => members.get('id')),
    ],
    'id-of-other-kind-does': [
      'reads the id member of another kind where its own is left out',
      missingIdFrom((members) => ID_MEMBERS.map((name) => members.get(name)).find((id) => id !== undefined)),
    ],
    'prototype-brings-id': [
      'reads an id inside __proto__ where its own is left out',
      missingIdFrom(inPrototype),
    ],
  },
  '4.3/id/required/type': {
    'missing-id-as-null': ['calls a missing id StringNull', missingIdAs('StringNull')],
  },
  '1/one-target': {
    'prototype-overrides-id': ['reads an id inside __proto__ in place of its own', idFrom(inPrototype)],
    'target-id-overrides-id': [
      'reads a member targetId in place of its own',
      idFrom((members) => members.get('targetId')),
    ],
  },
  '4.5.2/tags': {
    'extra-members-crash': [
      'fails at members that it does not know',
      crashingOn((call) => membersSent(call).has('toString')),
    ],
  },
  '4.3/user-id/client': {
    'user-id-ignored': [
      'answers a player client about the sender, whatever userId says',
      takingId((id, call) => clientOf(call) ?? id),
    ],
  },
  '5.1/identifies': {
    'missing-user-id-is-anybody': [
      'answers a player client without userId about the player who sent the first request',
      withFirstCallers((call, { token }) => {
        const userId = idSent(call) === undefined ? holdingPlayer(token)?.userId : undefined;
        return userId === undefined || clientOf(call) === undefined ? call : withId(call, userId);
      }),
    ],
    'null-user-id-is-anybody': [
      'answers a player client whose userId is null about the player who sent the first request',
      withFirstCallers((call, { token }) => {
        const userId = idSent(call) === null ? holdingPlayer(token)?.userId : undefined;
        return userId === undefined || clientOf(call) === undefined ? call : withId(call, userId);
      }),
    ],
    'missing-user-id-finds-nothing': [
      'finds nothing where a player client leaves userId out',
      missingIdFrom((_, call) =>
        clientOf(call) === undefined ? undefined : 'x'.repeat(RESOURCE_FACTS.gamePlayer.idLength),
      ),
    ],
    'missing-user-id-as-type-invalid': [
      'calls a userId TypeInvalid that a player client leaves out',
      missingIdFrom((_, call) => (clientOf(call) === undefined ? undefined : 0)),
    ],
  },
});
