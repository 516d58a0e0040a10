/** The texts of findings: expected and actual, as printed under a failed case. */
import { expect, test } from 'vitest';
import { partialDialect } from '../../spec/dialect/dialect.ts';
import { when } from '../../spec/dialect/questions.ts';
import type { Outcome } from '../../http/exchange.ts';
import { UNKNOWN } from '../../world/world.ts';
import type { Allowed } from '../expect/allowed.ts';
import {
  absent,
  allowed,
  failing,
  findings,
  GUILD,
  http,
  invalid,
  member,
  noReply,
  notFound,
  ok,
  refusal,
  reply,
  tags,
  VIP,
} from '../test-helpers/replies.ts';

const MANY = Array.from({ length: 12 }, (_, at) => ({ key: `key ${at}`, value: `value ${at}` }));
const EITHER = allowed(
  tags([VIP], [when('tagKeys.effect', 'filter')]),
  tags([VIP, GUILD], [when('tagKeys.effect', 'none')]),
  tags([VIP, GUILD], [when('tagKeys.effect', 'other')], 'some of'),
);
const SHORT_ID = allowed(failing('userId', 'StringMinLength'), failing('tagKeys', 'TypeInvalid', 1));

const TYPICAL: readonly (readonly [what: string, Allowed, Outcome])[] = [
  ['no reply', EITHER, noReply('closed', 'the connection was closed without a reply')],
  ['a redirect', EITHER, reply('', [['Location', 'https://login.example.com/']], 302)],
  [
    'HTML',
    EITHER,
    reply('<!doctype html><html><head><title>502 Bad Gateway</title></head><body><center><h1>502</h1>'),
  ],
  ['an empty body', EITHER, reply('')],
  ['a list', EITHER, reply([1, 2])],
  ['an error of another API', EITHER, reply({ error: { code: 404, message: 'no such route' } })],
  ['an unknown returnCode', EITHER, reply({ returnCode: 'Success' })],
  ['an errorCode as returnCode', EITHER, reply({ returnCode: 17 })],
  [
    'data with a refusal',
    allowed(refusal('SecretInvalid')),
    reply({ returnCode: -10, parameters: { errorCode: 1 } }),
  ],
  ['one tag too few', allowed(tags([VIP, GUILD])), reply(ok([GUILD]))],
  ['other tags of many', allowed(tags(MANY)), reply(ok([...MANY.slice(4), VIP]))],
  ['a refusal of a valid request', EITHER, reply({ returnCode: -2 })],
  [
    'an answer instead of a refusal',
    allowed(refusal('SecretInvalid'), refusal('OperationNotAllow')),
    reply(ok([VIP])),
  ],
  [
    'failing members of a valid request',
    allowed(tags(UNKNOWN)),
    reply(invalid(member('tagKeys', 2), member(undefined, 99))),
  ],
  ['an existing player not found', allowed(tags([])), reply(notFound())],
  ['the errorCode of a group', allowed(absent), reply(notFound(12))],
  ['no failing member', SHORT_ID, reply({ returnCode: -5 })],
  [
    'a failing member of another type, with two ways to read the request',
    allowed(
      failing('userId', 'StringMinLength'),
      failing('userId', 'StringMinLength', undefined, [when('tagKeys.effect', 'filter')]),
    ),
    reply(invalid(member('userId', 'StringMaxLength'))),
  ],
  [
    'another outcome of five',
    allowed(
      refusal('SecretInvalid'),
      refusal('OperationNotAllow'),
      refusal('OperationNotAuthorized'),
      refusal('OperationInvalid'),
      refusal('InvalidRequestParameters'),
    ),
    reply({ returnCode: 0 }),
  ],
  ['no parameters', allowed(tags([VIP])), reply({ returnCode: 1 })],
  ['tags with not found', allowed(absent), reply(notFound(17, { tags: [VIP] }))],
  ['another name of a failing member', SHORT_ID, reply(invalid(member('user_id', 5)))],
  ['a discouraged answer', allowed(tags([VIP])), reply(ok([VIP], { errorCode: undefined }))],
  [
    'a discouraged status',
    allowed(tags([VIP]), http([415], [when('contentType.charset', 'HTTP 415')])),
    reply('', [], 415),
  ],
  ['a key twice', allowed(tags(UNKNOWN)), reply(ok([VIP, { key: 'vip', value: 'silver' }]))],
  ['another answer than elsewhere', EITHER, reply(ok([VIP, GUILD]))],
];

