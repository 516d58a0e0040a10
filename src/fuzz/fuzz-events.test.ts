import { describe, expect, test } from 'vitest';
import { runEventSchema } from '../report/record/event-schema.ts';
import type { CaseFinished } from '../report/record/events.ts';
import type { FuzzOutcome } from './fuzz-options.ts';
import { totalsOf } from '../report/record/verdict.ts';
import type { Reporting } from './failures/failure-event.ts';
import { fuzzCases, runFinished } from './fuzz-events.ts';
import { canShow, PROPERTY_NAMES } from './trials/properties.ts';
import type { Failure } from './failures/failure-buckets.ts';
import { Tally } from '../run/send/tally.ts';
import { failureOf } from './test-helpers/failures.ts';
import { answering, altering, INPUTS, mutant, step, REDACTION } from './test-helpers/made.ts';
import { sequence, single, type Trial } from './trials/relations.ts';
import { planTrial } from './trials/send-trial.ts';
import { ENDPOINT_IDS } from '../spec/endpoints.ts';

/** The properties with trials, in a run of plain single requests: those that any request can show. */
const PLAIN = single(step('group.admin', {}));
const SENT = PROPERTY_NAMES.filter((name) => canShow(name, PLAIN));
const NOT_SENT = PROPERTY_NAMES.filter((name) => !canShow(name, PLAIN));
const QUIET: FuzzOutcome = {
  failures: [],
  succeeded: new Set(ENDPOINT_IDS),
  requests: 1200,
  ms: 345,
  notJudged: new Map(),
  leftOut: new Map(),
  tested: new Set(PROPERTY_NAMES),
  partial: '',
  stoppedAnswering: false,
  suspects: [],
  tally: new Tally(),
  cutShort: { trials: 0, longestMs: 0, nothingAnswered: false },
};
const REPORTING: Reporting = {
  inputs: INPUTS,
  redaction: REDACTION,
  seed: 7,
};
interface Given {
  readonly reporting?: Reporting;
}

const casesOf = (
  changes: Partial<FuzzOutcome>,
  { reporting = REPORTING }: Given = {},
): readonly CaseFinished[] => fuzzCases({ ...QUIET, ...changes }, PROPERTY_NAMES, reporting);

const verdicts = (cases: readonly CaseFinished[]): readonly string[] =>
  cases.map(({ case: { id }, verdict }) => `${verdict} ${id}`);
const PASSED = PROPERTY_NAMES.map((name) => `pass fuzz/${name}`);

const OK_TO_ALL = altering((reply) => answering(reply, { returnCode: 1 }));
const oneFailure = (): Promise<Failure> =>
  failureOf(single(step('group.admin', { set: { tagKeys: 7 } })), OK_TO_ALL);

describe('the cases of a run', () => {
  test('every property that holds passes', () => {
    expect(verdicts(casesOf({}))).toEqual(PASSED);
  });

  test('a property without trials is skipped, with what to do', () => {
    const cases = casesOf({ tested: new Set(SENT) });
    const skipped = cases.filter(({ verdict }) => verdict === 'skip');
    expect(skipped.map(({ case: { id } }) => id)).toEqual(NOT_SENT.map((name) => `fuzz/${name}`));
    expect(skipped[0]?.reason).toBe(
      'not tested: it needs a request that is sent again, and none was sent; raise --runs or --time',
    );
  });

  test('a run that reached less than it could warns once, with what to do', () => {
    const succeeded = new Set(ENDPOINT_IDS.filter((id) => id !== 'group.admin'));
    const cutShort = { trials: 2, longestMs: 2100, nothingAnswered: false };
    const leftOut = new Map([['not through a proxy', 3]]);
    const cases = casesOf({ succeeded, cutShort, leftOut });
    expect(verdicts(cases)).toEqual([...PASSED, 'warn fuzz/not-reached']);
    expect(cases.at(-1)).toMatchObject({
      reason:
        'no request succeeded on 1 endpoint; 2 trials had no reply when --time was over, the longest after 2.1 s; 3 trials left out: not through a proxy',
      notes: ['group.admin: raise --runs or --time; if it stays so, is the world file right?'],
    });
  });

  test('trials that could not be judged are an error for each reason', () => {
    const notJudged = new Map([
      ['a timeout', 1],
      ['a reset', 3],
    ]);
    const errors = casesOf({ notJudged }).filter(({ verdict }) => verdict === 'error');
    expect(errors.map(({ reason }) => reason)).toEqual([
      'one trial could not be judged: a timeout',
      '3 trials could not be judged: a reset',
    ]);
    expect(new Set(errors.map(({ case: { id } }) => id)).size).toBe(2);
    const unfinished = casesOf({ stoppedAnswering: true }).filter(({ verdict }) => verdict === 'skip');
    expect(unfinished.map(({ case: { id }, reason }) => [id, reason])).toEqual([
      [
        'fuzz/answered',
        'not tested to the end: the target stopped answering; fuzz/not-judged lists the requests that were under way',
      ],
    ]);
    const stopped = casesOf({ notJudged, stoppedAnswering: true, partial: 'it stopped' }).filter(
      ({ verdict }) => verdict === 'error',
    );
    expect(stopped.map(({ reason }) => reason)).toEqual(['it stopped']);
  });

  test('the last event has the counts, and is partial if the run was', () => {
    const cases = casesOf({ tested: new Set(SENT) });
    expect(totalsOf(cases)).toEqual({
      pass: SENT.length,
      fail: 0,
      warn: 0,
      skip: NOT_SENT.length,
      error: 0,
    });
    expect(runFinished(cases, { ...QUIET, partial: 'interrupted' }, REPORTING)).toEqual({
      kind: 'run-finished',
      totals: totalsOf(cases),
      ms: 345,
      requests: 1200,
      partial: 'interrupted',
    });
  });
});

