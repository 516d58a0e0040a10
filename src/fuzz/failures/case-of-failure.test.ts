import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { describe, expect, test } from 'vitest';
import { tempFolder } from '../../../test/test-helpers/temp-folder.ts';
import { none } from '../../../test/test-helpers/property.ts';
import { runOver } from '../../../test/test-helpers/in-process-run.ts';
import type { Transport } from '../../http/exchange.ts';
import type { Request } from '../../http/request.ts';
import { bodyText } from '../../judge/reply/reply-body.ts';
import { isSynthetic, type CaseFinished } from '../../report/record/events.ts';
import { expand } from '../../cases/format/instance.ts';
import { loadSuite } from '../../cases/format/load-suite.ts';
import { planCase } from '../../cases/plan/plan-case.ts';
import { exhaustiveTrials } from '../trials/fixed-trials.ts';
import { caseText } from '../../cases/format/saved-case.ts';
import { caseOf as written, failureToSave, FUZZ_SUITE_CHAPTER, unsaidOf } from './case-of-failure.ts';
import type { Failure } from './failure-buckets.ts';
import { failureOf } from '../test-helpers/failures.ts';
import {
  answering,
  altering,
  DIALECT,
  failing,
  FILE,
  fuzzed,
  INPUTS,
  mutant,
  mutating,
  plain,
  step,
  OPEN,
  wavering,
  WIRELESS,
} from '../test-helpers/made.ts';
import {
  concurrent,
  equivalent,
  related,
  repeated,
  sequence,
  single,
  variants,
  type Trial,
  type TrialRelation,
} from '../trials/relations.ts';
import { DEEP, sampled } from '../../../test/test-helpers/deep.ts';

const FOLDER = tempFolder();

const instancesOf = (text: string): ReturnType<typeof expand> => {
  const file = join(FOLDER, 'saved.yaml');
  writeFileSync(file, text);
  return expand(loadSuite([file]));
};

/** Runs the case and returns its result, with the findings that the run reports once for all replies. */
async function ran(text: string, transport: Transport): Promise<CaseFinished> {
  const declared = { declared: FILE, dialect: DIALECT, setup: 'trust', concurrency: 1 } as const;
  // The transport is used again.
  const kept: Transport = { ...transport, close: async () => {} };
  const { cases } = await runOver(kept, { ...declared, instances: instancesOf(text) });
  const [own, ...others] = cases.filter((event) => !isSynthetic(event));
  if (own === undefined || others.length > 0) throw new Error(`not one case was run:\n${text}`);
  return { ...own, findings: cases.flatMap(({ findings }) => findings) };
}

const caseOf = (failure: Failure): string =>
  caseText(written(failureToSave(failure, INPUTS), INPUTS, 1), FUZZ_SUITE_CHAPTER);

/** Describes how the case differs from the fuzzer's finding against a faulty backend; undefined if it does not. */
async function unlike(failure: Failure, transport: Transport): Promise<string | undefined> {
  const { kind, clause } = failure.finding;
  if (unsaidOf(failure) !== undefined) return undefined;
  const text = caseOf(failure);
  const { verdict, findings } = await ran(text, transport);
  const isSame = findings.some((each) => each.kind === kind || each.clause === clause);
  return isSame && verdict === 'fail'
    ? undefined
    : `${clause} ${kind} is ${verdict}: ${JSON.stringify(findings)}\n${text}`;
}

async function failsWithoutFault(failure: Failure): Promise<string | undefined> {
  const text = caseOf(failure);
  const { verdict, findings, reason } = await ran(text, plain());
  return verdict === 'pass' ? undefined : `${verdict} ${reason} ${JSON.stringify(findings)}\n${text}`;
}

describe('failures that a run found', () => {
  /** One for each kind of finding that a single defect shows in this process, and some that differ in what is sent. */
  const MUTANTS = [
    'refusals-as-http-400',
    'redirect-without-key',
    'refusals-without-type',
    'byte-order-mark',
    'backslashes-not-escaped',
    'refusal-without-return-code',
    'error-code-zero',
    'tags-as-object',
    'list-called-invalid-members',
    'no-info-when-missing',
    'list-beside-success',
    'late-keys-not-checked',
    'elements-counted-from-one',
    'list-empty',
    'last-character-not-compared',
    'stack-trace-of-missing-key',
    'trailing-slash-loses-body',
    'blanks-before-body-not-read',
    'hashtable-minimum-excluded',
    'missing-subject-as-not-authorized',
    'missing-subject-found-past-game-id',
    'null-id-as-short-text',
  ];
  const found = Promise.all(
    sampled(MUTANTS, 6, 0).map(async (name) => {
      // A mutant may keep state, so the case runs against the same instance.
      const transport = mutant(name);
      const { failures } = await fuzzed(transport, { inputs: WIRELESS, runs: DEEP ? 4800 : 1200, seed: 4 });
      return failures.map((failure) => ({ name, failure, transport }));
    }),
  ).then((all) => all.flat());

  test('also fail as cases against the backend on which they were found', async () => {
    const all = await found;
    expect(new Set(all.map(({ name }) => name))).toEqual(new Set(sampled(MUTANTS, 6, 0)));
    expect(all.filter(({ failure: { ended } }) => ended !== 'smallest')).toEqual([]);
    const odd: string[] = [];
    for (const { name, failure, transport } of all) {
      const what = await unlike(failure, transport);
      if (what !== undefined) odd.push(`${name}: ${what}`);
    }
    none(odd);
  });

  test('pass as cases against the simulator', async () => {
    const odd: string[] = [];
    for (const { name, failure } of await found) {
      const what = await failsWithoutFault(failure);
      if (what !== undefined) odd.push(`${name}: ${what}`);
    }
    none(odd);
  });
});

