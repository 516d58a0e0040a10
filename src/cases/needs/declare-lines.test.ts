/** The lines that a skipped case asks for: once pasted into the target file, they are valid and the case can be sent. */
import { describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { readTargetSource } from '../../world/target-file/read-target-file.ts';
import { expand, type Instance } from '../format/instance.ts';
import { loadSuite } from '../format/load-suite.ts';
import { planCase, type Unplanned } from '../plan/plan-case.ts';
import type { TargetFacts } from '../cast/target-facts.ts';
import { factsOf, planOf } from '../test-helpers/made.ts';
import type { DeclarationLine } from '../../world/declared-world.ts';
import { sampled } from '../../../test/test-helpers/deep.ts';

/** A value that suits the name of its variable. */
function valueFor(name: string): string {
  if (name.includes('HEXADECIMAL')) return `abc${Buffer.from(name).toString('hex')}`;
  return name.includes('JWT') ? `header.payload.${name}` : `value-of-${name}`;
}

/** Reads a target file with each of its variables set to a different value. */
function factsIn(text: string): TargetFacts {
  const names = [...text.matchAll(/\$\{env:(\w+)\}/g)].map(([, name = '']) => name);
  const env = Object.fromEntries(names.map((name) => [name, valueFor(name)]));
  return factsOf(readTargetSource({ file: 'w.yaml', text: `public: true\n${text}` }, env));
}

type Node = Record<string, unknown>;

/** Pastes the lines into their lists of the file. */
function pasted(text: string, declare: readonly DeclarationLine[]): string {
  const file = parse(text) as Node;
  for (const { list, line } of declare) {
    const path = list.split('.');
    const name = path.pop() ?? '';
    let at = file;
    for (const key of path) at = (at[key] ??= {}) as Node;
    const added: unknown = parse(line);
    at[name] = Array.isArray(added)
      ? [...((at[name] ?? []) as unknown[]), ...added]
      : { ...(at[name] as Node), ...(added as Node) };
  }
  return stringify(file);
}

const ADMIN = '{ name: admin, key: abcdefghij, role: Admin }';
const PLAYER = '{ name: player, key: abcdefghij, role: Player, game: g, rules: all }';
const ANN = '{ name: ann, token: tokenofann1, player: playerann1 }';

const WORLDS: readonly (readonly [what: string, world: string, most: number])[] = [
  ['without any facts', '{}', 195],
  ['with a key and a player', `{ secretKeys: [${ADMIN}], gamePlayers: [{ userId: "0123456789" }] }`, 201],
  [
    'with two games',
    `{ games: [{ id: g }, { id: h }], secretKeys: [${PLAYER}], gamePlayers: [{ userId: playerann1, game: g }] }`,
    159,
  ],
  [
    'with a token and groups whose members are unknown',
    `{ secretKeys: [{ name: self, key: abcdefghij, role: Player, rules: [group.getTag.selfEnable] }], authTokens: [${ANN}], gamePlayers: [{ userId: playerann1 }], groups: [{ groupId: grouplarks }] }`,
    196,
  ],
  [
    'that is complete',
    `{ complete: true, games: [{ id: g }], secretKeys: [{ name: admin, key: abcdefgh, role: Admin, game: g, rules: all }], groups: [{ groupId: aaaaaaaaaa, tags: [{ key: a, value: b }] }] }`,
    149,
  ],
];

const instances = expand(loadSuite(['suites']));

/** Whether a case needs two games, which a single line cannot declare; a part of a pair needs them in all its pairs. */
const wantsTwoGames = ({ id }: Instance): boolean =>
  /^(?:pairs\/.*game-|(?:game-id\/(?:elsewhere|in-query)|header-names\/underscores-of-game)@)/.test(id);
/** One case for some of the sets of lines, as reading a file for each takes long. */
function someOf(skipped: readonly Unplanned[]): readonly Unplanned[] {
  const sets = new Map(skipped.map((plan) => [JSON.stringify(plan.declare), plan]));
  return sampled(
    [...sets.values()].filter(({ declare }) => declare.length > 0 && !isSecondGame(declare)),
    10,
    0,
  );
}

/** Whether a second game is to be declared: everything else then has to name its game, which a single line can't do. */
const isSecondGame = (declare: readonly DeclarationLine[]): boolean =>
  declare.some(({ list }) => list === 'world.games');

describe.each(WORLDS)('in a world %s', (_, world, most) => {
  const text = `world: ${world}`;
  const facts = factsIn(text);
  const skipped = instances
    .map((instance) => planCase(instance, facts))
    .filter((plan) => plan.kind === 'skip');

  test('the lines of each skipped case are valid and make the case sendable', () => {
    const odd = someOf(skipped).flatMap(({ instance, declare }) => {
      const again = planCase(instance, factsIn(pasted(text, declare)));
      return again.kind === 'skip' ? [`${instance.id}: ${again.needs}`] : [];
    });
    // The number of tokens for a limit is known only once a key with that limit is declared.
    expect(odd.filter((line) => !/^limit\/sessions(?:-over)?@/.test(line))).toEqual([]);
  });

  test('few cases need something that no line can declare', () => {
    const without = skipped.filter(({ declare }) => declare.length === 0);
    expect(without.filter(({ instance }) => !wantsTwoGames(instance)).length).toBeLessThan(most);
  });
});

const declared = (...parts: Parameters<typeof planOf>): readonly string[] => {
  const plan = planOf(...parts);
  return plan.kind === 'skip' ? plan.declare.map(({ list, line }) => `${list}: ${line}`) : [];
};

test('one line serves every endpoint of a role, and all missing lines are listed together', () => {
  const facts = factsIn('world: {}');
  expect(declared('group.admin', {}, facts)).toMatchInlineSnapshot(`
    [
      "world.secretKeys: - { name: admin, key: "\${env:ADMIN_KEY}", role: Admin }",
      "world.groups: - { groupId: "group.....", tags: [{ key: "first", value: "value" }, { key: "second", value: "value" }, { key: "third", value: "value" }] }",
    ]
  `);
  expect(declared('gamePlayer.client', {}, facts)).toMatchInlineSnapshot(`
    [
      "world.secretKeys: - { name: player, key: "\${env:PLAYER_KEY}", role: Player }",
      "world.gamePlayers: - { userId: "user......", tags: [{ key: "first", value: "value" }, { key: "second", value: "value" }, { key: "third", value: "value" }] }",
      "world.authTokens: - { name: token-of-user, token: "\${env:TOKEN_OF_USER}", player: "user......" }",
    ]
  `);
  expect(declared('gamePlayer.server', {}, facts)[0]).toBe(declared('group.admin', {}, facts)[0]);
});

test('existing parts of the world are not declared again', () => {
  const facts = factsIn(`world: { secretKeys: [${ADMIN}], gamePlayers: [{ userId: playerann1 }] }`);
  expect(declared('gamePlayer.client', {}, facts)).toMatchInlineSnapshot(`
    [
      "world.secretKeys: - { name: player, key: "\${env:PLAYER_KEY}", role: Player }",
      "world.authTokens: - { name: token-of-playerann1, token: "\${env:TOKEN_OF_PLAYERANN1}", player: "playerann1" }",
    ]
  `);
  expect(declared('group.server', { given: { subject: { tags: 'several' } } }, facts)).toMatchInlineSnapshot(`
    [
      "world.groups: - { groupId: "own-grou..", members: ["playerann1"], tags: [{ key: "first", value: "value" }, { key: "second", value: "value" }, { key: "third", value: "value" }] }",
    ]
  `);
  expect(
    declared(
      'group.server',
      { given: { subject: { absent: 'digits' } }, expect: { reply: 'not-found' } },
      facts,
    ),
  ).toMatchInlineSnapshot(`[]`);
});

test('members, provocations and limits also have their places', () => {
  const facts = factsIn(`world: { secretKeys: [${ADMIN}], gamePlayers: [{ userId: playerann1 }] }`);
  const on = 'gamePlayer.server';
  expect([
    ...declared(on, { given: { extension: 'array' } }, facts),
    ...declared(on, { given: { provoke: 'InternalServerError' } }, facts),
    ...declared(on, { given: { limit: 'requestBytes' } }, facts),
    ...declared(
      on,
      { given: { game: 'one' }, send: { headers: { lines: [{ name: 'X', secret: 'no-such' }] } } },
      facts,
    ),
  ]).toMatchInlineSnapshot(`
    [
      "extensions: - { on: all, member: your-array, type: array, of: string, min: 1, max: 3 }",
      "provoke: InternalServerError: { header: [X-Your-Header, internalservererror] }",
      "world.limits: requestBytes: 65536",
      "world.secretKeys: - { name: no-such, key: "\${env:NO_SUCH_KEY}" }",
    ]
  `);
});
