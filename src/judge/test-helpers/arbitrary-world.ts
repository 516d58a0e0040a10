/** Small complete worlds with names and ids that are easily confused. */
import fc, { type Arbitrary } from 'fast-check';
import { PERMISSION_RULES, RESOURCES, ROLES, type Resource } from '../../spec/endpoints.ts';
import type { TagItem } from '../../spec/envelope.ts';
import { declaredWorld, type DeclaredWorld } from '../../world/declared-world.ts';
import type { AuthToken, SecretKey, Subject } from '../../world/world.ts';

const GAMES = ['one', 'One', 'two', 'constructor'];
const IDS: Record<Resource, readonly string[]> = {
  gamePlayer: ['aaaaaaaaaa', 'Aaaaaaaaaa', 'aaaaaaaaab', '0123456789', '1e23456789', 'a-b.c d/e!'],
  characterPlayer: ['aaaaaaaaaaa', 'AAAAAAAAAAA', 'constructor', '00000000000', 'aaaaaaaaaa '],
  group: ['aaaaaaaaaa', 'aaaaaaaaab', '9876543210', 'bbbbbbbbbb'],
};
const players = fc.constantFrom(...IDS.gamePlayer);

const text = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'vip',
    'Vip',
    'vip ',
    '__proto__',
    'constructor',
    '\u2028',
    'caf\u00E9',
    'cafe\u0301',
  ),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
);
const tags: Arbitrary<readonly TagItem[]> = fc.array(fc.record({ key: text, value: text }), { maxLength: 5 });

function secretKeys(games: readonly string[]): Arbitrary<readonly SecretKey[]> {
  const rules = fc.oneof(fc.constant([...PERMISSION_RULES]), fc.subarray([...PERMISSION_RULES]));
  const key = fc.record({
    role: fc.constantFrom(...ROLES),
    game: fc.constantFrom(...games, ...games, null),
    rules: rules.map((each) => new Set(each)),
    limits: fc.constant({}),
  });
  return fc
    .array(key, { minLength: 2, maxLength: 6 })
    .map((keys) => keys.map((each, at) => ({ ...each, name: `key-${at}` })));
}

function authTokens(games: readonly string[]): Arbitrary<readonly AuthToken[]> {
  const player = fc.record({
    kind: fc.constant('player' as const),
    userId: players,
    game: fc.constantFrom(...games),
  });
  const dashboard = fc.constant({ kind: 'dashboard' as const });
  const token = fc.record({
    holder: fc.oneof({ arbitrary: player, weight: 5 }, { arbitrary: dashboard, weight: 1 }),
    expired: fc.oneof(
      { arbitrary: fc.constant(false), weight: 5 },
      { arbitrary: fc.constant(true), weight: 1 },
    ),
  });
  return fc
    .array(token, { minLength: 1, maxLength: 4 })
    .map((tokens) => tokens.map((each, at) => ({ ...each, name: `token-${at}` })));
}

function subjects(games: readonly string[]): Arbitrary<readonly Subject[]> {
  const subject = fc.constantFrom(...RESOURCES).chain((resource) =>
    fc
      .record({
        id: fc.constantFrom(...IDS[resource]),
        game: fc.constantFrom(...games),
        owners: fc.array(players, { maxLength: 2 }),
        tags,
      })
      .map((parts): Subject => ({
        ...parts,
        resource,
        owners: resource === 'gamePlayer' ? [parts.id] : parts.owners,
      })),
  );
  return fc.uniqueArray(subject, {
    minLength: 1,
    maxLength: 8,
    selector: ({ resource, game, id }) => `${resource}/${game}/${id}`,
  });
}

/** A complete world of one to three games and up to eight subjects. */
export const arbitraryWorld: Arbitrary<DeclaredWorld> = fc
  .subarray(GAMES, { minLength: 1, maxLength: 3 })
  .chain((games) =>
    fc
      .record({
        secretKeys: secretKeys(games),
        authTokens: authTokens(games),
        subjects: subjects(games),
        limits: fc.constantFrom({}, { requestBytes: 20_000 }),
      })
      .map((parts) => declaredWorld({ ...parts, games, complete: true, absents: [], inventions: [] })),
  );
