/** From a request to the ways in which a backend may read it: the calls that the rulebook is asked about. */
import { AUTH_TOKEN, CONTENT_TYPE, GAME_ID, JSON_TYPE, SECRET_KEY } from '../contract/headers.ts';
import { endpointOf } from '../contract/endpoints.ts';
import { when, type When } from '../dialect/questions.ts';
import { isSecretRef, type HeaderValue } from '../exchange/header-value.ts';
import type { Request } from '../exchange/request.ts';
import {
  EMPTY,
  MISSING,
  NOBODYS,
  type Body,
  type Call,
  type ContentTypeKind,
  type Presented,
  type PresentedGame,
} from '../rules/call.ts';
import { readBodies } from '../rules/body-readings.ts';
import { inAnyCase } from './names-in-any-case.ts';
import type { DeclaredWorld } from '../world/declared-world.ts';
import type { Reading } from './allow.ts';

const trimmed = (text: string): string => text.replaceAll(/^[ \t]+|[ \t]+$/g, '');

/** Bends that HTTP takes away again: blanks around a header's value are no part of it. */
const UNSEEN_BENDS: ReadonlySet<string> = new Set(['pad-left', 'pad-right']);

/** What a header's value presents. Secrets are unguessable: text and bent secrets are nobody's. */
function presented<T extends { readonly name: string }>(
  value: HeaderValue | undefined,
  issued: readonly T[],
): Presented<T> {
  if (value === undefined) return MISSING;
  if (!isSecretRef(value)) return trimmed(value) === '' ? EMPTY : NOBODYS;
  if (value.bend === 'empty') return EMPTY;
  const known = issued.find(({ name }) => name === value.secret);
  const kept = value.bend === undefined || UNSEEN_BENDS.has(value.bend);
  return known !== undefined && kept ? { is: 'known', value: known } : NOBODYS;
}

function presentedGame(value: HeaderValue | undefined): PresentedGame {
  if (value === undefined) return MISSING;
  const id = isSecretRef(value) ? value.secret : trimmed(value);
  return id === '' ? EMPTY : { is: 'given', id };
}

function contentTypeOf(value: HeaderValue | undefined): ContentTypeKind {
  const text = value === undefined || isSecretRef(value) ? '' : trimmed(value).toLowerCase();
  if (text === JSON_TYPE) return 'json';
  return text.startsWith(JSON_TYPE) && /^\s*;\s*charset="?utf-8"?$/.test(text.slice(JSON_TYPE.length))
    ? 'json with charset'
    : 'other';
}

interface HeaderReading {
  readonly value: HeaderValue | undefined;
  readonly when: readonly When[];
}

/** One value of several lines, as HTTP allows to read them: with a secret among them it is nobody's. */
function joined(lines: readonly HeaderValue[]): string {
  return lines.map((line) => (isSecretRef(line) ? line.secret : line)).join(', ');
}

/** A header that stands once reads as itself, one that is repeated in every way of row T31. */
function headerReadings({ headers }: Request, name: string): readonly HeaderReading[] {
  const wanted = name.toLowerCase();
  const lines: HeaderValue[] = [];
  for (const [each, value] of headers)
    if (each.length === wanted.length && each.toLowerCase() === wanted) lines.push(value);
  if (lines.length < 2) return [{ value: lines[0], when: [] }];
  return [
    { value: undefined, when: [when('header.repeated', 'as absent')] },
    { value: lines[0], when: [when('header.repeated', 'first')] },
    { value: lines.at(-1), when: [when('header.repeated', 'last')] },
    { value: joined(lines), when: [when('header.repeated', 'joined')] },
  ];
}

interface Parts {
  readonly key: HeaderReading;
  readonly token: HeaderReading;
  readonly game: HeaderReading;
  readonly body: { readonly body: Body; readonly when: readonly When[] };
}

function bodiesOf({ body, endpoint }: Request): readonly Parts['body'][] {
  return readBodies(body ?? new Uint8Array()).flatMap((reading) => {
    const other = inAnyCase(reading.body, endpointOf(endpoint));
    return other === undefined ? [reading] : [reading, { ...reading, body: other }];
  });
}

function combinations(request: Request): readonly Parts[] {
  const bodies = bodiesOf(request);
  const keys = headerReadings(request, SECRET_KEY);
  const tokens = headerReadings(request, AUTH_TOKEN);
  const games = headerReadings(request, GAME_ID);
  return keys.flatMap((key) =>
    tokens.flatMap((token) => games.flatMap((game) => bodies.map((body) => ({ key, token, game, body })))),
  );
}

/** How the Content-Type may read. Where it stands twice, T31 does not ask which line counts: any may, silently. */
function contentTypes(request: Request): readonly ContentTypeKind[] {
  return [...new Set(headerReadings(request, CONTENT_TYPE).map(({ value }) => contentTypeOf(value)))];
}

/** Every reading of a request. Secrets are found by their names in the world. */
export function readingsOf(
  request: Request,
  world: Pick<DeclaredWorld, 'secretKeys' | 'authTokens'>,
): readonly Reading[] {
  const endpoint = endpointOf(request.endpoint);
  const kinds = contentTypes(request);
  const bytes = request.body?.length ?? 0;
  return combinations(request).flatMap(({ key, token, game, body }) =>
    kinds.map((contentType): Reading => {
      const call: Call = {
        endpoint,
        key: presented(key.value, world.secretKeys),
        token: presented(token.value, world.authTokens),
        game: presentedGame(game.value),
        contentType,
        body: body.body,
        bytes,
      };
      return { call, when: [...key.when, ...token.when, ...game.when, ...body.when] };
    }),
  );
}
