/** The members of the body, each checked by what the contract says about it (§4.3, §7.3). */
import { membersOf, type MemberSpec } from '../contract/members.ts';
import { membersSent, type Call } from './call.ts';
import { extensionFaults } from './extension-faults.ts';
import { idFaults } from './id-faults.ts';
import { isPrototypeName } from './prototype-names.ts';
import { isSure, option, refuseMember, UNLISTED, type Facts, type Rule, type Ruling } from './ruling.ts';
import { subjectOf } from './subject-of.ts';
import { tagKeysFaults } from './tag-keys-faults.ts';
import { UNKNOWN, type Fact } from '../world/world.ts';

type Found = Omit<Ruling, 'rule'>;

/** The keys of the subject's tags; none where it does not exist. */
function ownKeys(call: Call, { world }: Facts): Fact<ReadonlySet<string>> {
  const subject = subjectOf(call, world);
  if (subject.is === 'absent') return NO_KEYS;
  if (subject.is !== 'present' || subject.value.tags === UNKNOWN) return UNKNOWN;
  return new Set(subject.value.tags.map(({ key }) => key));
}

const NO_KEYS: ReadonlySet<string> = new Set();

function memberFaults(spec: MemberSpec, call: Call, facts: Facts): readonly Found[] {
  const sent = membersSent(call).get(spec.member);
  if (spec.extension) return extensionFaults(spec, sent);
  if (spec.shape.type === 'string') return idFaults(call, facts, spec.shape.min, spec.shape.max);
  return tagKeysFaults(sent, facts.catalogue ?? ownKeys(call, facts));
}

/** Question members.extra: members that neither the document nor the world file names; question body.prototype for names of prototypes. */
function extraMembers(specs: readonly MemberSpec[], call: Call): readonly Found[] {
  const found: Found[] = [];
  for (const member of membersSent(call).keys()) {
    if (specs.some((spec) => spec.member === member)) continue;
    const named = option('members.extra', 'invalid', refuseMember({ member, type: 'any' }));
    const alternatives = isPrototypeName(member)
      ? [option('body.prototype', 'ignored'), named]
      : [option('members.extra', 'ignored'), named, option('members.extra', 'without a list', UNLISTED)];
    found.push({ clause: '4.3/extra', alternatives });
  }
  return found;
}

/** §7.1, §7.3: a member value is invalid. Where one fails for sure, no catalogue of keys is needed to explain the refusal. */
export const MEMBERS_RULE: Rule = {
  id: 'members',
  after: ['shape'],
  judge: (call, facts) => {
    if (call.body.is !== 'object') return [];
    const specs = membersOf(call.endpoint.id, facts.extensions);
    const found: Found[] = [];
    // This runs for every request, so it makes no list for a member that is right.
    for (const spec of specs) for (const fault of memberFaults(spec, call, facts)) found.push(fault);
    for (const extra of extraMembers(specs, call)) found.push(extra);
    return found.some(isSure) ? found.filter(({ clause }) => clause !== '4.3/tag-keys/known') : found;
  },
};
