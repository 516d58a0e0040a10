import { describe, expect, test } from 'vitest';
import { ENDPOINT_IDS } from '../../contract/endpoints.ts';
import type { Transport } from '../../http/exchange.ts';
import { declaredWorld } from '../../world/declared-world.ts';
import { performTrial } from '../trials/send-trial.ts';
import { codesOf, failedHealthChecks, FuzzStatistics } from './health-checks.ts';
import type { FuzzInputs } from '../trials/fuzz-inputs.ts';
import { exhaustiveTrials, smokeTrials } from '../trials/fixed-trials.ts';
import { allAlterationNames, alterNames } from '../trials/all-alterations.ts';
import { PROPERTY_NAMES } from '../trials/properties.ts';
import {
  answering,
  altering,
  failing,
  FILE,
  fuzzed,
  madeOf,
  plain,
  step,
  senderTo,
  WIRELESS,
} from '../test-helpers/made.ts';
import { single, type Trial } from '../trials/relations.ts';

async function tallied(
  trials: readonly Trial[],
  transport: Transport = plain(),
  inputs: FuzzInputs = WIRELESS,
): Promise<FuzzStatistics> {
  const statistics = new FuzzStatistics();
  for (const trial of trials) {
    const { judged } = await performTrial(trial, 'tally', senderTo(transport), inputs);
    for (const each of judged) statistics.add(each.planned.step, codesOf(each));
  }
  return statistics;
}

const names = (inputs: FuzzInputs, statistics: FuzzStatistics): readonly string[] =>
  failedHealthChecks(inputs, statistics).map(({ name }) => name);
const one = (...parts: Parameters<typeof step>): Trial => single(step(...parts));
const SMOKE = smokeTrials(WIRELESS);

/** Trials of the exhaustive phase that together have every alteration: the first one of each, and now and then another. */
function oneOfEachAlteration(): readonly Trial[] {
  const seen = new Set<string>();
  return exhaustiveTrials(WIRELESS).filter(({ steps }, at) => {
    const added = steps.flatMap(({ send }) => alterNames(send)).filter((name) => !seen.has(name));
    for (const name of added) seen.add(name);
    return added.length > 0 || at % 12 === 0;
  });
}

test('all health checks pass where each alteration was sent and enough was answered', async () => {
  const plainly = ENDPOINT_IDS.flatMap((id) => Array.from({ length: 40 }, () => one(id)));
  const statistics = await tallied([...SMOKE, ...plainly, ...oneOfEachAlteration()]);
  expect(failedHealthChecks(WIRELESS, statistics)).toEqual([]);
  expect(allAlterationNames(false).filter((name) => !statistics.alterations.has(name))).toEqual([]);
});

test('a run against the simulator has trials for every property, all judged and none failing', async () => {
  const outcome = await fuzzed(plain(), { runs: 1500, concurrency: 16 });
  expect([outcome.failures, [...outcome.notJudged]]).toEqual([[], []]);
  expect(new Set(outcome.trials.keys())).toEqual(new Set(PROPERTY_NAMES));
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
    for (const code of ['SecretInvalid', 'GroupNotFound']) expect(found).toContain(code);
  });

  test('if no body was too large, once one beyond the size was sent', async () => {
    const sent = await tallied([...SMOKE, one('group.admin', { pad: 'double' })]);
    expect([...sent.returnCodes]).toContain('MaxSizeRequestReject');
    sent.returnCodes.delete('MaxSizeRequestReject');
    const codesMissing = (statistics: FuzzStatistics): string =>
      failedHealthChecks(WIRELESS, statistics).find(({ name }) => name === 'returnCodes')?.description ?? '';
    expect(codesMissing(sent)).toContain('MaxSizeRequestReject');
    expect(codesMissing(await tallied(SMOKE))).not.toContain('MaxSizeRequestReject');
  });

  test('if few requests succeeded', async () => {
    const refusing = altering((reply) => failing(reply, -2));
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
    const found = failedHealthChecks(madeOf(declaredWorld(world)), new FuzzStatistics());
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
