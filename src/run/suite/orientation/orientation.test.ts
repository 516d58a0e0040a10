/** The target file is blamed only for what recurs one request at a time; a target that mixes up requests is left to the cases. */
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { partialDialect } from '../../../spec/dialect/dialect.ts';
import { targetOf } from '../../send/target.ts';
import type { Transport } from '../../../http/exchange.ts';
import { isSecretRef } from '../../../http/header-value.ts';
import type { Request } from '../../../http/request.ts';
import { SECRET_KEY } from '../../../spec/headers.ts';
import { refused } from '../test-helpers/scripted.ts';
import { declaredWorld } from '../../../world/declared-world.ts';
import type { SecretKey } from '../../../world/world.ts';
import { backend, DEFAULT } from '../../../judge/test-helpers/backend.ts';
import { instancesOf } from '../../../cases/test-helpers/made.ts';
import { EVERYONE, namedBy, type Named } from './named-by-cases.ts';
import { type Ask, type Inquiry, isForLoad, refusalOf } from './inquiry.ts';
import { askOtherwise, comesAgain, orientBy, type Oriented } from './orientation.ts';

interface Counted extends Transport {
  readonly sent: () => number;
}

/** `mixing`: with others under way, a request gets the answer to the latest one. */
function over(plain: Transport, mixing: boolean): Counted {
  let sent = 0;
  let under = 0;
  let last: Request | undefined;
  return {
    ...plain,
    sent: () => sent,
    async send(request, signal) {
      sent += 1;
      under += 1;
      last = request;
      await setImmediate();
      const read = mixing && under > 1 ? last : request;
      const exchange = await plain.send(read, signal);
      under -= 1;
      return { ...exchange, request };
    },
  };
}

/** Takes the token of the first request on a connection for that of all later ones. */
function remembering(plain: Transport): Transport {
  let first: Request['headers'][number] | undefined;
  return {
    ...plain,
    single: () => remembering(plain),
    async send(request, signal) {
      const isToken = ([name]: Request['headers'][number]): boolean => name === 'Auth-Token';
      first ??= request.headers.find(isToken);
      const headers = request.headers.map((each) => (isToken(each) && first !== undefined ? first : each));
      return { ...(await plain.send({ ...request, headers }, signal)), request };
    },
  };
}

const ECHOED = 'the-value-of-a-secret';

async function oriented(transport: Transport, world = DEFAULT.world, named?: Named): Promise<Oriented> {
  const { signal } = new AbortController();
  const dialect = partialDialect();
  const facts = { world, extensions: DEFAULT.extensions, dialect, provocations: new Map<never, never>() };
  const mask = (text: string): string => text.replaceAll(ECHOED, '<secret:key>');
  const to = targetOf({ transport, signal, dialect, rate: undefined, fresh: true, mask });
  return orientBy(facts, to, [], undefined, named);
}

const blamed = ({ faults, facts }: Oriented): number =>
  faults.length + facts.filter((fact) => fact.kind === 'tags' && fact.against !== undefined).length;

test('a correct file is not blamed for a target that mixes up requests', async () => {
  const subjects = DEFAULT.world.subjects.filter((_, at) => at % 2 === 0);
  const world = declaredWorld({ ...DEFAULT.world, subjects });
  const plain = over(backend(), false);
  const mixing = over(backend(), true);
  expect(blamed(await oriented(plain, world))).toBe(0);
  expect(blamed(await oriented(mixing, world))).toBe(0);
  // The first round blamed the file, so everything was asked again.
  expect(mixing.sent()).toBeGreaterThan(plain.sent());
});

test('a correct file is not blamed for a target that remembers the token of a connection', async () => {
  expect((await oriented(remembering(backend()))).faults).toEqual([]);
});

describe('a wrong file', () => {
  const [key, ...others] = DEFAULT.world.secretKeys;
  if (key === undefined) throw new Error('the default world has keys');

  test('is blamed, at the cost of at most 12 extra requests', async () => {
    const world = { ...DEFAULT.world, secretKeys: [{ ...key, role: 'Admin' as const }, ...others] };
    const target = over(backend(), false);
    const found = await oriented(target, world);
    expect(found.faults.map(({ message }) => message)).toEqual([
      expect.stringContaining(`the key "${key.name}" is declared with role Admin`),
    ]);
    expect(target.sent() - found.inquiries.length).toBeLessThanOrEqual(12);
  });
});

