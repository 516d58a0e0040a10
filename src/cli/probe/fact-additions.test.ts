import { describe, expect, test } from 'vitest';
import type { LearnedFact, TagsFact } from '../../run/suite/setup/facts.ts';
import { readTargetSource } from '../../world/target-file/read-target-file.ts';
import { factAdditions, leftOutLine, type FactAdditions } from './fact-additions.ts';

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
  return factAdditions(facts, { world, holdsSecret: (text) => text.includes('hush') });
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
    { path: ['world', 'secretKeys', 0, 'role'], value: 'Admin', comment, holds: 'words' },
    { path: ['world', 'secretKeys', 0, 'game'], value: 'meadow', comment, holds: 'data' },
    { path: ['world', 'secretKeys', 1, 'game'], value: null, comment, holds: 'data' },
    {
      path: ['world', 'secretKeys', 1, 'rules'],
      value: { has: ['group.getTag.selfEnable'], lacks: ['gamePlayer.getTag.selfEnable'] },
      comment,
      holds: 'words',
    },
    {
      path: ['world', 'groups', 1, 'tags'],
      value: [{ key: 'vip', value: 'gold' }],
      comment,
      holds: 'data',
    },
    { path: ['world', 'absent', 'groups'], value: ['nogroup001'], comment, holds: 'data' },
  ]);
});

describe('nothing is written', () => {
  const many = Array.from({ length: 51 }, (_, at) => ({ key: `tag-${at}`, value: '' }));
  test.each<readonly [what: string, fact: LearnedFact, why: string]>([
    [
      'for a game whose id the file does not name',
      { kind: 'game', key: 'admin', game: '', evidence },
      'key admin carries a game: the file does not name the id of the game',
    ],
    ['for many tags', { ...tags, tags: many }, 'group groupowls1 has 51 tags: at most 50 tags are written'],
    [
      'for long tags',
      { ...tags, tags: [{ key: 'long', value: 'x'.repeat(5000) }] },
      'group groupowls1 has 1 tag: at most 4000 characters of tags are written',
    ],
    [
      'for a tag with a secret',
      { ...tags, tags: [{ key: 'hush', value: '' }] },
      'group groupowls1 has 1 tag: a tag holds a secret of the target',
    ],
    [
      'for a tag that would be read as a variable',
      { ...tags, tags: [{ key: '${env:HOME}', value: '' }] },
      'group groupowls1 has 1 tag: a tag reads like an environment variable',
    ],
    [
      'for half of a surrogate pair',
      { ...tags, tags: [{ key: '\ud800', value: '' }] },
      'group groupowls1 has 1 tag: a tag holds half of a surrogate pair',
    ],
  ])('%s, and the reason is given', (_, fact, why) => {
    const { additions, leftOut } = additionsOf([fact]);
    expect(additions).toEqual([]);
    expect(leftOut.map(leftOutLine)).toEqual([why]);
  });

  test.each<readonly [what: string, fact: LearnedFact, more: string]>([
    [
      'for made-up ids that no reply was about',
      { kind: 'absent', resource: 'group', ids: ['nogroup001'], evidence: [] },
      '',
    ],
    [
      'for absent ids in a complete world',
      { kind: 'absent', resource: 'group', ids: ['nogroup001'], evidence },
      'complete',
    ],
  ])('%s', (_, fact, more) => {
    const { world } = readTargetSource({ file: 't.yaml', text: `world:${WORLD}` }, {});
    const context = { world: { ...world, complete: more === 'complete' }, holdsSecret: () => false };
    expect(factAdditions([fact], context)).toEqual({ additions: [], leftOut: [] });
  });
});
