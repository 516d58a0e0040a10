import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { settled } from '../../dialect/dialect.ts';
import { TagproofError } from '../../errors.ts';
import type { Request } from '../../http/request.ts';
import type { Sight } from '../../run/sending/see.ts';
import { maskerOf } from '../../transport/secrets/mask.ts';
import { inProcessTransport } from '../../transport/in-process.ts';
import { vaultOf } from '../../transport/secrets/secrets.ts';
import { concurrentTrial, randomTrial, sequenceTrial } from '../generate/arbitrary-trial.ts';
import { boundaryTrials } from '../generate/boundaries.ts';
import { readFailure, failureText, savedShots, savedTrial, secretsNeeded } from './failure-file.ts';
import { causeOf } from '../shrink/groups.ts';
import { recipesOf, shotsOf } from '../generate/shots.ts';
import {
  answering,
  bending,
  FILE,
  headerOf,
  jsonOf,
  MATERIAL,
  recipe,
  SIGHT,
  simulator,
} from '../test-helpers/made.ts';
import { failureOf } from '../test-helpers/failures.ts';
import type { Trial } from '../generate/trial.ts';

const RUN = {
  target: 'in process',
  targetOption: undefined,
  worldOption: 'world.yaml',
  seed: 1,
  dialect: settled(),
};
/** Answers all with a failure. */
const broken = () => bending((reply) => answering(reply, { returnCode: -3 }));
const saved = async (trial: Trial, sight: Sight = SIGHT): Promise<string> =>
  failureText(await failureOf(trial, broken()), 'says', RUN, sight);

const SINGLE: Trial = { kind: 'single', recipe: recipe('group.admin', { set: { tagKeys: ['motto'] } }) };
const bytes = ({ body, ...rest }: Request): unknown => ({
  ...rest,
  body: body === undefined ? undefined : Buffer.from(body).toString('base64'),
});

const ODD: readonly Trial[] = boundaryTrials(MATERIAL).filter(
  ({ kind }, at) => kind === 'after-odd' || at % 9 === 0,
);
const BODIES: readonly Trial[] = boundaryTrials(MATERIAL).filter(
  (trial) =>
    trial.kind === 'single' &&
    trial.recipe.send.body !== undefined &&
    trial.recipe.endpoint === 'group.client',
);
const PROVOKED: readonly Trial[] = boundaryTrials(MATERIAL).filter(
  (trial) => trial.kind === 'single' && trial.recipe.provoke !== undefined,
);

describe.each([
  ['random trials', fc.sample(randomTrial(MATERIAL), { seed: 3, numRuns: 60 })],
  ['random sequences', fc.sample(sequenceTrial(MATERIAL), { seed: 3, numRuns: 15 })],
  ['random trials at once', fc.sample(concurrentTrial(MATERIAL), { seed: 3, numRuns: 10 })],
  ['trials of the boundaries', ODD],
  ['trials with a body of their own', BODIES],
  ['provoked failures', PROVOKED],
])('of %s', (_, trials) => {
  test('what is saved is sent again byte for byte, and is the same trial', async () => {
    expect(trials.length).toBeGreaterThan(5);
    for (const trial of trials) {
      const file = readFailure(await saved(trial), 'a.failure.json');
      const shots = savedShots(file);
      const first = shotsOf(trial, MATERIAL, 'made');
      expect(shots.map(({ request }) => bytes(request))).toEqual(first.map(({ request }) => bytes(request)));
      expect(shots.map(({ allowed }) => allowed)).toEqual(first.map(({ allowed }) => allowed));
      expect(savedTrial(file)).toEqual(trial);
      expect(recipesOf(savedTrial(file))).toEqual(recipesOf(trial));
    }
  });
});

test('some bodies are no UTF-8, and are saved as base64', async () => {
  const texts = await Promise.all(BODIES.map((trial) => saved(trial)));
  expect(texts.some((text) => text.includes('"base64"'))).toBe(true);
});

test('the cause is a clause and a kind', async () => {
  const failure = await failureOf(SINGLE, broken());
  expect(causeOf(readFailure(failureText(failure, 'says', RUN, SIGHT), 'a'))).toBe(failure.group.key);
});

