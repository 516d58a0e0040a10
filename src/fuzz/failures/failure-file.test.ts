import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { endpointOf } from '../../contract/endpoints.ts';
import { completeDialect } from '../../dialect/dialect.ts';
import { readSuite } from '../../suite/format/load-suite.ts';
import { sendsToken } from '../../suite/format/references.ts';
import type { SuiteFile } from '../../suite/format/schema/case-schema.ts';
import { TagproofError } from '../../errors.ts';
import type { Request } from '../../http/request.ts';
import type { Redaction } from '../../engine/redact.ts';
import { maskerOf } from '../../transport/secrets/mask.ts';
import { inProcessTransport } from '../../transport/raw/in-process.ts';
import { secretStoreOf } from '../../transport/secrets/secrets.ts';
import { concurrentTrial, randomTrial, sequenceTrial } from '../trials/random-trials.ts';
import { trialsAboutFirst, sequence, single, type Trial } from '../trials/relations.ts';
import type { Step } from '../trials/step.ts';
import { exhaustiveTrials } from '../trials/fixed-trials.ts';
import { parse, stringify } from 'yaml';
import { failureText, readFailure, secretsNeeded, trialOfFile } from './failure-file.ts';
import { bucketKeyOf } from './failure-buckets.ts';
import { planTrial } from '../trials/send-trial.ts';
import {
  answering,
  altering,
  FILE,
  headerOf,
  jsonOf,
  INPUTS,
  step,
  REDACTION,
  simulator,
} from '../test-helpers/made.ts';
import { failureOf } from '../test-helpers/failures.ts';
import { DEEP } from '../../../test/test-helpers/deep.ts';

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
  failureText(await failureOf(trial, broken()), 'says', RUN, redaction, INPUTS);

const SINGLE: Trial = single(step('group.admin', { set: { tagKeys: ['motto'] } }));
const bytes = ({ body, ...rest }: Request): unknown => ({
  ...rest,
  body: body === undefined ? undefined : Buffer.from(body).toString('base64'),
});

/** A file names a token only where it is sent. */
const withSentToken = (each: Step): Step =>
  sendsToken([endpointOf(each.endpoint)], each.send)
    ? each
    : { ...each, given: { ...each.given, token: undefined } };

const ODD: readonly Trial[] = exhaustiveTrials(INPUTS).filter(
  ({ relation }, at) =>
    at % (DEEP ? 9 : relation === 'next-works' ? 12 : 180) === 0 || (DEEP && relation === 'next-works'),
);
const BODIES: readonly Trial[] = exhaustiveTrials(INPUTS).filter(
  ({ steps: [first, ...others] }) =>
    others.length === 0 && first?.send.body !== undefined && first.endpoint === 'group.client',
);
const PROVOKED: readonly Trial[] = exhaustiveTrials(INPUTS).filter(
  ({ steps: [first] }) => first?.provoke !== undefined,
);

describe.each([
  ['random trials', fc.sample(randomTrial(INPUTS), { seed: 3, numRuns: DEEP ? 60 : 25 })],
  ['random sequences', fc.sample(sequenceTrial(INPUTS), { seed: 3, numRuns: 15 })],
  ['random trials at once', fc.sample(concurrentTrial(INPUTS), { seed: 3, numRuns: 10 })],
  ['trials of the exhaustive phase', ODD],
  ['trials with a body of their own', BODIES],
  ['provoked failures', PROVOKED],
  ['metamorphic rows', INPUTS.endpoints.flatMap((on) => trialsAboutFirst(on, INPUTS))],
])('of %s', (_, trials) => {
  test('what is saved is sent again byte for byte, and is the same trial', async () => {
    expect(trials.length).toBeGreaterThan(5);
    for (const trial of trials) {
      const again = trialOfFile(readFailure(await saved(trial), 'a.failure.yaml'));
      expect(again).toEqual({ ...trial, steps: trial.steps.map(withSentToken) });
      const [first, second] = [trial, again].map((each) => planTrial(each, INPUTS, 'made'));
      expect(second?.map(({ request }) => bytes(request))).toEqual(
        first?.map(({ request }) => bytes(request)),
      );
      expect(second?.map(({ allowed }) => allowed)).toEqual(first?.map(({ allowed }) => allowed));
      const same = (of: Trial): readonly number[] => of.steps.map((each) => of.steps.indexOf(each));
      expect(same(again)).toEqual(same(trial));
    }
  });
});

