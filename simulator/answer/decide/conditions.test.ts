import { describe, expect, it } from 'vitest';
import { endpointOf, type EndpointId } from '../../../src/spec/endpoints.ts';
import { completeDialect } from '../../../src/spec/dialect/dialect.ts';
import type { Call } from '../../../src/judge/rules/call.ts';
import type { AuthToken, KeyLimits } from '../../../src/world/world.ts';
import { conditionsOf } from './conditions.ts';
import { optionsByEndpoint } from '../options-at.ts';
import { answering } from '../../test-helpers/ask.ts';
import { key, token } from '../../test-helpers/small-world.ts';

function call(limits: KeyLimits, on: EndpointId = 'gamePlayer.server', sender?: AuthToken): Call {
  return {
    endpoint: endpointOf(on),
    key: { is: 'known', value: key('limited', 'Admin', { limits }) },
    token: sender === undefined ? { is: 'missing' } : { is: 'known', value: sender },
    game: { is: 'missing' },
    contentType: 'json',
    body: { is: 'object', members: new Map() },
    bytes: 2,
  };
}

function limited(dialect = completeDialect()) {
  let now = 1000;
  const admit = conditionsOf(optionsByEndpoint(dialect), () => now);
  return { admit, wait: (ms: number) => (now += ms) };
}

describe('the rate of a key', () => {
  const three = call({ requestsPerSecond: 3 });
  const admitted = (admit: (call: Call) => unknown, times: number): number =>
    Array.from({ length: times }, () => admit(three)).filter((code) => code === undefined).length;

  it('lets its number of requests through at once and refuses those beyond', () => {
    const { admit } = limited();
    expect(admitted(admit, 10)).toBe(3);
    expect(admit(three)).toBe('MaxRequestReject');
  });

  it('refills at its own speed, whatever was refused meanwhile', () => {
    const { admit, wait } = limited();
    admitted(admit, 100);
    wait(334);
    expect(admitted(admit, 10)).toBe(1);
    wait(60_000);
    expect(admitted(admit, 10)).toBe(3);
  });

  it('is counted for each key separately', () => {
    const { admit } = limited();
    admitted(admit, 10);
    expect(admit(call({ requestsPerSecond: 3 }))).toBeUndefined();
  });

  it('is not enforced where the dialect says so', () => {
    const { admit } = limited(answering('rate.limit', 'not enforced'));
    expect(admitted(admit, 10)).toBe(10);
  });
});

describe('the sessions of a key', () => {
  const limits = { sessions: 2, sessionSeconds: 5 };
  const { value } = call(limits).key as { readonly value: ReturnType<typeof key> };
  const of = (name: string): Call => ({
    ...call(limits, 'gamePlayer.client', TOKENS.get(name) ?? token(name, name)),
    key: { is: 'known', value },
  });
  const TOKENS = new Map(['ann', 'bob', 'cyd'].map((name) => [name, token(name, name)]));

  it('serve their number of tokens, and refuse one more', () => {
    const { admit } = limited();
    expect(['ann', 'bob', 'ann', 'cyd', 'bob', 'cyd'].map((name) => admit(of(name)))).toEqual([
      undefined,
      undefined,
      undefined,
      'MaxCCUReject',
      undefined,
      'MaxCCUReject',
    ]);
  });

  it('end when a token was not seen for their time', () => {
    const { admit, wait } = limited();
    admit(of('ann'));
    wait(3000);
    admit(of('bob'));
    wait(2000);
    expect(admit(of('cyd'))).toBeUndefined();
    expect(admit(of('ann'))).toBe('MaxCCUReject');
  });

  it('are not enforced where the dialect says so', () => {
    const { admit } = limited(answering('sessions.limit', 'not enforced'));
    expect(['ann', 'bob', 'cyd'].map((name) => admit(of(name)))).toEqual([undefined, undefined, undefined]);
  });

  it('take no request from the rate when they refuse', () => {
    const { admit } = limited();
    const both = { requestsPerSecond: 2, sessions: 1, sessionSeconds: 5 };
    const shared = key('both', 'Player', { limits: both });
    const from = (name: string): Call => ({ ...of(name), key: { is: 'known', value: shared } });
    expect(['ann', 'bob', 'bob', 'ann', 'ann'].map((name) => admit(from(name)))).toEqual([
      undefined,
      'MaxCCUReject',
      'MaxCCUReject',
      undefined,
      'MaxRequestReject',
    ]);
  });
});
