/** Which refusals may apply together, and which presuppose that another one does not apply. */
import { describe, expect, test } from 'vitest';
import { PERMISSION_RULES } from '../../spec/endpoints.ts';
import { UNKNOWN } from '../../world/world.ts';
import { RULEBOOK, rulingsOn } from './rulebook.ts';
import { isSure, always, refuse, type Rule } from './ruling.ts';
import { ANN, BOB, callOf, key, token, worldOf, type Asked } from './test-helpers/calls.ts';

/** `rule` if a rule surely refuses, `rule?` if it may. */
const rules = (asked: Asked, world = worldOf()): readonly string[] =>
  rulingsOn(callOf(asked), { world, extensions: [] }).map(
    (ruling) => `${ruling.rule}${isSure(ruling) ? '' : '?'}`,
  );

const NO_RULES = key('Player', { rules: new Set() });
const SELF_ONLY = key('Player', {
  rules: new Set(PERMISSION_RULES.filter((rule) => !rule.endsWith('otherSelfEnable'))),
});

describe('a call', () => {
  test.each<readonly [what: string, Asked, readonly string[]]>([
    ['that is right', {}, []],
    [
      'without a key: no ruling on its role, its game, its rules or whose data it may read',
      { key: 'missing', body: { userId: BOB, tagKeys: ['vip'] } },
      ['secret-key', 'members?', 'members?'],
    ],
    [
      'with a wrong key and a wrong token',
      { key: 'unknown', token: 'unknown' },
      ['secret-key', 'token', 'members?', 'members?'],
    ],
    ['with a wrong key and no JSON', { key: 'empty', body: 'not-json' }, ['secret-key', 'shape']],
    [
      'with a wrong token: no ruling on whose data it may read',
      { key: SELF_ONLY, token: 'unknown', body: { userId: BOB, tagKeys: ['vip'] } },
      ['token'],
    ],
    [
      'with an expired token, which may be accepted',
      { key: SELF_ONLY, token: token(ANN, 'one', true), body: { userId: BOB, tagKeys: ['vip'] } },
      ['token?', 'authorisation?'],
    ],
    [
      'that is not an object: no ruling on its members or on whose data it asks for',
      { key: SELF_ONLY, body: 'not-object' },
      ['shape'],
    ],
    [
      'without any right, in a body that is not JSON',
      { key: NO_RULES, token: 'missing', body: 'not-json' },
      ['token', 'permission', 'shape'],
    ],
    [
      'too large, with everything wrong',
      { bytes: 5000, type: 'other', key: 'missing', token: 'missing', body: 'not-json' },
      ['size?', 'content-type?', 'secret-key', 'token', 'shape'],
    ],
  ])('%s', (_, asked, expected) => {
    expect(rules(asked)).toEqual(expected);
  });

  test('with everything unknown may be refused by every rule, and surely by none', () => {
    const unsure = key(UNKNOWN, { game: UNKNOWN, rules: UNKNOWN });
    const found = rules(
      { key: unsure, body: { userId: 'notlisted1', tagKeys: ['vip'] } },
      worldOf({ complete: false, subjects: [] }),
    );
    expect(found.filter((rule) => !rule.endsWith('?'))).toEqual([]);
    expect(found).toEqual(
      expect.arrayContaining(['role?', 'game?', 'permission?', 'members?', 'authorisation?']),
    );
  });
});

test('every rule comes after those that it presupposes', () => {
  const seen = new Set<string>();
  for (const { id, after } of RULEBOOK) {
    expect(after.filter((each) => !seen.has(each))).toEqual([]);
    seen.add(id);
  }
  expect(seen.size).toBe(RULEBOOK.length);
});

test('a rule has no ruling only if one that it presupposes surely refuses', () => {
  const rule = (id: Rule['id'], sure: boolean, ...after: Rule['id'][]): Rule => ({
    id,
    after,
    judge: () => [
      { clause: '1/json', alternatives: [always(refuse('SecretInvalid')), ...(sure ? [] : [{ when: [] }])] },
    ],
  });
  const facts = { world: worldOf(), extensions: [] };
  const found = rulingsOn(callOf(), facts, [
    rule('size', false),
    rule('secret-key', true, 'size'),
    rule('role', true, 'secret-key'),
    rule('game', true, 'role', 'size'),
  ]);
  expect(found.map((ruling) => ruling.rule)).toEqual(['size', 'secret-key', 'game']);
});
