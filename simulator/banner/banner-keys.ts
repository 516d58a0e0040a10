/** Secret keys and auth tokens in the banner text: what each of them opens, in a few words. */
import { PERMISSION_RULES, RESOURCES, ruleName } from '../../src/contract/endpoints.ts';
import { UNKNOWN, type AuthToken, type KeyLimits, type SecretKey } from '../../src/world/world.ts';

/** A secret as a world file has it. Public ones are shown; others are shown as their shell variable. */
export interface ShownSecret {
  readonly name: string;
  readonly value: string;
  readonly envName: string;
  readonly public: boolean;
  /** Whether that shell variable holds the value where the simulator was started. */
  readonly isSet?: boolean;
}

const RULE_WORDS = [...new Set(PERMISSION_RULES.map((rule) => rule.slice(rule.lastIndexOf('.') + 1)))];
/** The most missing rules that are named; if more are missing, the existing ones are named. */
const FEW = 2;

/** The rules of one word: the word alone where every resource has it. */
function withWord(word: string, rules: ReadonlySet<string>): readonly string[] {
  const having = RESOURCES.filter((resource) => rules.has(ruleName(resource, word)));
  if (having.length === RESOURCES.length) return [word];
  return having.map((resource) => `${resource} ${word}`);
}

/** For instance `selfEnable, otherSelfEnable` or `every rule but group selfEnable`. */
export function describeRules(rules: SecretKey['rules']): string {
  if (rules === UNKNOWN) return 'rules not declared';
  if (rules.size === 0) return 'no rule';
  const missing = new Set(PERMISSION_RULES.filter((rule) => !rules.has(rule)));
  if (missing.size === 0) return 'every rule';
  const named = missing.size <= FEW ? missing : rules;
  const words = RULE_WORDS.flatMap((word) => withWord(word, named)).join(', ');
  return missing.size <= FEW ? `every rule but ${words}` : words;
}

function describeLimits({ requestsPerSecond, sessions, sessionSeconds }: KeyLimits): readonly string[] {
  const within = sessionSeconds === undefined ? '' : ` in ${sessionSeconds} s`;
  return [
    ...(requestsPerSecond === undefined ? [] : [`${requestsPerSecond} requests/s`]),
    ...(sessions === undefined ? [] : [`${sessions} sessions${within}`]),
  ];
}

function describeGame(game: SecretKey['game']): string {
  if (game === UNKNOWN) return 'game not declared';
  return game ?? 'any game';
}

/** What a key opens: role, game, rules, limits. */
export function describeKey({ role, game, rules, limits }: SecretKey): string {
  const parts = [role === UNKNOWN ? 'role not declared' : role, describeGame(game), describeRules(rules)];
  return [...parts, ...describeLimits(limits)].join('; ');
}

/** Whose a token is. */
export function describeToken({ holder, expired }: AuthToken): string {
  const whose = holder.kind === 'dashboard' ? 'admin dashboard' : `${holder.userId}; ${holder.game}`;
  return expired ? `${whose}; expired` : whose;
}

/** The value of a public secret, the shell variable of any other. */
export function showSecret(secret: ShownSecret | undefined): string {
  if (secret === undefined) return '?';
  return secret.public ? secret.value : `$${secret.envName}`;
}
