import { beforeAll, describe, expect, test } from 'vitest';
import { ENDPOINT_IDS } from '../../contract/endpoints.ts';
import type { Transport } from '../../http/exchange.ts';
import { declaredWorld } from '../../world/declared-world.ts';
import type { FuzzOutcome } from '../fuzz.ts';
import { performTrial } from '../trials/send-trial.ts';
import { failedHealthChecks, RunStatistics } from './health-checks.ts';
import type { FuzzInputs } from '../trials/fuzz-inputs.ts';
import { exhaustiveTrials, smokeTrials } from '../trials/fixed-trials.ts';
import { allAlterationNames } from '../trials/all-alterations.ts';
import { factsOf, PHASE_NAMES } from './phases.ts';
import { PROPERTY_NAMES } from '../trials/properties.ts';
import { Schedule } from './schedule.ts';
import {
  answering,
  altering,
  FILE,
  fuzzed,
  jsonOf,
  madeOf,
  plain,
  step,
  senderTo,
  WIRELESS,
} from '../test-helpers/made.ts';
import { single, sizeOf, type Trial } from '../trials/relations.ts';

async function tallied(
  trials: readonly Trial[],
  transport: Transport = plain(),
  inputs: FuzzInputs = WIRELESS,
): Promise<RunStatistics> {
  const statistics = new RunStatistics();
  for (const trial of trials) {
    const { judged } = await performTrial(trial, 'tally', senderTo(transport), inputs);
    for (const each of judged) statistics.add(each);
  }
  return statistics;
}

const names = (inputs: FuzzInputs, statistics: RunStatistics): readonly string[] =>
  failedHealthChecks(inputs, statistics).map(({ name }) => name);
const one = (...parts: Parameters<typeof step>): Trial => single(step(...parts));
const SMOKE = smokeTrials(WIRELESS);

/** Counts the requests until the exhaustive phase is complete, however many alterations exist. */
function requestsOfExhaustive(): number {
  const { size } = factsOf('exhaustive');
  let left = Math.ceil(exhaustiveTrials(WIRELESS).length / size);
  let requests = 0;
  const schedule = new Schedule(1, WIRELESS, PHASE_NAMES, PROPERTY_NAMES);
  for (let next = schedule.next(); next !== undefined && left > 0; next = schedule.next()) {
    requests += schedule.trialsOf(next).reduce((sum, trial) => sum + sizeOf(trial), 0);
    left -= next.phase === 'exhaustive' ? 1 : 0;
  }
  return requests;
}

describe('a run of the whole exhaustive phase against the simulator', () => {
  let outcome: FuzzOutcome;
  beforeAll(async () => {
    // Some requests are reserved for confirming failures.
    outcome = await fuzzed(plain(), { runs: Math.ceil(requestsOfExhaustive() * 1.05), concurrency: 16 });
  }, 120_000);

  test('passes all health checks', () => {
    expect(failedHealthChecks(WIRELESS, outcome.statistics)).toEqual([]);
  });

  test('has no failures, and every trial was judged', () => {
    expect(outcome.failures).toEqual([]);
    expect([...outcome.troubles]).toEqual([]);
  });

  test('has sent trials for every property', () => {
    expect([...outcome.trials.values()].every((count) => count > 8)).toBe(true);
    expect(new Set(outcome.trials.keys())).toEqual(new Set(PROPERTY_NAMES));
  });

  test('has sent every alteration', () => {
    expect(allAlterationNames(false).filter((name) => !outcome.statistics.alterations.has(name))).toEqual([]);
  });
});

describe('run statistics', () => {
  test('count sent and successful requests by endpoint', async () => {
    const statistics = await tallied([
      one('group.admin'),
      one('group.admin', {}, { id: 'nosuchgrou' }),
      one('group.admin', { alter: { $id: 'empty' } }),
      one('gamePlayer.client'),
    ]);
    expect(statistics.endpoint('group.admin')).toEqual({ sent: 3, succeeded: 1 });
    expect(statistics.endpoint('gamePlayer.client')).toEqual({ sent: 1, succeeded: 1 });
    expect(statistics.endpoint('group.client')).toEqual({ sent: 0, succeeded: 0 });
  });

  test('list the received codes', async () => {
    const statistics = await tallied([
      one('group.admin', {}, { id: 'nosuchgrou' }),
      one('group.admin', { alter: { $id: 'empty' } }),
    ]);
    expect(statistics.returnCodes).toEqual(new Set(['Ok', 'InvalidRequestParameters']));
    expect(statistics.errorCodes).toEqual(new Set(['GroupNotFound']));
  });

  test('list the alterations that were sent', async () => {
    const statistics = await tallied([
      one('group.admin', { alter: { $id: 'empty', tagKeys: 'as-null' } }),
      one('group.client', { alter: { tagKeys: 'as-null' } }),
    ]);
    expect(statistics.alterations).toEqual(new Set(['member empty', 'member as-null']));
  });

  test('count a reply that is not an envelope as sent', async () => {
    const statistics = await tallied(
      [one('group.admin')],
      altering((reply) => answering(reply, 'not an envelope')),
    );
    expect(statistics.endpoint('group.admin')).toEqual({ sent: 1, succeeded: 0 });
    expect(statistics.returnCodes.size).toBe(0);
  });
});

