/** The members of the body, each checked by what the contract says of it (§4.3, §7.3). */
import { membersOf, type MemberSpec } from '../contract/members.ts';
import { membersSent, type Call } from './call.ts';
import { extensionFaults } from './extension-faults.ts';
import { idFaults } from './id-faults.ts';
import { isPrototypeName } from './prototype-names.ts';
import { option, refuseMember, UNLISTED, type Facts, type Rule, type Ruling } from './ruling.ts';
import { tagKeysFaults } from './tag-keys-faults.ts';

type Found = Omit<Ruling, 'rule'>;

function memberFaults(spec: MemberSpec, call: Call, facts: Facts): readonly Found[] {
  const sent = membersSent(call).get(spec.member);
  if (spec.extension) return extensionFaults(spec, sent);
  if (spec.shape.type === 'string') return idFaults(call, facts, spec.shape.min, spec.shape.max);
  return tagKeysFaults(sent);
}

/** Row T41: members that neither the document nor the world file names; row T35 for names of prototypes. */
function extraMembers(specs: readonly MemberSpec[], call: Call): readonly Found[] {
  const found: Found[] = [];
  for (const member of membersSent(call).keys()) {
    if (specs.some((spec) => spec.member === member)) continue;
    const named = option('members.extra', 'invalid', refuseMember({ member, type: 'any' }));
    const stances = isPrototypeName(member)
      ? [option('body.prototype', 'ignored'), named]
      : [option('members.extra', 'ignored'), named, option('members.extra', 'without a list', UNLISTED)];
    found.push({ clause: '4.3/extra', stances });
  }
  return found;
}

/** §7.1, §7.3: a member value is invalid. */
export const MEMBERS_RULE: Rule = {
  id: 'members',
  after: ['shape'],
  judge: (call, facts) => {
    if (call.body.is !== 'object') return [];
    const specs = membersOf(call.endpoint.id, facts.extensions);
    return [...specs.flatMap((spec) => memberFaults(spec, call, facts)), ...extraMembers(specs, call)];
  },
};
