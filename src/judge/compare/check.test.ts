import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { partialDialect, completeDialect, type Dialect } from '../../spec/dialect/dialect.ts';
import { when } from '../../spec/dialect/questions.ts';
import type { Outcome } from '../../http/exchange.ts';
import { UNKNOWN } from '../../world/world.ts';
import type { Allowed, Strictness } from '../expect/allowed.ts';
import { checkExchange } from './check.ts';
import { FINDING_KINDS, type Finding } from '../finding.ts';
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
const MANY = Array.from({ length: 12 }, (_, index) => ({ key: `key ${index}`, value: `value ${index}` }));
const FIVE = (
  [
    'SecretInvalid',
    'OperationNotAllow',
    'OperationNotAuthorized',
    'OperationInvalid',
    'InvalidRequestParameters',
  ] as const
).map((code) => refusal(code));

/** A reply, and what is allowed: by default the tag of VIP. */
type Reply = readonly [what: string, Outcome, Allowed?];

/** Replies without a finding: §4.4, §4.5, and questions codes.*, tags.none, dataless.*, notFound.info, members.listed. */
const FINE: readonly Reply[] = [
  ['tags', reply(ok([VIP]))],
  ['tags in another order', reply(ok([GUILD, VIP])), allowed(tags([VIP, GUILD]))],
  ['a key that the world has twice', reply(ok([VIP, VIP])), allowed(tags([VIP, VIP]))],
  ['other members everywhere', reply({ ...ok([{ ...VIP, id: 7 }], { x: 1 }, { y: {} }), z: null })],
  [
    'codes as 1.0 and 1e0',
    reply(
      '{"returnCode":1.0,"parameters":{"errorCode":1e0,"infoResponseParameters":{"tags":[{"key":"vip","value":"gold"}]}}}',
    ),
  ],
  [
    'codes by name',
    reply({ returnCode: 'Ok', parameters: { errorCode: 'Ok', infoResponseParameters: { tags: [VIP] } } }),
  ],
  [
    'each code in a different form',
    reply({ returnCode: 'Ok', parameters: { errorCode: 1, infoResponseParameters: { tags: [VIP] } } }),
  ],
  ['no tags as []', reply(ok([])), NO_TAGS],
  ['no tags as null', reply(ok(null)), NO_TAGS],
  ['no tags left out', reply(ok(undefined)), NO_TAGS],
  [
    'members without data as null',
    reply({ ...ok([VIP]), debugMessage: null, invalidRequestParameters: null }),
  ],
  ['members without data as empty', reply({ ...ok([VIP]), debugMessage: '', invalidRequestParameters: [] })],
  ['a message for developers', reply({ ...ok([VIP]), debugMessage: 'fine: at (12:30) all is well' })],
  ['not found, {}', reply(notFound()), ABSENT_PLAYER],
  ['not found, by name', reply(notFound('GamePlayerNotFound')), ABSENT_PLAYER],
  ['not found, {tags: []}', reply(notFound(17, { tags: [] })), ABSENT_PLAYER],
  ['not found, {tags: null}', reply(notFound(17, { tags: null })), ABSENT_PLAYER],
  ['refused', reply({ returnCode: -10 }), REFUSED],
  ['refused, parameters null', reply({ returnCode: -10, parameters: null }), REFUSED],
  ['refused, parameters {}', reply({ returnCode: -10, parameters: {} }), REFUSED],
  [
    'refused, parameters of empty leaves',
    reply({
      returnCode: -10,
      parameters: { errorCode: null, infoResponseParameters: { tags: [], a: '', b: [null, {}] } },
    }),
    REFUSED,
  ],
  ['a failing member by number', reply(invalid(SHORT)), SHORT_ID],
  ['a failing member by name', reply(invalid(member('userId', 'StringMinLength'))), SHORT_ID],
  ['a failing member twice', reply(invalid(SHORT, SHORT)), SHORT_ID],
  [
    'one of two failing members',
    reply(invalid(member('tagKeys', 3))),
    allowed(failing('userId', 'StringMinLength'), failing('tagKeys', 'TypeInvalid')),
  ],
  ['a member of unknown type', reply(invalid(member('userId', 1))), allowed(failing('userId', 'any'))],
  [
    'an element by its list',
    reply(invalid(member('tagKeys', 3))),
    allowed(failing('tagKeys', 'TypeInvalid', 1)),
  ],
  [
    'an element by its index',
    reply(invalid(member('tagKeys[1]', 3))),
    allowed(failing('tagKeys', 'TypeInvalid', 1)),
  ],
  [
    'an element as a path',
    reply(invalid(member('tagKeys.1', 3))),
    allowed(failing('tagKeys', 'TypeInvalid', 1)),
  ],
  ['a wrong shape without a list', reply({ returnCode: -5 }), allowed(shape)],
  ['a wrong shape with any list', reply(invalid(member('body', 1))), allowed(shape)],
  [
    'a shape and a member that may both be wrong',
    reply(invalid(SHORT)),
    allowed(
      refusal('InvalidRequestParameters', [when('token.unasked', 'refused')]),
      failing('userId', 'StringMinLength'),
    ),
  ],
  [
    'any Content-Type of JSON',
    reply(ok([VIP]), [['content-type', 'application/problem+json;charset=UTF-8']]),
  ],
  [
    'an identity coding',
    reply(ok([VIP]), [
      [TYPES, 'application/json'],
      ['Content-Encoding', 'identity'],
    ]),
  ],
  ['unknown tags', reply(ok([VIP, GUILD])), allowed(tags(UNKNOWN))],
  ['some of the tags', reply(ok([GUILD])), allowed(tags([VIP, GUILD], [], 'some of'))],
  [
    'an HTTP status that is allowed',
    reply('', [], 400),
    allowed(tags([VIP]), http([400], [when('header.repeated', 'HTTP 400')])),
  ],
  ['anything from a target that must only stay alive', reply('\0', [], 500), at('only liveness', HAS_VIP)],
  [
    'no reply from a target that must only stay alive',
    noReply('closed', 'closed'),
    at('only liveness', HAS_VIP),
  ],
];