describe('a health check fails', () => {
  test('if an endpoint got no request', async () => {
    const [first] = failedHealthChecks(WIRELESS, await tallied([one('group.admin')]));
    expect(first?.name).toBe('successes');
    expect(first?.details).toContain('gamePlayer.client: no request; raise --runs or --time');
    expect(first?.details.some((line) => line.startsWith('group.admin'))).toBe(false);
  });

  test('if alterations were not sent, and lists a dozen of them', async () => {
    const found = failedHealthChecks(WIRELESS, await tallied(SMOKE));
    const description = found.find(({ name }) => name === 'alterations')?.description ?? '';
    expect(description).toMatch(/never sent: (?:[a-z]+ [\w.-]+, ){11}[a-z]+ [\w.-]+ and \d+ more: raise/);
  });

  test('if no refusal and no not-found code was received', async () => {
    expect(names(WIRELESS, await tallied(SMOKE))).toEqual(['returnCodes', 'errorCodes', 'alterations']);
    const found = failedHealthChecks(WIRELESS, await tallied(SMOKE))
      .map(({ description }) => description)
      .join('\n');
    for (const code of [
      'SecretInvalid',
      'InvalidRequestParameters',
      'OperationNotAllow',
      'OperationNotAuthorized',
      'MaxSizeRequestReject',
    ])
      expect(found).toContain(code);
    expect(found).toContain('GroupNotFound');
  });

  test('if few requests succeeded', async () => {
    const refusing = altering((reply) =>
      (jsonOf(reply) as { returnCode: number }).returnCode === 1
        ? answering(reply, { returnCode: -2 })
        : reply,
    );
    const found = failedHealthChecks(WIRELESS, await tallied(SMOKE, refusing));
    const lines = found.find(({ name }) => name === 'successes')?.details ?? [];
    expect(lines.map((line) => line.split(':')[0])).toEqual(ENDPOINT_IDS);
    expect(lines[0]).toMatch(/: 0 of \d+ \(0\.0 %\); even the plain request is refused/);
  });

  test.each([
    [19, []],
    [20, ['group.admin: 1 of 21 (4.8 %)']],
  ])('or not, after one success and %i refusals: %j', async (refusals, weak) => {
    const refused = Array.from({ length: refusals }, () => one('group.admin', { alter: { $id: 'empty' } }));
    const statistics = await tallied([one('group.admin'), ...refused]);
    const lines = failedHealthChecks(WIRELESS, statistics).flatMap(({ details }) => details);
    const lowest = lines.filter((line) => line.startsWith('group.admin')).map((line) => line.split(';')[0]);
    expect(lowest).toEqual(weak);
  });
});

describe('health checks do not ask for what the world cannot show', () => {
  test.each([
    ['without keys only the code of a wrong key', { ...FILE.world, secretKeys: [] }, ['SecretInvalid']],
    [
      'without a declared size no code for large requests',
      { ...FILE.world, limits: {} },
      ['Ok', 'SecretInvalid', 'InvalidRequestParameters', 'OperationNotAllow', 'OperationNotAuthorized'],
    ],
  ])('%s', (_, world, codes) => {
    const found = failedHealthChecks(madeOf(declaredWorld(world)), new RunStatistics());
    const description = found.find(({ name }) => name === 'returnCodes')?.description ?? '';
    const named = /never came: ([^:]+): is/.exec(description)?.[1] ?? '';
    expect(named.split(', ').map((code) => /[A-Z]\w+/.exec(code)?.[0])).toEqual(codes);
  });

  test('missing declarations are named', async () => {
    const inputs = madeOf(declaredWorld({ ...FILE.world, secretKeys: [] }), false);
    const statistics = await tallied(smokeTrials(inputs), plain(), inputs);
    const [first] = failedHealthChecks(inputs, statistics);
    expect(first?.details[0]).toMatch(/declare .*key/);
  });
});
