import { describe, expect, test } from 'vitest';
import type { Transport } from '../../http/exchange.ts';
import type { Send } from '../../cases/format/schema/send-schema.ts';
import type { Allowance } from '../campaign/budget.ts';
import { performTrial, type Tried } from '../trials/send-trial.ts';
import { FailureBuckets, causeKeyOf, type Failure } from './failure-buckets.ts';
import { confirmAndShrinkAll, type Retrying } from './shrink.ts';
import { simplerTrials } from './simpler-trials.ts';
import {
  answering,
  altering,
  brokenByHead,
  failing,
  headerOf,
  jsonOf,
  keysOf,
  LARKS,
  OPEN,
  step,
  senderTo,
  wavering,
  WIRELESS,
  withTags,
} from '../test-helpers/made.ts';
import { concurrent, related, sequence, single, type Trial } from '../trials/relations.ts';

const ENOUGH: Allowance = { requests: 1500, until: Infinity };

function retrying(transport: Transport, changes: Partial<Retrying> = {}, inputs = WIRELESS): Retrying {
  const sender = { ...senderTo(transport), dialect: inputs.facts.dialect };
  return {
    inputs,
    again: (trial) => performTrial(trial, 'settling', sender, inputs),
    stop: () => false,
    before: () => [],
    allowanceFor: () => ENOUGH,
    ...changes,
  };
}

const sendTo = (trial: Trial, { again }: Retrying): Promise<Tried> => again(trial, {} as Failure);

/** The first bucket of a trial's findings. */
async function bucketOf(trial: Trial, by: Retrying): Promise<Failure> {
  const buckets = new FailureBuckets();
  buckets.add(await sendTo(trial, by), 7);
  const [bucket] = buckets.all;
  if (bucket === undefined) throw new Error('nothing was found');
  return bucket;
}

async function confirmOne(trial: Trial, by: Retrying): Promise<Failure> {
  const [failure] = await confirmAndShrinkAll([await bucketOf(trial, by)], by);
  if (failure === undefined) throw new Error('it is not a separate failure');
  return failure;
}

const confirmedFrom = (trial: Trial, transport: Transport, before: readonly Trial[] = []): Promise<Failure> =>
  confirmOne(trial, retrying(transport, { before: () => before }));

/** Expects that no simplification of the smallest trial shows the same failure. */
async function expectSmallest(
  { tried: { trial }, key, ended }: Failure,
  transport: Transport,
): Promise<void> {
  expect(ended).toBe('smallest');
  const by = retrying(transport);
  const showing: Trial[] = [];
  for (const next of simplerTrials(trial, by.inputs)) {
    // Run it twice: the first result may depend on the previous trial.
    await sendTo(next, by);
    const { found } = await sendTo(next, by);
    if (found.some((each) => causeKeyOf(each) === key)) showing.push(next);
  }
  expect(showing).toEqual([]);
}

const sendOf = ({ tried: { trial } }: Failure): readonly Send[] => trial.steps.map(({ send }) => send);
const one = (send: Send): Trial => single(step('group.admin', send));

describe('a failure of several parts', () => {
  /** Fails if tagKeys has more than three elements and Game-Id is sent. */
  const backend = (): Transport =>
    altering((reply, request) =>
      keysOf(request).length > 3 && headerOf(request, 'Game-Id') !== undefined ? failing(reply) : reply,
    );
  const found = one({
    set: { tagKeys: ['motto', 'color', 'motto', 'color', 'no-such-key', 'motto', 'x'], note: 'x' },
    headers: { set: { 'Game-Id': '$game', 'X-Note': 'x' } },
    body: 'spaced',
  });

  test('shrinks to exactly those parts, and no smaller candidate shows it', async () => {
    const failure = await confirmedFrom(found, backend());
    expect(sendOf(failure)).toEqual([
      { set: { tagKeys: ['x', 'x', 'x', 'x'] }, headers: { set: { 'Game-Id': '$game' } } },
    ]);
    expect(failure.tried.trial.steps).toHaveLength(1);
    expect(failure.repeats).toEqual({ failed: 4, of: 4 });
    expect(failure.shrunk).toBeGreaterThan(4);
    expect(failure.tried.found.map(causeKeyOf)[0]).toBe(failure.key);
    await expectSmallest(failure, backend());
  });
});