for (const [name, outcome, what = HAS_VIP] of FINE)
  test(`${name}: no finding`, () => {
    expect(found(what, outcome)).toEqual([]);
  });

const WITHOUT_TYPE = reply(ok([VIP]), []);
const GZIP: Parameters<typeof reply>[1] = [
  [TYPES, 'application/json'],
  ['content-encoding', ' GZIP '],
];

test.each([
  ['gzip', []],
  ['br, gzip;q=0.5', []],
  ['br', ['compressed']],
  ['identity', ['compressed']],
])('gzip for a request with Accept-Encoding: %s is found to be: %j', (asked, kinds) => {
  const { request, ...plain } = exchange(received(reply(gzipSync(JSON.stringify(ok([VIP]))), GZIP)));
  const asking = { ...request, headers: [...request.headers, ['accept-encoding', asked] as const] };
  const judgement = checkExchange(HAS_VIP, { ...plain, request: asking }, partialDialect());
  expect(judgement.findings.map(({ kind }) => kind)).toEqual(kinds);
});

/** Replies with every kind of finding that a single one can show, from the transport to the tags. What is found: __snapshots__/findings.txt. */
const WRONG: readonly Reply[] = [
  ['no reply', noReply('closed', 'the connection was closed')],
  ['a redirect', reply(ok([VIP]), [['Location', 'https://login.example.com/']], 307)],
  [
    'a redirect of another spelling to another path',
    reply('', [['Location', '/login']], 302),
    OTHER_SPELLING,
  ],
  ['a redirect of another spelling without a Location', reply('', [], 301), OTHER_SPELLING],
  [
    'a redirect of another spelling to an invalid URL',
    reply('', [['Location', 'http://:0:0/']], 301),
    OTHER_SPELLING,
  ],
  [
    'a redirect by a status that answers another question',
    reply('', [['Location', '/api/rJson/gamePlayer/server/getTag']], 303),
    OTHER_SPELLING,
  ],
  [
    'a redirect of the exact path to itself',
    reply('', [['Location', '/api/rJson/gamePlayer/server/getTag']], 308),
  ],
  ['a redirect to nowhere', reply('', [], 302)],
  [
    'a redirect of another spelling to the path of the endpoint',
    reply('', [['Location', '/base/api/rJson/gamePlayer/server/getTag?a=1']], 308),
    OTHER_SPELLING,
  ],
  ['a 304, which is not a redirect', reply('', [], 304)],
  ['status 500', reply(ok([VIP]), [], 500)],
  ['status 401 of a refusal', reply({ returnCode: -10 }, [], 401), REFUSED],
  ['another status than the one allowed', reply('', [], 400), allowed(http([415]))],
  ['gzip unasked', received(reply(gzipSync(JSON.stringify(ok([VIP]))), GZIP))],
  ['a body that is not gzip', received(reply(ok([VIP]), GZIP))],
  ['no Content-Type', WITHOUT_TYPE],
  ['Content-Type text/html', reply(ok([VIP]), [[TYPES, 'text/html']])],
  ['Content-Type application/jsonp', reply(ok([VIP]), [[TYPES, 'application/jsonp']])],
  ['a byte order mark', reply(`\uFEFF${JSON.stringify(ok([VIP]))}`)],
  ['an empty body', reply('')],
  [
    'HTML',
    reply('<!doctype html><html><head><title>502 Bad Gateway</title></head><body><center><h1>502</h1>'),
  ],
  ['text after the JSON', reply(`${JSON.stringify(ok([VIP]))}x`)],
  ['no UTF-8', reply(Buffer.from('{"returnCode":1,"x":"\xE9"}', 'latin1'))],
  ['null', reply('null')],
  ['a list', reply([1, 2])],
  ['no returnCode', reply({})],
  ['an error of another API', reply({ error: { code: 404, message: 'no such route' } })],
  ['ReturnCode', reply({ ReturnCode: 1 })],
  ['returnCode true', reply({ ...ok([VIP]), returnCode: true })],
  ['returnCode "OK"', reply({ ...ok([VIP]), returnCode: 'OK' })],
  ['an errorCode as returnCode', reply({ returnCode: 17 })],
  ['returnCode "1"', reply({ ...ok([VIP]), returnCode: '1' })],
  ['errorCode "1"', reply(ok([VIP], { errorCode: '1' }))],
  ['invalidMemberType "5"', reply(invalid(member('userId', '5'))), SHORT_ID],
  [
    'invalidMemberType in both forms',
    reply(invalid(SHORT, member('tagKeys', 'TypeInvalid'))),
    allowed(failing('userId', 'StringMinLength'), failing('tagKeys', 'TypeInvalid')),
  ],
  ['debugMessage an object', reply({ ...ok([VIP]), debugMessage: {} })],
  [
    'a stack trace',
    reply({ returnCode: -10, debugMessage: 'Error: no\n    at f (/srv/app.js:1:2)' }),
    REFUSED,
  ],
  ['failing members of a success', reply({ ...ok([VIP]), invalidRequestParameters: [SHORT] })],
  ['failing members of another refusal', reply({ ...invalid(SHORT), returnCode: -10 }), REFUSED],
  [
    'failing members that are not a list',
    reply({ ...invalid(), invalidRequestParameters: { userId: 5 } }),
    SHORT_ID,
  ],
  ['failing members by the other name', reply({ returnCode: -5, invalidMembers: [SHORT] }), SHORT_ID],
  ['parameters of a refusal', reply({ ...ok([VIP]), returnCode: -10 }), REFUSED],
  ['an errorCode with a refusal', reply({ returnCode: -10, parameters: { errorCode: 1 } }), REFUSED],
  ['parameters of failing members', reply({ ...ok([VIP]), ...invalid(SHORT) }), SHORT_ID],
  ['parameters a list', reply({ returnCode: 1, parameters: [] })],
  ['parameters a text with a refusal', reply({ returnCode: -10, parameters: 'none' }), REFUSED],
  ['no parameters', reply({ returnCode: 1 })],
  ['no infoResponseParameters', reply({ returnCode: 1, parameters: { errorCode: 1 } })],
  [
    'no infoResponseParameters for an absent player',
    reply({ returnCode: 1, parameters: { errorCode: 17 } }),
    ABSENT_PLAYER,
  ],
  [
    'infoResponseParameters a list',
    reply({ returnCode: 1, parameters: { errorCode: 1, infoResponseParameters: [VIP] } }),
  ],
  ['infoResponseParameters null for an absent player', reply(notFound(17, null)), ABSENT_PLAYER],
  ['no errorCode', reply(ok([VIP], { errorCode: undefined }))],
  ['errorCode false', reply(ok([VIP], { errorCode: false }))],
  ['errorCode "Not found"', reply(notFound('Not found')), ABSENT_PLAYER],
  [
    'no errorCode for an absent player',
    reply({ returnCode: 1, parameters: { infoResponseParameters: {} } }),
    ABSENT_PLAYER,
  ],
  ['the errorCode of another resource', reply(notFound(12)), ABSENT_PLAYER],
  ['the errorCode of another resource for an existing player', reply(notFound(7))],
  ['an existing player not found', reply(notFound())],
  ['an absent player found', reply(ok([])), ABSENT_PLAYER],
  ['tags of an absent player', reply(notFound(17, { tags: [VIP] })), ABSENT_PLAYER],
  ['tags an object', reply(ok({ vip: 'gold' }))],
  ['a tag that is null', reply(ok([VIP, null]))],
  ['a tag that is a text', reply(ok(['vip']))],
  ['a key that is a number', reply(ok([{ key: 7, value: 'gold' }]))],
  ['a value that is null', reply(ok([{ key: 'vip', value: null }]))],
  ['a tag without anything', reply(ok([{}]))],
  ['a key twice', reply(ok([VIP, GUILD, { ...VIP, value: 'x' }])), allowed(tags(UNKNOWN))],
  ['a tag too few', reply(ok([]))],
  ['tags left out', reply(ok(undefined))],
  ['a tag too many', reply(ok([VIP, GUILD]))],
  ['a tag twice', reply(ok([VIP, VIP]))],
  ['another value', reply(ok([{ ...VIP, value: 'Gold' }]))],
  [
    'key and value cut elsewhere',
    reply(ok([{ key: 'a', value: 'bc' }])),
    allowed(tags([{ key: 'ab', value: 'c' }])),
  ],
  [
    'another normal form',
    reply(ok([{ key: 'cafe\u0301', value: '' }])),
    allowed(tags([{ key: 'caf\u00E9', value: '' }])),
  ],
  ['a tag that is not one of the allowed ones', reply(ok([GUILD])), allowed(tags([VIP], [], 'some of'))],
  ['tags mixed from two choices', reply(ok([VIP, GUILD])), allowed(tags([VIP]), tags([GUILD]))],
  ['one of two tags', reply(ok([GUILD])), allowed(tags([VIP, GUILD]))],
  ['other tags of many', reply(ok([...MANY.slice(4), VIP])), allowed(tags(MANY))],
  ['a refusal of a valid request', reply({ returnCode: -10 })],
  ['failing members of a valid request', reply(invalid(SHORT))],
  ['another refusal', reply({ returnCode: -6 }), REFUSED],
  ['an answer instead of one of two refusals', reply(ok([VIP])), allowed(...FIVE.slice(0, 2))],
  ['another outcome than five', reply({ returnCode: 0 }), allowed(...FIVE)],
  ['an empty answer instead of a refusal', reply({ returnCode: 1 }), REFUSED],
  [
    'a discouraged refusal',
    reply({ returnCode: -4 }),
    allowed(
      refusal('OperationNotAuthorized'),
      refusal('OperationInvalid', [when('token.missing', 'another refusal')]),
    ),
  ],
  [
    'a discouraged status',
    reply('', [], 415),
    allowed(tags([VIP]), http([415], [when('contentType.charset', 'HTTP 415')])),
  ],
  ['no failing member', reply({ returnCode: -5 }), SHORT_ID],
  ['an empty list of failing members', reply(invalid()), SHORT_ID],
  [
    'neither of two failing members',
    reply({ returnCode: -5 }),
    allowed(failing('userId', 'StringMinLength'), failing('tagKeys', 'TypeInvalid', 1)),
  ],
  ['a failing member of another type', reply(invalid(member('userId', 6))), SHORT_ID],
  [
    'a failing member of another type, with two ways to read the request',
    reply(invalid(member('userId', 'StringMaxLength'))),
    allowed(
      failing('userId', 'StringMinLength'),
      failing('userId', 'StringMinLength', undefined, [when('tagKeys.effect', 'filter')]),
    ),
  ],
  ['user_id of another type', reply(invalid(member('user_id', 6))), SHORT_ID],
  ['an odd id listed only for its characters', reply(invalid(member('userId', 1))), ODD_SHORT_ID],
  ['a member that is valid', reply(invalid(SHORT, member('tagKeys', 3))), SHORT_ID],
  ['user_id', reply(invalid(member('user_id', 5))), SHORT_ID],
  ['an unknown member', reply(invalid(member('id', 5))), SHORT_ID],
  [
    'an element of another index',
    reply(invalid(member('tagKeys[0]', 3))),
    allowed(failing('tagKeys', 'TypeInvalid', 1)),
  ],
  ['a failing member without a code', reply(invalid({ invalidMemberType: 5 })), SHORT_ID],
  ['a failing member whose code is a number', reply(invalid(member(5, 5))), SHORT_ID],
  ['a failing member without a type', reply(invalid({ code: 'userId' })), SHORT_ID],
  ['a failing member whose type is null', reply(invalid(member('userId', null))), SHORT_ID],
  ['an odd id listed twice', reply(invalid(SHORT, member('userId', 1))), ODD_SHORT_ID],
  ['an odd id listed only for its length', reply(invalid(SHORT)), ODD_SHORT_ID],
  ['a valid member, without a type', reply(invalid(SHORT, { code: 'tagKeys' })), SHORT_ID],
  ['a failing member of no type', reply(invalid(member('userId', 16))), SHORT_ID],
  [
    'failing members of a valid request, one without a name',
    reply(invalid(member('tagKeys', 2), member(undefined, 99))),
    allowed(tags(UNKNOWN)),
  ],
  ['a failing member that is a text', reply(invalid('userId')), SHORT_ID],
];

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
const ODD: readonly Reply[] = [
  ['another wire form', reply({ ...ok([VIP]), returnCode: 'Ok' })],
  ['another effect of tagKeys', reply(ok([GUILD, VIP])), FILTERS],
  ['the same effect of tagKeys', reply(ok([VIP])), FILTERS],
  ['another form of no tags', reply(notFound(17, { tags: [] })), ABSENT_PLAYER],
  [
    'a status that is discouraged in any case',
    reply('', [], 415),
    allowed(tags([VIP]), http([415], [when('contentType.charset', 'HTTP 415')])),
  ],
  ['another form and a discouraged one', reply({ ...ok([VIP], { errorCode: null }), returnCode: 'Ok' })],
];

