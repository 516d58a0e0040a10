/** Members that a target file declares (§7.3), each type at its bounds. The rulings are a committed text. */
import { expect, test } from 'vitest';
import type { EndpointId } from '../../spec/endpoints.ts';
import type { MemberShape } from '../../spec/members.ts';
import { MEMBERS_RULE } from './body-rules.ts';
import { ANN, callOf, describeRulings } from './test-helpers/calls.ts';

/** A shape, and what is sent as such a member. */
const SENT: readonly (readonly [shape: MemberShape, ...values: unknown[]])[] = [
  [{ type: 'number', min: 1, max: 9, int: true }, 1, 9, 0, -1e300, 10, 1.5, '5', [5], true, null],
  [{ type: 'number', min: 0.5 }, 0.5, 0.4, 1e9],
  [{ type: 'string', min: 2, max: 3 }, 'ab', '🦜🦜🦜', 'a', '', 'abcd', 5, null],
  [{ type: 'array', of: 'string', min: 1, max: 2 }, ['a'], [], ['a', 'b', 'c'], ['a', 7], {}, null],
  [{ type: 'array', of: 'any', max: 9 }, ['a', 7, null, {}]],
  [{ type: 'hashtable', min: 1, max: 2 }, { a: 1 }, {}, { a: 1, b: 2, c: 3 }, [], null],
];

const rulingsOn = (shape: MemberShape, more: object, on: EndpointId = 'gamePlayer.client') =>
  describeRulings(callOf({ on, body: { userId: ANN, tagKeys: ['vip'], ...more } }), MEMBERS_RULE, undefined, [
    { on: 'gamePlayer.client', member: 'more', shape },
  ]);

test('the rulings on declared members', async () => {
  const text = SENT.flatMap(([shape, ...values]) => [
    JSON.stringify(shape),
    ...values.flatMap((more) => [
      `  ${JSON.stringify(more)}`,
      ...rulingsOn(shape, { more }).map((ruling) => `    ${ruling}`),
    ]),
    '',
  ]);
  await expect(text.join('\n')).toMatchFileSnapshot('__snapshots__/rulings-on-declared-members.txt');
});

test('a declared member may be left out, and is unknown on other endpoints', () => {
  const [[shape]] = SENT as [(typeof SENT)[number]];
  expect(rulingsOn(shape, {})).toEqual([]);
  expect(rulingsOn(shape, { more: 0 }, 'gamePlayer.server')).toEqual([
    '4.3/extra members.extra: ignored → holds | invalid → -5 more any | without a list → -5 unlisted',
  ]);
});
