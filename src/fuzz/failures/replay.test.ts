import { describe, expect, test } from 'vitest';
import type { Transport } from '../../http/exchange.ts';
import { completeDialect } from '../../dialect/dialect.ts';
import { CONTROL } from '../../engine/preflight.ts';
import { failureText, readFailure, type FailureFile } from './failure-file.ts';
import { replay, type ReplayStatus } from './replay.ts';
import type { Failure } from './failure-buckets.ts';
import { SilentTrials } from '../campaign/silent-trials.ts';
import { failureOf } from '../test-helpers/failures.ts';
import {
  answering,
  altering,
  brokenByHead,
  failing,
  INPUTS,
  mutant,
  nobody,
  OPEN,
  plain,
  step,
  senderTo,
  REDACTION,
  simulator,
  transportTo,
  wavering,
} from '../test-helpers/made.ts';
import {
  concurrent,
  equivalent,
  related,
  repeated,
  sequence,
  single,
  type Trial,
} from '../trials/relations.ts';

function fileOf(failure: Failure): FailureFile {
  const run = {
    target: 'x',
    targetOption: undefined,
    worldOption: undefined,
    seed: 1,
    dialect: completeDialect(),
  };
  return readFailure(failureText(failure, 'says', run, REDACTION, INPUTS), 'a.failure.yaml');
}

async function statusOf(file: FailureFile, transport: Transport, inputs = INPUTS): Promise<ReplayStatus> {
  const sender = { ...senderTo(transport), dialect: inputs.facts.dialect };
  return (await replay(file, sender, inputs)).status;
}

/** Answers every success with this code. */
const answeringCode = (returnCode: number): Transport => altering((reply) => failing(reply, returnCode));

describe('a failure of a request', () => {
  // Not found, and refused instead.
  const trial: Trial = single(step('group.admin', {}, { id: 'nosuchgrou' }));
  const found = failureOf(trial, mutant('missing-subject-as-not-authorized'));

  test.each<[status: ReplayStatus, what: string, target: () => Transport]>([
    ['fixed', 'the plain simulator', plain],
    ['still-failing', 'the same mutant', () => mutant('missing-subject-as-not-authorized')],
    ['changed', 'one that fails differently', () => mutant('missing-subject-as-http-404')],
    ['not-judged', 'one that does not answer', nobody],
  ])('is %s against %s', async (status, _, target) => {
    expect(await statusOf(fileOf(await found), target())).toBe(status);
  });
});

describe('a failure', () => {
  const trial: Trial = single(step('group.admin'));

  test('with another cause has changed', async () => {
    const file = fileOf(await failureOf(trial, answeringCode(-3)));
    expect(
      await statusOf(
        file,
        altering((reply) => ({ ...reply, status: 201 })),
      ),
    ).toBe('changed');
  });

  test('that remains comes first, whatever else is wrong', async () => {
    const both: Trial = sequence([step('group.server'), step('group.admin')]);
    const one = altering((reply, { path }) =>
      path.includes('admin') ? answering(reply, { returnCode: -3 }) : reply,
    );
    const more = altering((reply, { path }) =>
      path.includes('admin') ? answering(reply, { returnCode: -3 }) : { ...reply, status: 201 },
    );
    const { status, found } = await replay(fileOf(await failureOf(both, one)), senderTo(more), INPUTS);
    expect(status).toBe('still-failing');
    expect(found.map(({ finding: { kind }, requestIndex }) => [kind, requestIndex])).toEqual([
      ['wrong-outcome', 1],
      ['status', 0],
    ]);
  });

  test('with other values is the same failure', async () => {
    const file = fileOf(await failureOf(trial, answeringCode(-6)));
    expect(await statusOf(file, answeringCode(-2))).toBe('still-failing');
  });
});

describe('the replay of a warning or a failure', () => {
  const trial: Trial = single(step('group.admin'));
  const warned = failureOf(trial, mutant('byte-order-mark'));
  const failed = failureOf(trial, answeringCode(-6));

  test.each<[Promise<Failure>, status: ReplayStatus, fails: boolean, what: string, target: () => Transport]>([
    [warned, 'still-warned', false, 'the same mutant', () => mutant('byte-order-mark')],
    [warned, 'changed', false, 'one with another warning', () => mutant('reply-as-text')],
    [warned, 'changed', true, 'one that fails', () => answeringCode(-3)],
    [warned, 'fixed', false, 'the plain simulator', plain],
    [failed, 'still-failing', true, 'one that still fails', () => answeringCode(-2)],
    [failed, 'changed', true, 'one with only a warning now', () => mutant('byte-order-mark')],
  ])('takes the level of the saved finding into account (%#)', async (saved, status, fails, _, target) => {
    const replayed = await replay(fileOf(await saved), senderTo(target()), INPUTS);
    expect([replayed.status, replayed.fails]).toEqual([status, fails]);
  });
});