const foundIn = (
  rows: readonly Reply[],
  dialect: Dialect,
): readonly (readonly [string, readonly Finding[]])[] =>
  rows.map(([name, outcome, what = HAS_VIP]) => [name, findings(what, outcome, dialect)]);
const FOUND = [...foundIn(WRONG, partialDialect()), ...foundIn(ODD, KNOWS)];

test('the findings of the replies above, in the words that are printed under a failed case', async () => {
  const texts = FOUND.map(([name, all]) =>
    [
      name,
      ...all.flatMap(({ level, clause, kind, at: place, expected, actual }) => [
        `  ${level} ${clause} ${kind} ${place}`.trimEnd(),
        `    expected ${expected}`,
        `    actual   ${actual}`,
      ]),
      '',
    ].join('\n'),
  );
  await expect(texts.join('\n')).toMatchFileSnapshot('__snapshots__/findings.txt');
});

test('the replies above cover every kind of finding that one can show', () => {
  const seen = new Set(FOUND.flatMap(([, all]) => all.map(({ kind }) => kind)));
  // Findings about several replies: two that differ, also at two times of a run, and many without a match.
  const ofSeveral = ['differs', 'changed-state', 'none-of-many'];
  // Findings about the connection: first-reply.test.ts.
  const ofTheWire = ['bad-framing'];
  // Findings about all requests of a run: answers.test.ts.
  const ofTheRun = ['hung-up', 'late', 'gateway', 'limited'];
  // Findings about recorded requests: src/cli/commands/judge.test.ts.
  const ofRequests = ['client-duty'];
  expect(Object.keys(FINDING_KINDS).filter((kind) => !seen.has(kind as Finding['kind']))).toEqual([
    ...ofTheRun,
    ...ofTheWire,
    ...ofRequests,
    ...ofSeveral,
  ]);
});

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
  ['no JSON', reply('<p>'), 'must 1/json not-json body', 'should 7.1/operation-invalid/status not-json body'],
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
])('the level of a finding depends on the request: %s', (_, outcome, endpoint, outside) => {
  expect(levels(outcome)).toEqual({
    endpoint: [endpoint],
    'outside the API': [outside],
    'only liveness': [],
  });
});

/** That a reply shows every choice which it can show: src/cli/commands/probe-text.test.ts, src/cli/probe/recovery.deep.test.ts. */
describe('the evidence of a reply about the backend', () => {
  const shown = (what: Allowed, outcome: Outcome): readonly string[] =>
    checkExchange(what, exchange(outcome), partialDialect()).evidence.map(
      ({ question, at: place, option }) => `${question}@${place}=${option}`,
    );
  const NUMBERS = ['codes.returnCode@=number', 'codes.errorCode@=number'];
  const OMITTED = ['dataless.debugMessage@=omitted', 'dataless.invalidRequestParameters@=omitted'];

  test.each<readonly [what: string, Allowed, Outcome, readonly string[]]>([
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
    const { evidence } = checkExchange(two, exchange(reply(invalid(...listed))), partialDialect());
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
  const shown = checkExchange(what, exchange(outcome), partialDialect()).evidence.map(
    ({ question }) => question,
  );
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