describe('a failure of each kind of trial', () => {
  const admin = step('group.admin');
  const server = step('group.server');
  const client = step('group.client');
  const losing = (fails: (path: string, text: string, before: string) => boolean) => (): Transport => {
    let before = '';
    return altering((reply, { path, body }) => {
      const last = before;
      before = path;
      return fails(path, bodyText(body ?? new Uint8Array()), last) ? failing(reply) : reply;
    });
  };

  test.each<[what: string, trial: Trial, broken: () => Transport]>([
    ['a single request', single(admin), losing((path) => path.includes('admin'))],
    [
      'a request whose token was sent before it was shrunk',
      single(step('group.admin', {}, { token: 'ann' })),
      losing((path) => path.includes('admin')),
    ],
    ['the same request twice', repeated(admin), losing((path, _, before) => path === before)],
    [
      'the same request again after another',
      sequence([admin, server, admin]),
      losing((path, _, before) => before.includes('server') && path.includes('admin')),
    ],
    ['an escaped request', equivalent(admin, 'escapes'), losing((_, text) => text.includes('\\u00'))],
    ['one of several variants', variants([client, server, admin]), losing((path) => path.includes('server'))],
    [
      'the second of two requests on two resources',
      sequence([step('gamePlayer.admin'), admin]),
      losing((path, _, before) => before.includes('gamePlayer') && path.includes('group')),
    ],
    [
      'one of several concurrent requests',
      concurrent([server, admin, admin]),
      losing((path) => path.includes('admin')),
    ],
    [
      'a request for an absent subject',
      related(
        'same-refusal',
        step('group.admin', { headers: { without: ['Secret-Key'] } }),
        step('group.admin', {}, { id: 'nosuchgrou' }),
      ),
      () =>
        altering((reply, { body }) =>
          bodyText(body ?? new Uint8Array()).includes('nosuchgrou')
            ? answering(reply, { returnCode: -2 })
            : reply,
        ),
    ],
    [
      'the plain request after an odd one',
      related('next-works', step('group.admin', { method: 'HEAD' }), admin),
      losing((path) => path.includes('admin')),
    ],
  ])('%s becomes a case that fails like it, and passes without the defect', async (_, trial, broken) => {
    const failure = await failureOf(trial, broken());
    expect(failure.tried.found.length).toBeGreaterThan(0);
    expect(await unlike(failure, broken())).toBeUndefined();
    expect(await failsWithoutFault(failure)).toBeUndefined();
  });

  test('of repeated requests over one connection compares their replies', async () => {
    const trial: Trial = sequence([admin, admin]);
    expect(parse(caseOf(await failureOf(trial, plain())))).toMatchObject({
      cases: [{ connection: 'one', expect: { same: 'answer' } }],
    });
  });
});

/** Describes a request without its User-Agent, which names the case. */
const shown = ({ request: { body, headers, ...rest } }: { readonly request: Request }): string =>
  JSON.stringify([rest, headers.slice(1), Buffer.from(body ?? []).toString('latin1')]);

describe('the exhaustive phase as cases', () => {
  /** The cases that do not send the same requests as their trial. */
  async function others(trials: readonly Trial[]): Promise<readonly string[]> {
    const odd: string[] = [];
    for (const trial of trials) {
      const failure = await failureOf(trial, plain());
      const text = caseOf(failure);
      const [instance] = instancesOf(text);
      const plan = instance === undefined ? undefined : planCase(instance, INPUTS.facts);
      const sent = plan?.kind === 'planned' ? plan.steps.flatMap(({ requests }) => requests) : [];
      const first = failure.tried.judged.map(({ planned }) => shown(planned));
      if (sent.map(shown).join() !== first.join()) odd.push(text);
    }
    return odd;
  }

  test('sends the same requests', async () => {
    const all = exhaustiveTrials(INPUTS);
    const some = all.filter(
      (trial, at) => at % (DEEP ? 13 : 150) === 0 || trial.steps[0]?.provoke !== undefined,
    );
    none(await others(some));
  });
});

test.each<readonly [relation: TrialRelation, same: string | undefined]>([
  ['same-refusal', 'answer'],
  ['other-game', undefined],
  ['union', undefined],
  ['key-order', 'tags'],
  ['next-works', undefined],
])('a case of %s says of all its replies that they have in common: %s', async (relation, same) => {
  const first = step('group.admin', { set: { tagKeys: ['motto', 'rank'] } });
  const failure = await failureOf(related(relation, first, step('group.admin')), plain());
  const { expect: expected } = written(failureToSave(failure, INPUTS), INPUTS, 1);
  expect((expected as { readonly same?: string }).same).toBe(same);
});

test('no case says that the same request again between others gets other tags, each right by itself', async () => {
  const one = step('group.admin', { set: { tagKeys: ['motto'] } });
  const failure = await failureOf(sequence([one, step('group.server'), one]), wavering(), { inputs: OPEN });
  expect(failure.tried.found.length).toBeGreaterThan(0);
  expect(unsaidOf(failure)).toMatch(/^each reply is right by itself/);
});

test('a change of state becomes a case with what was sent between, which shows it again from the start', async () => {
  const { failures } = await fuzzed(mutating(), { runs: 4000, concurrency: 1 });
  const [failure] = failures;
  if (failure === undefined) throw new Error('nothing was found');
  expect(unsaidOf(failure)).toBeUndefined();
  expect((await ran(caseOf(failure), mutating())).verdict).toBe('fail');
  expect(await failsWithoutFault(failure)).toBeUndefined();
});
