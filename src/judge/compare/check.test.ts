import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { partialDialect, completeDialect } from '../../dialect/dialect.ts';
import { when } from '../../dialect/questions.ts';
import type { Outcome } from '../../http/exchange.ts';
import { UNKNOWN } from '../../world/world.ts';
import type { Allowed, Strictness } from '../expect/allowed.ts';
import { check } from './check.ts';
import { FINDING_KINDS, findingKey } from '../finding.ts';
import {
  absent,
  allowed,
  at,
  exchange,
  failing,
  findings,
  found,
  GUILD,
  http,
  invalid,
  member,
  noReply,
  received,
  notFound,
  ok,
  refusal,
  reply,
  shape,
  tags,
  VIP,
} from '../test-helpers/replies.ts';

const HAS_VIP = allowed(tags([VIP]));
/** The replies that another spelling of a path may get instead of an answer. */
const OTHER_SPELLING = at(
  'outside the API',
  allowed(
    refusal('OperationInvalid', [when('path.spelling', 'an unknown operation')]),
    http([301, 302, 307, 308], [when('path.spelling', 'a redirect')]),
    http('any', [when('path.spelling', 'another status')]),
  ),
);
const NO_TAGS = allowed(tags([]));
const ABSENT_PLAYER = allowed(absent);
const REFUSED = allowed(refusal('SecretInvalid'));
const SHORT_ID = allowed(failing('userId', 'StringMinLength'));
/** An id that is too short and has characters that may also be listed. */
const ODD_SHORT_ID = allowed(failing('userId', 'StringMinLength'), {
  ...failing('userId', 'any'),
  optional: true,
});
const SHORT = member('userId', 5);
const TYPES = 'Content-Type';
const INFO = 'parameters.infoResponseParameters';
const LIST = 'invalidRequestParameters';

type Row = readonly [what: string, Allowed, Outcome, lines: readonly string[]];

/** Replies without a finding: §4.4, §4.5, and questions codes.*, tags.none, dataless.*, notFound.info, members.listed. */
const FINE: readonly (readonly [what: string, Allowed, Outcome])[] = [
  ['tags', HAS_VIP, reply(ok([VIP]))],
  ['tags in another order', allowed(tags([VIP, GUILD])), reply(ok([GUILD, VIP]))],
  ['a key that the world has twice', allowed(tags([VIP, VIP])), reply(ok([VIP, VIP]))],
  ['other members everywhere', HAS_VIP, reply({ ...ok([{ ...VIP, id: 7 }], { x: 1 }, { y: {} }), z: null })],
  [
    'codes as 1.0 and 1e0',
    HAS_VIP,
    reply(
      '{"returnCode":1.0,"parameters":{"errorCode":1e0,"infoResponseParameters":{"tags":[{"key":"vip","value":"gold"}]}}}',
    ),
  ],
  [
    'codes by name',
    HAS_VIP,
    reply({ returnCode: 'Ok', parameters: { errorCode: 'Ok', infoResponseParameters: { tags: [VIP] } } }),
  ],
  [
    'each code in a different form',
    HAS_VIP,
    reply({ returnCode: 'Ok', parameters: { errorCode: 1, infoResponseParameters: { tags: [VIP] } } }),
  ],
  ['no tags as []', NO_TAGS, reply(ok([]))],
  ['no tags as null', NO_TAGS, reply(ok(null))],
  ['no tags left out', NO_TAGS, reply(ok(undefined))],
  [
    'members without data as null',
    HAS_VIP,
    reply({ ...ok([VIP]), debugMessage: null, invalidRequestParameters: null }),
  ],
  [
    'members without data as empty',
    HAS_VIP,
    reply({ ...ok([VIP]), debugMessage: '', invalidRequestParameters: [] }),
  ],
  [
    'a message for developers',
    HAS_VIP,
    reply({ ...ok([VIP]), debugMessage: 'fine: at (12:30) all is well' }),
  ],
  ['not found, {}', ABSENT_PLAYER, reply(notFound())],
  ['not found, by name', ABSENT_PLAYER, reply(notFound('GamePlayerNotFound'))],
  ['not found, {tags: []}', ABSENT_PLAYER, reply(notFound(17, { tags: [] }))],
  ['not found, {tags: null}', ABSENT_PLAYER, reply(notFound(17, { tags: null }))],
  ['refused', REFUSED, reply({ returnCode: -10 })],
  ['refused, parameters null', REFUSED, reply({ returnCode: -10, parameters: null })],
  ['refused, parameters {}', REFUSED, reply({ returnCode: -10, parameters: {} })],
  [
    'refused, parameters of empty leaves',
    REFUSED,
    reply({
      returnCode: -10,
      parameters: { errorCode: null, infoResponseParameters: { tags: [], a: '', b: [null, {}] } },
    }),
  ],
  ['a failing member by number', SHORT_ID, reply(invalid(SHORT))],
  ['a failing member by name', SHORT_ID, reply(invalid(member('userId', 'StringMinLength')))],
  ['a failing member twice', SHORT_ID, reply(invalid(SHORT, SHORT))],
  [
    'one of two failing members',
    allowed(failing('userId', 'StringMinLength'), failing('tagKeys', 'TypeInvalid')),
    reply(invalid(member('tagKeys', 3))),
  ],
  ['a member of unknown type', allowed(failing('userId', 'any')), reply(invalid(member('userId', 1)))],
  [
    'an element by its list',
    allowed(failing('tagKeys', 'TypeInvalid', 1)),
    reply(invalid(member('tagKeys', 3))),
  ],
  [
    'an element by its index',
    allowed(failing('tagKeys', 'TypeInvalid', 1)),
    reply(invalid(member('tagKeys[1]', 3))),
  ],
  [
    'an element as a path',
    allowed(failing('tagKeys', 'TypeInvalid', 1)),
    reply(invalid(member('tagKeys.1', 3))),
  ],
  ['a wrong shape without a list', allowed(shape), reply({ returnCode: -5 })],
  ['a wrong shape with any list', allowed(shape), reply(invalid(member('body', 1)))],
  [
    'a shape and a member that may both be wrong',
    allowed(
      refusal('InvalidRequestParameters', [when('token.unasked', 'refused')]),
      failing('userId', 'StringMinLength'),
    ),
    reply(invalid(SHORT)),
  ],
  [
    'any Content-Type of JSON',
    HAS_VIP,
    reply(ok([VIP]), [['content-type', 'application/problem+json;charset=UTF-8']]),
  ],
  [
    'an identity coding',
    HAS_VIP,
    reply(ok([VIP]), [
      [TYPES, 'application/json'],
      ['Content-Encoding', 'identity'],
    ]),
  ],
  ['unknown tags', allowed(tags(UNKNOWN)), reply(ok([VIP, GUILD]))],
  ['some of the tags', allowed(tags([VIP, GUILD], [], 'some of')), reply(ok([GUILD]))],
  [
    'an HTTP status that is allowed',
    allowed(tags([VIP]), http([400], [when('header.repeated', 'HTTP 400')])),
    reply('', [], 400),
  ],
  ['anything from a target that must only stay alive', at('only liveness', HAS_VIP), reply('\0', [], 500)],
  [
    'no reply from a target that must only stay alive',
    at('only liveness', HAS_VIP),
    noReply('closed', 'closed'),
  ],
];

