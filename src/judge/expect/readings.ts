/** From a request to the ways in which a backend may read it: the calls that the rulebook is asked about. */
import { AUTH_TOKEN, CONTENT_TYPE, GAME_ID, SECRET_KEY } from '../../spec/headers.ts';
import { type Endpoint, endpointOf } from '../../spec/endpoints.ts';
import { and, when, type When } from '../../spec/dialect/questions.ts';
import { isSecretRef, type HeaderValue } from '../../http/header-value.ts';
import { NO_BODY_BYTES, type Request } from '../../http/request.ts';
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

/** What a header presents, read in one way. */
interface PresentedReading<T> {
  readonly presented: Presented<T>;
  readonly when: readonly When[];
}

const NO_CONDITIONS: readonly When[] = [];

type WrittenSecret = { readonly name: string; readonly spelling?: SecretSpelling };

/** What a header's value presents. Secrets are unguessable: a literal text belongs to no key or token, and neither do most altered secrets. */
function presentedBy<T extends WrittenSecret>(
  value: HeaderValue | undefined,
  issued: readonly T[],
): readonly PresentedReading<T>[] {
  const only = (presented: Presented<T>): readonly PresentedReading<T>[] => [
    { presented, when: NO_CONDITIONS },
  ];
  if (value === undefined) return only(MISSING);
  if (!isSecretRef(value)) return only(value === '' ? EMPTY : NEVER_ISSUED);
  if (value.alter === 'empty') return only(EMPTY);
  const known = issued.find(({ name }) => name === value.secret);
  if (known === undefined) return only(NEVER_ISSUED);
  return secretReadings(known.spelling, value.alter).map(({ kept, when: conditions }) => ({
    presented: kept ? { is: 'known', value: known } : NEVER_ISSUED,
    when: conditions,
  }));
}

/** Every way to read a header that presents a secret: which of its lines counts, and what that one presents. */
function presentedReadings<T extends WrittenSecret>(
  lines: RequestLines,
  name: string,
  issued: readonly T[],
): readonly PresentedReading<T>[] {
  return headerReadings(lines, name).flatMap(({ value, when: line }) =>
    presentedBy(value, issued).map(({ presented, when: spelled }) => ({
      presented,
      when: and(line, spelled),
    })),
  );
}

const valueText = (value: HeaderValue): string => (isSecretRef(value) ? value.secret : value);

function contentTypeOf(value: HeaderValue | undefined): ContentTypeKind {
  return contentTypeKind(value === undefined || isSecretRef(value) ? undefined : value);
}

interface HeaderValueReading {
  readonly value: HeaderValue | undefined;
  readonly when: readonly When[];
}

/** Joined with a secret, lines match no key or token. */
const MANNER = {
  trim: (value: HeaderValue): HeaderValue => (isSecretRef(value) ? value : trimBlanks(value)),
  join: (before: HeaderValue, next: HeaderValue): HeaderValue => `${valueText(before)}, ${valueText(next)}`,
};

type RequestLines = HeaderLines<HeaderValue>;

/** A header that occurs once is read as it is, a repeated one in every way that `header.repeated` names. */
function headerReadings(lines: RequestLines, name: string): readonly HeaderValueReading[] {
  const values = headerValuesOf<HeaderValue>(lines, headerKey(name), MANNER);
  if (values.count < 2) return [{ value: values.first, when: NO_CONDITIONS }];
  return REPEATED_READINGS.map((option) => ({
    value: presentedValue(values, option),
    when: [when('header.repeated', option)],
  }));
}

/** Blanks of Latin-1 that servers trim around a value, though HTTP names others. */
const LATIN_BLANKS = /^[\x85\xa0]+|[\x85\xa0]+$/g;

/** What Game-Id presents, by each way to trim it. */
function presentedGames(value: HeaderValue | undefined): readonly PresentedGame[] {
  if (value === undefined) return [presentedGame(undefined)];
  const text = valueText(value);
  return [...new Set([text, text.replaceAll(LATIN_BLANKS, '')])].map(presentedGame);
}

function bodiesOf({ body = NO_BODY_BYTES }: Request, endpoint: Endpoint): readonly BodyReading[] {
  return readBodies(body).flatMap((reading) => {
    const other = inAnyCase(reading.body, endpoint);
    return other === undefined ? [reading] : [reading, { ...reading, body: other }];
  });
}

/** The headers of a call, read in one way. */
interface HeadReading {
  readonly parts: Pick<Call, 'key' | 'token' | 'game' | 'contentType'>;
  readonly when: readonly When[];
}

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
        for (const game of presentedGames(value))
          for (const contentType of types)
            heads.push({
              parts: { key: key.presented, token: token.presented, game, contentType },
              when: and(and(key.when, token.when), line),
            });
  return heads;
}

function withoutBody({ call, when: conditions }: RequestReading): readonly RequestReading[] {
  const other = unread(call);
  return other === undefined ? [] : [{ call: other.call, when: and(conditions, other.when) }];
}

/** Every reading of a request. Secrets are found by their names in the world. */
export function readingsOf(request: Request, issued: Issued): readonly RequestReading[] {
  const endpoint = endpointOf(request.endpoint);
  const bytes = request.body?.length ?? 0;
  const readings: RequestReading[] = [];
  const bodies = bodiesOf(request, endpoint);
  for (const { parts, when: said } of headsOf(request, issued))
    for (const { body, when: read } of bodies)
      readings.push({ call: { endpoint, ...parts, body, bytes }, when: and(said, read) });
  return [...readings, ...readings.flatMap(withoutBody)];
}

/** Members whose names differ from the document's in case alone: many platforms accept them, and no sentence forbids it (text.lenient, members.extra). */

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