test('an alteration that plays no part goes, and the clause with it', async () => {
  const backend = altering((reply, request) =>
    headerOf(request, 'Game-Id') === undefined
      ? reply
      : answering(reply, { returnCode: -3, invalidRequestParameters: undefined }),
  );
  const failure = await confirmedFrom(
    one({ set: { tagKeys: 0 }, headers: { set: { 'Game-Id': '$game' } } }),
    backend,
  );
  expect(sendOf(failure)).toEqual([{ headers: { set: { 'Game-Id': '$game' } } }]);
  expect(failure.tried.found[0]?.finding.clause).toBe(failure.finding.clause);
  expect(failure.finding.clause).not.toMatch(/tag-keys/);
  expect(failure.ended).toBe('smallest');
});

test('also where what was found first had got another answer', async () => {
  const backend = altering((reply, request) => {
    const { groupId = '' } = (jsonOf(request) ?? {}) as { groupId?: string };
    if (groupId.trim() === groupId) return reply;
    return withTags(reply, keysOf(request).length > 0 ? [] : LARKS.slice(0, 1));
  });
  const send: Send = {
    alter: { $id: 'newline-before' },
    set: { tagKeys: ['none'] },
    headers: { repeat: { 'Game-Id': 'empty' } },
  };
  const failure = await confirmedFrom(single(step('group.admin', send, { key: 'roaming-admin' })), backend);
  expect(sendOf(failure)).toEqual([{ alter: { $id: 'newline-before' } }]);
  expect(failure.finding.clause).toBe('7.3/string-max-length');
});

describe('a failure of two requests', () => {
  /** Fails right after a plain request to gamePlayer.admin, on any connection. */
  function backend(): Transport {
    let last = '';
    return altering((reply, { path }) => {
      const before = last;
      last = path;
      return before.includes('gamePlayer') && path.includes('group') ? failing(reply) : reply;
    });
  }
  const others = [
    step('group.server'),
    step('characterPlayer.admin'),
    step('group.server', { set: { note: 1 } }),
  ];
  const trial: Trial = sequence([
    ...others,
    step('gamePlayer.admin', { method: 'PUT' }),
    step('group.admin', { set: { note: 7 } }),
    ...others,
  ]);

  test('shrinks to a sequence of these two', async () => {
    const failure = await confirmedFrom(trial, backend());
    expect(failure.tried.trial.delivery).toBe('one-connection');
    const endpoints = failure.tried.trial.steps.map(({ endpoint }) => endpoint);
    expect(endpoints).toEqual(['gamePlayer.admin', 'group.admin']);
    expect(sendOf(failure)).toEqual([{}, {}]);
    expect(failure.property).toBe('history');
    await expectSmallest(failure, backend());
  });

  test('is reproduced with the earlier trial that sent the first one', async () => {
    const context: readonly Trial[] = [one({}), single(step('gamePlayer.admin'))];
    const all = retrying(backend(), { before: () => context });
    for (const each of context) await sendTo(each, all);
    const failure = await confirmOne(single(step('group.admin')), all);
    expect(failure.ended).toBe('smallest');
    expect(failure.tried.trial.steps.map(({ endpoint }) => endpoint)).toEqual([
      'gamePlayer.admin',
      'group.admin',
    ]);
  });

  test('that are concurrent stays concurrent', async () => {
    let under = 0;
    const crowded = altering(async (reply) => {
      under += 1;
      const alone = under === 1;
      await new Promise((resolve) => setImmediate(resolve));
      under -= 1;
      return alone ? reply : failing(reply);
    });
    const failure = await confirmedFrom(
      concurrent([...others, step('group.admin', { set: { note: 7 } })]),
      crowded,
    );
    expect(failure.tried.trial.delivery).toBe('concurrent');
    expect(failure.tried.trial.steps).toHaveLength(2);
    expect(sendOf(failure)).toEqual([{}, {}]);
    expect(failure.property).toBe('concurrent');
  });
});

