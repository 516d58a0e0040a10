/** From a request to the ways in which a backend may read it: the calls that the rulebook is asked about. */
import { AUTH_TOKEN, CONTENT_TYPE, GAME_ID, SECRET_KEY } from '../../spec/headers.ts';
import { type Endpoint, endpointOf } from '../../spec/endpoints.ts';
import { and, contradicts, when, type When } from '../../spec/dialect/questions.ts';
import { type HeaderValue, isSecretRef, NO_BODY_BYTES, type Request } from '../../http/request.ts';
import { CHUNKED_WIRE } from '../../http/alterations/wire-alterations.ts';
import {
  type Body,
  type Call,
  contentTypeKind,
  type ContentTypeKind,
  EMPTY,
  MISSING,
  NEVER_ISSUED,
  type Presented,
  presentedGame,
  type PresentedGame,
} from '../rules/call.ts';
import { unread } from '../rules/body-rules.ts';
import { readBodies, type BodyReading } from '../rules/reading/body-readings.ts';
import {
  headerKey,
  type HeaderLines,
  headerValuesOf,
  percentDecoded,
  presentedValue,
  REPEATED_READINGS,
  trimBlanks,
  withDashes,
} from '../rules/reading/header-values.ts';
import type { SecretSpelling } from '../../world/secret-spelling.ts';
import { secretReadings } from './altered-secret.ts';
import type { DeclaredWorld } from '../../world/declared-world.ts';
import type { RequestReading } from './allow.ts';
import { TAG_KEYS } from '../../spec/members.ts';
import type { Json, JsonObject } from '../rules/json.ts';

/** One way to read a part of a request. */
interface Reading<T> {
  readonly value: T;
  readonly when: readonly When[];
}

const NO_CONDITIONS: readonly When[] = [];

type WrittenSecret = { readonly name: string; readonly spelling?: SecretSpelling };

/** What a header's value presents. Secrets are unguessable: a literal text belongs to no key or token, and neither do most altered secrets. */
function presentedBy<T extends WrittenSecret>(
  value: HeaderValue | undefined,
  issued: readonly T[],
): readonly Reading<Presented<T>>[] {
  const only = (presented: Presented<T>): readonly Reading<Presented<T>>[] => [
    { value: presented, when: NO_CONDITIONS },
  ];
  if (value === undefined) return only(MISSING);
  if (!isSecretRef(value)) return only(value === '' ? EMPTY : NEVER_ISSUED);
  if (value.alter === 'empty') return only(EMPTY);
  const known = issued.find(({ name }) => name === value.secret);
  if (known === undefined) return only(NEVER_ISSUED);
  return secretReadings(known.spelling, value.alter).map(({ kept, when: conditions }) => ({
    value: kept ? { is: 'known', value: known } : NEVER_ISSUED,
    when: conditions,
  }));
}

/** Every way to read a header that presents a secret: which of its lines counts, and what that one presents. */
function presentedReadings<T extends WrittenSecret>(
  lines: RequestLines,
  name: string,
  issued: readonly T[],
): readonly Reading<Presented<T>>[] {
  return headerReadings(lines, name).flatMap(({ value: line, when: counted }) =>
    presentedBy(line, issued).map(({ value, when: spelled }) => ({ value, when: and(counted, spelled) })),
  );
}

const valueText = (value: HeaderValue): string => (isSecretRef(value) ? value.secret : value);

function contentTypeOf(value: HeaderValue | undefined): ContentTypeKind {
  return contentTypeKind(value === undefined || isSecretRef(value) ? undefined : value);
}

/** Joined with a secret, lines match no key or token. */
const MANNER = {
  trim: (value: HeaderValue): HeaderValue => (isSecretRef(value) ? value : trimBlanks(value)),
  join: (before: HeaderValue, next: HeaderValue): HeaderValue => `${valueText(before)}, ${valueText(next)}`,
};

type RequestLines = HeaderLines<HeaderValue>;

/** A header that occurs once is read as it is, a repeated one in every way that `header.repeated` names. */
function headerReadings(lines: RequestLines, name: string): readonly Reading<HeaderValue | undefined>[] {
  const values = headerValuesOf<HeaderValue>(lines, headerKey(name), MANNER);
  if (values.count < 2) return [{ value: values.first, when: NO_CONDITIONS }];
  return REPEATED_READINGS.map((option) => ({
    value: presentedValue(values, option),
    when: [when('header.repeated', option)],
  }));
}

/** Blanks of Latin-1 that servers trim around a value, though HTTP names others. */
const LATIN_BLANKS = /^[\x85\xa0]+|[\x85\xa0]+$/g;

/** What Game-Id presents, by each way to trim and to decode it. */
function presentedGames(value: HeaderValue | undefined): readonly Reading<PresentedGame>[] {
  if (value === undefined) return [{ value: presentedGame(undefined), when: NO_CONDITIONS }];
  const text = valueText(value);
  const decoded = trimBlanks(percentDecoded(text));
  const asWritten = decoded === text ? NO_CONDITIONS : [when('header.percent', 'as written')];
  const written = [...new Set([text, text.replaceAll(LATIN_BLANKS, '')])].map((each) => ({
    value: presentedGame(each),
    when: asWritten,
  }));
  return decoded === text
    ? written
    : [...written, { value: presentedGame(decoded), when: [when('header.percent', 'decoded')] }];
}