test('reports an outage with the requests under way', () => {
  const trial = single(step('group.admin'));
  const requests = planTrial(trial, INPUTS, 'made');
  const suspects = Array.from({ length: 18 }, (_, number) => ({ number, trial, requests }));
  const files = new Map(suspects.map((each) => [each, `${each.number}.yaml`]));
  const reporting = {
    ...REPORTING,
    saved: { files, command: (all: readonly string[]) => `run ${all.length}` },
  };
  const cases = casesOf({ stoppedAnswering: true, partial: 'it stopped', suspects }, { reporting });
  const reported = cases.find(({ verdict }) => verdict === 'error');
  expect(reported?.reason).toBe('it stopped');
  expect(reported?.notes).toEqual([
    'under way when the target stopped answering; one of them may be the cause:',
    ...Array.from({ length: 16 }, (_, index) => `${index + 1}. a plain request to group.admin`),
    'and 2 more',
    'start the target again, and run them one by one: a run with the cause ends without a reply',
    'again: run 18',
  ]);
  expect(reported?.exchanges.map((exchange) => exchange.step)).toEqual(
    [1, 2, 3, 4].map((place) => `suspect ${place}`),
  );
});

describe('a failure', () => {
  test('replaces its property, with its description, path and how to send it again', async () => {
    const failure = await oneFailure();
    const saved = { files: new Map([[failure, 'folder/it.yaml']]), command: () => 'run it' };
    const cases = casesOf({ failures: [failure] }, { reporting: { ...REPORTING, saved } });
    expect(verdicts(cases).filter((each) => !each.startsWith('pass '))).toEqual([
      'fail fuzz/allowed/4.3-tag-keys-type/wrong-outcome',
    ]);
    expect(verdicts(cases)).not.toContain('pass fuzz/allowed');
    const reported = cases.find(({ verdict }) => verdict === 'fail');
    expect(reported?.case).toMatchObject({
      endpoint: 'group.admin',
      file: 'folder/it.yaml',
      line: 1,
    });
    expect(reported?.notes).toEqual([
      'a plain request to group.admin, but tagKeys is 7',
      'on group.admin',
      'seed 7, trial 7; already minimal',
      'again: run it',
    ]);
    expect(reported?.exchanges).toHaveLength(1);
  });

  test('of a should is a warning', async () => {
    const failure = await failureOf(single(step('group.admin')), mutant('no-error-code-on-success'));
    expect(casesOf({ failures: [failure] }).find(({ verdict }) => verdict === 'warn')?.case.clauses).toEqual([
      failure.finding.clause,
    ]);
  });

  test('that is flaky says how often it occurred', async () => {
    const failure = await oneFailure();
    const reported = (changes: Partial<Failure>): string | undefined =>
      casesOf({ failures: [{ ...failure, ...changes }] }).find(({ verdict }) => verdict === 'fail')
        ?.notes?.[1];
    expect(reported({ repeats: { failed: 1, of: 4 } })).toBe(
      'flaky: seen once in the run, then in 1 of 4 repeats',
    );
    expect(reported({ repeats: { failed: 0, of: 4 }, count: 9 })).toBe(
      'flaky: seen 9 times in the run, then in 0 of 4 repeats',
    );
    expect(reported({ repeats: { failed: 0, of: 0 } })).toBe(
      'not confirmed: the run was over before it could be repeated',
    );
    expect(reported({ repeats: { failed: 1, of: 1 } })).toBe('confirmed by 1 repeat in place of 4');
    expect(reported({ count: 3 })).toBe('on group.admin; 2 more like it');
  });

  test('of many requests shows those around the finding, and findings refer to shown exchanges', async () => {
    const plain = step('group.admin');
    const trial: Trial = sequence(Array.from({ length: 9 }, () => plain));
    const failure = await failureOf(trial, OK_TO_ALL);
    for (const at of [0, 2, 6, 8]) {
      const found = [...failure.tried.found].toSorted(
        (a, b) => Number(b.requestIndex === at) - Number(a.requestIndex === at),
      );
      const reported = casesOf({ failures: [{ ...failure, tried: { ...failure.tried, found } }] }).find(
        ({ verdict }) => verdict === 'fail',
      );
      const exchanges = reported?.exchanges ?? [];
      expect(exchanges).toHaveLength(4);
      const shown = reported?.findings[0]?.exchange;
      expect(exchanges[shown ?? -1]?.step).toBe(`${at + 1} of 9`);
      expect(reported?.findings.filter(({ exchange = 0 }) => exchange >= exchanges.length)).toEqual([]);
    }
  });

  test('is masked, and can be written as an event', async () => {
    const reporting: Reporting = {
      ...REPORTING,
      redaction: { ...REDACTION, mask: (text) => text.replaceAll(/returnCode|TypeInvalid/g, '***') },
    };
    const cases = casesOf({ failures: [await oneFailure()] }, { reporting });
    const reported = cases.find(({ verdict }) => verdict === 'fail');
    expect(reported?.findings[0]?.expected).toBe('InvalidRequestParameters (-5) listing tagKeys as *** (3)');
    expect(reported?.exchanges[0]?.reply?.body).toBe('{"***":1}');
    const written: unknown = JSON.parse(JSON.stringify(cases));
    for (const each of written as unknown[]) expect(runEventSchema.safeParse(each).success).toBe(true);
  });
});
