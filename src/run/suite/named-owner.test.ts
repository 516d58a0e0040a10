/** What a failure says of whose tags came, their kind, id and game, and of what the file may lack. */
import { expect, test } from 'vitest';
import { instancesOf, worldOf, factsOf, type Differs } from '../../cases/test-helpers/made.ts';
import { partialDialect } from '../../spec/dialect/dialect.ts';
import type { TagItem } from '../../spec/envelope.ts';
import type { Outcome } from '../../http/exchange.ts';
import { LARKS, refused, reply, runOf, scripted, tags, type Script } from './test-helpers/scripted.ts';
import { tagOwner } from '../../judge/compare/tag-owner.ts';

const { world } = worldOf(`{ complete: true, games: [{ id: g }, { id: h }],
  secretKeys: [{ name: a, key: key-of-admins-1, role: Admin, game: null, rules: all }],
  gamePlayers: [{ userId: aaaaaaaaaa, game: g, tags: [{ key: k, value: player }] }],
  groups: [
    { groupId: aaaaaaaaaa, game: g, tags: [{ key: k, value: one }, { key: l, value: two }] },
    { groupId: bbbbbbbbbb, game: g, tags: [{ key: k, value: same }] },
    { groupId: cccccccccc, game: g, tags: [{ key: k, value: same }] },
    { groupId: aaaaaaaaaa, game: h, tags: [{ key: k, value: other }] },
    { groupId: dddddddddd, game: g, tags: [] }] }`);

const ASKED = { resource: 'group', id: 'aaaaaaaaaa', game: 'g' } as const;
const tag = (key: string, value: string): TagItem => ({ key, value });

test.each<readonly [what: string, tags: readonly TagItem[], named: string | undefined]>([
  ['of the same id in another game', [tag('k', 'other')], 'the group aaaaaaaaaa in the game h'],
  ['of the same id of another kind', [tag('k', 'player')], 'the game player aaaaaaaaaa in the game g'],
  [
    'that several subjects have',
    [tag('k', 'same')],
    'the group bbbbbbbbbb in the game g, or of the group cccccccccc in the game g',
  ],
  ['of the group itself, in another order', [tag('l', 'two'), tag('k', 'one')], undefined],
  ['of the group itself, in part', [tag('k', 'one')], undefined],
  ['of no subject', [tag('k', 'nowhere')], undefined],
  ['that are empty', [], undefined],
])('tags received for the group aaaaaaaaaa of the game g: %s', (_, came, named) => {
  expect(tagOwner(came, ASKED, world)).toBe(named);
});

test('the finding of a run names the subject, and the label of the request', async () => {
  const own = new Map([
    ['aaaaaaaaaa g', tags(['k', 'one'], ['l', 'two'])],
    ['bbbbbbbbbb g', tags(['k', 'same'])],
    ['cccccccccc g', tags(['k', 'same'])],
    ['aaaaaaaaaa h', tags(['k', 'one'], ['l', 'two'])],
    ['dddddddddd g', tags()],
  ]);
  const script: Script = ({ body, headers }) => {
    const { groupId } = JSON.parse(Buffer.from(body ?? []).toString()) as { groupId: string };
    const game = headers.find(([name]) => name === 'Game-Id')?.[1];
    return own.get(`${groupId} ${String(game)}`) ?? tags();
  };
  const every = instancesOf({ for: 'group.server', steps: [{ vary: 'subject' }] });
  const file = worldOf('{}');
  const facts = { ...factsOf(file, partialDialect()), world };
  const { cases } = await runOf(every, scripted(script), { facts });
  const failed = cases.find(({ verdict }) => verdict === 'fail');
  expect(failed?.findings.map(({ actual }) => actual)).toEqual([
    '2 tags {"k": "one", "l": "two"} (missing 1: "k": "other"; not expected 2: "k": "one", "l": "two"); these are the tags of the group aaaaaaaaaa in the game g',
  ]);
  expect(failed?.exchanges.map(({ step }) => step)).toContain('aaaaaaaaaa of h');
});

test('what is wrong with a list of failing members is not called tags of a subject', async () => {
  const parameters = { errorCode: 1, infoResponseParameters: { tags: [{ key: 'k', value: 'same' }] } };
  const listed = [{ code: 'groupId', invalidMemberType: 5 }];
  const file = worldOf('{}');
  const { cases } = await runOf(
    instancesOf({ for: 'group.server' }),
    scripted(() => reply({ returnCode: 1, parameters, invalidRequestParameters: listed })),
    { facts: { ...factsOf(file, partialDialect()), world } },
  );
  const actual = cases[0]?.findings.find(({ clause }) => clause === '4.4/invalid/only')?.actual;
  expect(actual).toBe(JSON.stringify(listed));
});

test('where a key is served without a rule, the file is asked whether it forgot it', async () => {
  const denied = {
    for: 'group.server',
    given: { key: { rules: 'without-own' } },
    expect: { reply: 'refused', code: 'OperationNotAllow' },
  };
  const { cases } = await runOf(
    instancesOf(denied),
    scripted(() => LARKS),
  );
  expect([cases[0]?.verdict, cases[0]?.notes?.[0]]).toEqual([
    'fail',
    'or is the file out of date? It says that the key all-but-group-server lacks the rule group.getTag.serverSelfEnable (secretKeys.rules)',
  ]);
});

test.each<readonly [what: string, differs: Differs, reply: Outcome, says: string]>([
  [
    'of a role is answered for another role',
    {
      for: 'group.server',
      given: { key: { role: 'other' } },
      expect: { reply: 'refused', code: 'SecretInvalid' },
    },
    LARKS,
    'that the key player-every-rule has the role Player (secretKeys.role)',
  ],
  [
    'of a game is refused with it',
    { for: 'group.server', send: { headers: { set: { 'Game-Id': '$game' } } } },
    refused(-10),
    'that the key admin is of the game meadow-run (secretKeys.game)',
  ],
  [
    'goes with a token that gets the tags of another player',
    { for: 'gamePlayer.client', send: { without: ['$id'] } },
    LARKS,
    'that the token ann is of the player playerann1 (authTokens.player)',
  ],
])('where a key %s, the file is asked', async (_, differs, answer, says) => {
  const { cases } = await runOf(
    instancesOf(differs),
    scripted(() => answer),
  );
  expect(cases[0]?.verdict).toBe('fail');
  expect(cases[0]?.notes?.[0]).toBe(`or is the file out of date? It says ${says}`);
});
