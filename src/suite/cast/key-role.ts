/** Which secret keys fit a case. */
import { ENDPOINTS, PERMISSION_RULES, type Endpoint } from '../../contract/endpoints.ts';
import { holdsRule, UNKNOWN, type SecretKey } from '../../world/world.ts';
import type { DeclaredWorld } from '../../world/declared-world.ts';
import { byWorld } from './by-world.ts';
import type { Given } from '../format/case-schema.ts';
import { spellingFits, spellingWords } from './spelling-role.ts';

type KeyGiven = NonNullable<Given['key']>;
type Rules = NonNullable<KeyGiven['rules']>;

type RulesFit = (key: SecretKey, endpoint: Endpoint) => boolean;

/** Holds only of keys whose rules are all known. */
const ofAll =
  (fits: (rules: ReadonlySet<string>, endpoint: Endpoint) => boolean): RulesFit =>
  ({ rules }, endpoint) =>
    rules !== UNKNOWN && fits(rules, endpoint);

const lacksOwn: RulesFit = (key, { rule }) => holdsRule(key, rule) === false;
const lacksOther: RulesFit = (key, { otherRule }) => holdsRule(key, otherRule) === false;
const holdsOther: RulesFit = (key, { otherRule }) => holdsRule(key, otherRule) === true;
const holdsOwn: RulesFit = (key, { rule }) => holdsRule(key, rule) === true;

const RULES_FIT: Record<Rules, RulesFit> = {
  none: ofAll((rules) => rules.size === 0),
  'with-own': holdsOwn,
  'without-own': lacksOwn,
  'own-only': ofAll((rules, { rule }) => rules.size === 1 && rules.has(rule)),
  'own-and-other': ofAll(
    (rules, { rule, otherRule }) => rules.size === 2 && rules.has(rule) && rules.has(otherRule),
  ),
  'all-but-own': ofAll(
    (rules, { rule }) =>
      !rules.has(rule) && PERMISSION_RULES.every((each) => each === rule || rules.has(each)),
  ),
  'without-other': (key, endpoint) => holdsOwn(key, endpoint) && lacksOther(key, endpoint),
  'other-only': (key, endpoint) => lacksOwn(key, endpoint) && holdsOther(key, endpoint),
};

/** Where no key has just these rules: what can still show the same, the nearest first. */
const RULES_NEAREST: Partial<Record<Rules, readonly RulesFit[]>> = {
  none: [
    (key, endpoint) =>
      lacksOwn(key, endpoint) && (endpoint.variant !== 'client' || lacksOther(key, endpoint)),
  ],
  'all-but-own': [lacksOwn],
  'own-only': [(key, endpoint) => holdsOwn(key, endpoint) && lacksSome(key, endpoint)],
  'own-and-other': [
    (key, endpoint) => holdsOwn(key, endpoint) && holdsOther(key, endpoint) && lacksSome(key, endpoint),
  ],
};

/** A rule of the same role that is missing may be one that the backend wrongly asks for. */
const lacksSome: RulesFit = (key, { role }) =>
  ENDPOINTS.some((each) => each.role === role && holdsRule(key, each.rule) === false);

const RULES_SAID: Record<Rules, (endpoint: Endpoint) => string> = {
  none: () => 'without any rules',
  'with-own': ({ rule }) => `with the rule ${rule}`,
  'without-own': ({ rule }) => `without the rule ${rule}`,
  'own-only': ({ rule }) => `with the rule ${rule} alone`,
  'own-and-other': ({ rule, otherRule }) => `with the rules ${rule} and ${otherRule} alone`,
  'all-but-own': ({ rule }) => `with all rules but ${rule}`,
  'without-other': ({ rule, otherRule }) => `with the rule ${rule}, without ${otherRule}`,
  'other-only': ({ rule, otherRule }) => `with the rule ${otherRule}, without ${rule}`,
};

function roleFits({ role }: SecretKey, endpoint: Endpoint, wanted: KeyGiven): boolean {
  if (wanted.role === 'other') return role !== UNKNOWN && role !== endpoint.role;
  return role === UNKNOWN || role === endpoint.role;
}

/** The ways in which rules may fit, the one that is wanted first. */
function rulesFits({ rules, role }: KeyGiven): readonly RulesFit[] {
  if (rules === undefined) return [(key, { rule }) => role === 'other' || holdsRule(key, rule) !== false];
  // A key of the other role lacks the rule of this one, unless the file says that it has it.
  if (role === 'other' && rules === 'without-own') return [(key, { rule }) => holdsRule(key, rule) !== true];
  return [RULES_FIT[rules], ...(RULES_NEAREST[rules] ?? [])];
}

