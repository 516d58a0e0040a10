/** How a plain request is written, and how its reply is read. */
import { expect, test } from 'vitest';
import { partialDialect } from '../../../spec/dialect/dialect.ts';
import { endpointOf } from '../../../spec/endpoints.ts';
import type { Outcome } from '../../../http/exchange.ts';
import { checkExchange } from '../../../judge/compare/check.ts';
import { asAskedSubject } from '../../../cases/cast/subject-role.ts';
import { worldOf } from '../../../cases/test-helpers/made.ts';
import { noReply, refused, reply, tags } from '../test-helpers/scripted.ts';
import { plainReplyOf, plannedPlain, type PlainReply, type PlainRequest } from './plain-try.ts';

const { secretKeys, subjects } = worldOf(`{
  games: [{ id: meadow }],
  secretKeys: [{ name: admin, key: key-of-admin, role: Admin }],
  gamePlayers: [{ userId: playerann1 }],
}`).world;

const SECRET = 'the-value-of-a-secret';
const DIALECT = partialDialect();

function planned(more: Partial<PlainRequest> = {}) {
  const [key] = secretKeys;
  const [subject] = subjects;
  if (key === undefined || subject === undefined) throw new Error('the world has a key and a player');
  const plain = {
    key,
    token: undefined,
    subject: asAskedSubject(subject),
    gameId: undefined,
    tagKeys: undefined,
  };
  return plannedPlain({ endpoint: endpointOf('gamePlayer.server'), ...plain, ...more }, DIALECT);
}

function readAs(outcome: Outcome): PlainReply {
  const made = planned();
  const exchange = { request: made.request, outcome, ms: 1 };
  const judgement = checkExchange(made.allowed, exchange, DIALECT);
  return plainReplyOf(exchange, judgement, (text) => text.replaceAll(SECRET, '<secret:key>'));
}

const listing = (code: string): Outcome =>
  reply({ returnCode: -5, invalidRequestParameters: [{ code, invalidMemberType: 2 }] });
const UNSOUND: PlainReply = { kind: 'tags', tags: [], sound: false };
const many = (count: number, length: number) =>
  Array.from({ length: count }, (_, at) => [`${at}`, 'x'.repeat(length)] as const);

test.each<readonly [what: string, outcome: Outcome, read: PlainReply]>([
  ['of tags', tags(['vip', 'gold']), { kind: 'tags', tags: [{ key: 'vip', value: 'gold' }], sound: true }],
  [
    'of tags in an envelope that breaks a must',
    reply({
      returnCode: 1,
      parameters: { errorCode: 1, infoResponseParameters: { tags: [] } },
      invalidRequestParameters: [{}],
    }),
    UNSOUND,
  ],
  ['of tags that hold a secret', tags(['echo', `it is ${SECRET}`]), UNSOUND],
  ['of more tags than are kept', tags(...many(16_000, 1)), UNSOUND],
  ['of longer tags than are kept', tags(...many(250, 8000)), UNSOUND],
  [
    'of a not-found code',
    reply({ returnCode: 1, parameters: { errorCode: 17, infoResponseParameters: {} } }),
    { kind: 'not-found' },
  ],
  ['of a refusal', refused(-2), { kind: 'refused', code: 'OperationNotAllow', forTagKeys: false }],
  [
    'that lists tagKeys',
    listing('tagKeys'),
    { kind: 'refused', code: 'InvalidRequestParameters', forTagKeys: true },
  ],
  [
    'that lists another',
    listing('userId'),
    { kind: 'refused', code: 'InvalidRequestParameters', forTagKeys: false },
  ],
  ['of another status', reply({ returnCode: 1 }, 404), { kind: 'other' }],
  ['that is not JSON', reply('hello'), { kind: 'other', said: 'hello' }],
  ['that is missing', noReply('closed'), { kind: 'no-reply' }],
])('the reply %s is read as such', (_, outcome, read) => {
  expect(readAs(outcome)).toEqual(read);
});

const bodyOf = (more: Partial<PlainRequest>): unknown =>
  JSON.parse(Buffer.from(planned(more).request.body ?? []).toString());

test('the request has a name, and Game-Id and tagKeys only if they are asked for', () => {
  const { headers } = planned().request;
  expect(headers.find(([name]) => name === 'User-Agent')?.[1]).toContain('(setup/admin@gamePlayer.server)');
  expect(headers.map(([name]) => name)).not.toContain('Game-Id');
  expect(bodyOf({})).toEqual({ userId: 'playerann1' });
  expect(bodyOf({ tagKeys: ['vip', '$ref'] })).toEqual({ userId: 'playerann1', tagKeys: ['vip', '$ref'] });
  expect(planned({ gameId: 'meadow' }).request.headers).toContainEqual(['Game-Id', 'meadow']);
});
