/** The permission rule of the secret key, and what it opens of other subjects (§4.1, §5.4, §5.5). */
import { RESOURCE_FACTS } from '../../spec/endpoints.ts';
import { holdsRule, UNKNOWN, type SecretKey } from '../../world/world.ts';
import type { Call } from './call.ts';
import { hasIdLength } from './id-faults.ts';
import { relationOf, subjectId, subjectOf } from './subject-of.ts';
import {
  ALLOW,
  always,
  choices,
  NOT_AUTHORIZED,
  refuse,
  type Facts,
  type Rule,
  type Alternative,
  ruled,
} from './ruling.ts';

const NOT_ALLOW = refuse('OperationNotAllow');

/** Whose data the call asks for, as far as it is known. Being a member need not make a group one's own (other.foreign). */
type Whose = 'own' | 'own group' | "another's" | 'absent' | "dashboard's" | 'unknown';

function whose(call: Call, { world }: Facts): Whose {
  if (call.token.is === 'known' && call.token.value.unlisted === true) return 'unknown';
  if (call.token.is === 'known' && call.token.value.holder.kind === 'dashboard') return "dashboard's";
  const subject = subjectOf(call, world);
  if (subject.is === 'present') {
    const relation = relationOf(call, subject.value);
    return relation === 'own' && call.endpoint.resource === 'group' ? 'own group' : relation;
  }
  return subject.is === 'absent' ? 'absent' : 'unknown';
}

/** §5.4: a valid secret key whose rules do not allow the operation gives OperationNotAllow. */
export const PERMISSION_RULE = {
  id: 'permission',
  after: ['secret-key'],
  judge: (call, facts) => {
    if (call.key.is !== 'known') return [];
    const key = call.key.value;
    const own = holdsRule(key, call.endpoint.rule);
    if (own === UNKNOWN) return ruled('5.4/not-allow', [ALLOW, always(NOT_ALLOW)]);
    if (own) return [];
    const others =
      call.endpoint.variant === 'client' &&
      holdsRule(key, call.endpoint.otherRule) !== false &&
      call.token.is === 'known';
    return ruled('5.4/not-allow', others && whose(call, facts) !== 'own' ? OTHERS_ONLY : [always(NOT_ALLOW)]);
  },
} as const satisfies Rule;

/** Question other.withoutSelf: otherSelfEnable without selfEnable. */
const OTHERS_ONLY = choices('other.withoutSelf');

const PERMITTED = choices('other.permitted');
const FOREIGN = choices('other.foreign');
const ALLOWED_OR_REFUSED: readonly Alternative[] = [ALLOW, always(NOT_ALLOW), always(NOT_AUTHORIZED)];

/** Questions other.refused to dashboard.* as a table: whose data, with otherSelfEnable and without. */
const ALTERNATIVES: Record<
  Whose,
  { readonly with: readonly Alternative[]; readonly without: readonly Alternative[] }
> = {
  own: { with: [], without: [] },
  'own group': { with: [], without: choices('other.ownGroup') },
  "another's": { with: PERMITTED, without: choices('other.refused') },
  // A backend that refuses every subject but one's own does so before it looks whether the subject is there (§5.5).
  absent: { with: PERMITTED, without: choices('other.absent') },
  "dashboard's": {
    with: choices('dashboard.permitted'),
    without: choices('dashboard.refused', ['OperationNotAllow', 'OperationNotAuthorized', 'answered']),
  },
  unknown: { with: PERMITTED, without: [always(NOT_ALLOW), always(NOT_AUTHORIZED)] },
};

/** Characters and groups without otherSelfEnable: the document does not say whose they are (other.foreign). */
function isForeign(call: Call, owner: Whose, facts: Facts): boolean {
  if (call.endpoint.resource === 'gamePlayer') return false;
  return owner === "another's" || (owner === 'unknown' && subjectOf(call, facts.world).is === 'present');
}

/** Whether the id has the length that it has to have (§2.1), in some unit. */
function hasFittingId(call: Call): boolean {
  const id = subjectId(call);
  return id !== undefined && hasIdLength(id, RESOURCE_FACTS[call.endpoint.resource]);
}

function authorisationAlternatives(call: Call, key: SecretKey, facts: Facts): readonly Alternative[] {
  const owner = whose(call, facts);
  if (owner === 'own') return [];
  // Without selfEnable the permission rule has decided already.
  if (owner === 'own group' && holdsRule(key, call.endpoint.rule) === false) return [];
  const others = holdsRule(key, call.endpoint.otherRule);
  if (others === UNKNOWN) return ALLOWED_OR_REFUSED;
  // Nothing forbids the call, so only the id itself can be wrong.
  if (others && owner === 'absent' && !hasFittingId(call)) return [];
  const alternatives =
    !others && isForeign(call, owner, facts) ? FOREIGN : ALTERNATIVES[owner][others ? 'with' : 'without'];
  return owner === 'unknown' ? [ALLOW, ...alternatives] : alternatives;
}

/** §5.4, §5.5: whether a client may read this subject; questions other.refused to dashboard.*. */
export const AUTHORISATION_RULE = {
  id: 'authorisation',
  after: ['secret-key', 'token', 'shape'],
  judge: (call, facts) => {
    if (call.endpoint.variant !== 'client' || call.key.is !== 'known' || call.token.is !== 'known') return [];
    const alternatives = authorisationAlternatives(call, call.key.value, facts);
    const clause = call.endpoint.resource === 'gamePlayer' ? '5.4/other-self-enable' : '5.5/target';
    return alternatives.length === 0 ? [] : ruled(clause, alternatives);
  },
} as const satisfies Rule;
