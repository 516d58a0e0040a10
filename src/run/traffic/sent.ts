/** What is known of a recorded request before its reply: the request as one of our own would be, its secrets by name, and what is right for it. */
import { endpointOf } from '../../spec/endpoints.ts';
import { AUTH_TOKEN, HEADER_RULES, SECRET_KEY } from '../../spec/headers.ts';
import type { Dialect } from '../../spec/dialect/dialect.ts';
import { isSecretRef, type HeaderLine } from '../../http/header-value.ts';
import type { Request } from '../../http/request.ts';
import type { RequestReading } from '../../judge/expect/allow.ts';
import { allowedForRequest } from '../../judge/expect/allowed-for-request.ts';
import type { Allowed } from '../../judge/expect/allowed.ts';
import { readingsOf } from '../../judge/expect/readings.ts';
import { brokenDuties, type Duty } from '../../judge/rules/duties.ts';
import { headerKey } from '../../judge/rules/reading/header-values.ts';
import type { Extension } from '../../spec/members.ts';
import type { DeclaredWorld } from '../../world/declared-world.ts';
import { UNKNOWN, type AuthToken, type SecretKey } from '../../world/world.ts';
import type { Recorded } from './recorded.ts';
import { isCredential, type RecordedSecrets } from './recorded-secrets.ts';
import type { RecordedPlace } from './where-recorded.ts';

export interface RecordedCall {
  readonly request: Request;
  /** The declared one, and the secrets of the request that it does not list. */
  readonly world: DeclaredWorld;
  /** None where no operation is reached. */
  readonly readings: readonly RequestReading[];
  readonly allowed: Allowed;
  /** What its client owes. */
  readonly broken: readonly Duty[];
  /** The headers with a secret that it has, and those that it lacks though its operation needs them. */
  readonly present: readonly string[];
  readonly lacking: readonly string[];
}

/** What recordings are judged by. */
export interface Ground {
  readonly world: DeclaredWorld;
  readonly extensions: readonly Extension[];
  readonly secrets: RecordedSecrets;
  readonly dialect: Dialect;
}

/** Headers that hold a secret, by their names. */
const SECRETS = new Map(([SECRET_KEY, AUTH_TOKEN] as const).map((name) => [headerKey(name), name]));

const unlistedKey = (name: string): SecretKey => ({
  name,
  role: UNKNOWN,
  game: UNKNOWN,
  rules: UNKNOWN,
  limits: {},
  unlisted: true,
});

const unlistedToken = (name: string): AuthToken => ({
  name,
  holder: { kind: 'dashboard' },
  expired: false,
  unlisted: true,
});

/** Remembers the values of secrets in a query, so that they are masked wherever they are shown. */
function noteQuery(path: string, secrets: RecordedSecrets): void {
  const query = path.indexOf('?');
  if (query === -1) return;
  for (const [name, value] of new URLSearchParams(path.slice(query)))
    if (value !== '' && isCredential(name)) secrets.refer(name, value);
}

function worldOf(headers: readonly HeaderLine[], { world, secrets }: Ground): DeclaredWorld {
  const unlisted = (header: string): readonly string[] =>
    headers.flatMap(([name, value]) =>
      isSecretRef(value) && headerKey(name) === headerKey(header) && !secrets.isDeclared(value.secret)
        ? [value.secret]
        : [],
    );
  const [keys, tokens] = [unlisted(SECRET_KEY), unlisted(AUTH_TOKEN)];
  if (keys.length + tokens.length === 0) return world;
  return {
    ...world,
    secretKeys: [...keys.map(unlistedKey), ...world.secretKeys],
    authTokens: [...tokens.map(unlistedToken), ...world.authTokens],
  };
}

function sentAs(
  recorded: Recorded,
  { endpoint, path, isReached }: RecordedPlace,
  ground: Ground,
): RecordedCall {
  const { method, url, body, wire } = recorded;
  const { secrets, extensions } = ground;
  noteQuery(path, secrets);
  const headers = recorded.headers.map(([name, value]): HeaderLine =>
    value !== '' && isCredential(name) ? [name, secrets.refer(name, value)] : [name, value],
  );
  const request = { endpoint, method, path, headers, body, ...(wire !== undefined && { wire }) };
  const world = worldOf(headers, ground);
  const readings = isReached ? readingsOf(request, world) : [];
  const sent = { method, target: isReached ? path : url, headers: recorded.headers.flat(), body };
  const present = recorded.headers.flatMap(([name, value]) => (value === '' ? [] : headerKey(name)));
  const { variant } = endpointOf(endpoint);
  return {
    request,
    world,
    readings,
    allowed: allowedForRequest(request, { world, extensions }),
    broken: brokenDuties(sent, readings[0]?.call),
    present: present.filter((key) => SECRETS.has(key)),
    lacking: [...SECRETS].flatMap(([key, name]) =>
      HEADER_RULES[name][variant] === 'required' && !present.includes(key) ? key : [],
    ),
  };
}

/** So many characters of requests are remembered, then all are forgotten. What a body is read as takes so many times the memory of a head. */
const MAX_CHARACTERS = 6 * 1024 * 1024;
const BODY_TIMES = 32;
/** Longer requests rarely occur twice. */
const MAX_LENGTH = 2048;

/** A client sends the same request again and again: what is known of it is found out once. */
export function sentRequests(ground: Ground): (recorded: Recorded, place: RecordedPlace) => RecordedCall {
  const known = new Map<string, RecordedCall>();
  let characters = 0;
  return (recorded, place) => {
    const { method, url, headers, body, wire } = recorded;
    const print = JSON.stringify([method, url, wire, headers, body?.toString('latin1')]);
    const found = known.get(print);
    if (found !== undefined) return found;
    const sent = sentAs(recorded, place, ground);
    if (print.length > MAX_LENGTH) return sent;
    characters += print.length + BODY_TIMES * (body?.length ?? 0);
    if (characters > MAX_CHARACTERS) {
      known.clear();
      characters = 0;
    }
    known.set(print, sent);
    return sent;
  };
}
