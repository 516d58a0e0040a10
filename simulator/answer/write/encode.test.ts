import { describe, expect, it, test } from 'vitest';
import type { Dialect } from '../../../src/spec/dialect/dialect.ts';
import { completeDialect } from '../../../src/spec/dialect/dialect.ts';
import { optionsOf, QUESTION_IDS, questionOf } from '../../../src/spec/dialect/questions.ts';
import { refusal, type BackendAnswer } from '../answer.ts';
import { encoderOf } from './encode.ts';
import { backendOptions } from '../options-at.ts';
import { answering } from '../../test-helpers/ask.ts';
import { GUILD, subject, VIP } from '../../test-helpers/small-world.ts';
import type { ReplyFormat } from './reply-formatting.ts';

const textOf = (
  answer: BackendAnswer,
  dialect: Dialect = completeDialect(),
  format: ReplyFormat = {},
): string => String(encoderOf(backendOptions(dialect), format)(answer).body);

const ann = subject('gamePlayer', 'playerann1', [VIP, GUILD], []);
const some: BackendAnswer = { kind: 'tags', resource: 'gamePlayer', subject: ann, tags: [VIP] };
const all: BackendAnswer = { kind: 'tags', resource: 'gamePlayer', subject: ann, tags: [VIP, GUILD] };
const none: BackendAnswer = { kind: 'tags', resource: 'gamePlayer', subject: ann, tags: [] };
const absent: BackendAnswer = { kind: 'not-found', resource: 'group' };
const invalid: BackendAnswer = {
  kind: 'refused',
  code: 'InvalidRequestParameters',
  members: [
    { member: 'userId', type: 'StringNull' },
    { member: 'tagKeys', element: 1, type: 'any' },
  ],
  debug: 'why',
};
const denied: BackendAnswer = refusal('SecretInvalid', 'why');

const tags = (text: string): string =>
  `{"returnCode":1,"parameters":{"errorCode":1,"infoResponseParameters":${text}}}`;
const info = (text: string): string =>
  `{"returnCode":1,"parameters":{"errorCode":12,"infoResponseParameters":${text}}}`;

test('the questions that change how a reply is written are those that the register says are about replies', () => {
  const written = (dialect: Dialect): string =>
    [some, none, absent, invalid, denied, refusal('SecretInvalid', '')]
      .map((answer) => textOf(answer, dialect))
      .join('\n');
  const settled = written(completeDialect());
  const changing = QUESTION_IDS.filter((id) =>
    optionsOf(id).some((option) => written(completeDialect([{ question: id, at: '', option }])) !== settled),
  );
  const about = QUESTION_IDS.filter((id) => questionOf(id).about === 'reply');
  expect(about, "say about: 'reply' in src/spec/dialect/question-register.ts").toEqual(changing);
});

describe('the default dialect', () => {
  it.each<[string, BackendAnswer, string]>([
    ['tags', some, tags('{"tags":[{"key":"vip","value":"gold"}]}')],
    ['no tags', none, tags('{"tags":[]}')],
    ['not found', absent, info('{}')],
    ['a refusal', denied, '{"returnCode":-10,"debugMessage":"why"}'],
    [
      'failing members',
      invalid,
      '{"returnCode":-5,"debugMessage":"why","invalidRequestParameters":[{"code":"userId","invalidMemberType":4},{"code":"tagKeys[1]","invalidMemberType":1}]}',
    ],
    ['an HTTP status', { kind: 'http', status: 404 }, ''],
  ])('writes %s', (_what, answer, text) => {
    expect(textOf(answer)).toBe(text);
  });

  it('writes every text of a tag byte for byte', () => {
    const value = '"\\\u0000\u2028 $& \u0000 </script> é e\u0301 🦜';
    const written = JSON.parse(textOf({ ...some, tags: [{ key: value, value }] })) as { parameters: object };
    expect(written.parameters).toMatchObject({ infoResponseParameters: { tags: [{ key: value, value }] } });
  });

  it('keeps the text of a long list, and of no part of it', () => {
    const encode = encoderOf(backendOptions(completeDialect()), {});
    const many = Array.from({ length: 40 }, (_, at) => ({ key: `k${at}`, value: 'v' }));
    const whole: BackendAnswer = {
      kind: 'tags',
      resource: 'group',
      subject: subject('group', 'grouplarks', many, []),
      tags: many,
    };
    expect(encode(whole)).toEqual(encode(whole));
    expect(encode(whole).body).toContain('"k39"');
    expect(encode({ ...whole, tags: many.slice(0, 39) }).body).not.toContain('"k39"');
  });
});

