import { beforeAll, describe, expect, test } from 'vitest';
import { ENDPOINT_IDS } from '../../contract/endpoints.ts';
import type { Transport } from '../../http/exchange.ts';
import { declaredWorld } from '../../world/declared-world.ts';
import type { FuzzOutcome } from '../fuzz.ts';
import { performTrial } from './perform.ts';
import { Tally } from './tally.ts';
import type { Material } from '../generate/material.ts';
import { smokeTrials } from '../generate/smoke.ts';
import { allBendNames } from '../save/bend-names.ts';
import { boundaryTrials } from '../generate/boundaries.ts';
import { factsOf, PHASE_NAMES } from '../generate/phases.ts';
import { PROPERTY_NAMES } from './properties.ts';
import { Schedule } from '../generate/schedule.ts';
import { sizeOf } from '../generate/shots.ts';
import {
  answering,
  bending,
  FILE,
  fuzzed,
  jsonOf,
  madeOf,
  plain,
  recipe,
  senderTo,
  WIRELESS,
} from '../test-helpers/made.ts';
import { TRAVEL, type Trial } from '../generate/trial.ts';
import { weaknessesOf } from './weakness.ts';

async function tallied(
  trials: readonly Trial[],
  transport: Transport = plain(),
  material: Material = WIRELESS,
): Promise<Tally> {
  const tally = new Tally();
  for (const trial of trials) {
    const { judged } = await performTrial(trial, 'tally', senderTo(transport), material);
    for (const each of judged) tally.add(each);
  }
  return tally;
}

const names = (material: Material, tally: Tally): readonly string[] =>
  weaknessesOf(material, tally).map(({ name }) => name);
const single = (...parts: Parameters<typeof recipe>): Trial => ({ kind: 'single', recipe: recipe(...parts) });
const SMOKE = smokeTrials(WIRELESS);

/** The requests that it takes until every altered form was sent once, however many the tables have. */
function requestsOfBoundaries(): number {
  const { size } = factsOf('boundaries');
  let left = Math.ceil(boundaryTrials(WIRELESS).length / size);
  let requests = 0;
  const schedule = new Schedule(1, WIRELESS, PHASE_NAMES, PROPERTY_NAMES);
  for (let next = schedule.next(); next !== undefined && left > 0; next = schedule.next()) {
    requests += schedule.trialsOf(next).reduce((sum, trial) => sum + sizeOf(trial), 0);
    left -= next.phase === 'boundaries' ? 1 : 0;
  }
  return requests;
}

describe('a run in which all boundaries are sent to the simulator', () => {
  let outcome: FuzzOutcome;
  beforeAll(async () => {
    // Some requests are kept back for confirming.
    outcome = await fuzzed(plain(), { runs: Math.ceil(requestsOfBoundaries() * 1.05), concurrency: 16 });
  }, 120_000);

  test('is not weak', () => {
    expect(weaknessesOf(WIRELESS, outcome.tally)).toEqual([]);
  });

  test('finds nothing, and everything could be judged', () => {
    expect(outcome.failures).toEqual([]);
    expect([...outcome.troubles]).toEqual([]);
  });

  test('has tried every kind of trial', () => {
    expect([...outcome.trials.values()].every((count) => count > 50)).toBe(true);
    expect(new Set(outcome.trials.keys())).toEqual(new Set(Object.keys(TRAVEL)));
  });

  test('has sent every alteration', () => {
    expect(allBendNames(false).filter((name) => outcome.tally.fired(name) === 0)).toEqual([]);
  });
});

