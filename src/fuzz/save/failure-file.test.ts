import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { completeDialect } from '../../dialect/dialect.ts';
import { TagproofError } from '../../errors.ts';
import type { Request } from '../../http/request.ts';
import type { Redaction } from '../../run/sending/redact.ts';
import { maskerOf } from '../../transport/secrets/mask.ts';
import { inProcessTransport } from '../../transport/in-process.ts';
import { secretStoreOf } from '../../transport/secrets/secrets.ts';
import { concurrentTrial, randomTrial, sequenceTrial } from '../generate/arbitrary-trial.ts';
import { exhaustiveTrials } from '../generate/exhaustive.ts';
import { readFailure, failureText, savedRequests, savedTrial, secretsNeeded } from './failure-file.ts';
import { bucketKeyOf } from '../shrink/failure-buckets.ts';
import { stepsOf, planTrial } from '../generate/plan-trial.ts';
import {
  answering,
  altering,
  FILE,
  headerOf,
  jsonOf,
  MATERIAL,
  step,
  REDACTION,
  simulator,
} from '../test-helpers/made.ts';
import { failureOf } from '../test-helpers/failures.ts';
import type { Trial } from '../generate/trial.ts';

const RUN = {
  target: 'in process',
  targetOption: undefined,
  worldOption: 'world.yaml',
  seed: 1,
  dialect: completeDialect(),
};
/** Answers all with a failure. */
const broken = () => altering((reply) => answering(reply, { returnCode: -3 }));
const saved = async (trial: Trial, redaction: Redaction = REDACTION): Promise<string> =>
  failureText(await failureOf(trial, broken()), 'says', RUN, redaction);

const SINGLE: Trial = { kind: 'single', step: step('group.admin', { set: { tagKeys: ['motto'] } }) };
const bytes = ({ body, ...rest }: Request): unknown => ({
  ...rest,
  body: body === undefined ? undefined : Buffer.from(body).toString('base64'),
});

const ODD: readonly Trial[] = exhaustiveTrials(MATERIAL).filter(
  ({ kind }, at) => kind === 'after-odd' || at % 9 === 0,
);
const BODIES: readonly Trial[] = exhaustiveTrials(MATERIAL).filter(
  (trial) =>
    trial.kind === 'single' && trial.step.send.body !== undefined && trial.step.endpoint === 'group.client',
);
const PROVOKED: readonly Trial[] = exhaustiveTrials(MATERIAL).filter(
  (trial) => trial.kind === 'single' && trial.step.provoke !== undefined,
);

describe.each([
  ['random trials', fc.sample(randomTrial(MATERIAL), { seed: 3, numRuns: 60 })],
  ['random sequences', fc.sample(sequenceTrial(MATERIAL), { seed: 3, numRuns: 15 })],
  ['random trials at once', fc.sample(concurrentTrial(MATERIAL), { seed: 3, numRuns: 10 })],
  ['trials of the exhaustive phase', ODD],
  ['trials with a body of their own', BODIES],
  ['provoked failures', PROVOKED],
])('of %s', (_, trials) => {
  test('what is saved is sent again byte for byte, and is the same trial', async () => {
    expect(trials.length).toBeGreaterThan(5);
    for (const trial of trials) {
      const file = readFailure(await saved(trial), 'a.failure.json');
      const shots = savedRequests(file);
      const first = planTrial(trial, MATERIAL, 'made');
      expect(shots.map(({ request }) => bytes(request))).toEqual(first.map(({ request }) => bytes(request)));
      expect(shots.map(({ allowed }) => allowed)).toEqual(first.map(({ allowed }) => allowed));
      expect(savedTrial(file)).toEqual(trial);
      expect(stepsOf(savedTrial(file))).toEqual(stepsOf(trial));
    }
  });
});

test('some bodies are no UTF-8, and are saved as base64', async () => {
  const texts = await Promise.all(BODIES.map((trial) => saved(trial)));
  expect(texts.some((text) => text.includes('"base64"'))).toBe(true);
});

test('the cause is a clause and a kind', async () => {
  const failure = await failureOf(SINGLE, broken());
  expect(bucketKeyOf(readFailure(failureText(failure, 'says', RUN, REDACTION), 'a'))).toBe(
    failure.bucket.key,
  );
});

test('a file tells of its run, and of what was known of the backend', async () => {
  const { run, description, property, dialect } = readFailure(await saved(SINGLE), 'a');
  const { target, worldOption, seed } = RUN;
  expect(run).toEqual({ target, worldOption, seed, targetOption: null, path: 'random:1:2', flaky: false });
  expect(dialect).toEqual({ settled: true, answers: [] });
  expect([description, property]).toEqual(['says', 'allowed']);
});