function bodiesOf({ body = NO_BODY_BYTES }: Request, endpoint: Endpoint): readonly BodyReading[] {
  return readBodies(body).flatMap((reading) => {
    const other = inAnyCase(reading.body, endpoint);
    return other === undefined ? [reading] : [reading, { ...reading, body: other }];
  });
}

/** Whether the body comes in chunks, without a length. */
const isChunked = ({ wire, headers }: Request): boolean =>
  (wire !== undefined && CHUNKED_WIRE.has(wire)) ||
  headers.some(([name]) => headerKey(name) === 'transfer-encoding');

/** Every way in which the body of a request may come in: one in chunks as it is, or as an empty one (question http.chunked). */
function arrivals(request: Request): readonly Reading<Request>[] {
  if (!isChunked(request) || request.body === undefined) return [{ value: request, when: NO_CONDITIONS }];
  return [
    { value: request, when: [when('http.chunked', 'read')] },
    { value: { ...request, body: undefined }, when: [when('http.chunked', 'as empty')] },
  ];
}

/** The headers of a call, read in one way. */
type HeadReading = Reading<Pick<Call, 'key' | 'token' | 'game' | 'contentType'>>;

type Issued = Pick<DeclaredWorld, 'secretKeys' | 'authTokens'>;

/** Every reading of the headers; names with underscores are read in both ways that header.underscores names. */
function headsOf({ headers }: Request, issued: Issued): readonly HeadReading[] {
  const lines: RequestLines = headers.flat();
  const dashed = withDashes(lines);
  if (dashed === undefined) return headsOfLines(lines, issued);
  const under = (option: 'ignored' | 'read', heads: readonly HeadReading[]): readonly HeadReading[] =>
    heads.map((head) => ({ ...head, when: and(head.when, [when('header.underscores', option)]) }));
  return [...under('ignored', headsOfLines(lines, issued)), ...under('read', headsOfLines(dashed, issued))];
}

function headsOfLines(lines: RequestLines, { secretKeys, authTokens }: Issued): readonly HeadReading[] {
  const heads: HeadReading[] = [];
  // If the Content-Type occurs twice, header.repeated does not ask which line counts: any may, silently.
  const types = new Set(headerReadings(lines, CONTENT_TYPE).map(({ value }) => contentTypeOf(value)));
  const tokens = presentedReadings(lines, AUTH_TOKEN, authTokens);
  const games = headerReadings(lines, GAME_ID);
  for (const key of presentedReadings(lines, SECRET_KEY, secretKeys))
    for (const token of tokens)
      for (const { value, when: line } of games)
        for (const { value: game, when: written } of presentedGames(value))
          for (const contentType of types)
            heads.push({
              value: { key: key.value, token: token.value, game, contentType },
              when: and(and(and(key.when, token.when), line), written),
            });
  return heads.filter((head) => !contradicts(head.when));
}

function withoutBody({ call, when: conditions }: RequestReading): readonly RequestReading[] {
  const other = unread(call);
  return other === undefined ? [] : [{ call: other.call, when: and(conditions, other.when) }];
}

/** Every reading of a request. Secrets are found by their names in the world. */
export function readingsOf(request: Request, issued: Issued): readonly RequestReading[] {
  const endpoint = endpointOf(request.endpoint);
  const readings: RequestReading[] = [];
  const heads = headsOf(request, issued);
  for (const { value: arrived, when: came } of arrivals(request)) {
    const bytes = arrived.body?.length ?? 0;
    const bodies = bodiesOf(arrived, endpoint);
    for (const { value: parts, when: said } of heads)
      for (const { body, when: read } of bodies)
        readings.push({ call: { endpoint, ...parts, body, bytes }, when: and(and(came, said), read) });
  }
  return [...readings, ...readings.flatMap(withoutBody)];
}

/** The member of the document whose name differs in case alone: many platforms accept it, and no sentence forbids it (text.lenient, members.extra). */
function meant(name: string, { idMember }: Endpoint): string {
  if (name.length === idMember.length && name.toLowerCase() === idMember.toLowerCase()) return idMember;
  return name.length === TAG_KEYS.length && name.toLowerCase() === TAG_KEYS.toLowerCase() ? TAG_KEYS : name;
}

function renamedMembers(members: JsonObject, endpoint: Endpoint): JsonObject | undefined {
  let other = false;
  const named = new Map<string, Json>();
  for (const [name, value] of members) {
    const exact = meant(name, endpoint);
    other ||= exact !== name;
    named.set(exact, value);
  }
  return other ? named : undefined;
}

/** The body as read by a backend that ignores the case of member names; undefined: the member is missing. */
export function inAnyCase(body: Body, endpoint: Endpoint): Body | undefined {
  if (body.is !== 'object') return undefined;
  const members = renamedMembers(body.members, endpoint);
  return members === undefined ? undefined : { is: 'object', members };
}
