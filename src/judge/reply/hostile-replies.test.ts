/** The judge describes any reply of a target, and briefly. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds } from '../../../test/test-helpers/property.ts';
import { ENVELOPE } from '../../spec/envelope.ts';
import { when } from '../../spec/dialect/questions.ts';
import type { Outcome, ReplyHeaders } from '../../http/exchange.ts';
import { UNKNOWN } from '../../world/world.ts';
import type { Allowed } from '../expect/allowed.ts';
import {
  allowed,
  failing,
  findings,
  found,
  invalid,
  member,
  noReply,
  ok,
  refusal,
  reply,
  tags,
  VIP,
} from '../test-helpers/replies.ts';

const HAS_VIP = allowed(tags([VIP]));
const MANY = 1_000_000;
const DEPTH = 100_000;
const LONG = 'x'.repeat(MANY);
const LONGER = 'x'.repeat(10 * MANY);
const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const coded = (coding: string): ReplyHeaders => [
  ['Content-Type', 'application/json'],
  ['Content-Encoding', coding],
];

/** A thousand tags of 5,000 characters each. */
const THOUSAND = Array.from({ length: 1000 }, (_, at) => ({ key: `key ${at}`, value: LONG.slice(0, 5000) }));
const FAULTS = Array.from({ length: 100 }, (_, at) => failing('tagKeys', 'TypeInvalid', at));

const HOSTILE: readonly (readonly [what: string, outcome: Outcome, allowed?: Allowed])[] = [
  ['100,000 lists', reply(nested(DEPTH))],
  ['an envelope without a returnCode, of a megabyte', reply({ [LONG]: LONG })],
  [
    'names of prototypes',
    reply('{"__proto__":{"returnCode":1},"constructor":{"prototype":{"returnCode":1}}}'),
  ],
  [
    'half a surrogate pair, right',
    reply(
      '{"returnCode":1,"parameters":{"errorCode":1,"infoResponseParameters":{"tags":[{"key":"\\ud800","value":""}]}}}',
    ),
    allowed(tags([{ key: '\uD800', value: '' }])),
  ],
  [
    'the same member twice',
    reply(
      '{"returnCode":-10,"returnCode":1,"parameters":{"errorCode":1,"infoResponseParameters":{"tags":[{"key":"vip","value":"gold"}]}}}',
    ),
  ],
  [
    'parameters of 100,000 lists with a refusal',
    reply(`{"returnCode":-10,"parameters":${nested(DEPTH)}}`),
    allowed(refusal('SecretInvalid')),
  ],
  ['a number beyond doubles', reply('{"returnCode":1e999}')],
  ['a value of ten megabytes', reply(ok([{ key: 'vip', value: LONGER }]))],
  ['a thousand tags too few', reply(ok([])), allowed(tags(THOUSAND))],
  [
    'half a surrogate pair, wrong',
    reply(
      '{"returnCode":1,"parameters":{"errorCode":1,"infoResponseParameters":{"tags":[{"key":"vip","value":"\\udfff"}]}}}',
    ),
  ],
  [
    'a key of a megabyte, twice',
    reply(
      ok([
        { key: LONG, value: '' },
        { key: LONG, value: '' },
      ]),
    ),
    allowed(tags(UNKNOWN)),
  ],
  [
    'a refusal instead of one of several sets of long tags',
    reply({ returnCode: -10 }),
    allowed(...[1, 2, 3, 4, 5].map((at) => tags(THOUSAND.slice(at)))),
  ],
  ['a thousand unexpected failing members', reply(invalid(...THOUSAND.map(({ key }) => member(key, 3))))],
  [
    'a failing member with a code of a megabyte',
    reply(invalid(member(LONG, 4))),
    allowed(failing('userId', 'StringNull')),
  ],
  [
    'a valid member listed, with a hundred failing ones',
    reply(invalid(member('userId', 3))),
    allowed(...FAULTS),
  ],
  ['none of a hundred failing members', reply({ returnCode: -5 }), allowed(...FAULTS)],
  [
    'a hundred thousand failing members of one code',
    reply(
      `{"returnCode":-5,"invalidRequestParameters":[${'{"code":"userId","invalidMemberType":"?"},'.repeat(MANY / 10)}{}]}`,
    ),
    allowed(failing('userId', 'StringNull')),
  ],
  ['a stack trace of a megabyte', reply({ ...ok([VIP]), debugMessage: `${LONG}\n    at f (a.js:1:1)` })],
  ['a coding of a megabyte', reply(ok([VIP]), coded(LONG))],
  ['a redirect to a megabyte', reply('', [['Location', LONG]], 302)],
  ['a reason of a megabyte', noReply('not-http', LONG)],
  [
    'a prototype with everything that is missing',
    reply(
      '{"returnCode":1,"__proto__":{"parameters":{}},"parameters":{"__proto__":{"infoResponseParameters":{}},"errorCode":1}}',
    ),
  ],
];

/** The most characters of a finding, which quotes replies and does not repeat them. */
const MAX_CHARACTERS = 600;

test('any reply is judged as the committed text says, each finding in a few hundred characters', async () => {
  const texts: string[] = [];
  for (const [name, outcome, what = HAS_VIP] of HOSTILE) {
    texts.push([name, ...found(what, outcome)].join('\n  '));
    for (const { expected, actual } of findings(what, outcome))
      expect(Math.max(expected.length, actual.length)).toBeLessThanOrEqual(MAX_CHARACTERS);
  }
  await expect(`${texts.join('\n')}\n`).toMatchFileSnapshot('__snapshots__/hostile-replies.txt');
});

test('thirty thousand failing members are read', () => {
  const what = allowed(failing('userId', 'StringNull', undefined, [when('id.null', 'StringNull')]));
  const many = Array.from({ length: 30_000 }, () => member('userId', 4));
  expect(found(what, reply(invalid(...many)))).toEqual([]);
});

test('no reply body makes the judge throw', () => {
  const what = allowed(tags([VIP]), failing('userId', 'StringNull'), refusal('SecretInvalid'));
  const name = fc.constantFrom(...Object.values(ENVELOPE), '__proto__');
  const code = fc.oneof(
    fc.integer({ min: -11, max: 18 }),
    fc.constantFrom('Ok', 'SecretInvalid', 'StringNull', 'userId'),
  );
  const envelope = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      fc.oneof(code, fc.constantFrom(null, true, '')),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.array(fc.tuple(name, tie('value')), { maxLength: 5 }).map((members) => Object.fromEntries(members)),
    ),
  })).value;
  const body = fc.oneof(fc.uint8Array({ maxLength: 40 }), envelope);
  const status = fc.oneof(
    { arbitrary: fc.constant(200), weight: 9 },
    { arbitrary: fc.integer({ min: 100, max: 599 }), weight: 1 },
  );
  const property = fc.property(body, status, (content, httpStatus) => {
    for (const { kind, clause, expected, actual } of findings(what, reply(content, [], httpStatus))) {
      expect(`${kind} ${clause}`).not.toContain('undefined');
      expect(expected.length).toBeGreaterThan(0);
      expect(actual.length).toBeLessThanOrEqual(MAX_CHARACTERS);
    }
  });
  holds(property, 500);
});
