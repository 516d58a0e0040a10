/** What a case can ask of its secret key: permission rules and limits, each with what to declare for it. */
import { ENDPOINTS, PERMISSION_RULES, type Endpoint, type Role } from '../../../spec/endpoints.ts';
import { holdsRule, UNKNOWN, type KeyLimits, type SecretKey } from '../../../world/world.ts';

type RulesFit = (key: SecretKey, endpoint: Endpoint) => boolean;

/** The permission rules of a key that is to be declared. */
export interface NewRules {
  /** Part of the key's name; empty for the plain key. */
  readonly label: string;
  readonly rules: readonly string[];
  readonly what: string;
}

interface RulesTrait {
  /** Whether a key has just these rules. */
  readonly fits: RulesFit;
  /** Without such a key: which can still show the same. */
  readonly near?: RulesFit;
  /** The rules that show the point best: where one rule is lacking, all others, as a backend may take one of them for it. */
  readonly best?: (endpoint: Endpoint) => readonly string[];
  /** Behind `a secret key of role Player`. */
  readonly words: (endpoint: Endpoint) => string;
  /** Written so that endpoints which one line can serve get the same line. */
  readonly example: (endpoint: Endpoint) => NewRules;
}

/** Holds only of keys whose rules are all known. */
const ofAll =
  (fits: (rules: ReadonlySet<string>, endpoint: Endpoint) => boolean): RulesFit =>
  ({ rules }, endpoint) =>
    rules !== UNKNOWN && fits(rules, endpoint);

const holdsOwn: RulesFit = (key, { rule }) => holdsRule(key, rule) === true;
const lacksOwn: RulesFit = (key, { rule }) => holdsRule(key, rule) === false;
const holdsOther: RulesFit = (key, { otherRule }) => holdsRule(key, otherRule) === true;
const lacksOther: RulesFit = (key, { otherRule }) => holdsRule(key, otherRule) === false;
/** A rule of the same role that is missing may be one that the backend wrongly asks for. */
const lacksSome: RulesFit = (key, { role }) =>
  ENDPOINTS.some((each) => each.role === role && holdsRule(key, each.rule) === false);

const ofRole = (role: Role): readonly Endpoint[] => ENDPOINTS.filter((each) => each.role === role);
const without = (...rules: readonly string[]): readonly string[] =>
  PERMISSION_RULES.filter((each) => !rules.includes(each));
const OTHER_RULES = [...new Set(ENDPOINTS.map(({ otherRule }) => otherRule))];
const dashed = ({ id }: Endpoint): string => id.replace('.', '-');

const NO_RULE: NewRules = { label: 'no-rules', rules: [], what: 'without any rules' };
const EVERY_RULE: NewRules = {
  label: 'every-rule',
  rules: PERMISSION_RULES,
  what: 'with every rule there is',
};

