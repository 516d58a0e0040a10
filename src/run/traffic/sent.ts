/** What is known of a recorded request before its reply: the request as one of our own would be, its secrets by name, what is right for it, and what its client owes. */
import { endpointOf } from '../../spec/endpoints.ts';
import type { Dialect } from '../../spec/dialect/dialect.ts';
import { AUTH_TOKEN, HEADER_RULES, SECRET_KEY } from '../../spec/headers.ts';
import type { Extension } from '../../spec/members.ts';
import { type HeaderLine, isSecretRef, type Request } from '../../http/request.ts';
import type { RequestReading } from '../../judge/expect/allow.ts';
import { allowedForRequest } from '../../judge/expect/allowed-for-request.ts';
import type { Allowed } from '../../judge/expect/allowed.ts';
import { readingsOf } from '../../judge/expect/readings.ts';
import type { Finding } from '../../judge/finding.ts';
import { brokenDuties, dutyClause } from '../../judge/rules/duties.ts';
import { headerKey } from '../../judge/rules/reading/header-values.ts';
import { rulingsOn } from '../../judge/rules/rulebook.ts';
import { isSure } from '../../judge/rules/ruling.ts';
import type { DeclaredWorld } from '../../world/declared-world.ts';
import { UNKNOWN } from '../../world/world.ts';
import { isCredential } from './masking.ts';
import { recordedPlace, type RecordedPlace } from './recorded-place.ts';
import type { RecordedSecrets } from './recorded-secrets.ts';
import type { FailOnWho, Recorded } from './recorded.ts';

/** What recordings are judged by. */
export interface TrafficFacts {
  readonly world: DeclaredWorld;
  readonly extensions: readonly Extension[];
  readonly secrets: RecordedSecrets;
  readonly dialect: Dialect;
  /** The URL or the path before that of an operation; undefined: any. */
  readonly server: string | undefined;
  /** Headers that ask the backend for a refusal; a request that has one and gets it shows nothing. */
  readonly provoke: ReadonlyMap<string, { readonly header: readonly [name: string, value: string] }>;
  readonly failOn: FailOnWho;
}

export interface RecordedCall {
  readonly request: Request;
  /** The declared one, and the secrets of the request that it does not list. */
  readonly world: DeclaredWorld;
  /** None where no operation is reached. */
  readonly readings: readonly RequestReading[];
  readonly allowed: Allowed;
  /** Duties of a client that the request breaks, as far as the recording holds it. */
  readonly owed: readonly Finding[];
}

/** The world, with the keys and tokens of a request that it does not list: of them nothing is known. */
function worldOf(headers: readonly HeaderLine[], { world, secrets }: TrafficFacts): DeclaredWorld {
  const unlisted = (header: string): readonly string[] =>
    headers.flatMap(([name, value]) =>
      isSecretRef(value) && headerKey(name) === headerKey(header) && !secrets.declared.has(value.secret)
        ? [value.secret]
        : [],
    );
  const [keys, tokens] = [unlisted(SECRET_KEY), unlisted(AUTH_TOKEN)];
  if (keys.length + tokens.length === 0) return world;
  const nothing = { role: UNKNOWN, game: UNKNOWN, rules: UNKNOWN, limits: {}, unlisted: true } as const;
  const issued = { holder: { kind: 'dashboard' }, expired: false, unlisted: true } as const;
  return {
    ...world,
    secretKeys: [...keys.map((name) => ({ name, ...nothing })), ...world.secretKeys],
    authTokens: [...tokens.map((name) => ({ name, ...issued })), ...world.authTokens],
  };
}

/** What is right for the request. Where unknown facts leave refusals open but one is sure, a reply of another kind breaks the clause of that one. */
function allowedOf(request: Request, readings: readonly RequestReading[], facts: TrafficFacts): Allowed {
  const allowed = allowedForRequest(request, facts);
  const [reading, another] = readings;
  if (reading === undefined || another !== undefined || allowed.strictness !== 'endpoint') return allowed;
  const sure = rulingsOn(reading.call, facts).find(isSure);
  return sure === undefined ? allowed : { ...allowed, clause: sure.clause };
}

const SECRET_HEADERS = [SECRET_KEY, AUTH_TOKEN] as const;
export type SecretHeader = (typeof SECRET_HEADERS)[number];
/** Stands for a header that was taken out. */
const TAKEN_OUT = '***';

const has = ({ headers }: Recorded, wanted: string): boolean =>
  headers.some(([name, value]) => value !== '' && headerKey(name) === headerKey(wanted));

const needs = ({ endpoint }: RecordedPlace, name: SecretHeader): boolean =>
  HEADER_RULES[name][endpointOf(endpoint).variant] === 'required';

/** The header lines with secrets by their names. Those of the query get names, too, so that they are masked wherever they are shown. */
export function namedLines({ headers, url }: Pick<Recorded, 'headers' | 'url'>, secrets: RecordedSecrets) {
  const [, query = ''] = url.split('?', 2);
  for (const [name, value] of new URLSearchParams(query))
    if (value !== '' && isCredential(name)) secrets.refer(name, value);
  return headers.map(([name, value]): HeaderLine =>
    value !== '' && isCredential(name) ? [name, secrets.refer(name, value)] : [name, value],
  );
}

/** Sees all requests of a recording before anything of it is shown: names their secrets, and gives the headers that some lack and none has. Recorders leave these out, and people take them out before they share it. */
export function lostHeaders(
  exchanges: Iterable<readonly [place: string, Recorded | undefined]>,
  secrets: RecordedSecrets,
): readonly SecretHeader[] {
  const [needed, had] = [new Set<string>(), new Set<string>()];
  for (const [, each] of exchanges) {
    if (each === undefined) continue;
    namedLines(each, secrets);
    const place = recordedPlace(each.url);
    for (const name of SECRET_HEADERS)
      if (has(each, name)) had.add(name);
      else if (place?.isReached === true && needs(place, name)) needed.add(name);
  }
  return SECRET_HEADERS.filter((name) => needed.has(name) && !had.has(name));
}

/** `lost`: headers that no request of the recording has. */
export function sentCall(
  recorded: Recorded,
  place: RecordedPlace,
  facts: TrafficFacts,
  lost: readonly SecretHeader[],
): RecordedCall {
  const { method, url, body, wire, isBodyLost } = recorded;
  const { endpoint, path, isReached } = place;
  const own = lost.filter((name) => needs(place, name));
  const lines = [
    ...recorded.headers.filter(([name]) => !own.some((each) => headerKey(each) === headerKey(name))),
    ...own.map((name) => [name, TAKEN_OUT] as const),
  ];
  const headers = namedLines({ headers: lines, url: path }, facts.secrets);
  const request = { endpoint, method, path, headers, body, ...(wire !== undefined && { wire }) };
  const world = worldOf(headers, facts);
  const readings = isReached ? readingsOf(request, world) : [];
  const allowed = allowedOf(request, readings, { ...facts, world });
  const sent = { method, target: isReached ? path : url, headers: lines.flat(), body };
  const mayLackHeaders = lost.length > 0 || typeof recorded.reply === 'string';
  const owed = brokenDuties(sent, readings[0]?.call)
    .filter(({ absent, ofBody }) => !(mayLackHeaders && absent) && !(isBodyLost && ofBody))
    .map((duty): Finding => ({
      kind: 'client-duty',
      clause: dutyClause(duty),
      level: duty.guess ? 'should' : 'must',
      at: '',
      expected: duty.guess ? duty.todo : `${duty.todo} (§${duty.section})`,
      actual: duty.wrong,
    }));
  return { request, world, readings, allowed, owed };
}
