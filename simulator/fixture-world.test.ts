/** The default world: what `tagproof simulate` serves can earn every code of the document. */
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { MEMBER_TYPES, RETURN_CODES } from '../src/contract/codes.ts';
import { endpointOf, METHOD, type EndpointId } from '../src/contract/endpoints.ts';
import { ENVELOPE } from '../src/contract/envelope.ts';
import { AUTH_TOKEN, CONTENT_TYPE, JSON_TYPE, SECRET_KEY } from '../src/contract/headers.ts';
import { completeDialect } from '../src/dialect/dialect.ts';
import { readTargetFile } from '../src/config/target-file/read-target-file.ts';
import { inProcess } from './in-process.ts';
import { storeOf } from './world/store.ts';
import { envelopeOf } from './test-helpers/ask.ts';

const file = readTargetFile(fileURLToPath(new URL('../fixtures/world.yaml', import.meta.url)), {});
const backend = inProcess({
  store: storeOf(file.world, file.secrets),
  dialect: completeDialect([{ question: 'members.extra', at: '', option: 'invalid' }]),
  extensions: file.extensions,
  provoke: file.provoke,
  clock: () => 0,
});
const valueOf = (name: string): string => file.secrets.find((secret) => secret.name === name)?.value ?? name;

const players = file.world.secretKeys.filter(({ role }) => role === 'Player');
const rated = players.find(({ limits }) => limits.requestsPerSecond !== undefined);
const sessioned = players.find(({ limits }) => limits.sessions !== undefined);

interface Sent {
  readonly key?: string;
  readonly token?: string;
  readonly headers?: readonly (readonly [string, string])[];
  readonly on?: EndpointId;
  readonly path?: string;
}

async function post(
  body: string,
  { key = 'player', token = 'ann', headers = [], on = 'gamePlayer.client', path }: Sent = {},
) {
  const reply = await backend({
    method: METHOD,
    path: path ?? endpointOf(on).path,
    headers: [
      [CONTENT_TYPE, JSON_TYPE],
      [SECRET_KEY, valueOf(key)],
      [AUTH_TOKEN, valueOf(token)],
      ...headers,
    ],
    body: Buffer.from(body),
  });
  return envelopeOf(reply);
}

const numbers = (codes: Readonly<Record<string, number>>): readonly number[] =>
  Object.values(codes).sort((a, b) => a - b);

describe('the default world', () => {
  it('reaches all twelve returnCodes', async () => {
    const provoked = [...file.provoke.values()].map(({ header }) => post('{}', { headers: [header] }));
    const limited = Array.from({ length: (rated?.limits.requestsPerSecond ?? 0) + 1 }, () =>
      post('{}', { key: rated?.name ?? '' }),
    );
    const sessions = ['ann', 'bob', 'cyd'].map((token) => post('{}', { key: sessioned?.name ?? '', token }));
    const replies = await Promise.all([
      ...provoked,
      ...limited,
      ...sessions,
      post('{}'),
      post('{}', { key: 'nobody' }),
      post('{}', { token: 'nobody' }),
      post('{}', { key: 'player-no-rules' }),
      post('[]'),
      post(`{}${' '.repeat(70_000)}`),
      post('{}', { path: '/' }),
    ]);
    const codes = new Set(replies.map((reply) => reply[ENVELOPE.returnCode] as number));
    expect([...codes].sort((a, b) => a - b)).toEqual(numbers(RETURN_CODES));
  });

  it('reaches all fifteen InvalidMemberTypes', async () => {
    const bodies = [
      '{"groupId":null,"tagKeys":1,"limit":0,"filter":null,"order":null,"other":1}',
      '{"groupId":"short","limit":101,"filter":{},"order":[]}',
      '{"groupId":"much-too-long","limit":1.5,"filter":{"a":1,"b":1,"c":1,"d":1},"order":["a","b","c","d"]}',
      '{}',
    ];
    const replies = await Promise.all(bodies.map((body) => post(body, { on: 'group.server', key: 'admin' })));
    const types = replies.flatMap((reply) =>
      (reply[ENVELOPE.invalidRequestParameters] as Record<string, number>[]).map(
        (each) => each[ENVELOPE.memberType],
      ),
    );
    expect([...new Set(types)].sort((a = 0, b = 0) => a - b)).toEqual(numbers(MEMBER_TYPES));
  });
});