test.each(FINE)('%s: no finding', (_, what, outcome) => {
  expect(found(what, outcome)).toEqual([]);
});

const WITHOUT_TYPE = reply(ok([VIP]), []);
const GZIP: Parameters<typeof reply>[1] = [
  [TYPES, 'application/json'],
  ['content-encoding', ' GZIP '],
];

/** Every kind of finding that a single reply can show, from the transport to the tags. */
const WRONG: readonly Row[] = [
  // §1
  ['no reply', HAS_VIP, noReply('closed', 'the connection was closed'), ['must 1/http-200/reply no-reply']],
  [
    'a redirect',
    HAS_VIP,
    reply(ok([VIP]), [['Location', '/x']], 307),
    ['must principle/no-redirect redirect status'],
  ],
  [
    'a redirect of another spelling to the path of the endpoint',
    OTHER_SPELLING,
    reply('', [['Location', '/base/api/rJson/gamePlayer/server/getTag?a=1']], 308),
    ['should 4.1/path/spelling discouraged status'],
  ],
  [
    'a redirect of another spelling to another path',
    OTHER_SPELLING,
    reply('', [['Location', '/login']], 302),
    ['must principle/no-redirect redirect status'],
  ],
  [
    'a redirect of another spelling without a Location',
    OTHER_SPELLING,
    reply('', [], 301),
    ['must principle/no-redirect redirect status'],
  ],
  [
    'a redirect of another spelling to an invalid URL',
    OTHER_SPELLING,
    reply('', [['Location', 'http://:0:0/']], 301),
    ['must principle/no-redirect redirect status'],
  ],
  [
    'a redirect by a status that answers another question',
    OTHER_SPELLING,
    reply('', [['Location', '/api/rJson/gamePlayer/server/getTag']], 303),
    ['must principle/no-redirect redirect status'],
  ],
  [
    'a redirect of the exact path to itself',
    HAS_VIP,
    reply('', [['Location', '/api/rJson/gamePlayer/server/getTag']], 308),
    ['must principle/no-redirect redirect status'],
  ],
  ['a redirect to nowhere', HAS_VIP, reply('', [], 302), ['must principle/no-redirect redirect status']],
  ['a 304, which is not a redirect', HAS_VIP, reply('', [], 304), ['must 1/http-200/status status status']],
  ['status 500', HAS_VIP, reply(ok([VIP]), [], 500), ['must 1/http-200/status status status']],
  ['status 204', HAS_VIP, reply('', [], 204), ['must 1/http-200/status status status']],
  [
    'status 401 of a refusal',
    REFUSED,
    reply({ returnCode: -10 }, [], 401),
    ['must 1/http-200/status status status'],
  ],
  [
    'another status than the one allowed',
    allowed(http([415])),
    reply('', [], 400),
    ['must 1/http-200/status status status'],
  ],
  [
    'gzip unasked',
    HAS_VIP,
    received(reply(gzipSync(JSON.stringify(ok([VIP]))), GZIP)),
    ['should principle/uncompressed compressed Content-Encoding'],
  ],
  [
    'a body that is not gzip',
    HAS_VIP,
    received(reply(ok([VIP]), GZIP)),
    ['should principle/uncompressed compressed Content-Encoding'],
  ],
  [
    'deflate unasked',
    HAS_VIP,
    received(
      reply(deflateSync(JSON.stringify(ok([VIP]))), [
        [TYPES, 'application/json'],
        ['Content-Encoding', 'deflate'],
      ]),
    ),
    ['should principle/uncompressed compressed Content-Encoding'],
  ],
  [
    'brotli unasked',
    HAS_VIP,
    received(
      reply(brotliCompressSync(JSON.stringify(ok([VIP]))), [
        [TYPES, 'application/json'],
        ['Content-Encoding', 'br'],
      ]),
    ),
    ['should principle/uncompressed compressed Content-Encoding'],
  ],
  ['no Content-Type', HAS_VIP, WITHOUT_TYPE, ['should 1/json/type content-type Content-Type']],
  [
    'Content-Type text/html',
    HAS_VIP,
    reply(ok([VIP]), [[TYPES, 'text/html']]),
    ['should 1/json/type content-type Content-Type'],
  ],
  [
    'Content-Type application/jsonp',
    HAS_VIP,
    reply(ok([VIP]), [[TYPES, 'application/jsonp']]),
    ['should 1/json/type content-type Content-Type'],
  ],
  [
    'a byte order mark',
    HAS_VIP,
    reply(`\uFEFF${JSON.stringify(ok([VIP]))}`),
    ['should 1/json/bom byte-order-mark body'],
  ],
  ['an empty body', HAS_VIP, reply(''), ['must 1/json not-json body']],
  ['HTML', HAS_VIP, reply('<html>', [[TYPES, 'text/html']]), ['must 1/json not-json body']],
  ['NaN', HAS_VIP, reply('{"returnCode":NaN}'), ['must 1/json not-json body']],
  ['text after the JSON', HAS_VIP, reply(`${JSON.stringify(ok([VIP]))}x`), ['must 1/json not-json body']],
  ['a trailing comma', HAS_VIP, reply('{"returnCode":1,}'), ['must 1/json not-json body']],
  ['half a body', HAS_VIP, reply(JSON.stringify(ok([VIP])).slice(0, -1)), ['must 1/json not-json body']],
  [
    'no UTF-8',
    HAS_VIP,
    reply(Buffer.from('{"returnCode":1,"x":"\xE9"}', 'latin1')),
    ['must 1/json not-json body'],
  ],
  ['a list', HAS_VIP, reply([ok([VIP])]), ['must 1/envelope not-envelope body']],
  ['null', HAS_VIP, reply('null'), ['must 1/envelope not-envelope body']],
  ['a string', HAS_VIP, reply('"Ok"'), ['must 1/envelope not-envelope body']],
  ['no returnCode', HAS_VIP, reply({}), ['must 1/envelope not-envelope returnCode']],
  ['ReturnCode', HAS_VIP, reply({ ReturnCode: 1 }), ['must 1/envelope not-envelope returnCode']],
  // §4.4 and §7.1
  [
    'returnCode true',
    HAS_VIP,
    reply({ ...ok([VIP]), returnCode: true }),
    ['must 4.4/return-code/known unknown-code returnCode'],
  ],
  [
    'returnCode null',
    HAS_VIP,
    reply({ ...ok([VIP]), returnCode: null }),
    ['must 4.4/return-code/known unknown-code returnCode'],
  ],
  [
    'returnCode "OK"',
    HAS_VIP,
    reply({ ...ok([VIP]), returnCode: 'OK' }),
    ['must 4.4/return-code/known unknown-code returnCode'],
  ],
  [
    'returnCode 200',
    HAS_VIP,
    reply({ ...ok([VIP]), returnCode: 200 }),
    ['must 4.4/return-code/known unknown-code returnCode'],
  ],
  ['returnCode "1"', HAS_VIP, reply({ ...ok([VIP]), returnCode: '1' }), ['should 7.1/form discouraged']],
  ['errorCode "1"', HAS_VIP, reply(ok([VIP], { errorCode: '1' })), ['should 7.1/form discouraged']],
  ['invalidMemberType "5"', SHORT_ID, reply(invalid(member('userId', '5'))), ['should 7.1/form discouraged']],
  [
    'invalidMemberType in both forms',
    allowed(failing('userId', 'StringMinLength'), failing('tagKeys', 'TypeInvalid')),
    reply(invalid(SHORT, member('tagKeys', 'TypeInvalid'))),
    ['should 7.1/form discouraged'],
  ],
  [
    'debugMessage an object',
    HAS_VIP,
    reply({ ...ok([VIP]), debugMessage: {} }),
    ['must 4.4/debug-message/type wrong-type debugMessage'],
  ],
  [
    'debugMessage 0',
    HAS_VIP,
    reply({ ...ok([VIP]), debugMessage: 0 }),
    ['must 4.4/debug-message/type wrong-type debugMessage'],
  ],
  [
    'a stack trace',
    REFUSED,
    reply({ returnCode: -10, debugMessage: 'Error: no\n    at f (/srv/app.js:1:2)' }),
    ['should principle/no-leak leak debugMessage'],
  ],
  [
    'a Java stack trace',
    REFUSED,
    reply({ returnCode: -10, debugMessage: 'Oops\n\tat a.b.C.d(C.java:12)' }),
    ['should principle/no-leak leak debugMessage'],
  ],
  [
    'a Python stack trace',
    REFUSED,
    reply({ returnCode: -10, debugMessage: 'Traceback (most recent call last):\n' }),
    ['should principle/no-leak leak debugMessage'],
  ],
  [
    'failing members of a success',
    HAS_VIP,
    reply({ ...ok([VIP]), invalidRequestParameters: [SHORT] }),
    ['must 4.4/invalid/only data-beside invalidRequestParameters'],
  ],
  [
    'failing members of another refusal',
    REFUSED,
    reply({ ...invalid(SHORT), returnCode: -10 }),
    ['must 4.4/invalid/only data-beside invalidRequestParameters'],
  ],
  [
    'failing members that are not a list',
    SHORT_ID,
    reply({ ...invalid(), invalidRequestParameters: { userId: 5 } }),
    [`must 4.4/invalid/type wrong-type ${LIST}`, `must 7.4.1/list no-member ${LIST}`],
  ],
  [
    'failing members by the other name',
    SHORT_ID,
    reply({ returnCode: -5, invalidMembers: [SHORT] }),
    ['must 4.4/name wrong-name invalidMembers', `must 7.4.1/list no-member ${LIST}`],
  ],
  [
    'parameters of a refusal',
    REFUSED,
    reply({ ...ok([VIP]), returnCode: -10 }),
    ['must 4.4/parameters/only data-beside parameters'],
  ],
  [
    'an errorCode with a refusal',
    REFUSED,
    reply({ returnCode: -10, parameters: { errorCode: 1 } }),
    ['must 4.4/parameters/only data-beside parameters'],
  ],
  [
    'parameters of failing members',
    SHORT_ID,
    reply({ ...ok([VIP]), ...invalid(SHORT) }),
    ['must 7.4.1/parameters data-beside parameters'],
  ],
  [
    'parameters a list',
    HAS_VIP,
    reply({ returnCode: 1, parameters: [] }),
    ['must 4.4/parameters/type wrong-type parameters', `must 2.4/info/required missing-data ${INFO}`],
  ],
  [
    'parameters a text with a refusal',
    REFUSED,
    reply({ returnCode: -10, parameters: 'none' }),
    ['must 4.4/parameters/type wrong-type parameters'],
  ],
  // §2.4 and §4.5
  ['no parameters', HAS_VIP, reply({ returnCode: 1 }), [`must 2.4/info/required missing-data ${INFO}`]],
  [
    'no infoResponseParameters',
    HAS_VIP,
    reply({ returnCode: 1, parameters: { errorCode: 1 } }),
    [`must 2.4/info/required missing-data ${INFO}`],
  ],
  [
    'infoResponseParameters null',
    HAS_VIP,
    reply({ returnCode: 1, parameters: { errorCode: 1, infoResponseParameters: null } }),
    [`must 2.4/info/required missing-data ${INFO}`],
  ],
  [
    'infoResponseParameters a list',
    HAS_VIP,
    reply({ returnCode: 1, parameters: { errorCode: 1, infoResponseParameters: [VIP] } }),
    [`must 2.4/info/required wrong-type ${INFO}`],
  ],
  [
    'infoResponseParameters null for an absent player',
    ABSENT_PLAYER,
    reply(notFound(17, null)),
    ['should 2.4/info/object discouraged'],
  ],
  [
    'no infoResponseParameters for an absent player',
    ABSENT_PLAYER,
    reply({ returnCode: 1, parameters: { errorCode: 17 } }),
    [`must 2.4/info/required missing-data ${INFO}`],
  ],
  [
    'no errorCode',
    HAS_VIP,
    reply(ok([VIP], { errorCode: undefined })),
    ['should 2.4/error-code/present discouraged'],
  ],
  [
    'errorCode null',
    HAS_VIP,
    reply(ok([VIP], { errorCode: null })),
    ['should 2.4/error-code/present discouraged'],
  ],
  [
    'errorCode false',
    HAS_VIP,
    reply(ok([VIP], { errorCode: false })),
    ['must 2.4/error-code/value unknown-code parameters.errorCode'],
  ],
  [
    'errorCode 0',
    HAS_VIP,
    reply(ok([VIP], { errorCode: 0 })),
    ['must 2.4/error-code/value unknown-code parameters.errorCode'],
  ],
  [
    'errorCode "Not found"',
    ABSENT_PLAYER,
    reply(notFound('Not found')),
    [
      'must 2.4/error-code/value unknown-code parameters.errorCode',
      'must 7.4.2/not-found wrong-outcome returnCode',
    ],
  ],
  [
    'no errorCode for an absent player',
    ABSENT_PLAYER,
    reply({ returnCode: 1, parameters: { infoResponseParameters: {} } }),
    ['must 7.4.2/not-found wrong-outcome returnCode'],
  ],
  [
    'the errorCode of another resource',
    ABSENT_PLAYER,
    reply(notFound(12)),
    ['must 7.2/own unknown-code parameters.errorCode'],
  ],
  [
    'the errorCode of another resource for an existing player',
    HAS_VIP,
    reply(notFound(7)),
    ['must 7.2/own unknown-code parameters.errorCode'],
  ],
  [
    'an existing player not found',
    HAS_VIP,
    reply(notFound()),
    ['must 4.5.2/tags wrong-outcome parameters.errorCode'],
  ],
  [
    'an absent player found',
    ABSENT_PLAYER,
    reply(ok([])),
    ['must 7.4.2/not-found wrong-outcome parameters.errorCode'],
  ],
  [
    'tags of an absent player',
    ABSENT_PLAYER,
    reply(notFound(17, { tags: [VIP] })),
    [`must 7.4.2/not-found data-beside ${INFO}.tags`],
  ],
  // §2.2 and §2.3
  ['tags an object', HAS_VIP, reply(ok({ vip: 'gold' })), [`must 2.3/tags/type wrong-type ${INFO}.tags`]],
  ['tags a text', HAS_VIP, reply(ok('vip')), [`must 2.3/tags/type wrong-type ${INFO}.tags`]],
  ['a tag that is null', HAS_VIP, reply(ok([VIP, null])), [`must 2.2/key wrong-type ${INFO}.tags[1]`]],
  ['a tag that is a text', HAS_VIP, reply(ok(['vip'])), [`must 2.2/key wrong-type ${INFO}.tags[0]`]],
  [
    'a key that is a number',
    HAS_VIP,
    reply(ok([{ key: 7, value: 'gold' }])),
    [`must 2.2/key wrong-type ${INFO}.tags[0].key`],
  ],
  [
    'a value that is null',
    HAS_VIP,
    reply(ok([{ key: 'vip', value: null }])),
    [`must 2.2/value wrong-type ${INFO}.tags[0].value`],
  ],
  [
    'a tag without anything',
    HAS_VIP,
    reply(ok([{}])),
    [`must 2.2/key wrong-type ${INFO}.tags[0].key`, `must 2.2/value wrong-type ${INFO}.tags[0].value`],
  ],
  [
    'a key twice',
    allowed(tags(UNKNOWN)),
    reply(ok([VIP, GUILD, { ...VIP, value: 'x' }])),
    [`should 2.2/key-identifies duplicate-key ${INFO}.tags`],
  ],
  ['a tag too few', HAS_VIP, reply(ok([])), [`must 4.5.2/tags wrong-tags ${INFO}.tags`]],
  ['tags left out', HAS_VIP, reply(ok(undefined)), [`must 4.5.2/tags wrong-tags ${INFO}.tags`]],
  ['a tag too many', HAS_VIP, reply(ok([VIP, GUILD])), [`must 4.5.2/tags wrong-tags ${INFO}.tags`]],
  ['a tag twice', HAS_VIP, reply(ok([VIP, VIP])), [`must 4.5.2/tags wrong-tags ${INFO}.tags`]],
  [
    'another value',
    HAS_VIP,
    reply(ok([{ ...VIP, value: 'Gold' }])),
    [`must 4.5.2/tags wrong-tags ${INFO}.tags`],
  ],
  [
    'key and value cut elsewhere',
    allowed(tags([{ key: 'ab', value: 'c' }])),
    reply(ok([{ key: 'a', value: 'bc' }])),
    [`must 4.5.2/tags wrong-tags ${INFO}.tags`],
  ],
  [
    'another normal form',
    allowed(tags([{ key: 'caf\u00E9', value: '' }])),
    reply(ok([{ key: 'cafe\u0301', value: '' }])),
    [`must 4.5.2/tags wrong-tags ${INFO}.tags`],
  ],
  [
    'a tag that is not one of the allowed ones',
    allowed(tags([VIP], [], 'some of')),
    reply(ok([GUILD])),
    [`must 4.5.2/tags wrong-tags ${INFO}.tags`],
  ],
  [
    'tags mixed from two choices',
    allowed(tags([VIP]), tags([GUILD])),
    reply(ok([VIP, GUILD])),
    [`must 4.5.2/tags wrong-tags ${INFO}.tags`],
  ],
  // Outcomes.
  [
    'a refusal of a valid request',
    HAS_VIP,
    reply({ returnCode: -10 }),
    ['must 4.5.2/tags wrong-outcome returnCode'],
  ],
  ['another refusal', REFUSED, reply({ returnCode: -6 }), ['must 5.3/wrong wrong-outcome returnCode']],
  [
    'an answer instead of a refusal',
    REFUSED,
    reply(ok([VIP])),
    ['must 5.3/wrong wrong-outcome parameters.errorCode'],
  ],
  [
    'an empty answer instead of a refusal',
    REFUSED,
    reply({ returnCode: 1 }),
    ['must 5.3/wrong wrong-outcome returnCode', `must 2.4/info/required missing-data ${INFO}`],
  ],
  [
    'failing members of a valid request',
    HAS_VIP,
    reply(invalid(SHORT)),
    ['must 4.5.2/tags wrong-outcome returnCode'],
  ],
  [
    'a discouraged refusal',
    allowed(
      refusal('OperationNotAuthorized'),
      refusal('OperationInvalid', [when('token.missing', 'another refusal')]),
    ),
    reply({ returnCode: -4 }),
    ['should 5.1/code discouraged'],
  ],
  [
    'a discouraged status',
    allowed(tags([VIP]), http([415], [when('contentType.charset', 'HTTP 415')])),
    reply('', [], 415),
    ['should 4.2/content-type/charset discouraged status'],
  ],
  // §2.5, §7.3 and §7.4.1
  ['no failing member', SHORT_ID, reply({ returnCode: -5 }), [`must 7.4.1/list no-member ${LIST}`]],
  ['an empty list of failing members', SHORT_ID, reply(invalid()), [`must 7.4.1/list no-member ${LIST}`]],
  [
    'a failing member of another type',
    SHORT_ID,
    reply(invalid(member('userId', 6))),
    [`must 2.1/length wrong-member ${LIST}[0]`],
  ],
  [
    'a member that is valid',
    SHORT_ID,
    reply(invalid(SHORT, member('tagKeys', 3))),
    [`must 2.5/code/names wrong-member ${LIST}[1]`],
  ],
  [
    'user_id',
    SHORT_ID,
    reply(invalid(member('user_id', 5))),
    [`should 2.5/code/spelling wrong-member ${LIST}[0].code`],
  ],
  [
    'body.userId',
    SHORT_ID,
    reply(invalid(member('body.userId', 5))),
    [`should 2.5/code/spelling wrong-member ${LIST}[0].code`],
  ],
  [
    'USERID',
    SHORT_ID,
    reply(invalid(member('USERID', 5))),
    [`should 2.5/code/spelling wrong-member ${LIST}[0].code`],
  ],
  [
    'user_id of another type',
    SHORT_ID,
    reply(invalid(member('user_id', 6))),
    [`must 2.1/length wrong-member ${LIST}[0]`],
  ],
  [
    'an unknown member',
    SHORT_ID,
    reply(invalid(member('id', 5))),
    [`should 2.5/code/spelling wrong-member ${LIST}[0].code`],
  ],
  [
    'an element of another index',
    allowed(failing('tagKeys', 'TypeInvalid', 1)),
    reply(invalid(member('tagKeys[0]', 3))),
    [`should 2.5/code/spelling wrong-member ${LIST}[0].code`],
  ],
  [
    'a failing member without a code',
    SHORT_ID,
    reply(invalid({ invalidMemberType: 5 })),
    [`must 2.5/code/type wrong-type ${LIST}[0].code`],
  ],
  [
    'a failing member whose code is a number',
    SHORT_ID,
    reply(invalid(member(5, 5))),
    [`must 2.5/code/type wrong-type ${LIST}[0].code`],
  ],
  [
    'a failing member without a type',
    SHORT_ID,
    reply(invalid({ code: 'userId' })),
    [`should 2.5/type/present missing-data ${LIST}[0].invalidMemberType`],
  ],
  ['an odd id listed twice', ODD_SHORT_ID, reply(invalid(SHORT, member('userId', 1))), []],
  ['an odd id listed only for its length', ODD_SHORT_ID, reply(invalid(SHORT)), []],
  [
    'an odd id listed only for its characters',
    ODD_SHORT_ID,
    reply(invalid(member('userId', 1))),
    [`must 2.1/length wrong-member ${LIST}[0]`],
  ],
  [
    'a valid member, without a type',
    SHORT_ID,
    reply(invalid(SHORT, { code: 'tagKeys' })),
    [
      `should 2.5/type/present missing-data ${LIST}[1].invalidMemberType`,
      `must 2.5/code/names wrong-member ${LIST}[1]`,
    ],
  ],
  [
    'a failing member whose type is null',
    SHORT_ID,
    reply(invalid(member('userId', null))),
    [`should 2.5/type/present missing-data ${LIST}[0].invalidMemberType`],
  ],
  [
    'a failing member of no type',
    SHORT_ID,
    reply(invalid(member('userId', 16))),
    [`must 7.3/known unknown-code ${LIST}[0].invalidMemberType`],
  ],
  [
    'a failing member that is a text',
    SHORT_ID,
    reply(invalid('userId')),
    [`must 4.4/invalid/type wrong-type ${LIST}[0]`],
  ],
];