export const KEY_RULES = {
  none: {
    fits: ofAll((rules) => rules.size === 0),
    near: (key, endpoint) =>
      lacksOwn(key, endpoint) && (endpoint.variant !== 'client' || lacksOther(key, endpoint)),
    best: () => [],
    words: () => NO_RULE.what,
    example: () => NO_RULE,
  },
  'with-own': {
    fits: holdsOwn,
    words: ({ rule }) => `with the rule ${rule}`,
    example: () => EVERY_RULE,
  },
  'without-own': {
    fits: lacksOwn,
    best: ({ rule }) => without(rule),
    words: ({ rule }) => `without the rule ${rule}`,
    example: () => NO_RULE,
  },
  'own-only': {
    fits: ofAll((rules, { rule }) => rules.size === 1 && rules.has(rule)),
    near: (key, endpoint) => holdsOwn(key, endpoint) && lacksSome(key, endpoint),
    best: ({ rule }) => [rule],
    words: ({ rule }) => `with the rule ${rule} alone`,
    example: (endpoint) => ({
      label: `only-${dashed(endpoint)}`,
      rules: [endpoint.rule],
      what: `with the rule ${endpoint.rule} alone`,
    }),
  },
  'own-and-other': {
    fits: ofAll((rules, { rule, otherRule }) => rules.size === 2 && rules.has(rule) && rules.has(otherRule)),
    near: (key, endpoint) => holdsOwn(key, endpoint) && holdsOther(key, endpoint) && lacksSome(key, endpoint),
    best: ({ rule, otherRule }) => [rule, otherRule],
    words: ({ rule, otherRule }) => `with the rules ${rule} and ${otherRule} alone`,
    example: (endpoint) => ({
      label: `only-${dashed(endpoint)}-and-other`,
      rules: [endpoint.rule, endpoint.otherRule],
      what: `with the rules ${endpoint.rule} and ${endpoint.otherRule} alone`,
    }),
  },
  'all-but-own': {
    fits: ofAll(
      (rules, { rule }) =>
        !rules.has(rule) && PERMISSION_RULES.every((each) => each === rule || rules.has(each)),
    ),
    near: lacksOwn,
    best: ({ rule }) => without(rule),
    words: ({ rule }) => `with all rules but ${rule}`,
    example: (endpoint) => ({
      label: `all-but-${dashed(endpoint)}`,
      rules: without(endpoint.rule),
      what: `with all rules but ${endpoint.rule}`,
    }),
  },
  'without-other': {
    fits: (key, endpoint) => holdsOwn(key, endpoint) && lacksOther(key, endpoint),
    best: ({ otherRule }) => without(otherRule),
    words: ({ rule, otherRule }) => `with the rule ${rule}, without ${otherRule}`,
    example: ({ role }) => ({
      label: 'self-only',
      rules: ofRole(role).map(({ rule }) => rule),
      what: 'with the selfEnable rules, without the otherSelfEnable rules',
    }),
  },
  'other-only': {
    fits: (key, endpoint) => lacksOwn(key, endpoint) && holdsOther(key, endpoint),
    best: () => OTHER_RULES,
    words: ({ rule, otherRule }) => `with the rule ${otherRule}, without ${rule}`,
    example: () => ({
      label: 'other-only',
      rules: OTHER_RULES,
      what: 'with the otherSelfEnable rules alone',
    }),
  },
} as const satisfies Record<string, RulesTrait>;

export type WantedRules = keyof typeof KEY_RULES;

/** What a case can ask of the rules of its key, one row for each word of the format. */
export const rulesTrait = (wanted: WantedRules): RulesTrait => KEY_RULES[wanted];

/** Every rule that the role has a use for: one such key serves most cases of its endpoints. A run learns which it has. */
export function plainRules(role: Role): NewRules {
  const rules = ofRole(role).flatMap(({ rule, otherRule, variant }) =>
    variant === 'client' ? [rule, otherRule] : [rule],
  );
  return { label: '', rules, what: '' };
}

/** Rules of the endpoint's role count most, and of these those of its resource: they are the most easily taken for its own. */
function weight(rule: string, { role, resource }: Endpoint): number {
  const of = ENDPOINTS.find(
    (each) => each.rule === rule || (each.variant === 'client' && each.otherRule === rule),
  );
  return 1 + (of?.resource === resource ? 4 : 0) + (of?.role === role ? 32 : 0);
}

/** How far the rules of a key are from those that show the point best; unknown ones are the farthest. */
export function rulesDistance(
  { rules }: SecretKey,
  endpoint: Endpoint,
  wanted: WantedRules | undefined,
): number {
  const bestFor = wanted === undefined ? undefined : rulesTrait(wanted).best;
  if (bestFor === undefined) return 0;
  if (rules === UNKNOWN) return Infinity;
  const best = new Set(bestFor(endpoint));
  return PERMISSION_RULES.filter((rule) => best.has(rule) !== rules.has(rule)).reduce(
    (sum, rule) => sum + weight(rule, endpoint),
    0,
  );
}

interface LimitTrait {
  readonly fits: (limits: KeyLimits) => boolean;
  /** The limits of a key that is to be declared, and the same as YAML. */
  readonly example: KeyLimits;
  readonly text: string;
  /** Behind `with` or `and`. */
  readonly words: string;
}

export const KEY_LIMITS = {
  rate: {
    fits: ({ requestsPerSecond }) => requestsPerSecond !== undefined,
    example: { requestsPerSecond: 20 },
    text: 'requestsPerSecond: 20',
    words: 'limits.requestsPerSecond',
  },
  sessions: {
    fits: ({ sessions, sessionSeconds }) => sessions !== undefined && sessionSeconds !== undefined,
    example: { sessions: 2, sessionSeconds: 5 },
    text: 'sessions: 2, sessionSeconds: 5',
    words: 'limits.sessions',
  },
} as const satisfies Record<string, LimitTrait>;
