/** How real parsers and binders answer unusual bodies: accepted, with a warning or failed (dataless.*, text.lenient, body.empty, members.wrongType, members.extra). */
import { describe, expect, test } from 'vitest';
import { endpointOf } from '../../spec/endpoints.ts';
import { completeDialect, type Dialect } from '../../spec/dialect/dialect.ts';
import { bodyOf, type Request } from '../../http/request.ts';
import { alteredRequest } from '../test-helpers/altered-requests.ts';
import { DEFAULT } from '../test-helpers/backend.ts';
import { ID, judged as judgedRequest, TAGS } from '../test-helpers/judged.ts';
import { invalid, member, notFound, ok, reply } from '../test-helpers/replies.ts';

const ADMIN = endpointOf('gamePlayer.admin');
const PLAIN = alteredRequest('spaced', ADMIN, DEFAULT);
const ABSENT_ID = `${ID.slice(0, -1)}~`;
const KEYS = JSON.stringify(TAGS.map(({ key }) => key));
/** One plain key of the subject, within any limit on lists (tagKeys.many). */
const ONE_KEY = JSON.stringify(TAGS.slice(0, 1).map(({ key }) => key));

const TYPE_INVALID = 3;
const SHORT = 5;
const ANY = 1;
const bare = { returnCode: -5 };
const found = ok(TAGS);

const sent = (body: string | Uint8Array): Request => ({
  ...PLAIN,
  body: typeof body === 'string' ? bodyOf(body) : body,
});

/** Judges an answer to a body. */
const judged = (body: string | Uint8Array, answer: object, dialect?: Dialect): readonly string[] =>
  judgedRequest(sent(body), reply(answer), dialect);

type Row = readonly [what: string, body: string | Uint8Array, reply: object, findings: readonly string[]];

const VALID = `{"userId":"${ID}","tagKeys":${KEYS}}`;
const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');
const WRONG = ['must 1/json-body'];

test.each<Row>([
  ['text after it, refused', `${VALID} x`, bare, []],
  ['text after it, read', `${VALID} x`, found, []],
  ['text after it, not found', `${VALID} x`, notFound(), WRONG],
  ['all at once, read', `\uFEFF// x\n{userId:'${ID}','tagKeys':${KEYS},}}`, found, []],
  ['UTF-16, not found', utf16(VALID), notFound(), WRONG],
  ['text before it, read', `x ${VALID}`, found, WRONG],
])('text that a lenient parser reads (text.lenient): %s', (_, body, answer, findings) => {
  expect(judged(body, answer)).toEqual(findings);
});

const PROTO = VALID.replace('{', `{"__proto__":{"userId":"${ABSENT_ID}"},`);

test.each<Row>([
  ['ignored', PROTO, found, []],
  ['refused as text', PROTO, bare, []],
  ['listed by its name', PROTO, invalid(member('__proto__', ANY)), []],
  ['taken for the id', PROTO, notFound(), ['must 4.5.2/tags']],
  ['constructor, refused', VALID.replace('{', '{"constructor":{"prototype":1},'), bare, []],
  ['as a value, refused', `{"userId":"${ID}","tagKeys":["__proto__"]}`, bare, ['must 7.4.1/list']],
])('names of prototypes (body.prototype): %s', (_, body, answer, findings) => {
  expect(judged(body, answer)).toEqual(findings);
});

const NUMBER = `{"userId":1234567890,"tagKeys":${KEYS}}`;
const KEYS_AS_TEXT = `{"userId":"${ID}","tagKeys":"vip"}`;
const KEY_AS_NUMBER = `{"userId":"${ID}","tagKeys":["vip",7]}`;
const SHOULD_LIST = ['should 7.4.1/list/type'];
const MUST_LIST = ['must 7.4.1/list'];

describe('a member of the wrong JSON type (members.wrongType)', () => {
  test.each<Row>([
    ['the id, listed', NUMBER, invalid(member('userId', TYPE_INVALID)), []],
    ['the id, without a list', NUMBER, bare, SHOULD_LIST],
    ['the id, listed by another type', NUMBER, invalid(member('userId', SHORT)), ['must 2.1/type']],
    [
      'the id, another member listed',
      NUMBER.replace(KEYS, ONE_KEY),
      invalid(member('tagKeys', TYPE_INVALID)),
      ['must 2.5/code/names'],
    ],
    ['tagKeys, without a list', KEYS_AS_TEXT, bare, SHOULD_LIST],
    ['one of the tagKeys, ignored', KEY_AS_NUMBER, found, ['must 4.3/tag-keys/type']],
    ['with an id that is too short, without a list', '{"userId":"x","tagKeys":7}', bare, SHOULD_LIST],
    ['the id too short, without a list', `{"userId":"x","tagKeys":${KEYS}}`, bare, MUST_LIST],
    ['a valid request, without a list', VALID.replace(KEYS, ONE_KEY), bare, ['must 4.5.2/tags']],
    ['a valid request for several keys, without a list', VALID, bare, MUST_LIST],
  ])('%s', (_, body, answer, findings) => {
    expect(judged(body, answer)).toEqual(findings);
  });

  test('a backend that lists one member but not another gets a warning for the unlisted one only', () => {
    const dialect = completeDialect([{ question: 'members.wrongType', at: '', option: 'without a list' }]);
    expect(judged(NUMBER, invalid(member('userId', TYPE_INVALID)), dialect)).toEqual([]);
    expect(judged(KEYS_AS_TEXT, bare, dialect)).toEqual(SHOULD_LIST);
  });
});

const EXTRA = VALID.replace('{', '{"note":1,');

test.each<Row>([
  ['ignored', EXTRA, found, []],
  ['listed', EXTRA, invalid(member('note', ANY)), []],
  ['refused without a list', EXTRA, bare, []],
  ['not found', EXTRA, notFound(), ['must 4.5.2/tags']],
  ['with an id that is too short, without a list', '{"userId":"x","note":1}', bare, []],
  [
    'with an id that is too short, answered',
    '{"userId":"x","note":1}',
    found,
    ['must 7.3/string-min-length'],
  ],
])('a member that the document does not name (members.extra): %s', (_, body, answer, findings) => {
  expect(judged(body, answer)).toEqual(findings);
});

const DEFAULTS = { errorCode: 0, infoResponseParameters: null };
const SHORT_ID = `{"userId":"x","tagKeys":${KEYS}}`;
const LISTED = invalid(member('userId', SHORT));
const SHOULD_BE_BARE = ['should 4.4/parameters/defaults'];

test.each<readonly [what: string, parameters: unknown, findings: readonly string[]]>([
  ['errorCode 0', { errorCode: 0 }, SHOULD_BE_BARE],
  ['errorCode 0 and null', DEFAULTS, SHOULD_BE_BARE],
  [
    'false, deep inside',
    { infoResponseParameters: { tags: null, more: [{ isSet: false }] } },
    SHOULD_BE_BARE,
  ],
  ['only null', { errorCode: null }, []],
  ['an empty object', {}, []],
  ['errorCode 1', { errorCode: 1 }, ['must 7.4.1/parameters']],
  ['errorCode 0 as text', { errorCode: '0' }, ['must 7.4.1/parameters']],
  ['true', { isSet: true }, ['must 7.4.1/parameters']],
  [
    'errorCode 0 with a tag',
    { errorCode: 0, infoResponseParameters: { tags: TAGS } },
    ['must 7.4.1/parameters'],
  ],
])('parameters of a refusal that hold typed defaults (dataless.*): %s', (_, parameters, findings) => {
  expect(judged(SHORT_ID, { ...LISTED, parameters })).toEqual(findings);
});