test.each(WRONG)('reports %s', (_, what, outcome, lines) => {
  expect(found(what, outcome)).toEqual(lines);
});

const KNOWS = partialDialect([
  { question: 'codes.returnCode', at: '', option: 'number' },
  { question: 'tagKeys.effect', at: 'gamePlayer', option: 'filter' },
  { question: 'notFound.info', at: '', option: '{}' },
  { question: 'contentType.charset', at: '', option: 'answered' },
]);
const FILTERS = allowed(
  tags([VIP], [when('tagKeys.effect', 'filter')]),
  tags([VIP, GUILD], [when('tagKeys.effect', 'none')]),
);

/** Replies that are accepted but differ from what this backend does elsewhere: only warnings. */
const ODD: readonly Row[] = [
  [
    'another wire form',
    HAS_VIP,
    reply({ ...ok([VIP]), returnCode: 'Ok' }),
    ['should dialect/codes.returnCode against-dialect'],
  ],
  [
    'another effect of tagKeys',
    FILTERS,
    reply(ok([GUILD, VIP])),
    ['should dialect/tagKeys.effect against-dialect'],
  ],
  ['the same effect of tagKeys', FILTERS, reply(ok([VIP])), []],
  [
    'another form of no tags',
    ABSENT_PLAYER,
    reply(notFound(17, { tags: [] })),
    ['should dialect/notFound.info against-dialect'],
  ],
  [
    'a status that is discouraged in any case',
    allowed(tags([VIP]), http([415], [when('contentType.charset', 'HTTP 415')])),
    reply('', [], 415),
    ['should 4.2/content-type/charset discouraged status'],
  ],
  [
    'another form and a discouraged one',
    HAS_VIP,
    reply({ ...ok([VIP], { errorCode: null }), returnCode: 'Ok' }),
    ['should 2.4/error-code/present discouraged', 'should dialect/codes.returnCode against-dialect'],
  ],
];

