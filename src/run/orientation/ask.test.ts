/** How a plain request is sent and its reply read. */
import { describe, expect, test } from 'vitest';
import { partialDialect } from '../../dialect/dialect.ts';
import type { Outcome } from '../../http/exchange.ts';
import { worldOf } from '../../suite/test-helpers/made.ts';
import { CONTROL } from '../../engine/preflight.ts';
import { KeyRest } from '../../engine/key-rest.ts';
import { paceOf } from '../../engine/pace.ts';
import { refused, reply, scripted, noReply, tags } from '../test-helpers/scripted.ts';
import { askerOf } from './ask.ts';
import type { Answered } from './attempt.ts';
import { attempt, OK, type Question } from './test-helpers/attempts.ts';

const { world } = worldOf(`{
  games: [{ id: meadow }],
  secretKeys: [{ name: admin, key: key-of-admin, role: Admin }],
  gamePlayers: [{ userId: playerann1 }],
}`);
const PLAIN: Question = { key: 'admin', on: 'gamePlayer.server', about: 'playerann1' };

async function asking(outcome: Outcome, question: Partial<Question> = {}) {
  const transport = scripted(
    () => outcome,
    () => refused(-10),
  );
  const { signal } = new AbortController();
  const ask = askerOf({
    transport,
    pace: paceOf(undefined, signal),
    signal,
    dialect: partialDialect(),
    control: CONTROL,
    count: () => {},
    keyRest: new KeyRest(true),
    mask: (text) => text,
  });
  const made = await ask(attempt(world, { ...PLAIN, ...question }, OK()).asked);
  return { ...made, sent: transport.sent[0] };
}

describe('the reply', () => {
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
  ])('%s is read as such', async (_, outcome, answered) => {
    expect((await asking(outcome)).answered).toEqual(answered);
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
