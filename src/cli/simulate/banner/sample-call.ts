/** One request to an endpoint that is answered with tags, made of what the world holds (§4), and as a curl line that can be pasted unchanged. */
import {
  endpointOf,
  METHOD,
  type Endpoint,
  type EndpointId,
  PERMISSION_RULES,
  RESOURCES,
  ruleName,
} from '../../../spec/endpoints.ts';
import { AUTH_TOKEN, CONTENT_TYPE, GAME_ID, JSON_TYPE, SECRET_KEY } from '../../../spec/headers.ts';
import { TAG_KEYS } from '../../../spec/members.ts';
import {
  type AuthToken,
  isInForce,
  isOwnersToken,
  type KeyLimits,
  type SecretKey,
  type Subject,
  UNKNOWN,
} from '../../../world/world.ts';
import { bodyOf, type HeaderLine } from '../../../http/request.ts';
import { curlOf } from '../../../http/curl/curl.ts';
import { secretStoreOf } from '../../../http/secrets/secrets.ts';
import type { NamedSecret, StoredWorld } from '../../../../simulator/world/store.ts';

// Secret keys and auth tokens in the banner text: what each of them opens, in a few words.

/** A secret as a world file has it. Public ones are shown; others are shown as their shell variable. */
export interface ShownSecret extends Required<NamedSecret> {
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

const isPlain = ({ limits }: SecretKey): boolean => Object.keys(limits).length === 0;

/** The keys that open an endpoint, those without limits first. */
function keysFor(endpoint: Endpoint, { secretKeys }: StoredWorld): readonly SecretKey[] {
  const fit = secretKeys.filter(
    ({ role, rules, game }) =>
      role === endpoint.role && rules !== UNKNOWN && rules.has(endpoint.rule) && game !== UNKNOWN,
  );
  return [...fit.filter(isPlain), ...fit.filter((key) => !isPlain(key))];
}

function tokenFor(subject: Subject, world: StoredWorld): AuthToken | undefined {
  return world.authTokens.find(
    (token) => isInForce(token, subject.game) && isOwnersToken(token, subject.owners),
  );
}

/** The first key with a subject of its game that it may read; subjects with tags come first. */
function planFor(endpoint: Endpoint, world: StoredWorld) {
  for (const key of keysFor(endpoint, world)) {
    for (const subject of world.subjects) {
      const { game } = subject;
      const fits = subject.resource === endpoint.resource && (key.game === null || key.game === game);
      const token = fits && endpoint.variant === 'client' ? tokenFor(subject, world) : undefined;
      if (fits && (endpoint.variant !== 'client' || token !== undefined))
        return { key, token, game, subject };
    }
  }
  return undefined;
}

/** One endpoint of each variant and resource. */
const FIRST: readonly EndpointId[] = ['gamePlayer.client', 'characterPlayer.server', 'group.admin'];

/** What the lines to begin with are written for. */
interface CallTarget {
  readonly url: string;
  readonly world: StoredWorld;
  readonly secrets: readonly ShownSecret[];
  /** Whether the dialect refuses a request without tagKeys. */
  readonly sendTagKeys: boolean;
}

/** Curl lines to begin with, each a call that is answered with tags; none where the world has nothing to call. */
export function firstCalls({ url, world, secrets, sendTagKeys }: CallTarget): readonly string[] {
  const link = { baseUrl: new URL(url), secretStore: secretStoreOf(secrets), settings: { headers: [] } };
  return FIRST.flatMap((id) => {
    const endpoint = endpointOf(id);
    const plan = planFor(endpoint, world);
    if (plan === undefined) return [];
    const { key, token, game, subject } = plan;
    const keys = subject.tags === UNKNOWN ? [] : [...new Set(subject.tags.map((tag) => tag.key))];
    const headers: HeaderLine[] = [
      [CONTENT_TYPE, JSON_TYPE],
      [SECRET_KEY, { secret: key.name }],
      ...(token === undefined ? [] : [[AUTH_TOKEN, { secret: token.name }] as const]),
      ...(key.game === null ? [[GAME_ID, game] as const] : []),
    ];
    const body = { [endpoint.idMember]: subject.id, ...(sendTagKeys && { [TAG_KEYS]: keys }) };
    const { path } = endpoint;
    return [
      curlOf({ endpoint: id, method: METHOD, path, headers, body: bodyOf(JSON.stringify(body)) }, link),
    ];
  });
}