/** Whether a key has just the rules that are wanted. */
export function hasRules(key: SecretKey, endpoint: Endpoint, wanted: KeyGiven): boolean {
  return rulesFits(wanted)[0]?.(key, endpoint) ?? true;
}

function gameFits({ game }: SecretKey, { game: wanted }: KeyGiven): boolean {
  if (wanted === undefined) return true;
  return game !== UNKNOWN && (wanted === 'unbound' ? game === null : game !== null);
}

function limitsFit({ limits }: SecretKey, { limit }: KeyGiven): boolean {
  if (limit === 'rate') return limits.requestsPerSecond !== undefined;
  if (limit === 'sessions') return limits.sessions !== undefined && limits.sessionSeconds !== undefined;
  return limits.requestsPerSecond === undefined && limits.sessions === undefined;
}

/** Lower is plainer: permitted to do what the endpoint asks for, for others too, and carrying a game. */
function oddness(key: SecretKey, { rule, otherRule, variant }: Endpoint): number {
  const has = (name: string): boolean => holdsRule(key, name) !== false;
  return (has(rule) ? 0 : 4) + (variant !== 'client' || has(otherRule) ? 0 : 2) + (key.game === null ? 1 : 0);
}

/** Keys whose limits a case exhausts: each endpoint begins with another one, so that fewer have to wait. */
function inTurn(keys: readonly SecretKey[], { id, role }: Endpoint): readonly SecretKey[] {
  const turn =
    keys.length === 0
      ? 0
      : ENDPOINTS.filter((each) => each.role === role).findIndex((each) => each.id === id) % keys.length;
  return [...keys.slice(turn), ...keys.slice(0, turn)];
}

function findKeys({ secretKeys }: DeclaredWorld, endpoint: Endpoint, wanted: KeyGiven): readonly SecretKey[] {
  if (wanted.name !== undefined) return secretKeys.filter(({ name }) => name === wanted.name);
  const others = secretKeys.filter(
    (key) =>
      roleFits(key, endpoint, wanted) &&
      gameFits(key, wanted) &&
      limitsFit(key, wanted) &&
      spellingFits(key, wanted.spelling),
  );
  const found = rulesFits(wanted)
    .map((fits) => others.filter((key) => fits(key, endpoint)))
    .find(({ length }) => length > 0);
  const fit = (found ?? []).toSorted((a, b) => oddness(a, endpoint) - oddness(b, endpoint));
  return wanted.limit === undefined ? fit : inTurn(fit, endpoint);
}

const keysFor = byWorld(
  (endpoint: Endpoint, wanted: KeyGiven) => `${endpoint.id} ${JSON.stringify(wanted)}`,
  findKeys,
);

/** The keys that may play the role, most permitted first. */
export function keyCandidates(
  world: DeclaredWorld,
  endpoint: Endpoint,
  { key: wanted = {} }: Given,
): readonly SecretKey[] {
  return keysFor(world, endpoint, wanted);
}

/** Whether a key may ask for something of this game. */
export function keyFitsGame({ game }: SecretKey, wanted: string): boolean {
  return game === UNKNOWN || game === null || game === wanted;
}

const LIMITS_SAID = { rate: 'with limits.requestsPerSecond', sessions: 'with limits.sessions' } as const;

/** What to declare so that a key fits. */
export function sayKey(endpoint: Endpoint, { key: wanted = {} }: Given): string {
  if (wanted.name !== undefined) return `a secret key named ${wanted.name} (world.secretKeys)`;
  const other = endpoint.role === 'Player' ? 'Admin' : 'Player';
  const parts = [
    `a secret key of role ${wanted.role === 'other' ? other : endpoint.role}`,
    wanted.rules !== undefined
      ? RULES_SAID[wanted.rules](endpoint)
      : wanted.role === 'other'
        ? ''
        : `with the rule ${endpoint.rule}`,
    wanted.game === undefined ? '' : wanted.game === 'bound' ? 'with a game' : 'without a game',
    wanted.limit === undefined ? '' : LIMITS_SAID[wanted.limit],
    spellingWords(wanted.spelling),
  ];
  return `${parts.filter((part) => part !== '').join(' ')} (world.secretKeys)`;
}