test.each(ODD)('warns of %s from a backend that does otherwise elsewhere', (_, what, outcome, lines) => {
  expect(found(what, outcome, KNOWS)).toEqual(lines);
});

test('the rows above cover every kind of finding that one reply can show', () => {
  const seen = new Set(
    [...WRONG, ...ODD].flatMap(([, , , lines]) => lines.map((line) => line.split(' ')[2])),
  );
  // Findings about several replies: two that differ, and many without a match.
  const ofSeveral = ['differs', 'none-of-many'];
  // Findings about the connection: wire-findings.test.ts.
  const ofTheWire = ['bad-framing', 'stray-bytes'];
  // Findings about all requests of a run: answers.test.ts.
  const ofTheRun = ['hung-up', 'late', 'gateway', 'limited'];
  expect(Object.keys(FINDING_KINDS).filter((kind) => !seen.has(kind))).toEqual([
    ...ofTheRun,
    ...ofTheWire,
    ...ofSeveral,
  ]);
});

describe('the level of a finding depends on the request', () => {
  const UNKNOWN_OPERATION = allowed(refusal('OperationInvalid', [], '7.1/operation-invalid'));
  const levels = (outcome: Outcome): Record<Strictness, readonly string[]> => ({
    endpoint: found(UNKNOWN_OPERATION, outcome),
    'outside the API': found(at('outside the API', UNKNOWN_OPERATION), outcome),
    'only liveness': found(at('only liveness', UNKNOWN_OPERATION), outcome),
  });

  test.each<readonly [what: string, Outcome, endpoint: string, outside: string]>([
    [
      'a status',
      reply('', [], 404),
      'must 1/http-200/status status status',
      'should 1/http-200/elsewhere status status',
    ],
    [
      'no JSON',
      reply('<p>'),
      'must 1/json not-json body',
      'should 7.1/operation-invalid/status not-json body',
    ],
    [
      'no envelope',
      reply({}),
      'must 1/envelope not-envelope returnCode',
      'should 7.1/operation-invalid/status not-envelope returnCode',
    ],
    [
      'a shown member',
      reply({ returnCode: -4, parameters: { errorCode: 1 } }),
      'must 4.4/parameters/only data-beside parameters',
      'should 7.1/operation-invalid/status data-beside parameters',
    ],
    [
      'a byte order mark',
      reply('\uFEFF{"returnCode":-4}'),
      'should 1/json/bom byte-order-mark body',
      'should 1/json/bom byte-order-mark body',
    ],
    [
      'a redirect',
      reply('', [], 301),
      'must principle/no-redirect redirect status',
      'must principle/no-redirect redirect status',
    ],
    [
      'another outcome',
      reply({ returnCode: -3 }),
      'must 7.1/operation-invalid wrong-outcome returnCode',
      'must 7.1/operation-invalid wrong-outcome returnCode',
    ],
  ])('%s', (_, outcome, endpoint, outside) => {
    expect(levels(outcome)).toEqual({
      endpoint: [endpoint],
      'outside the API': [outside],
      'only liveness': [],
    });
  });
});

