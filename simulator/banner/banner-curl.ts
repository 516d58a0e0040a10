/** A curl line that is answered with tags when pasted unchanged (§4). */
import { endpointOf, METHOD, type Endpoint, type EndpointId } from '../../src/contract/endpoints.ts';
import { AUTH_TOKEN, CONTENT_TYPE, GAME_ID, JSON_TYPE, SECRET_KEY } from '../../src/contract/headers.ts';
import { TAG_KEYS } from '../../src/contract/members.ts';
import { UNKNOWN, type AuthToken, type SecretKey, type Subject } from '../../src/world/world.ts';
import type { StoredWorld } from '../store.ts';
import { showSecret, type ShownSecret } from './banner-keys.ts';

/** What a request is made of. */
interface Plan {
  readonly key: SecretKey;
  readonly token: AuthToken | undefined;
  readonly game: string;
  readonly subject: Subject;
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
    ({ holder, expired }) =>
      !expired &&
      holder.kind === 'player' &&
      holder.game === subject.game &&
      subject.owners !== UNKNOWN &&
      subject.owners.includes(holder.userId),
  );
}

/** The first key with a subject of its game that it may read, its tags first those of one that has any. */
function planFor(endpoint: Endpoint, world: StoredWorld): Plan | undefined {
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

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
/** Double quotes where a shell variable stands in the text. */
const headerArgument = (name: string, secret: ShownSecret | undefined): string => {
  const text = `${name}: ${showSecret(secret)}`;
  return secret?.public === true ? quoted(text) : `"${text}"`;
};

function bodyOf({ subject }: Plan, endpoint: Endpoint, sendTagKeys: boolean): string {
  const keys = subject.tags === UNKNOWN ? [] : [...new Set(subject.tags.map(({ key }) => key))];
  return JSON.stringify({ [endpoint.idMember]: subject.id, ...(sendTagKeys && { [TAG_KEYS]: keys }) });
}

/** What a curl line is written for. */
export interface CurlTarget {
  readonly url: string;
  readonly world: StoredWorld;
  readonly secrets: readonly ShownSecret[];
  /** Whether the dialect refuses a request without tagKeys. */
  readonly sendTagKeys: boolean;
}

/** The line for an endpoint; undefined where the world has no key, token or subject for it. */
export function curlLine(
  id: EndpointId,
  { url, world, secrets, sendTagKeys }: CurlTarget,
): string | undefined {
  const endpoint = endpointOf(id);
  const plan = planFor(endpoint, world);
  if (plan === undefined) return undefined;
  const secretOf = ({ name }: { readonly name: string }): ShownSecret | undefined =>
    secrets.find((secret) => secret.name === name);
  const headers = [
    quoted(`${CONTENT_TYPE}: ${JSON_TYPE}`),
    headerArgument(SECRET_KEY, secretOf(plan.key)),
    ...(plan.token === undefined ? [] : [headerArgument(AUTH_TOKEN, secretOf(plan.token))]),
    ...(plan.key.game === null ? [quoted(`${GAME_ID}: ${plan.game}`)] : []),
  ];
  const parts = [
    `curl -sS -X ${METHOD} ${quoted(url + endpoint.path)}`,
    ...headers.map((header) => `-H ${header}`),
  ];
  return [...parts, `-d ${quoted(bodyOf(plan, endpoint, sendTagKeys))}`].join(' ');
}