describe('a flaky failure', () => {
  test('is reported with how often it recurred', async () => {
    let count = 0;
    const every = altering((reply) => {
      count += 1;
      return count % 2 === 1 ? failing(reply) : reply;
    });
    const failure = await confirmedFrom(one({ set: { note: 1 } }), every);
    expect(failure.repeats).toEqual({ failed: 2, of: 4 });
    expect(failure.ended).toBe('smallest');
    expect(sendOf(failure)).toEqual([{}]);
  });

  test('that never recurs is reported unshrunk', async () => {
    let count = 0;
    const once = altering((reply) => {
      count += 1;
      return count === 1 ? failing(reply) : reply;
    });
    const trial = one({ set: { note: 1 } });
    const failure = await confirmedFrom(trial, once, [one({})]);
    expect(failure.repeats).toEqual({ failed: 0, of: 4 });
    expect(failure.ended).toBe('not shrunk');
    expect(failure.shrunk).toBe(0);
    expect(failure.tried.trial).toEqual(trial);
    expect(failure.property).toBe('allowed');
  });
});

test('two answers to one request of a sequence shrink to the smallest request, each time', async () => {
  const wavers = step('group.admin', { set: { tagKeys: ['motto'], note: 1 }, body: 'spaced' });
  const all = retrying(wavering(), {}, { ...OPEN, wire: false });
  const trial = sequence([step('group.server'), wavers, step('gamePlayer.admin'), wavers]);
  const failure = await confirmOne(trial, all);
  expect(failure.property).toBe('repeat');
  expect(sendOf(failure)).toEqual([{ set: { tagKeys: ['x'] } }, { set: { tagKeys: ['x'] } }]);
});

describe('the request after an odd one', () => {
  const trial: Trial = related('next-works', step('group.admin', { method: 'HEAD' }), step('group.admin'));

  test('that fails by itself is a separate failure', async () => {
    const all = retrying(altering((reply, { method }) => (method === 'HEAD' ? reply : failing(reply))));
    expect(await confirmAndShrinkAll([await bucketOf(trial, all)], all)).toEqual([]);
  });

  test('that fails only after the odd one keeps it', async () => {
    const failure = await confirmOne(trial, retrying(brokenByHead()));
    expect(failure.tried.trial).toEqual(trial);
    expect(failure.property).toBe('answered');
  });
});

describe('a small budget', () => {
  const found = one({ set: { note: 'long', other: 2 }, headers: { set: { 'X-Note': 'x' } } });
  const backend = (): Transport =>
    altering((reply, request) => (Object.hasOwn(jsonOf(request) as object, 'note') ? failing(reply) : reply));

  test('of requests is reported, and all repeats are made', async () => {
    const by = retrying(backend(), { allowanceFor: () => ({ requests: 2, until: Infinity }) });
    const failure = await confirmOne(found, by);
    expect([failure.ended, failure.repeats]).toEqual(['budget', { failed: 4, of: 4 }]);
  });

  test('confirms all failures before shrinking any', async () => {
    const by = retrying(backend());
    const names: string[] = [];
    const buckets = [await bucketOf(found, by), { ...(await bucketOf(found, by)), key: 'another cause' }];
    await confirmAndShrinkAll(buckets, {
      ...by,
      again: (trial, failure) => {
        names.push(failure.key);
        return by.again(trial, failure);
      },
    });
    const other = Array.from({ length: 4 }, () => 'another cause');
    expect(names.slice(4, 8)).toEqual(other);
    expect(names.slice(0, 4)).not.toContain('another cause');
  });
});
