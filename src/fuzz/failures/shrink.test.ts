import { describe, expect, test } from 'vitest';
import type { Transport } from '../../http/exchange.ts';
import type { Send } from '../../cases/format/schema/send-schema.ts';
import { bucketKeyOf, firstFindings, FailureBuckets } from './failure-buckets.ts';
import { perform, performTrial, planTrial } from '../trials/send-trial.ts';
import type { Failure } from './failure-buckets.ts';
import { showsAlone, type Retrying } from './confirm.ts';
import { ENOUGH, confirmAndShrinkAll, type Allowance } from './shrink.ts';
import { shrinkCandidates } from './shrink-candidates.ts';
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

function retrying(transport: Transport, stop = false): Retrying {
  return {
    sender: senderTo(transport),
    inputs: WIRELESS,
    name: 'settling',
    noted: async () => {},
    stop: () => stop,
  };
}

/** The first bucket of a trial's findings. */
async function bucketOf(trial: Trial, { sender, inputs }: Retrying): Promise<Failure> {
  const tried = await perform(trial, planTrial(trial, inputs, 'found'), sender, inputs);
  const buckets = new FailureBuckets();
  buckets.add(tried, firstFindings(tried.found), { path: 'random:0:0', requests: 1, order: 0 });
  const [bucket] = buckets.all;
  if (bucket === undefined) throw new Error('nothing was found');
  return bucket;
}

async function confirmOne(
  bucket: Failure,
  context: readonly Trial[],
  by: Retrying,
  allowance: Allowance = ENOUGH,
): Promise<Failure> {
  const [failure] = await confirmAndShrinkAll([bucket], {
    retryingOf: () => by,
    contextOf: () => context,
    allowanceFor: () => allowance,
  });
  if (failure === undefined) throw new Error('it is not a separate failure');
  return failure;
}

async function confirmedFrom(
  trial: Trial,
  transport: Transport,
  context: readonly Trial[] = [],
): Promise<Failure> {
  const all = retrying(transport);
  return confirmOne(await bucketOf(trial, all), context, all);
}

/** Expects that no candidate of the smallest trial shows the same failure. */
async function expectSmallest(
  { tried: { trial }, key, ended }: Failure,
  transport: Transport,
): Promise<void> {
  expect(ended).toBe('smallest');
  const { sender, inputs, name } = retrying(transport);
  const showing: string[] = [];
  for (const { change, to } of shrinkCandidates(trial, inputs)) {
    // Run it twice: the first result may depend on the previous trial.
    await performTrial(to, name, sender, inputs);
    const { found } = await performTrial(to, name, sender, inputs);
    if (found.some((each) => bucketKeyOf(each) === key)) showing.push(change);
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
    expect(failure.changes.length).toBeGreaterThan(4);
    expect(failure.tried.found.map(bucketKeyOf)[0]).toBe(failure.key);
    expect(failure.at).toEqual(failure.first);
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

test('a failure with another key and subject keeps only the subject that it needs', async () => {
  const backend = altering((reply, request) =>
    (jsonOf(request) as { groupId?: string } | undefined)?.groupId === 'groupwrens' ? failing(reply) : reply,
  );
  const given = { key: 'roaming-admin', id: 'groupwrens' };
  const trial: Trial = single(step('group.admin', { set: { note: 1 } }, given));
  const { tried } = await confirmedFrom(trial, backend);
  const plain = step('group.admin');
  expect(tried.trial).toEqual(single({ ...plain, given: { ...plain.given, id: 'groupwrens' } }));
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
    const transport = backend();
    const all = retrying(transport);
    for (const each of context) await performTrial(each, 'before', all.sender, all.inputs);
    const bucket = await bucketOf(single(step('group.admin')), all);
    const failure = await confirmOne(bucket, context, all);
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
    expect(failure.changes).toEqual([]);
    expect(failure.tried.trial).toEqual(trial);
    expect(failure.property).toBe('allowed');
  });
});

test('two answers to one request of a sequence shrink to the smallest request, each time', async () => {
  const wavers = step('group.admin', { set: { tagKeys: ['motto'], note: 1 }, body: 'spaced' });
  const transport = wavering();
  const all: Retrying = {
    ...retrying(transport),
    sender: { ...senderTo(transport), dialect: OPEN.facts.dialect },
    inputs: { ...OPEN, wire: false },
  };
  const trial = sequence([step('group.server'), wavers, step('gamePlayer.admin'), wavers]);
  const failure = await confirmOne(await bucketOf(trial, all), [], all);
  expect(failure.property).toBe('repeat');
  expect(sendOf(failure)).toEqual([{ set: { tagKeys: ['x'] } }, { set: { tagKeys: ['x'] } }]);
});

describe('an interrupted run', () => {
  test('reports what was shrunk so far', async () => {
    const backend = altering((reply, request) =>
      Object.hasOwn(jsonOf(request) as object, 'note') ? failing(reply) : reply,
    );
    let asked = 0;
    const all: Retrying = { ...retrying(backend), stop: () => (asked += 1) > 8 };
    const failure = await confirmOne(await bucketOf(one({ set: { note: 'long', other: 2 } }), all), [], all);
    expect(failure.ended).toBe('budget');
    expect(sendOf(failure)).toEqual([{ set: { note: 'x', other: 2 } }]);
    expect(failure.changes).toEqual(['a simpler note']);
  });
});

describe('the request after an odd one', () => {
  const trial: Trial = related('next-works', step('group.admin', { method: 'HEAD' }), step('group.admin'));

  test('that fails by itself is a separate failure', async () => {
    const all = retrying(altering((reply, { method }) => (method === 'HEAD' ? reply : failing(reply))));
    expect(await showsAlone(await bucketOf(trial, all), all)).toBe(true);
  });

  test('that fails only after the odd one keeps it', async () => {
    const all = retrying(brokenByHead());
    const bucket = await bucketOf(trial, all);
    expect(await showsAlone(bucket, all)).toBe(false);
    const failure = await confirmOne(bucket, [], all);
    expect(failure.tried.trial).toEqual(trial);
    expect(failure.property).toBe('answered');
  });
});

describe('a small budget', () => {
  const found = one({ set: { note: 'long', other: 2 }, headers: { set: { 'X-Note': 'x' } } });
  const backend = (): Transport =>
    altering((reply, request) => (Object.hasOwn(jsonOf(request) as object, 'note') ? failing(reply) : reply));

  test('of requests is reported, and all repeats are made', async () => {
    const by = retrying(backend());
    const failure = await confirmOne(await bucketOf(found, by), [], by, { requests: 2, until: Infinity });
    expect([failure.ended, failure.repeats]).toEqual(['budget', { failed: 4, of: 4 }]);
  });

  test('confirms all failures before shrinking any', async () => {
    const by = retrying(backend());
    const names: string[] = [];
    const buckets = [await bucketOf(found, by), { ...(await bucketOf(found, by)), key: 'another cause' }];
    await confirmAndShrinkAll(buckets, {
      retryingOf: ({ key }) => ({ ...by, noted: async () => void names.push(key) }),
      contextOf: () => [],
      allowanceFor: () => ENOUGH,
    });
    const other = Array.from({ length: 4 }, () => 'another cause');
    expect(names.slice(4, 8)).toEqual(other);
    expect(names.slice(0, 4)).not.toContain('another cause');
  });
});