describe('the evidence of a reply about the backend', () => {
  const shown = (what: Allowed, outcome: Outcome): readonly string[] =>
    check(what, exchange(outcome), partialDialect()).evidence.map(
      ({ question, at: place, option }) => `${question}@${place}=${option}`,
    );
  const NUMBERS = ['codes.returnCode@=number', 'codes.errorCode@=number'];
  const OMITTED = ['dataless.debugMessage@=omitted', 'dataless.invalidRequestParameters@=omitted'];

  test.each<readonly [what: string, Allowed, Outcome, readonly string[]]>([
    ['tags', HAS_VIP, reply(ok([VIP])), [...NUMBERS, ...OMITTED, 'errorCode.success@=present']],
    [
      'no tags',
      NO_TAGS,
      reply(ok(null)),
      [...NUMBERS, ...OMITTED, 'errorCode.success@=present', 'tags.none@=null'],
    ],
    [
      'no errorCode',
      HAS_VIP,
      reply(ok([VIP], { errorCode: null })),
      ['codes.returnCode@=number', ...OMITTED, 'errorCode.success@=null'],
    ],
    [
      'not found',
      ABSENT_PLAYER,
      reply({ ...notFound(17, { tags: [] }), debugMessage: '' }),
      [
        ...NUMBERS,
        'dataless.debugMessage@=empty',
        'dataless.invalidRequestParameters@=omitted',
        'notFound.info@={tags: []}',
      ],
    ],
    [
      'a refusal',
      REFUSED,
      reply({ returnCode: 'SecretInvalid', parameters: null, debugMessage: 'no' }),
      ['codes.returnCode@=name', 'dataless.invalidRequestParameters@=omitted', 'dataless.parameters@=null'],
    ],
    [
      'failing members',
      SHORT_ID,
      reply(invalid(member('userId', 'StringMinLength'))),
      [
        'codes.returnCode@=number',
        'codes.invalidMemberType@=name',
        'dataless.debugMessage@=omitted',
        'dataless.parameters@=omitted',
      ],
    ],
    [
      'an option',
      FILTERS,
      reply(ok([VIP])),
      [...NUMBERS, ...OMITTED, 'errorCode.success@=present', 'tagKeys.effect@gamePlayer=filter'],
    ],
    [
      'an HTTP status',
      allowed(tags([VIP]), http([400], [when('header.repeated', 'HTTP 400')])),
      reply('', [], 400),
      ['header.repeated@=HTTP 400'],
    ],
    [
      'one of two possible options',
      allowed(tags([VIP], [when('tagKeys.effect', 'filter')]), tags([VIP], [when('tagKeys.effect', 'none')])),
      reply(ok([VIP])),
      [...NUMBERS, ...OMITTED, 'errorCode.success@=present'],
    ],
    [
      'a type that fits two options',
      allowed(
        failing('userId', 'StringNull', undefined, [when('id.null', 'StringNull')]),
        failing('userId', 'StringNull', undefined, [when('id.empty', 'StringNull')]),
      ),
      reply(invalid(member('userId', 4))),
      [
        'codes.returnCode@=number',
        'codes.invalidMemberType@=number',
        'dataless.debugMessage@=omitted',
        'dataless.parameters@=omitted',
      ],
    ],
    ['nothing, if a must is broken', HAS_VIP, reply(ok([])), []],
    ['nothing, without a reply', HAS_VIP, noReply('closed', ''), []],
  ])('%s', (_, what, outcome, evidence) => {
    expect(shown(what, outcome).toSorted()).toEqual(evidence.toSorted());
  });

  test.each<readonly [listed: readonly object[], option: string | undefined]>([
    [[SHORT, member('tagKeys', 3)], 'all'],
    [[SHORT], 'first'],
    [[member('tagKeys', 3)], 'some'],
  ])('of several failing members %j: members.listed %s', (listed, option) => {
    const two = allowed(failing('userId', 'StringMinLength'), failing('tagKeys', 'TypeInvalid'));
    const { evidence } = check(two, exchange(reply(invalid(...listed))), partialDialect());
    expect(evidence.find(({ question }) => question === 'members.listed')?.option).toBe(option);
  });
});

