/** What conformant stacks do besides the plain way: silently right, or warned of, never failed; and what looks like it and is not. */
import { expect, test } from 'vitest';
import { endpointOf } from '../../spec/endpoints.ts';
import { completeDialect } from '../../spec/dialect/dialect.ts';
import { AUTH_TOKEN, SECRET_KEY } from '../../spec/headers.ts';
import { bodyOf, type HeaderValue, type Request } from '../../http/request.ts';
import { alteredRequest } from '../test-helpers/altered-requests.ts';
import { DEFAULT } from '../test-helpers/backend.ts';
import { ID, judged, TAGS } from '../test-helpers/judged.ts';
import { invalid, member, ok, reply } from '../test-helpers/replies.ts';

const CLIENT = alteredRequest('spaced', endpointOf('gamePlayer.client'), DEFAULT);

const sending = (id: unknown, tagKeys: unknown): Request => ({
  ...CLIENT,
  body: bodyOf(JSON.stringify({ userId: id, tagKeys })),
});
const withLine = (
  name: string,
  change: (value: HeaderValue) => readonly (readonly [string, HeaderValue])[],
) => ({
  ...CLIENT,
  headers: CLIENT.headers.flatMap((line) => (line[0] === name ? change(line[1]) : [line])),
});

const [TYPE_INVALID, DATA_REQUIRED, STRING_MIN, STRING_MAX] = [3, 2, 5, 6];
const WITHOUT_TOKEN = withLine(AUTH_TOKEN, () => []);
const UNDERSCORED = withLine(SECRET_KEY, (value) => [['Secret_Key', value]]);
const PADDED: Request = { ...CLIENT, wire: 'padded-headers' };
const NULL_AMONG = sending(ID, [null]);
const LONG_AND_ODD = sending(`${ID}~`, ['vip']);

test.each<readonly [what: string, request: Request, answer: object, findings: readonly string[]]>([
  ['a missing token as a missing member', WITHOUT_TOKEN, invalid(member(AUTH_TOKEN, DATA_REQUIRED)), []],
  ['a missing token without a list', WITHOUT_TOKEN, { returnCode: -5 }, ['should 5.1/code']],
  [
    'a missing token as another member that is right',
    WITHOUT_TOKEN,
    invalid(member('userId', DATA_REQUIRED)),
    ['should 5.1/code'],
  ],
  ['a header with underscores read', UNDERSCORED, ok(TAGS), ['should 4.2/header-names/spelling']],
  ['a header with underscores not read', UNDERSCORED, { returnCode: -10 }, []],
  ['a header with underscores refused otherwise', UNDERSCORED, { returnCode: -6 }, ['must 5.3/missing']],
  ['blanks left on header values', PADDED, { returnCode: -10 }, ['should 4.2/header-values']],
  ['blanks taken off header values', PADDED, ok(TAGS), []],
  ['a null element without a list', NULL_AMONG, { returnCode: -5 }, ['should 7.4.1/list/type']],
  [
    'null tagKeys as a hashtable',
    sending(ID, null),
    invalid(member('tagKeys', 10)),
    ['must 7.3/service-hashtable-null'],
  ],
  [
    'an unknown operation with a code of no table',
    { ...CLIENT, path: '/api/rJson/gamePlayer/client/tagproof' },
    { returnCode: '' },
    ['must 7.1/operation-invalid'],
  ],
  [
    'an odd id by its length and its characters',
    LONG_AND_ODD,
    invalid(member('userId', STRING_MAX), member('userId', TYPE_INVALID)),
    [],
  ],
  [
    'an odd id by its characters alone',
    LONG_AND_ODD,
    invalid(member('userId', TYPE_INVALID)),
    ['should 2.1/format'],
  ],
  [
    'a plain id by another type than its length',
    sending(`${ID}a`, ['vip']),
    invalid(member('userId', STRING_MIN)),
    ['must 7.3/string-max-length'],
  ],
])('%s', (_, request, answer, expected) => {
  expect(judged(request, reply(answer))).toEqual(expected);
});

const SHORT_ID = sending('x', ['vip']);
const LISTED = invalid(member('userId', STRING_MIN));
const SHOULD_BE_BARE = ['should 4.4/parameters/defaults'];

test.each<readonly [what: string, parameters: unknown, findings: readonly string[]]>([
  ['errorCode 0', { errorCode: 0 }, SHOULD_BE_BARE],
  ['errorCode 0 and null', { errorCode: 0, infoResponseParameters: null }, SHOULD_BE_BARE],
  [
    'false, deep inside',
    { infoResponseParameters: { tags: null, more: [{ isSet: false }] } },
    SHOULD_BE_BARE,
  ],
  ['errorCode 1', { errorCode: 1 }, ['must 7.4.1/parameters']],
  ['errorCode 0 as text', { errorCode: '0' }, ['must 7.4.1/parameters']],
  ['true', { isSet: true }, ['must 7.4.1/parameters']],
  [
    'errorCode 0 with a tag',
    { errorCode: 0, infoResponseParameters: { tags: TAGS } },
    ['must 7.4.1/parameters'],
  ],
])('parameters of a refusal that hold typed defaults (dataless.*): %s', (_, parameters, findings) => {
  expect(judged(SHORT_ID, reply({ ...LISTED, parameters }))).toEqual(findings);
});

test('a backend that lists one member but not another gets a warning for the unlisted one only', () => {
  const dialect = completeDialect([{ question: 'members.wrongType', at: '', option: 'without a list' }]);
  const listed = reply(invalid(member('userId', TYPE_INVALID)));
  expect(judged(sending(1234567890, ['vip']), listed, dialect)).toEqual([]);
  expect(judged(sending(ID, 'vip'), reply({ returnCode: -5 }), dialect)).toEqual(['should 7.4.1/list/type']);
});