/** Accepted options show in the evidence of replies: src/judge/judge-and-simulator.test.ts. */
test.each([
  ['codes.returnCode', 'digits', denied, '"returnCode":"-10"'],
  ['codes.errorCode', 'digits', some, '"errorCode":"1"'],
  ['codes.invalidMemberType', 'digits', invalid, '"invalidMemberType":"4"'],
  ['errorCode.success', 'omitted', some, '"parameters":{"infoResponseParameters"'],
  ['errorCode.success', 'omitted', absent, '"errorCode":12,'],
  ['errorCode.success', 'null', some, '"errorCode":null,'],
  ['notFound.info', 'null', absent, '"infoResponseParameters":null'],
] as const)('a discouraged answer, %s: %s, writes so', (question, option, answer, text) => {
  expect(textOf(answer, answering(question, option as never))).toContain(text);
});

describe('a format', () => {
  const answers = [some, all, none, absent, invalid, denied];

  it.each<[string, ReplyFormat]>([
    ['blanks', { indent: 2 }],
    ['escapes', { escapes: true }],
    ['both', { indent: 1, escapes: true }],
    ['reversed members', { shuffle: true }],
  ])('of %s changes the text and not the value', (_what, format) => {
    for (const answer of answers.filter((each) => each !== all || format.shuffle !== true))
      expect(JSON.parse(textOf(answer, completeDialect(), format))).toEqual(JSON.parse(textOf(answer)));
    expect(textOf(all, completeDialect(), format)).not.toBe(textOf(all));
  });

  it('of escapes leaves ASCII alone, but for the beginning of each string', () => {
    const text = textOf(all, completeDialect(), { escapes: true });
    // oxlint-disable-next-line no-control-regex
    expect(text).toMatch(/^[\u0000-\u007f]+$/);
    expect(text).toContain(String.raw`"\u0076ip"`);
    const odd: BackendAnswer = {
      ...some,
      tags: [
        { key: '', value: '"' },
        { key: '\\', value: 'a"' },
      ],
    };
    expect(JSON.parse(textOf(odd, completeDialect(), { escapes: true }))).toEqual(JSON.parse(textOf(odd)));
  });

  it('of extra fields adds to what has data, and makes no data of what has none', () => {
    const dataless = answering('dataless.parameters', 'empty');
    const format = { extraFields: true };
    expect(JSON.parse(textOf(some, completeDialect(), format))).toMatchObject(JSON.parse(textOf(some)));
    expect(textOf(some, completeDialect(), format).match(/xTrace/g)).toHaveLength(4);
    expect(JSON.parse(textOf(invalid, dataless, format))).toMatchObject({ parameters: {}, xTrace: 'extra' });
    expect(textOf(denied, dataless, format)).toContain('"parameters":{}');
  });

  it('of another order gives the same tags every time, in several orders', () => {
    const encode = encoderOf(backendOptions(completeDialect()), { shuffle: true });
    const texts = Array.from({ length: 8 }, () => String(encode(all).body));
    expect(new Set(texts).size).toBe(2);
    expect(new Set(texts.map((text) => text.length)).size).toBe(1);
  });

  it('of a charset names it', () => {
    const encode = encoderOf(backendOptions(completeDialect()), { charset: 'utf-8' });
    expect(encode(some).headers).toEqual(['Content-Type', 'application/json; charset=utf-8']);
  });
});

it('HTTP 405 says which method is allowed', () => {
  const encode = encoderOf(backendOptions(completeDialect()), {});
  expect(encode({ kind: 'http', status: 405 })).toEqual({
    status: 405,
    headers: ['Allow', 'POST'],
    body: '',
  });
});
