/** The permission rules of a new secret key, by what a case wants of them. */
import { ENDPOINTS, PERMISSION_RULES, type Endpoint, type Role } from '../../contract/endpoints.ts';
import type { Given } from '../format/schema/given-schema.ts';

export interface KeyRules {
  /** Part of the key's name; empty for the plain key. */
  readonly label: string;
  readonly rules: readonly string[];
  readonly what: string;
}

const ofRole = (role: Role): readonly Endpoint[] => ENDPOINTS.filter((each) => each.role === role);

/** Every rule that a role has a use for. */
function roleRules(role: Role): readonly string[] {
  return ofRole(role).flatMap(({ rule, otherRule, variant }) =>
    variant === 'client' ? [rule, otherRule] : [rule],
  );
}

const otherRules = (): readonly string[] => [...new Set(ENDPOINTS.map(({ otherRule }) => otherRule))];

const WITHOUT: KeyRules = { label: 'no-rules', rules: [], what: 'without any rules' };
const EVERY: KeyRules = { label: 'every-rule', rules: PERMISSION_RULES, what: 'with every rule there is' };

/** Written so that endpoints which one line can serve get the same line. */
export const KEY_RULES = {
  none: () => WITHOUT,
  'without-own': () => WITHOUT,
  'with-own': () => EVERY,
  'own-only': ({ id, rule }) => ({
    label: `only-${id.replace('.', '-')}`,
    rules: [rule],
    what: `with the rule ${rule} alone`,
  }),
  'own-and-other': ({ id, rule, otherRule }) => ({
    label: `only-${id.replace('.', '-')}-and-other`,
    rules: [rule, otherRule],
    what: `with the rules ${rule} and ${otherRule} alone`,
  }),
  'all-but-own': ({ id, rule }) => ({
    label: `all-but-${id.replace('.', '-')}`,
    rules: PERMISSION_RULES.filter((each) => each !== rule),
    what: `with all rules but ${rule}`,
  }),
  'without-other': ({ role }) => ({
    label: 'self-only',
    rules: ofRole(role).map(({ rule }) => rule),
    what: 'with the selfEnable rules, without the otherSelfEnable rules',
  }),
  'other-only': () => ({
    label: 'other-only',
    rules: otherRules(),
    what: 'with the otherSelfEnable rules alone',
  }),
} as const satisfies Record<
  NonNullable<NonNullable<Given['key']>['rules']>,
  (endpoint: Endpoint) => KeyRules
>;

/** Every rule that the role has a use for: one such key serves most cases of its endpoints. A run learns which it has. */
export function plainRules(role: Role): KeyRules {
  return { label: '', rules: roleRules(role), what: '' };
}
