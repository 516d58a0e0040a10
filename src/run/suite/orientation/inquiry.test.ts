/** How a plain request is sent and its reply read. */
import { describe, expect, test } from 'vitest';
import { partialDialect } from '../../../spec/dialect/dialect.ts';
import type { Outcome } from '../../../http/exchange.ts';
import { worldOf } from '../../../cases/test-helpers/made.ts';
import { targetOf } from '../../send/target.ts';
import { caseOf, refused, reply, scripted, noReply, tags } from '../test-helpers/scripted.ts';
import { type Answered, askerOf } from './inquiry.ts';
import { inquiry, OK, type Question } from './test-helpers/inquiries.ts';

const { world } = worldOf(`{
  games: [{ id: meadow }],
  secretKeys: [{ name: admin, key: key-of-admin, role: Admin }],
  gamePlayers: [{ userId: playerann1 }],
}`);
const PLAIN: Question = { key: 'admin', on: 'gamePlayer.server', about: 'playerann1' };

const answering = (outcome: Outcome) =>
  scripted(
    () => outcome,
    () => refused(-10),
  );

async function asking(outcome: Outcome, question: Partial<Question> = {}, transport = answering(outcome)) {
  const { signal } = new AbortController();
  const ask = askerOf(
    targetOf({
      transport,
      signal,
      dialect: partialDialect(),
      rate: undefined,
      fresh: true,
      mask: (text) => text,
    }),
  );
  const made = await ask(inquiry(world, { ...PLAIN, ...question }, OK()).asked);
  return { ...made, sent: transport.sent[0] };
}

test.each<readonly [what: string, outcome: Outcome, answered: Answered]>([
  ['of tags', tags(['vip', 'gold']), OK(['vip', 'gold'])],
  [
    'of tags in an envelope that breaks a must',
    reply({
      returnCode: 1,
      parameters: { errorCode: 1, infoResponseParameters: { tags: [] } },
      invalidRequestParameters: [{}],
    }),
    { kind: 'tags', tags: [], sound: false },
  ],
  [
    'of a not-found code',
    reply({ returnCode: 1, parameters: { errorCode: 17, infoResponseParameters: {} } }),
    { kind: 'not-found', bare: true },
  ],
  ['of a refusal', refused(-2), { kind: 'refused', code: 'OperationNotAllow', members: [] }],
  [
    'of a refusal that lists a member',
    reply({ returnCode: -5, invalidRequestParameters: [{ code: 'tagKeys', invalidMemberType: 2 }] }),
    { kind: 'refused', code: 'InvalidRequestParameters', members: ['tagKeys'] },
  ],
  ['of another status', reply({ returnCode: 1 }, 404), { kind: 'other', status: 404 }],
  ['that is not JSON', reply('hello'), { kind: 'other', status: 200 }],
  ['that is missing', noReply('closed'), { kind: 'no-reply', detail: 'because closed' }],
])('the reply: %s is read as such', async (_, outcome, answered) => {
  expect((await asking(outcome)).answered).toEqual(answered);
});

describe('of a hostile reply', () => {
  const many = (count: number, length: number) =>
    Array.from({ length: count }, (_, at) => [`${at}`, 'x'.repeat(length)] as const);
  const size = ({ answered }: { readonly answered: Answered }) =>
    answered.kind === 'tags' ? JSON.stringify(answered.tags).length : 0;

  test.each([
    ['16,000 tags', 16_000, 1],
    ['250 tags of 8 kB', 250, 8000],
  ])('%s are kept in part, and are not sound', async (_, count, length) => {
    const made = await asking(tags(...many(count, length)));
    expect(made.answered).toMatchObject({ kind: 'tags', sound: false });
    expect(size(made)).toBeLessThan(100_000);
  });

  test('250 tags that are few enough are kept', async () => {
    const { answered } = await asking(tags(...many(250, 1000)));
    expect(answered).toEqual(OK(...many(250, 1000)));
  });

  test('few of the members that it lists are kept, and little of each', async () => {
    const listed = Array.from({ length: 900 }, () => ({ code: 'x'.repeat(4000), invalidMemberType: 2 }));
    const { answered } = await asking(reply({ returnCode: -5, invalidRequestParameters: listed }));
    expect(JSON.stringify(answered).length).toBeLessThan(100_000);
  });

  test('a long body is cut', async () => {
    const { exchange } = await asking(reply({ returnCode: -2, debugMessage: 'x'.repeat(4_000_000) }));
    expect(exchange.outcome.kind === 'reply' && exchange.outcome.body.length).toBeLessThan(100_000);
  });

  test('one that is too large is not asked for a second time', async () => {
    const transport = answering(noReply('too-large'));
    await asking(noReply('too-large'), {}, transport);
    expect(transport.sent.map(caseOf).filter((name) => name.startsWith('orientation/'))).toHaveLength(1);
  });
});

const bodyOf = async (question: Partial<Question>): Promise<unknown> =>
  JSON.parse(Buffer.from((await asking(tags(), question)).sent?.body ?? []).toString());

test('the request has a name, and Game-Id and tagKeys only if they are asked for', async () => {
  const { name, sent } = await asking(tags());
  expect(name).toBe('orientation/admin@gamePlayer.server');
  expect(sent?.headers.map(([header]) => header)).not.toContain('Game-Id');
  expect(await bodyOf({})).toEqual({ userId: 'playerann1' });
  expect(await bodyOf({ tagKeys: ['vip', '$ref'] })).toEqual({
    userId: 'playerann1',
    tagKeys: ['vip', '$ref'],
  });
  const named = await asking(tags(), { gameId: 'meadow' });
  expect(named.sent?.headers).toContainEqual(['Game-Id', 'meadow']);
});
