/** Defects against §4.3: the id member, whose player a client means, and members that the document does not name. */
import { RESOURCE_FACTS, RESOURCES } from '../../src/contract/endpoints.ts';
import { idSent, type Call } from '../../src/rules/call.ts';
import { isObject, type Json, type JsonObject } from '../../src/rules/json.ts';
import type { FailingMember } from '../../src/rules/ruling.ts';
import { withAnybodys } from '../alterations/keys.ts';
import { on } from '../alterations/places.ts';
import { takingId, takingMembers, withId } from '../alterations/requests.ts';
import { failing, failingAs } from '../alterations/rules.ts';
import type { Alter, Mutant } from './mutant.ts';

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
function senderOf({ endpoint, token }: Call): string | undefined {
  const holder = endpoint.id === 'gamePlayer.client' && token.is === 'known' ? token.value.holder : undefined;
  return holder?.kind === 'player' ? holder.userId : undefined;
}

const IDS: readonly Mutant[] = [
  {
    name: 'missing-id-finds-nothing',
    clause: '4.3/id/required',
    description: 'finds nothing where the id is left out',
    alter: missingIdAs(undefined),
  },
  {
    name: 'missing-id-as-type-invalid',
    clause: '4.3/id/required',
    description: 'calls a missing id TypeInvalid',
    alter: missingIdAs('TypeInvalid'),
  },
  {
    name: 'missing-id-crashes-for-groups',
    clause: '4.3/id/required',
    description: 'answers a missing id of a group with InternalServerError on the client variant',
    alter: on(['group.client'], failingAs('InternalServerError', isMissing)),
  },
  {
    name: 'missing-id-as-null',
    clause: '4.3/id/required/type',
    description: 'calls a missing id StringNull',
    alter: missingIdAs('StringNull'),
  },
  {
    name: 'id-under-short-name',
    clause: '4.3/id/required',
    description: 'reads the member id where its own is left out',
    alter: missingIdFrom((members) => members.get('id')),
  },
  {
    name: 'id-of-other-kind-does',
    clause: '4.3/id/required',
    description: 'reads the id member of another kind where its own is left out',
    alter: missingIdFrom((members) =>
      ID_MEMBERS.map((name) => members.get(name)).find((id) => id !== undefined),
    ),
  },
  {
    name: 'prototype-brings-id',
    clause: '4.3/id/required',
    description: 'reads an id inside __proto__ where its own is left out',
    alter: missingIdFrom(inPrototype),
  },
  {
    name: 'prototype-overrides-id',
    clause: '1/one-target',
    description: 'reads an id inside __proto__ in place of its own',
    alter: idFrom(inPrototype),
  },
  {
    name: 'target-id-overrides-id',
    clause: '1/one-target',
    description: 'reads a member targetId in place of its own',
    alter: idFrom((members) => members.get('targetId')),
  },
  {
    name: 'extra-members-crash',
    clause: '4.5.2/tags',
    description: 'fails at members that it does not know',
    alter: takingMembers((members) => {
      if (members.has('toString')) throw new TypeError('toString is not a function');
      return members;
    }),
  },
];

const SENDERS: readonly Mutant[] = [
  {
    name: 'user-id-ignored',
    clause: '4.3/user-id/client',
    description: 'answers a player client about the sender, whatever userId says',
    alter: takingId((id, call) => senderOf(call) ?? id),
  },
  {
    name: 'missing-user-id-is-anybody',
    clause: '5.1/identifies',
    description: 'answers a player client without userId about the player who sent the first request',
    alter: withAnybodys((call, { token }) => {
      const holder = token?.holder;
      const userId = idSent(call) === undefined && holder?.kind === 'player' ? holder.userId : undefined;
      return userId === undefined || senderOf(call) === undefined ? call : withId(call, userId);
    }),
  },
  {
    name: 'null-user-id-is-anybody',
    clause: '5.1/identifies',
    description: 'answers a player client whose userId is null about the player who sent the first request',
    alter: withAnybodys((call, { token }) =>
      senderOf(call) !== undefined && idSent(call) === null && token?.holder.kind === 'player'
        ? withId(call, token.holder.userId)
        : call,
    ),
  },
  {
    name: 'missing-user-id-finds-nothing',
    clause: '5.1/identifies',
    description: 'finds nothing where a player client leaves userId out',
    alter: missingIdFrom((_, call) =>
      senderOf(call) === undefined ? undefined : 'x'.repeat(RESOURCE_FACTS.gamePlayer.idLength),
    ),
  },
  {
    name: 'missing-user-id-as-type-invalid',
    clause: '5.1/identifies',
    description: 'calls a userId TypeInvalid that a player client leaves out',
    alter: missingIdFrom((_, call) => (senderOf(call) === undefined ? undefined : 0)),
  },
];

export const MEMBER_MUTANTS: readonly Mutant[] = [...IDS, ...SENDERS];
