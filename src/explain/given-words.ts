/** The fixtures of a case, where they matter, in plain English. */
import type { Endpoint } from '../contract/endpoints.ts';
import type { Given } from '../suite/format/schema/given-schema.ts';
import { sayKey, saySubject, sayToken } from '../suite/roles/role-words.ts';

const NTH = ['', '', ', the second that fits', ', the third that fits'] as const;

const nth = (wanted: { readonly nth?: number | undefined } | undefined): string =>
  NTH[wanted?.nth ?? 1] ?? '';

const GAMES = {
  two: 'a world of two games or more (world.games)',
  one: 'a world of one game (world.games)',
} as const satisfies Record<NonNullable<Given['game']>, string>;

/** What the world has to offer for the case; none where any will do. */
export function givenLines(given: Given, endpoint: Endpoint): readonly string[] {
  const { key, token, subject, game, provoke, extension, world, limit } = given;
  return [
    ...(key === undefined ? [] : [sayKey(endpoint, given) + nth(key)]),
    ...(token === undefined ? [] : [sayToken(endpoint, given) + nth(token)]),
    ...(subject === undefined ? [] : [saySubject(endpoint, given) + nth(subject)]),
    ...(game === undefined ? [] : [GAMES[game]]),
    ...(extension === undefined ? [] : [`a request member of type ${extension} (extensions)`]),
    ...(provoke === undefined ? [] : [`a header that provokes ${provoke} (provoke)`]),
    ...(world === undefined ? [] : ['a world that lists everything (world.complete)']),
    ...(limit === undefined ? [] : ['a declared size limit (world.limits.requestBytes)']),
  ];
}