describe('a limit that an earlier run has used up', () => {
  const limited: ReadonlySet<string> = new Set(['player-rate-1', 'admin-rate-1']);
  /** Refuses the first request with each of the limited keys. */
  function usedUp(plain: Transport): Transport {
    const refusedOnce = new Set<string>();
    return {
      ...plain,
      single: () => usedUp(plain),
      async send(request, signal) {
        const [, value] = request.headers.find(([header]) => header === SECRET_KEY) ?? [];
        const name = value !== undefined && isSecretRef(value) ? value.secret : '';
        if (!limited.has(name) || refusedOnce.has(name)) return plain.send(request, signal);
        refusedOnce.add(name);
        return { request, outcome: refused(-8), ms: 1 };
      },
    };
  }
  const withLimits = (key: SecretKey): SecretKey =>
    limited.has(key.name) ? { ...key, limits: { requestsPerSecond: 10 } } : key;

  test('shows nothing of the file: what it refuses is not asked again', async () => {
    const world = { ...DEFAULT.world, secretKeys: DEFAULT.world.secretKeys.map(withLimits) };
    const { inquiries } = await oriented(usedUp(backend()), world);
    expect(inquiries.map(refusalOf).filter((code) => code === 'MaxRequestReject')).toHaveLength(2);
    const asked: string[] = [];
    const ask: Ask = async (each) => {
      asked.push(each.key.name);
      return inquiries.find((one) => one.asked === each && !isForLoad(one)) ?? (inquiries[0] as Inquiry);
    };
    await askOtherwise(world, inquiries, ask);
    expect(await comesAgain(inquiries, ask)).toBe(true);
    expect(asked.filter((name) => limited.has(name))).toEqual([]);
  });
});

describe('where few cases are selected', () => {
  const facts = {
    world: DEFAULT.world,
    extensions: [],
    dialect: partialDialect(),
    provocations: new Map<never, never>(),
  };
  const one = instancesOf({ id: 'tags/one', clauses: ['4.5.2/tags'], for: 'group.admin' });

  test('only whom they name is asked about', async () => {
    const transport = over(backend(), false);
    const { inquiries, faults } = await oriented(transport, DEFAULT.world, namedBy(one, facts));
    expect(faults).toEqual([]);
    expect(new Set(inquiries.map(({ asked }) => asked.key.name)).size).toBe(1);
    expect(
      inquiries.every(({ asked }) => asked.subject.resource === 'group' || asked.origin === 'declared'),
    ).toBe(true);
    expect(transport.sent()).toBeLessThan(30);
  });

  test('everyone is asked about before the file is blamed', async () => {
    const right = backend();
    const wrong: Transport = {
      ...right,
      single: () => wrong,
      send: async (request, signal) => {
        const headers = request.headers.map(([name, value]): Request['headers'][number] =>
          name === 'Secret-Key' ? [name, 'of-no-one'] : [name, value],
        );
        return { ...(await right.send({ ...request, headers }, signal)), request };
      },
    };
    const { inquiries, faults } = await oriented(wrong, DEFAULT.world, namedBy(one, facts));
    expect(faults.length).toBeGreaterThan(1);
    expect(new Set(inquiries.map(({ asked }) => asked.key.name)).size).toBeGreaterThan(10);
  });

  test('everyone, too, where a case can not be sent as the file is', () => {
    const lacking = instancesOf({
      id: 'limit/one',
      clauses: ['4.5.2/tags'],
      for: 'all',
      given: { key: { name: 'no-such-key' } },
    });
    expect(namedBy(lacking, facts)).toBe(EVERYONE);
  });
});

test('tags that hold a secret are not learned: they would be sent as tagKeys, and shown', async () => {
  const answering = (value: string): Transport => {
    const tags = [{ key: 'echo', value }];
    const parameters = { errorCode: 1, infoResponseParameters: { tags } };
    const body = Buffer.from(JSON.stringify({ returnCode: 1, debugMessage: '', parameters }));
    const headers = [['Content-Type', 'application/json']] as const;
    const transport: Transport = {
      send: async (request) => ({ request, outcome: { kind: 'reply', status: 200, headers, body }, ms: 1 }),
      single: () => transport,
      close: async () => {},
    };
    return transport;
  };
  const learnedFrom = async (value: string): Promise<number> =>
    (await oriented(answering(value))).facts.filter(({ kind }) => kind === 'tags').length;
  expect(await learnedFrom('plain')).toBeGreaterThan(0);
  expect(await learnedFrom(`it is ${ECHOED}`)).toBe(0);
});
