import { describe, expect, test } from 'vitest';
import type { LearnedFact, TagsFact } from '../../run/suite/setup/facts.ts';
import { readTargetSource } from '../../world/target-file/read-target-file.ts';
import { factAdditions, type FactAdditions } from './fact-additions.ts';

const WORLD = `
  games: [{ id: meadow }]
  secretKeys: [{ name: admin, key: abcdefgh }, { name: player, key: ijklmnop }]
  gamePlayers: [{ userId: playerann1 }]
  groups: [{ groupId: grouplarks }, { groupId: groupowls1 }]`;
const evidence = ['setup/admin@group.server', 'setup/admin@group.admin'];
const tags: TagsFact = {
  kind: 'tags',
  resource: 'group',
  game: 'meadow',
  id: 'groupowls1',
  tags: [{ key: 'vip', value: 'gold' }],
  evidence,
};

function additionsOf(facts: readonly LearnedFact[]): FactAdditions {
  const { world } = readTargetSource({ file: 't.yaml', text: `world:${WORLD}` }, {});
  return factAdditions(facts, world, (text) => text.includes('hush'));
}

test('facts of a key and of a subject are added where the file declares them, each with its evidence', () => {
  const comment = 'learned: setup/admin@group.server and 1 more request';
  const { additions, leftOut } = additionsOf([
    { kind: 'rule', key: 'player', rule: 'group.getTag.selfEnable', held: true, evidence },
    { kind: 'rule', key: 'player', rule: 'gamePlayer.getTag.selfEnable', held: false, evidence },
    { kind: 'role', key: 'admin', role: 'Admin', evidence },
    { kind: 'game', key: 'admin', game: 'meadow', evidence },
    { kind: 'game', key: 'player', game: null, evidence },
    tags,
    { kind: 'absent', resource: 'group', ids: ['nogroup001', 'nogroup002'], evidence },
  ]);
  expect(leftOut).toEqual([]);
  expect(additions).toEqual([
    { path: ['world', 'secretKeys', 0, 'role'], value: 'Admin', comment },
    { path: ['world', 'secretKeys', 0, 'game'], value: 'meadow', comment },
    { path: ['world', 'secretKeys', 1, 'game'], value: null, comment },
    {
      path: ['world', 'groups', 1, 'tags'],
      value: [{ key: 'vip', value: 'gold' }],
      comment,
    },
    { path: ['world', 'absent', 'groups'], value: ['nogroup001'], comment },
    {
      path: ['world', 'secretKeys', 1, 'rules'],
      value: { has: ['group.getTag.selfEnable'], lacks: ['gamePlayer.getTag.selfEnable'] },
      comment,
    },
  ]);
});

describe('nothing is written', () => {
  const tagged = (key: string): LearnedFact => ({ ...tags, tags: [{ key, value: '' }] });
  test.each<readonly [what: string, fact: LearnedFact, why: string]>([
    [
      'for a game whose id the file does not name',
      { kind: 'game', key: 'admin', game: '', evidence },
      'the file does not name the id of the game',
    ],
    [
      'for a game that the file does not declare',
      { kind: 'game', key: 'admin', game: 'harbor', evidence },
      'the file does not declare the game',
    ],
    ['for long tags', tagged('x'.repeat(5000)), 'at most 4000 characters of tags are written'],
    ['for a tag with a secret', tagged('hush'), 'a tag holds a secret of the target'],
    [
      'for a tag that would be read as a variable',
      tagged('${env:HOME}'),
      'a tag reads like an environment variable',
    ],
    ['for half of a surrogate pair', tagged('\ud800'), 'a tag holds half of a surrogate pair'],
  ])('%s, and the reason is given', (_, fact, why) => {
    expect(additionsOf([fact])).toEqual({ additions: [], leftOut: [{ fact, why }] });
  });

  test.each<readonly [what: string, evidence: readonly string[], complete: boolean]>([
    ['for made-up ids that no reply was about', [], false],
    ['for absent ids in a complete world', evidence, true],
  ])('%s', (_, seen, complete) => {
    const { world } = readTargetSource({ file: 't.yaml', text: `world:${WORLD}` }, {});
    const fact: LearnedFact = { kind: 'absent', resource: 'group', ids: ['nogroup001'], evidence: seen };
    expect(factAdditions([fact], { ...world, complete }, () => false)).toEqual({
      additions: [],
      leftOut: [],
    });
  });
});
