/** Which keys the requests of one case name where tagKeys may be required. */
import { expect, test } from 'vitest';
import type { EndpointId } from '../../spec/endpoints.ts';
import {
  factsOf,
  OPEN,
  ownInstancesOf,
  planOf,
  requestsOf,
  worldOf,
  type Differs,
} from '../test-helpers/made.ts';
import { planCase } from './plan-case.ts';

const keys = (prefix: string, count: number): string =>
  Array.from({ length: count }, (_, at) => `{ key: ${prefix}${at}, value: x }`).join(', ');

const FACTS = factsOf(
  worldOf(`{
    complete: true,
    games: [{ id: meadow }],
    secretKeys: [{ name: admin, key: key-of-admin, role: Admin, game: meadow, rules: all }],
    gamePlayers: [{ userId: playerann1, game: meadow, tags: [{ key: vip, value: gold }, { key: guild, value: larks }] }, { userId: playerbob2, game: meadow, tags: [{ key: vip, value: tin }] }],
    characterPlayers: [{ characterId: characteraa, owner: playerann1, game: meadow, tags: [${keys('a', 20)}] }, { characterId: characterbb, owner: playerann1, game: meadow, tags: [${keys('b', 20)}] }],
    groups: [{ groupId: grouplarks, game: meadow, tags: [] }, { groupId: groupwrens, game: meadow, tags: [] }],
  }`),
  OPEN,
);

/** The list of each request: `vip,guild`. */
const listsOf = (plan: ReturnType<typeof planOf>): readonly string[] =>
  requestsOf(plan).map(({ request: { body } }) =>
    (JSON.parse(Buffer.from(body ?? []).toString()) as { tagKeys: readonly string[] }).tagKeys.join(),
  );

const ABSENT = { given: { subject: { absent: 'any' } }, expect: { reply: 'not-found' } };
const SECOND = { given: { subject: { nth: 2 } } };
const A = Array.from({ length: 20 }, (_, at) => `a${at}`).join();

test.each<readonly [what: string, on: EndpointId, steps: readonly Differs[], lists: readonly string[]]>([
  ['those of both subjects', 'gamePlayer.server', [{}, SECOND], ['vip,guild', 'vip,guild']],
  [
    'those of both in the order of the steps',
    'gamePlayer.server',
    [SECOND, { given: { subject: { nth: 1 } } }],
    ['vip,guild', 'vip,guild'],
  ],
  ['those of the one that exists', 'gamePlayer.server', [ABSENT, {}], ['vip,guild', 'vip,guild']],
  ['the stand-in for no key if there is none', 'group.server', [{}, SECOND], ['tagproof', 'tagproof']],
  ['their own if all together are many', 'characterPlayer.server', [{}, SECOND], [A, A.replaceAll('a', 'b')]],
  [
    'what their step says',
    'gamePlayer.server',
    [{}, { ...SECOND, send: { set: { tagKeys: ['vip'] } } }],
    ['vip,guild', 'vip'],
  ],
])('requests name %s', (_, on, steps, lists) => {
  expect(listsOf(planOf(on, { steps, expect: { reply: 'tags' } }, FACTS))).toEqual(lists);
});

test("requests of a user's own case name the keys of their own subjects", () => {
  const [own] = ownInstancesOf({
    for: 'gamePlayer.server',
    steps: [{}, SECOND],
    expect: { reply: 'tags' },
  });
  expect(own && listsOf(planCase(own, FACTS))).toEqual(['vip,guild', 'vip']);
});