test('a file tells of its run, and of what was known of the backend', async () => {
  const { run, says, property, dialect } = readFailure(await saved(SINGLE), 'a');
  const { target, worldOption, seed } = RUN;
  expect(run).toEqual({ target, worldOption, seed, targetOption: null, path: 'random:1:2', flaky: false });
  expect(dialect).toEqual({ settled: true, answers: [] });
  expect([says, property]).toEqual(['says', 'allowed']);
});

describe('the secrets', () => {
  test('that a file needs are named once', async () => {
    const trial: Trial = {
      kind: 'sequence',
      recipes: [recipe('group.client'), recipe('group.admin'), recipe('group.client')],
    };
    expect(secretsNeeded(readFailure(await saved(trial), 'a')).toSorted()).toEqual([
      'admin',
      'ann',
      'player',
    ]);
  });

  test('stand in no file, not even where a backend gives them back', async () => {
    const secrets = FILE.secrets.map((each) => ({ ...each, public: false }));
    const vault = vaultOf(secrets);
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
      { vault },
    );
    const mask = maskerOf(vault);
    const trials: readonly Trial[] = [
      ...fc.sample(randomTrial(MATERIAL), { seed: 11, numRuns: 60 }),
      { kind: 'single', recipe: recipe('group.client', { headers: { set: { 'Auth-Token': '$key' } } }) },
      {
        kind: 'single',
        recipe: recipe('group.client', { headers: { bend: { 'Secret-Key': 'swap-case' } } }),
      },
    ];
    for (const trial of trials) {
      const failure = await failureOf(trial, echoing, { mask });
      const text = failureText(failure, 'says', RUN, { ...SIGHT, mask });
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
  const bentKey = [['Secret-Key', { secret: 'admin', bend: 'fold' }]];

  test.each<[what: string, made: () => Promise<string>, says: string]>([
    ['is empty', async () => '', 'is no JSON'],
    ['is cut', async () => (await text).slice(0, 300), 'is no JSON'],
    ['is YAML', async () => 'format: 1', 'is no JSON'],
    ['is another value', async () => '[]', 'expected object'],
    ['is null', async () => 'null', 'expected object'],
    ['has another format', () => changed('format', 2), 'format'],
    ['lacks its format', () => changed('format', undefined), 'format'],
    ['lacks its finding', () => changed('finding', undefined), 'finding'],
    ['lacks its trial', () => changed('trial', undefined), 'trial'],
    ['has no request', () => changed('trial.shots', []), 'trial.shots'],
    ['lacks what is allowed', () => changed('trial.shots.0.allowed', undefined), 'trial.shots.0.allowed'],
    ['has a body of no kind', () => changed('trial.shots.0.request.body', 7), 'trial.shots.0.request.body'],
    ['has an unknown kind of trial', () => changed('trial.kind', 'twice'), 'trial.kind'],
    ['has an unknown property', () => changed('property', 'luck'), 'property'],
    [
      'has an unknown alteration',
      () => changed('trial.shots.0.send', { bend: { $id: 'fold' } }),
      'trial.shots.0.send.bend',
    ],
    ['provokes Ok', () => changed('trial.shots.0.provoke', 'Ok'), 'trial.shots.0.provoke'],
    [
      'has a secret altered in an unknown way',
      () => changed('trial.shots.0.request.headers', bentKey),
      'trial.shots.0.request.headers',
    ],
    ['has an unknown way on the wire', () => changed('trial.shots.0.request.wire', 'pigeon'), 'wire'],
  ])('%s', async (_, made, says) => {
    const read = async (): Promise<unknown> => readFailure(await made(), 'there/a.failure.json');
    const error: unknown = await read().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TagproofError);
    expect(error).toMatchObject({ code: 'file' });
    expect((error as TagproofError).message).toContain('there/a.failure.json');
    expect((error as TagproofError).message).toContain(says);
  });

  test('is not one that somebody has added notes to', async () => {
    const noted = await changed('note', 'seen on Monday');
    expect(readFailure(noted, 'a').says).toBe('says');
  });
});