describe('a request that was under way at an outage', () => {
  const trial: Trial = single(step('group.admin', { set: { tagKeys: null } }));

  async function outageFile(): Promise<FailureFile> {
    const outage = new SilentTrials(async () => false);
    const failure = await failureOf(trial, nobody());
    await outage.note({ tried: failure.tried, at: failure.at, began: 0, ended: 1 });
    const [only] = outage.suspects();
    if (only === undefined) throw new Error('no request was under way');
    return fileOf(only);
  }

  /** Stops answering at this request, for good or, if it recovers, only for that one. */
  function downAfter(body: string, recovers: boolean): Transport {
    const ask = simulator();
    let isDown = false;
    return transportTo(async (request) => {
      const is = Buffer.from(request.body ?? [])
        .toString()
        .includes(body);
      isDown ||= is;
      if (recovers ? is : isDown) throw new Error('the connection was closed');
      return ask(request);
    });
  }

  test.each<[status: ReplayStatus, what: string, target: () => Transport]>([
    ['fixed', 'one that answers', plain],
    ['still-failing', 'one that it takes down', () => downAfter('"tagKeys":null', false)],
    ['still-failing', 'one that answers all other requests', () => downAfter('"tagKeys":null', true)],
  ])('is %s against %s', async (status, _, target) => {
    expect(await statusOf(await outageFile(), target())).toBe(status);
  });

  test.each<[status: ReplayStatus, what: string, why: 'timeout' | 'unreachable', answers: boolean]>([
    ['still-failing', 'answers neither it in time nor a control request', 'timeout', false],
    ['not-judged', 'is only slow to answer it', 'timeout', true],
    ['not-judged', 'is not reachable', 'unreachable', false],
  ])('is %s against one that %s', async (status, _, why, answers) => {
    const inner = plain();
    const transport: Transport = {
      ...inner,
      send: async (request, signal) => {
        const exchange = await inner.send(request, signal);
        const isControl = request.path === CONTROL.path && request.headers === CONTROL.headers;
        return isControl && answers
          ? exchange
          : { ...exchange, outcome: { kind: 'no-reply', why, detail: 'no reply' } };
      },
    };
    expect(await statusOf(await outageFile(), transport)).toBe(status);
  });
});

describe('a flaky failure', () => {
  const trial: Trial = single(step('group.admin'));

  async function every(nth: number, flaky: boolean): Promise<ReplayStatus> {
    const failure = await failureOf(trial, answeringCode(-3));
    const file = fileOf({ ...failure, repeats: { failed: flaky ? 1 : 4, of: 4 } });
    let count = 0;
    return statusOf(
      file,
      altering((reply) => {
        count += 1;
        return count % nth === 0 ? answering(reply, { returnCode: -3 }) : reply;
      }),
    );
  }

  test.each<[nth: number, flaky: boolean, status: ReplayStatus]>([
    [12, true, 'still-failing'],
    [13, true, 'fixed'],
    [2, false, 'fixed'],
  ])('that occurs every %ith time, known as flaky: %s, is %s', async (nth, flaky, status) => {
    expect(await every(nth, flaky)).toBe(status);
  });
});

describe('a failure of several requests', () => {
  const one = step('group.admin', { set: { tagKeys: ['motto'] } });
  const other = step('group.server');

  test.each<Trial>([
    sequence([one, other, one]),
    repeated(one),
    concurrent([one, other, one]),
    equivalent(one, 'escapes'),
  ])('$delivery, $relation, is compared again', async (trial) => {
    const failure = await failureOf(trial, wavering(), { inputs: OPEN });
    expect(failure.tried.found.map(({ finding: { kind } }) => kind)).toEqual(['differs']);
    const file = fileOf(failure);
    expect(await statusOf(file, wavering(), OPEN)).toBe('still-failing');
    expect(await statusOf(file, plain(), OPEN)).toBe('fixed');
  });

  test('after an odd request is about the next connection', async () => {
    const trial: Trial = related('next-works', step('group.admin', { method: 'HEAD' }), step('group.admin'));
    const file = fileOf(await failureOf(trial, brokenByHead()));
    expect(file.found.finding.clause).toBe('1/http-200/reply');
    expect(await statusOf(file, brokenByHead())).toBe('still-failing');
    expect(await statusOf(file, plain())).toBe('fixed');
  });
});