test('a list of failing members is read in the way that the backend is known for', () => {
  const what = allowed(
    failing('userId', 'StringMinLength', undefined, [when('header.repeated', 'as absent')]),
    failing('userId', 'StringMinLength', undefined, [
      when('header.repeated', 'last'),
      when('token.unasked', 'ignored'),
    ]),
  );
  expect(
    found(
      what,
      reply(invalid(SHORT)),
      completeDialect([{ question: 'header.repeated', at: '', option: 'last' }]),
    ),
  ).toEqual([]);
});

test('all items of a list of failing members are read in the same way, however many ways exist', () => {
  const ways = ['as absent', 'first', 'last'].flatMap((repeated) =>
    ['code points', 'UTF-16 units', 'UTF-8 bytes'].map((unit) => [
      { question: 'header.repeated' as const, at: '', option: repeated },
      { question: 'id.unit' as const, at: '', option: unit },
    ]),
  );
  const names = ['userId', 'tagKeys', 'limit', 'order'];
  const what = allowed(
    ...ways.flatMap((way) => names.map((name) => failing(name, 'TypeInvalid', undefined, way))),
  );
  const outcome = reply(invalid(...names.map((name) => member(name, 3))));
  for (const way of ways) expect(found(what, outcome, completeDialect(way))).toEqual([]);
  const shown = check(what, exchange(outcome), partialDialect()).evidence.map(({ question }) => question);
  expect(shown).not.toContain('header.repeated');
  expect(shown).not.toContain('id.unit');
});

test('a list that mixes two answers to one question breaks no must', () => {
  const types = ['TypeInvalid', 'StringNull'] as const;
  const nulls = [0, 1].flatMap((element) =>
    types.map((type) => failing('tagKeys', type, element, [when('tagKeys.nullElement', type)])),
  );
  const lines = found(allowed(...nulls), reply(invalid(member('tagKeys[0]', 3), member('tagKeys[1]', 4))));
  expect(lines.filter((line) => line.startsWith('must'))).toEqual([]);
});

test('the key of a finding consists of its case, clause and kind', () => {
  const [one] = findings(HAS_VIP, reply(ok([])));
  const [other] = findings(HAS_VIP, reply(ok([GUILD])));
  expect(one?.actual).not.toBe(other?.actual);
  expect([one, other].map((each) => each && findingKey('tags/all@group.admin', each))).toEqual(
    Array.from({ length: 2 }, () => 'tags/all@group.admin 4.5.2/tags wrong-tags'),
  );
});