test('typical findings state the expected and the actual outcome', () => {
  const filters = partialDialect([{ question: 'tagKeys.effect', at: 'gamePlayer', option: 'filter' }]);
  const lines = TYPICAL.flatMap(([what, right, outcome]) => [
    '',
    what,
    ...findings(right, outcome, filters).flatMap(({ level, clause, at, expected, actual }) => [
      `  ${level} ${clause}${at === '' ? '' : ` at ${at}`}`,
      `    expected ${expected}`,
      `    actual   ${actual}`,
    ]),
  ]);
  expect(`${lines.join('\n')}\n`).toMatchInlineSnapshot(`
    "
    no reply
      must 1/http-200/reply
        expected a reply
        actual   the connection was closed without a reply

    a redirect
      must principle/no-redirect at status
        expected HTTP 200
        actual   HTTP 302 to https://login.example.com/

    HTML
      must 1/json at body
        expected one JSON value
        actual   <!doctype html><html><head><title>502 Bad Gateway</title></head><body><center><h… (10 more characters): Unexpected token '<', "<!doctype "... is not valid JSON

    an empty body
      must 1/json at body
        expected one JSON value
        actual   an empty body

    a list
      must 1/envelope at body
        expected an object
        actual   array [1,2]

    an error of another API
      must 1/envelope at returnCode
        expected a returnCode
        actual   none in {"error":{"code":404,"message":"no such route"}}

    an unknown returnCode
      must 4.4/return-code/known at returnCode
        expected one of SecretInvalid (-10), MaxSizeRequestReject (-9), MaxRequestReject (-8), MaxCCUReject (-7), OperationNotAuthorized (-6), InvalidRequestParameters (-5), OperationInvalid (-4), InternalServerError (-3), OperationNotAllow (-2), OperationTimeout (-1), UnknownError (0), Ok (1)
        actual   string "Success"

    an errorCode as returnCode
      must 4.4/return-code/known at returnCode
        expected one of SecretInvalid (-10), MaxSizeRequestReject (-9), MaxRequestReject (-8), MaxCCUReject (-7), OperationNotAuthorized (-6), InvalidRequestParameters (-5), OperationInvalid (-4), InternalServerError (-3), OperationNotAllow (-2), OperationTimeout (-1), UnknownError (0), Ok (1)
        actual   number 17, which is an errorCode (GamePlayerNotFound)

    data with a refusal
      must 4.4/parameters/only at parameters
        expected no data
        actual   {"errorCode":1}

    one tag too few
      must 4.5.2/tags at parameters.infoResponseParameters.tags
        expected 2 tags {"vip": "gold", "guild": "larks"}
        actual   1 tag {"guild": "larks"} (missing 1: "vip": "gold")

    other tags of many
      must 4.5.2/tags at parameters.infoResponseParameters.tags
        expected 12 tags {"key 0": "value 0", "key 1": "value 1", "key 2": "value 2", "key 3": "value 3", and 8 more}
        actual   9 tags {"key 4": "value 4", "key 5": "value 5", "key 6": "value 6", "key 7": "value 7", and 5 more} (missing 4: "key 0": "value 0", "key 1": "value 1", "key 2": "value 2"; not expected 1: "vip": "gold")

    a refusal of a valid request
      must 4.5.2/tags at returnCode
        expected Ok with 1 tag {"vip": "gold"}
        actual   OperationNotAllow (-2)

    an answer instead of a refusal
      must 5.3/wrong at returnCode
        expected SecretInvalid (-10), or OperationNotAllow (-2)
        actual   Ok with 1 tag {"vip": "gold"}

    failing members of a valid request
      must 7.3/known at invalidRequestParameters[1].invalidMemberType
        expected one of UnknownError (1), DataRequired (2), TypeInvalid (3), StringNull (4), StringMinLength (5), StringMaxLength (6), NumberMinValue (7), NumberMaxValue (8), NumberMustInt (9), ServiceHashtableNull (10), ServiceHashtableMinLength (11), ServiceHashtableMaxLength (12), ServiceArrayNull (13), ServiceArrayMinLength (14), ServiceArrayMaxLength (15)
        actual   number 99
      must 4.5.2/tags at returnCode
        expected Ok with tags
        actual   InvalidRequestParameters (-5) listing tagKeys as DataRequired (2), a member without code as no known type
      must 2.5/code/type at invalidRequestParameters[1].code
        expected a string
        actual   nothing

    an existing player not found
      must 4.5.2/tags at parameters.errorCode
        expected Ok with no tags
        actual   Ok with errorCode GamePlayerNotFound (17)

    the errorCode of a group
      must 7.2/own at parameters.errorCode
        expected GamePlayerNotFound (17)
        actual   GroupNotFound (12)

    no failing member
      must 7.4.1/list at invalidRequestParameters
        expected userId as StringMinLength (5), or tagKeys[1] as TypeInvalid (3)
        actual   no failing member

    a failing member of another type, with two ways to read the request
      must 2.1/length at invalidRequestParameters[0]
        expected userId as StringMinLength (5)
        actual   userId as StringMaxLength (6)

    another outcome of five
      must 5.3/wrong at returnCode
        expected SecretInvalid (-10), or OperationNotAllow (-2), or OperationNotAuthorized (-6), or OperationInvalid (-4), or 1 other
        actual   UnknownError (0)

    no parameters
      must 2.4/info/required at parameters.infoResponseParameters
        expected an object
        actual   no parameters

    tags with not found
      must 7.4.2/not-found at parameters.infoResponseParameters.tags
        expected no tags
        actual   1 tag {"vip": "gold"}

    another name of a failing member
      should 2.5/code/spelling at invalidRequestParameters[0].code
        expected userId
        actual   user_id

    a discouraged answer
      should 2.4/error-code/present
        expected errorCode.success: present
        actual   errorCode.success: omitted

    a discouraged status
      should 4.2/content-type/charset at status
        expected Ok with 1 tag {"vip": "gold"}
        actual   HTTP 415

    a key twice
      should 2.2/key-identifies at parameters.infoResponseParameters.tags
        expected each key once
        actual   "vip" twice or more

    another answer than elsewhere
      should dialect/tagKeys.effect
        expected tagKeys.effect: filter
        actual   tagKeys.effect: none
    "
  `);
});
