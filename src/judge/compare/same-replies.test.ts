/** Which replies count as the same answer. */
import { expect, test } from 'vitest';
import { partialDialect } from '../../spec/dialect/dialect.ts';
import { checkExchange } from './check.ts';
import type { Envelope } from '../reply/envelope.ts';
import { differing, type Sameness } from './same-replies.ts';
import {
  allowed,
  exchange,
  GUILD,
  invalid,
  member,
  notFound,
  ok,
  reply,
  tags,
  VIP,
} from '../test-helpers/replies.ts';

const envelopeOf = (body: unknown): Envelope | undefined =>
  checkExchange(allowed(tags([VIP])), exchange(reply(body)), partialDialect()).envelope;
const differs = (what: Sameness, ...bodies: readonly unknown[]): number | undefined =>
  differing(bodies.map(envelopeOf), what, '1/read-only')?.index;

const TWO = ok([VIP, GUILD]);
const FAILS = invalid(member('userId', 5), member('tagKeys', 3));

test.each<readonly [what: string, a: unknown, b: unknown]>([
  ['again', TWO, TWO],
  ['in another order', TWO, ok([GUILD, VIP])],
  ['with a message', TWO, { ...TWO, debugMessage: 'took 3 ms' }],
  ['with other members', TWO, { ...TWO, traceId: 'a1', time: 7 }],
  ['with codes by name', TWO, { ...TWO, returnCode: 'Ok' }],
  ['with empty lists', TWO, { ...TWO, invalidRequestParameters: [] }],
  ['without tags, in two ways', ok([]), ok(null)],
  ['not found, in two ways', notFound(17, {}), notFound('GamePlayerNotFound', { tags: [] })],
  [
    'of failing members in another order',
    FAILS,
    invalid(member('tagKeys', 3), member('userId', 'StringMinLength')),
  ],
  [
    'of a failing member twice',
    FAILS,
    invalid(member('userId', 5), member('tagKeys', 3), member('userId', 5)),
  ],
])('the same answer: %s', (_, a, b) => {
  expect(differs('answer', a, b)).toBeUndefined();
  expect(differs('tags', a, b)).toBeUndefined();
});

test.each<readonly [what: string, a: unknown, b: unknown, otherTags: boolean]>([
  ['another tag', TWO, ok([VIP]), true],
  ['a tag twice', TWO, ok([VIP, GUILD, VIP]), true],
  ['another value', TWO, ok([VIP, { ...GUILD, value: 'wrens' }]), true],
  ['key and value cut elsewhere', ok([{ key: 'a', value: 'b' }]), ok([{ key: 'a","b', value: '' }]), true],
  ['not found', ok([]), notFound(), false],
  ['the errorCode left out', ok([VIP]), ok([VIP], { errorCode: undefined }), false],
  ['a refusal', { returnCode: -10 }, { returnCode: -6 }, false],
  ['one failing member fewer', FAILS, invalid(member('userId', 5)), false],
  ['a failing member of another type', FAILS, invalid(member('userId', 6), member('tagKeys', 3)), false],
])('another answer: %s', (_, a, b, otherTags) => {
  expect(differs('answer', a, b)).toBe(1);
  expect(differs('answer', b, a)).toBe(1);
  expect(differs('tags', a, b)).toBe(otherTags ? 1 : undefined);
});

test('skips replies without an envelope, and reports the first one that differs', () => {
  expect(differs('answer', '<html>', TWO, '', TWO, ok([]), ok([VIP]))).toBe(4);
  expect(differs('answer', '<html>', TWO)).toBeUndefined();
  expect(differs('answer')).toBeUndefined();
});

test('a refusal lists no tags that could be others', () => {
  expect(differs('tags', TWO, FAILS, TWO)).toBeUndefined();
  expect(differs('tags', TWO, FAILS, ok([VIP]))).toBe(2);
});

test('the finding states both answers', () => {
  expect(differing([TWO, ok([VIP])].map(envelopeOf), 'tags', '1/one-target')?.finding).toEqual({
    kind: 'differs',
    clause: '1/one-target',
    level: 'must',
    at: '',
    expected: 'as the first reply: Ok with 2 tags {"vip": "gold", "guild": "larks"}',
    actual: 'Ok with 1 tag {"vip": "gold"}',
  });
});

test('of replies that differ in their failing members alone the finding names those', () => {
  const listing = { ...TWO, invalidRequestParameters: [member('userId', 5)] };
  expect(differing([TWO, listing].map(envelopeOf), 'answer', '1/read-only')?.finding).toMatchObject({
    expected:
      'as the first reply: Ok with 2 tags {"vip": "gold", "guild": "larks"}, listing no failing member',
    actual: 'Ok with 2 tags {"vip": "gold", "guild": "larks"}, listing userId StringMinLength',
  });
});