describe('the secrets', () => {
  test('that a file needs are named once', async () => {
    const trial: Trial = {
      kind: 'sequence',
      steps: [step('group.client'), step('group.admin'), step('group.client')],
    };
    expect(secretsNeeded(readFailure(await saved(trial), 'a')).toSorted()).toEqual([
      'admin',
      'ann',
      'player',
    ]);
  });

  test('stand in no file, not even where a backend gives them back', async () => {
    const secrets = FILE.secrets.map((each) => ({ ...each, public: false }));
    const secretStore = secretStoreOf(secrets);
    const ask = simulator();
    const echoing = inProcessTransport(
      async (request) => {
        const reply = await ask(request);
        const key = headerOf(request, 'Secret-Key') ?? '';
        const token = headerOf(request, 'Auth-Token') ?? '';
        return answering(
          { ...reply, headers: [...reply.headers, ['X-Key', key]] },
          { ...(jsonOf(reply) as object), returnCode: key, debugMessage: `${key} ${token}` },
        );
      },
      { secretStore },
    );
    const mask = maskerOf(secretStore);
    const trials: readonly Trial[] = [
      ...fc.sample(randomTrial(MATERIAL), { seed: 11, numRuns: 60 }),
      { kind: 'single', step: step('group.client', { headers: { set: { 'Auth-Token': '$key' } } }) },
      {
        kind: 'single',
        step: step('group.client', { headers: { alter: { 'Secret-Key': 'swap-case' } } }),
      },
    ];
    for (const trial of trials) {
      const failure = await failureOf(trial, echoing, { mask });
      const text = failureText(failure, 'says', RUN, { ...REDACTION, mask });
      const shown = secrets.filter(({ value }) => text.toLowerCase().includes(value.toLowerCase()));
      expect(shown.map(({ name }) => name)).toEqual([]);
    }
  });
});

describe('a file that is none', () => {
  const text = saved(SINGLE);
  /** The file with another value at a path; undefined: without it. */
  async function changed(path: string, value: unknown): Promise<string> {
    const json: unknown = JSON.parse(await text);
    const names = path.split('.');
    const last = names.pop() ?? '';
    const parent = names.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], json);
    (parent as Record<string, unknown>)[last] = value;
    return JSON.stringify(json);
  }
  const alteredKey = [['Secret-Key', { secret: 'admin', alter: 'fold' }]];

  test.each<[what: string, made: () => Promise<string>, description: string]>([
    ['is empty', async () => '', 'is no JSON'],
    ['is cut', async () => (await text).slice(0, 300), 'is no JSON'],
    ['is YAML', async () => 'format: 1', 'is no JSON'],
    ['is another value', async () => '[]', 'expected object'],
    ['is null', async () => 'null', 'expected object'],
    ['has another format', () => changed('format', 2), 'format'],
    ['lacks its format', () => changed('format', undefined), 'format'],
    ['lacks its finding', () => changed('finding', undefined), 'finding'],
    ['lacks its trial', () => changed('trial', undefined), 'trial'],
    ['has no request', () => changed('trial.requests', []), 'trial.requests'],
    [
      'lacks what is allowed',
      () => changed('trial.requests.0.allowed', undefined),
      'trial.requests.0.allowed',
    ],
    [
      'has a body of no kind',
      () => changed('trial.requests.0.request.body', 7),
      'trial.requests.0.request.body',
    ],
    ['has an unknown kind of trial', () => changed('trial.kind', 'twice'), 'trial.kind'],
    ['has an unknown property', () => changed('property', 'luck'), 'property'],
    [
      'has an unknown alteration',
      () => changed('trial.requests.0.send', { alter: { $id: 'fold' } }),
      'trial.requests.0.send.alteration',
    ],
    ['provokes Ok', () => changed('trial.requests.0.provoke', 'Ok'), 'trial.requests.0.provoke'],
    [
      'has a secret altered in an unknown way',
      () => changed('trial.requests.0.request.headers', alteredKey),
      'trial.requests.0.request.headers',
    ],
    ['has an unknown way on the wire', () => changed('trial.requests.0.request.wire', 'pigeon'), 'wire'],
  ])('%s', async (_, made, description) => {
    const read = async (): Promise<unknown> => readFailure(await made(), 'there/a.failure.json');
    const error: unknown = await read().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TagproofError);
    expect(error).toMatchObject({ code: 'file' });
    expect((error as TagproofError).message).toContain('there/a.failure.json');
    expect((error as TagproofError).message).toContain(description);
  });

  test('is not one that somebody has added notes to', async () => {
    const noted = await changed('note', 'seen on Monday');
    expect(readFailure(noted, 'a').description).toBe('says');
  });
});
