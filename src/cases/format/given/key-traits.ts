/** What a case can ask of its secret key: permission rules and limits, each with its words. */
import { ENDPOINTS, PERMISSION_RULES, type Endpoint } from '../../../spec/endpoints.ts';
import { holdsRule, UNKNOWN, type KeyLimits, type SecretKey } from '../../../world/world.ts';

type RulesFit = (key: SecretKey, endpoint: Endpoint) => boolean;

interface RulesTrait {
  /** Whether a key has just these rules. */
  readonly fits: RulesFit;
  /** Without such a key: which can still show the same. */
  readonly near?: RulesFit;
  /** The rules that show the point best: where one rule is lacking, all others, as a backend may take one of them for it. */
  readonly best?: (endpoint: Endpoint) => readonly string[];
  /** Behind `a Player key`, the same for all endpoints of a role, so that needs that one key serves are one need. */
  readonly words: string;
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

const rulesWithout = (...rules: readonly string[]): readonly string[] =>
  PERMISSION_RULES.filter((each) => !rules.includes(each));
const OTHER_RULES = [...new Set(ENDPOINTS.map(({ otherRule }) => otherRule))];

export const KEY_RULES = {
  none: {
    fits: ofAll((rules) => rules.size === 0),
    near: (key, endpoint) =>
      lacksOwn(key, endpoint) && (endpoint.variant !== 'client' || lacksOther(key, endpoint)),
    best: () => [],
    words: 'without rules',
  },
  'with-own': {
    fits: holdsOwn,
    words: 'with the rule of the endpoint',
  },
  'without-own': {
    fits: lacksOwn,
    best: ({ rule }) => rulesWithout(rule),
    words: 'without the rule of the endpoint',
  },
  'own-only': {
    fits: ofAll((rules, { rule }) => rules.size === 1 && rules.has(rule)),
    near: (key, endpoint) => holdsOwn(key, endpoint) && lacksSome(key, endpoint),
    best: ({ rule }) => [rule],
    words: 'with the rule of the endpoint alone',
  },
  'own-and-other': {
    fits: ofAll((rules, { rule, otherRule }) => rules.size === 2 && rules.has(rule) && rules.has(otherRule)),
    near: (key, endpoint) => holdsOwn(key, endpoint) && holdsOther(key, endpoint) && lacksSome(key, endpoint),
    best: ({ rule, otherRule }) => [rule, otherRule],
    words: 'with the rule of the endpoint and otherSelfEnable alone',
  },
  'all-but-own': {
    fits: ofAll(
      (rules, { rule }) =>
        !rules.has(rule) && PERMISSION_RULES.every((each) => each === rule || rules.has(each)),
    ),
    near: lacksOwn,
    best: ({ rule }) => rulesWithout(rule),
    words: 'with all rules but the one of the endpoint',
  },
  'without-other': {
    fits: (key, endpoint) => holdsOwn(key, endpoint) && lacksOther(key, endpoint),
    best: ({ otherRule }) => rulesWithout(otherRule),
    words: 'with the rule of the endpoint, without otherSelfEnable',
  },
  'other-only': {
    fits: (key, endpoint) => lacksOwn(key, endpoint) && holdsOther(key, endpoint),
    best: () => OTHER_RULES,
    words: 'with otherSelfEnable, without the rule of the endpoint',
  },
} as const satisfies Record<string, RulesTrait>;

export type WantedRules = keyof typeof KEY_RULES;

/** What a case can ask of the rules of its key, one row for each word of the format. */
export const rulesTrait = (wanted: WantedRules): RulesTrait => KEY_RULES[wanted];

/** Rules of the endpoint's role count most, and of these those of its resource: they are the most easily taken for its own. */
function weight(rule: string, { role, resource }: Endpoint): number {
  const of = ENDPOINTS.find(
    (each) => each.rule === rule || (each.variant === 'client' && each.otherRule === rule),
  );
  return 1 + (of?.resource === resource ? 4 : 0) + (of?.role === role ? 32 : 0);
}

/** More than any rules that are known. */
const UNKNOWN_DISTANCE = 1_000_000;

/** How far the rules of a key are from those that show the point best; unknown ones are the farthest. */
export function rulesDistance({ rules }: SecretKey, endpoint: Endpoint, wanted: WantedRules): number {
  const bestFor = rulesTrait(wanted).best;
  if (bestFor === undefined) return 0;
  if (rules === UNKNOWN) return UNKNOWN_DISTANCE;
  const best = new Set(bestFor(endpoint));
  return PERMISSION_RULES.filter((rule) => best.has(rule) !== rules.has(rule)).reduce(
    (sum, rule) => sum + weight(rule, endpoint),
    0,
  );
}

interface LimitTrait {
  readonly fits: (limits: KeyLimits) => boolean;
  /** Behind `a Player key`. */
  readonly words: string;
}

export const KEY_LIMITS = {
  rate: {
    fits: ({ requestsPerSecond }) => requestsPerSecond !== undefined,
    words: 'with limits.requestsPerSecond',
  },
  sessions: {
    fits: ({ sessions, sessionSeconds }) => sessions !== undefined && sessionSeconds !== undefined,
    words: 'with limits.sessions',
  },
} as const satisfies Record<string, LimitTrait>;