test('a file is a suite file with one case', async () => {
  const { cases, chapter } = parse(await saved(SINGLE)) as SuiteFile;
  expect([chapter, cases.length]).toEqual(['Found by fuzzing', 1]);
  expect(readSuite([{ file: 'a.failure.yaml', text: await saved(SINGLE) }])).toHaveLength(1);
});

test('the cause is a clause and a kind', async () => {
  const failure = await failureOf(SINGLE, broken());
  expect(bucketKeyOf(readFailure(failureText(failure, 'says', RUN, REDACTION, INPUTS), 'a').found)).toBe(
    failure.key,
  );
});

test('a file tells of its run, and of what was known of the backend', async () => {
  const { run, description, property, dialect } = readFailure(await saved(SINGLE), 'a').found;
  const { target, worldOption, seed } = RUN;
  expect(run).toEqual({ target, worldOption, seed, targetOption: null, path: 'random:1:2', flaky: false });
  expect(dialect).toEqual({ complete: true, answers: [] });
  expect([description, property]).toEqual(['says', 'allowed']);
});

describe('the secrets', () => {
  test('that a file needs are named once', async () => {
    const trial: Trial = sequence([step('group.client'), step('group.admin'), step('group.client')]);
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
      ...fc.sample(randomTrial(INPUTS), { seed: 11, numRuns: DEEP ? 60 : 20 }),
      single(step('group.client', { headers: { set: { 'Auth-Token': '$key' } } })),
      single(step('group.client', { headers: { alter: { 'Secret-Key': 'swap-case' } } })),
    ];
    for (const trial of trials) {
      const failure = await failureOf(trial, echoing, { mask });
      const text = failureText(failure, 'says', RUN, { ...REDACTION, mask }, INPUTS);
      const shown = secrets.filter(({ value }) => text.toLowerCase().includes(value.toLowerCase()));
      expect(shown.map(({ name }) => name)).toEqual([]);
    }
  });
});

describe('a file of another kind', () => {
  const text = saved(SINGLE);
  /** The file with another value at a path; undefined: without it. */
  async function changed(path: string, value: unknown): Promise<string> {
    const document: unknown = parse(await text);
    const names = path.split('.');
    const last = names.pop() ?? '';
    const parent = names.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], document);
    (parent as Record<string, unknown>)[last] = value;
    return stringify(document);
  }

  test.each<[what: string, made: () => Promise<string>, description: string]>([
    ['is empty', async () => '', 'the file is empty'],
    ['is cut', async () => (await text).slice(0, 300), 'there/a.failure.yaml:'],
    ['is no YAML', async () => '{ a', 'there/a.failure.yaml:1:'],
    ['is another value', async () => '[]', 'there/a.failure.yaml:1:1'],
    ['has another format', () => changed('found.format', 1), 'format'],
    ['lacks its format', () => changed('found.format', undefined), 'format'],
    ['lacks its finding', () => changed('found.finding', undefined), 'finding'],
    ['lacks how it was found', () => changed('found', undefined), 'found'],
    ['has no case', () => changed('cases', []), 'cases'],
    ['has an unknown relation', () => changed('found.relation', 'twice'), 'relation'],
    ['has an unknown property', () => changed('found.property', 'luck'), 'property'],
    ['has an unknown alteration', () => changed('cases.0.send', { alter: { $id: 'fold' } }), '"fold"'],
    ['provokes Ok', () => changed('cases.0.given.provoke', 'Ok'), 'provoke'],
    ['has an unknown way on the wire', () => changed('cases.0.send', { wire: 'pigeon' }), 'wire'],
  ])('%s', async (_, made, description) => {
    const read = async (): Promise<unknown> => readFailure(await made(), 'there/a.failure.yaml');
    const error: unknown = await read().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TagproofError);
    expect(error).toMatchObject({ code: 'file' });
    expect((error as TagproofError).message).toContain('there/a.failure.yaml');
    expect((error as TagproofError).message).toContain(description);
    expect((error as TagproofError).message).toContain('it must be a failure');
  });
});
