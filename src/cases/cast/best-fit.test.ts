/** Over worlds drawn at random: no declared key, token or subject shows the point of a case better than the one that plays the role. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ENDPOINTS, PERMISSION_RULES, type Endpoint } from '../../spec/endpoints.ts';
import { DEEP } from '../../../test/test-helpers/deep.ts';
import { holds } from '../../../test/test-helpers/property.ts';
import { declaredWorld, type DeclaredWorld } from '../../world/declared-world.ts';
import { UNKNOWN, type AuthToken, type SecretKey, type Subject } from '../../world/world.ts';
import { expand } from '../format/instance.ts';
import { loadSuite } from '../format/load-suite.ts';
import type { Given } from '../format/schema/given-schema.ts';
import { factsOf, WORLD, worldOf } from '../test-helpers/made.ts';
import { cast } from './cast.ts';
import type { Roles } from '../planned.ts';

const GAMES = ['meadow', 'harbor'] as const;
const PLAYERS = ['playerann1', 'playerbob2', 'playercyd3'] as const;

const game = fc.constantFrom(...GAMES);
const tags = fc
  .uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 4 })
  .map((keys) => keys.map((key) => ({ key, value: `of ${key}` })));

const keyOf = fc.record({
  role: fc.constantFrom('Player', 'Admin'),
  game: fc.option(game),
  rules: fc.oneof(
    fc.subarray([...PERMISSION_RULES]),
    fc.subarray([...PERMISSION_RULES], { maxLength: 2 }),
    fc.subarray([...PERMISSION_RULES], { minLength: 11 }),
  ),
});
const tokenOf = fc.record(
  { player: fc.constantFrom(...PLAYERS), game },
  { requiredKeys: ['player', 'game'] },
);
const playerOf = fc.record({ userId: fc.constantFrom(...PLAYERS), game, tags });
const groupOf = fc.record({
  groupId: fc.constantFrom('grouplarks', 'groupfinch'),
  game,
  members: fc.subarray([...PLAYERS]),
  tags,
});

const unique = <T extends object>(of: fc.Arbitrary<T>, id: (each: T) => string): fc.Arbitrary<T[]> =>
  fc.uniqueArray(of, { selector: id, minLength: 1, maxLength: 6 });

const worlds = fc
  .record({
    secretKeys: fc.array(keyOf, { minLength: 1, maxLength: 7 }),
    authTokens: unique(tokenOf, (each) => `${each.player} ${each.game}`),
    gamePlayers: unique(playerOf, (each) => `${each.userId} ${each.game}`),
    groups: unique(groupOf, (each) => `${each.groupId} ${each.game}`),
  })
  .map(({ secretKeys, authTokens, gamePlayers, groups }) => {
    // The players of tokens and the members of groups exist.
    const known = new Set(gamePlayers.map((each) => `${each.userId} ${each.game}`));
    const others = GAMES.flatMap((of) =>
      PLAYERS.filter((id) => !known.has(`${id} ${of}`)).map((userId) => ({ userId, game: of, tags: [] })),
    );
    return worldOf(
      JSON.stringify({
        games: GAMES.map((id) => ({ id })),
        secretKeys: secretKeys.map((each, at) => ({ name: `key-${at}`, key: `secret-key-${at}`, ...each })),
        authTokens: authTokens.map((each, at) => ({
          name: `token-${at}`,
          token: `auth-token-${at}`,
          ...each,
        })),
        gamePlayers: [...gamePlayers, ...others],
        groups,
      }),
    ).world;
  });

/** The points that another key, token or subject could show better: each is drawn as often, however many cases have it. */
const POINTS: readonly ((given: Given) => boolean)[] = [
  ({ key }) => key?.rules !== undefined && key.rules !== 'other-only',
  ({ key }) => key?.rules === 'other-only',
  ({ token }) => token?.state === 'other-game',
  ({ subject }) => subject?.tags === 'one',
];

/** What cases of the suite ask of the world, each once. */
const wanted = new Map<string, Given>();
for (const { from } of expand(loadSuite(['suites'])))
  for (const step of from.written.steps ?? [{}]) {
    const given: Given = { ...from.written.given, ...('given' in step ? step.given : {}) };
    const isPlain = given.key?.nth === undefined && given.token?.nth === undefined;
    if (isPlain && given.subject?.nth === undefined) wanted.set(JSON.stringify(given), given);
  }

