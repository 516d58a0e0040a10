/** The judge describes any reply of a target, and briefly. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holds } from '../../../test/test-helpers/property.ts';
import { ENVELOPE } from '../../contract/envelope.ts';
import { when } from '../../dialect/questions.ts';
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
const nestedObjects = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
const coded = (coding: string): ReplyHeaders => [
  ['Content-Type', 'application/json'],
  ['Content-Encoding', coding],
];
const TAGS = 'parameters.infoResponseParameters.tags';

/** A thousand tags of 5,000 characters each. */
const THOUSAND = Array.from({ length: 1000 }, (_, at) => ({ key: `key ${at}`, value: LONG.slice(0, 5000) }));
const FAULTS = Array.from({ length: 100 }, (_, at) => failing('tagKeys', 'TypeInvalid', at));

const HOSTILE: readonly (readonly [what: string, Allowed, Outcome, lines: readonly string[]])[] = [
  ['100,000 lists', HAS_VIP, reply(nested(DEPTH)), ['must 1/envelope not-envelope body']],
  ['100,000 objects', HAS_VIP, reply(nestedObjects(DEPTH)), ['must 1/envelope not-envelope returnCode']],
  [
    'a returnCode of 100,000 lists',
    HAS_VIP,
    reply(`{"returnCode":${nested(DEPTH)}}`),
    ['must 4.4/return-code/known unknown-code returnCode'],
  ],
  [
    '100,000 lists with an answer',
    HAS_VIP,
    reply(`{"x":${nested(DEPTH)},${JSON.stringify(ok([VIP])).slice(1)}`),
    [],
  ],
  [
    'parameters of 100,000 objects with a refusal',
    allowed(refusal('SecretInvalid')),
    reply(`{"returnCode":-10,"parameters":${nestedObjects(400)}}`),
    ['must 4.4/parameters/only data-beside parameters'],
  ],
  [
    'parameters of 100,000 lists with a refusal',
    allowed(refusal('SecretInvalid')),
    reply(`{"returnCode":-10,"parameters":${nested(DEPTH)}}`),
    ['must 4.4/parameters/type wrong-type parameters'],
  ],
  [
    'tags of 100,000 lists',
    HAS_VIP,
    reply(`{"returnCode":1,"parameters":{"errorCode":1,"infoResponseParameters":{"tags":${nested(DEPTH)}}}}`),
    [`must 2.2/key wrong-type ${TAGS}[0]`],
  ],
  ['100,000 brackets that are not closed', HAS_VIP, reply('['.repeat(DEPTH)), ['must 1/json not-json body']],
  ['a megabyte of text', HAS_VIP, reply(LONG), ['must 1/json not-json body']],
  [
    'a returnCode of a megabyte',
    HAS_VIP,
    reply({ returnCode: LONG }),
    ['must 4.4/return-code/known unknown-code returnCode'],
  ],
  [
    'a value of ten megabytes',
    HAS_VIP,
    reply(ok([{ key: 'vip', value: LONGER }])),
    [`must 4.5.2/tags wrong-tags ${TAGS}`],
  ],
  [
    'a key of a megabyte, twice',
    allowed(tags(UNKNOWN)),
    reply(
      ok([
        { key: LONG, value: '' },
        { key: LONG, value: '' },
      ]),
    ),
    [`should 2.2/key-identifies duplicate-key ${TAGS}`],
  ],
  ['a thousand wrong tags', HAS_VIP, reply(ok(THOUSAND)), [`must 4.5.2/tags wrong-tags ${TAGS}`]],
  ['a thousand tags too few', allowed(tags(THOUSAND)), reply(ok([])), [`must 4.5.2/tags wrong-tags ${TAGS}`]],
  [
    'a refusal instead of one of several sets of long tags',
    allowed(...[1, 2, 3, 4, 5].map((at) => tags(THOUSAND.slice(at)))),
    reply({ returnCode: -10 }),
    ['must 4.5.2/tags wrong-outcome returnCode'],
  ],
  ['a tag that is a megabyte of text', HAS_VIP, reply(ok([LONG])), [`must 2.2/key wrong-type ${TAGS}[0]`]],
  [
    'an envelope without a returnCode, of a megabyte',
    HAS_VIP,
    reply({ [LONG]: LONG }),
    ['must 1/envelope not-envelope returnCode'],
  ],
  [
    'a failing member with a code of a megabyte',
    allowed(failing('userId', 'StringNull')),
    reply(invalid(member(LONG, 4))),
    ['should 2.5/code/spelling wrong-member invalidRequestParameters[0].code'],
  ],
  [
    'a valid member listed, with a hundred failing ones',
    allowed(...FAULTS),
    reply(invalid(member('userId', 3))),
    ['must 2.5/code/names wrong-member invalidRequestParameters[0]'],
  ],
  [
    'a wrong type of one of a hundred failing members',
    allowed(...FAULTS),
    reply(invalid(member('tagKeys', 4))),
    ['must 2.1/length wrong-member invalidRequestParameters[0]'],
  ],
  [
    'none of a hundred failing members',
    allowed(...FAULTS),
    reply({ returnCode: -5 }),
    ['must 7.4.1/list no-member invalidRequestParameters'],
  ],
  [
    'a hundred thousand failing members of one code',
    allowed(failing('userId', 'StringNull')),
    reply(
      `{"returnCode":-5,"invalidRequestParameters":[${'{"code":"userId","invalidMemberType":"?"},'.repeat(MANY / 10)}{}]}`,
    ),
    Array.from(
      { length: 20 },
      (_, at) => `must 7.3/known unknown-code invalidRequestParameters[${at}].invalidMemberType`,
    ),
  ],
  [
    'a thousand unexpected failing members',
    HAS_VIP,
    reply(invalid(...THOUSAND.map(({ key }) => member(key, 3)))),
    ['must 4.5.2/tags wrong-outcome returnCode'],
  ],
  [
    'a stack trace of a megabyte',
    HAS_VIP,
    reply({ ...ok([VIP]), debugMessage: `${LONG}\n    at f (a.js:1:1)` }),
    ['should principle/no-leak leak debugMessage'],
  ],
  [
    'a Content-Type of a megabyte',
    HAS_VIP,
    reply(ok([VIP]), [['Content-Type', LONG]]),
    ['should 1/json/type content-type Content-Type'],
  ],
  [
    'a coding of a megabyte',
    HAS_VIP,
    reply(ok([VIP]), coded(LONG)),
    ['should principle/uncompressed compressed Content-Encoding'],
  ],
  [
    'a redirect to a megabyte',
    HAS_VIP,
    reply('', [['Location', LONG]], 302),
    ['must principle/no-redirect redirect status'],
  ],
  ['a reason of a megabyte', HAS_VIP, noReply('not-http', LONG), ['must 1/http-200/reply no-reply']],
  [
    'half a surrogate pair, right',
    allowed(tags([{ key: '\uD800', value: '' }])),
    reply(
      '{"returnCode":1,"parameters":{"errorCode":1,"infoResponseParameters":{"tags":[{"key":"\\ud800","value":""}]}}}',
    ),
    [],
  ],
  [
    'half a surrogate pair, wrong',
    HAS_VIP,
    reply(
      '{"returnCode":1,"parameters":{"errorCode":1,"infoResponseParameters":{"tags":[{"key":"vip","value":"\\udfff"}]}}}',
    ),
    [`must 4.5.2/tags wrong-tags ${TAGS}`],
  ],
  [
    'half a surrogate pair as a returnCode',
    HAS_VIP,
    reply('{"returnCode":"\\ud83e"}'),
    ['must 4.4/return-code/known unknown-code returnCode'],
  ],
  [
    'bytes that are not UTF-8',
    HAS_VIP,
    reply(Uint8Array.from([0xff, 0xfe, 0x00, 0x7b])),
    ['must 1/json not-json body'],
  ],
  [
    'names of prototypes',
    HAS_VIP,
    reply('{"__proto__":{"returnCode":1},"constructor":{"prototype":{"returnCode":1}}}'),
    ['must 1/envelope not-envelope returnCode'],
  ],
  [
    'a prototype with everything that is missing',
    HAS_VIP,
    reply(
      '{"returnCode":1,"__proto__":{"parameters":{}},"parameters":{"__proto__":{"infoResponseParameters":{}},"errorCode":1}}',
    ),
    ['must 2.4/info/required missing-data parameters.infoResponseParameters'],
  ],
  [
    'the same member twice',
    HAS_VIP,
    reply(
      '{"returnCode":-10,"returnCode":1,"parameters":{"errorCode":1,"infoResponseParameters":{"tags":[{"key":"vip","value":"gold"}]}}}',
    ),
    [],
  ],
  [
    'a number beyond doubles',
    HAS_VIP,
    reply('{"returnCode":1e999}'),
    ['must 4.4/return-code/known unknown-code returnCode'],
  ],
];

/** The most characters of a finding, which quotes replies and does not repeat them. */
const MAX_CHARACTERS = 600;

describe.each(HOSTILE)('%s', (_, what, outcome, lines) => {
  test('is judged in a few hundred characters', () => {
    expect(found(what, outcome)).toEqual(lines);
    const tooLong = findings(what, outcome).filter(
      ({ expected, actual }) => expected.length > MAX_CHARACTERS || actual.length > MAX_CHARACTERS,
    );
    expect(
      tooLong.map(({ kind, expected, actual }) => `${kind}: ${expected.length}, ${actual.length}`),
    ).toEqual([]);
  });
});

test('a message that is almost a stack trace is read quickly', { timeout: 2000 }, () => {
  const almost = `${' '.repeat(40_000)}at ${'(:'.repeat(40_000)}`;
  expect(found(HAS_VIP, reply({ ...ok([VIP]), debugMessage: `${almost}\n${almost}` }))).toEqual([]);
});

test('thirty thousand failing members are read quickly', { timeout: 4000 }, () => {
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