describe('a tally', () => {
  test('counts what was sent and what succeeded, by endpoint', async () => {
    const tally = await tallied([
      single('group.admin'),
      single('group.admin', {}, { id: 'nosuchgrou' }),
      single('group.admin', { bend: { $id: 'empty' } }),
      single('gamePlayer.client'),
    ]);
    expect(tally.endpoint('group.admin')).toEqual({ sent: 3, succeeded: 1 });
    expect(tally.endpoint('gamePlayer.client')).toEqual({ sent: 1, succeeded: 1 });
    expect(tally.endpoint('group.client')).toEqual({ sent: 0, succeeded: 0 });
  });

  test('knows the codes that came', async () => {
    const tally = await tallied([
      single('group.admin', {}, { id: 'nosuchgrou' }),
      single('group.admin', { bend: { $id: 'empty' } }),
    ]);
    expect(tally.returnCodes).toEqual(new Set(['Ok', 'InvalidRequestParameters']));
    expect(tally.errorCodes).toEqual(new Set(['GroupNotFound']));
  });

  test('counts alterations', async () => {
    const tally = await tallied([
      single('group.admin', { bend: { $id: 'empty', tagKeys: 'as-null' } }),
      single('group.client', { bend: { tagKeys: 'as-null' } }),
    ]);
    const counts = ['member empty', 'member as-null', 'body spaced'].map((name) => tally.fired(name));
    expect(counts).toEqual([1, 2, 0]);
  });

  test('counts what is no envelope as sent', async () => {
    const tally = await tallied(
      [single('group.admin')],
      bending((reply) => answering(reply, 'not an envelope')),
    );
    expect(tally.endpoint('group.admin')).toEqual({ sent: 1, succeeded: 0 });
    expect(tally.returnCodes.size).toBe(0);
  });
});

describe('a weak run', () => {
  test('sent nothing to an endpoint', async () => {
    const [first] = weaknessesOf(WIRELESS, await tallied([single('group.admin')]));
    expect(first?.name).toBe('successes');
    expect(first?.details).toContain('gamePlayer.client: no request; raise --runs or --time');
    expect(first?.details.some((line) => line.startsWith('group.admin'))).toBe(false);
  });

  test('sent no alterations, and tells a dozen of them', async () => {
    const found = weaknessesOf(WIRELESS, await tallied(SMOKE));
    const says = found.find(({ name }) => name === 'alterations')?.says ?? '';
    expect(says).toMatch(/never sent: (?:[a-z]+ [\w.-]+, ){11}[a-z]+ [\w.-]+ and \d+ more: raise/);
  });

  test('saw none of the refusals, and no one who is absent', async () => {
    expect(names(WIRELESS, await tallied(SMOKE))).toEqual(['returnCodes', 'errorCodes', 'alterations']);
    const found = weaknessesOf(WIRELESS, await tallied(SMOKE))
      .map(({ says }) => says)
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

  test('saw few successes', async () => {
    const refusing = bending((reply) =>
      (jsonOf(reply) as { returnCode: number }).returnCode === 1
        ? answering(reply, { returnCode: -2 })
        : reply,
    );
    const found = weaknessesOf(WIRELESS, await tallied(SMOKE, refusing));
    const lines = found.find(({ name }) => name === 'successes')?.details ?? [];
    expect(lines.map((line) => line.split(':')[0])).toEqual(ENDPOINT_IDS);
    expect(lines[0]).toMatch(/: 0 of \d+ \(0\.0 %\); even the plain request is refused/);
  });

  test.each([
    [19, []],
    [20, ['group.admin: 1 of 21 (4.8 %)']],
  ])('saw one success and %i refusals: %j', async (refusals, weak) => {
    const refused = Array.from({ length: refusals }, () => single('group.admin', { bend: { $id: 'empty' } }));
    const tally = await tallied([single('group.admin'), ...refused]);
    const lines = weaknessesOf(WIRELESS, tally).flatMap(({ details }) => details);
    const told = lines.filter((line) => line.startsWith('group.admin')).map((line) => line.split(';')[0]);
    expect(told).toEqual(weak);
  });
});

describe('what a world can not show is no weakness', () => {
  test.each([
    ['without keys no code but that of a wrong key', { ...FILE.world, secretKeys: [] }, ['SecretInvalid']],
    [
      'without a declared size none for large requests',
      { ...FILE.world, limits: {} },
      ['Ok', 'SecretInvalid', 'InvalidRequestParameters', 'OperationNotAllow', 'OperationNotAuthorized'],
    ],
  ])('%s', (_, world, codes) => {
    const found = weaknessesOf(madeOf(declaredWorld(world)), new Tally());
    const says = found.find(({ name }) => name === 'returnCodes')?.says ?? '';
    const named = /never came: ([^:]+): is/.exec(says)?.[1] ?? '';
    expect(named.split(', ').map((code) => /[A-Z]\w+/.exec(code)?.[0])).toEqual(codes);
  });

  test('what is not declared is named', async () => {
    const material = madeOf(declaredWorld({ ...FILE.world, secretKeys: [] }), false);
    const tally = await tallied(smokeTrials(material), plain(), material);
    const [first] = weaknessesOf(material, tally);
    expect(first?.details[0]).toMatch(/declare .*key/);
  });
});