const resolve = (world: DeclaredWorld, endpoint: Endpoint, given: Given): Roles | undefined => {
  const has = { key: true, token: endpoint.variant === 'client', subject: 'existing' } as const;
  const found = cast({ endpoint, given, has, prefer: undefined }, { ...factsOf(WORLD), world });
  return 'roles' in found ? found.roles : undefined;
};

/** A rule of the role and the resource of the endpoint, of its role alone, or of another role. */
const nearness = (rule: string, { role, resource }: Endpoint): number => {
  const isOfRole = /server|admin/.test(rule) === (role === 'Admin');
  return (isOfRole ? 32 : 0) + (rule.startsWith(`${resource}.`) ? 4 : 0) + 1;
};

const OTHER_RULES = [...new Set(ENDPOINTS.map((each) => each.otherRule))];

/** How well the rules of a key show what a case asks of them: the lower the better. */
function keyScore({ rules }: SecretKey, endpoint: Endpoint, { key: { rules: asked } = {} }: Given): number {
  if (rules === UNKNOWN) return Infinity;
  const { rule, otherRule } = endpoint;
  const sum = (which: readonly string[]): number =>
    which.reduce((all, each) => all + nearness(each, endpoint), 0);
  const lacking = (lacked: string): number =>
    sum(PERMISSION_RULES.filter((each) => each !== lacked && !rules.has(each)));
  const beyond = (...owned: readonly string[]): number =>
    sum([...rules].filter((each) => !owned.includes(each)));
  if (asked === 'all-but-own' || asked === 'without-own') return lacking(rule);
  if (asked === 'without-other') return lacking(otherRule);
  if (asked === 'none') return beyond();
  if (asked === 'own-only') return beyond(rule);
  if (asked === 'own-and-other') return beyond(rule, otherRule);
  if (asked === 'other-only')
    return beyond(...OTHER_RULES) + sum(OTHER_RULES.filter((each) => !rules.has(each)));
  return 0;
}

/** A token of another game leaves only the game wrong where its player has the id that is asked for. */
function tokenScore({ holder }: AuthToken, { exists }: Roles['subject'], { token }: Given): number {
  if (token?.state !== 'other-game' || holder.kind !== 'player' || exists === undefined) return 0;
  return exists.owners !== UNKNOWN && exists.owners.includes(holder.userId) ? 0 : 1;
}

/** The fewer tags beyond what is asked for, the better. */
const subjectScore = ({ tags: all }: Subject, { subject }: Given): number =>
  all !== UNKNOWN && subject?.tags === 'one' ? all.length : 0;

test('no declared key, token or subject shows the point of a case better', () => {
  holds(
    fc.property(
      worlds,
      fc.constantFrom(...ENDPOINTS),
      fc.oneof(...POINTS.map((has) => fc.constantFrom(...[...wanted.values()].filter(has)))),
      (world, on, given) => {
        const taken = resolve(world, on, given);
        const alone = (parts: Partial<Parameters<typeof declaredWorld>[0]>): Roles | undefined =>
          resolve(declaredWorld({ ...world, ...parts }), on, given);
        for (const key of world.secretKeys) {
          const other = alone({ secretKeys: [key] });
          if (other === undefined) continue;
          expect(taken).toBeDefined();
          if (taken?.key !== undefined)
            expect(keyScore(taken.key, on, given)).toBeLessThanOrEqual(keyScore(key, on, given));
        }
        if (taken?.key === undefined) return;
        for (const token of world.authTokens) {
          const other = alone({ secretKeys: [taken.key], authTokens: [token] });
          if (taken.token !== undefined && other?.token !== undefined)
            expect(tokenScore(taken.token, taken.subject, given)).toBeLessThanOrEqual(
              tokenScore(other.token, other.subject, given),
            );
        }
        // A client's own subject comes before one of fewer tags: another's rests on one more rule.
        if (on.variant === 'client') return;
        for (const subject of world.subjects) {
          const other = alone({ secretKeys: [taken.key], subjects: [subject] })?.subject.exists;
          if (taken.subject.exists !== undefined && other !== undefined)
            expect(subjectScore(taken.subject.exists, given)).toBeLessThanOrEqual(subjectScore(other, given));
        }
      },
    ),
    DEEP ? 400 : 150,
  );
});
