/** A failing case is sent again, alone and on a fresh connection; it stays a failure whatever that shows. */
import { describe, expect, test } from 'vitest';
import type { CaseFinished } from '../../report/record/events.ts';
import { CLAUSES } from '../../spec/clause-register.ts';
import { ENDPOINT_IDS } from '../../spec/endpoints.ts';
import { instancesOf, type Differs } from '../../cases/test-helpers/made.ts';
import {
  answeringAll,
  caseOf,
  idOf,
  LARKS,
  OTHERS,
  runOf,
  scripted,
  type Script,
  ON,
} from './test-helpers/scripted.ts';

/** A run begins with this many requests. */
const PREFLIGHT = 3;

const one = (differs: Differs = {}) => instancesOf({ for: ON, ...differs });
const confirm = { confirm: true };

/** Wrong in the tries with these indices, right in the others. */
const wrongIn =
  (...indices: readonly number[]): Script =>
  (_, index) =>
    indices.includes(index) ? OTHERS : LARKS;

/** Musts that hold on every endpoint. */
const EVERYWHERE = CLAUSES.flatMap((each) =>
  each.level === 'must' && each.on.length === ENDPOINT_IDS.length ? [each.id] : [],
).slice(0, 30);

describe('a failing case', () => {
  test.each([
    [
      'fails in every repeat',
      wrongIn(0, 1, 2, 3),
      'always',
      3,
      'failed again each time it was sent alone (2 of 2)',
    ],
    [
      'fails in one of two repeats',
      wrongIn(0, 2),
      'sometimes',
      3,
      'flaky: failed 1 of 2 times when sent alone',
    ],
    [
      'fails in no repeat',
      wrongIn(0),
      'in-company',
      3,
      'flaky: passed each time it was sent alone; it may depend on other requests or on a reused connection',
    ],
  ])('that %s stays a failure and says so', async (_, script, confirmation, requests, note) => {
    const target = scripted(script);
    const { cases, finished } = await runOf(one(), target, confirm);
    expect(cases).toMatchObject([{ verdict: 'fail', confirmation, findings: [{ kind: 'wrong-tags' }] }]);
    expect(cases[0]?.notes?.at(-1)).toBe(note);
    expect(finished).toMatchObject({ requests: requests + PREFLIGHT, totals: { fail: 1, pass: 0 } });
    expect(target.singles).toHaveLength(requests - 1);
    expect(target.singles.every(({ sent, open }) => sent === 1 && !open)).toBe(true);
  });

  test('of several steps is repeated with all of them, and says so', async () => {
    const steps = [{ name: 'before' }, { name: 'after' }];
    const { cases } = await runOf(
      one({ steps }),
      scripted((_, index) => (index % 2 === 0 ? LARKS : OTHERS)),
      confirm,
    );
    expect(cases[0]?.notes?.at(-1)).toBe('failed again each time it was sent alone (2 of 2)');
  });

  test('goes again when nothing else is under way', async () => {
    const together: number[] = [];
    let under = 0;
    const script: Script = async (request, index) => {
      under += 1;
      await new Promise((resolve) => setImmediate(resolve));
      if (index > 0) together.push(under);
      under -= 1;
      return caseOf(request).includes('odd') ? OTHERS : LARKS;
    };
    const names = ['a', 'odd-b', 'c', 'odd-d', 'e', 'f', 'odd-g', 'h'];
    const instances = instancesOf(...names.map((name) => ({ id: `made/${name}`, for: ON })));
    const { cases } = await runOf(instances, scripted(script), { ...confirm, concurrency: 4 });
    expect(cases.filter(({ confirmation }) => confirmation === 'always')).toHaveLength(3);
    // Before that, once, the request that was answered rightly in other cases: the backend has not changed its state.
    expect(together).toEqual([1, 1, 1, 1, 1, 1, 1]);
  });

  test('is one of fifty that are sent again, or one of each clause and endpoint', async () => {
    const plain = Array.from({ length: 53 }, (_, index) => ({ id: `made/case-${index}`, for: ON }));
    const instances = instancesOf(...plain, { id: 'made/other', for: ON, clauses: ['7.4.3/exists'] });
    const { cases } = await runOf(instances, answeringAll(OTHERS), confirm);
    const shown = cases.map(({ confirmation }) => confirmation);
    expect(shown.slice(0, 50)).toEqual(Array(50).fill('always'));
    expect(shown.slice(50)).toEqual(['not-tried', 'not-tried', 'not-tried', 'always']);
  });
});

test('of more failing cases than are sent again one of each clause is', async () => {
  const instances = instancesOf(
    ...EVERYWHERE.map((clause, index) => ({
      id: `made/case-${index}`,
      for: 'all' as const,
      clauses: [clause],
    })),
  );
  expect(instances).toHaveLength(270);
  const { cases } = await runOf(instances, answeringAll(OTHERS), confirm);
  const tried = cases.filter(({ confirmation }) => confirmation === 'always');
  expect(tried).toHaveLength(200);
  expect(new Set(tried.map(({ findings }) => findings[0]?.clause))).toEqual(new Set(EVERYWHERE));
});

test('a case that passes is sent once, and says nothing of repeats', async () => {
  const { cases, finished } = await runOf(one(), answeringAll(LARKS), confirm);
  expect(cases[0]).not.toHaveProperty('confirmation');
  expect(finished.requests).toBe(1 + PREFLIGHT);
});

test('a case is handed over as soon as it was sent: it waits for none before it, and not for its repeats', async () => {
  let told = (): void => {};
  const isTold = new Promise<void>((resolve) => (told = resolve));
  const script: Script = async (request) => {
    if (caseOf(request) === idOf('odd')) return OTHERS;
    await isTold;
    return LARKS;
  };
  const instances = instancesOf({ id: 'made/slow', for: ON }, { id: 'made/odd', for: ON });
  const handed: CaseFinished[] = [];
  const done = (event: CaseFinished): void => {
    handed.push(event);
    told();
  };
  const { ids } = await runOf(instances, scripted(script), { ...confirm, concurrency: 2, done });
  expect(ids).toEqual([idOf('slow'), idOf('odd')]);
  expect(handed).toMatchObject([
    { case: { id: idOf('odd') }, verdict: 'fail' },
    { case: { id: idOf('slow') }, verdict: 'pass' },
  ]);
  expect(handed[0]).not.toHaveProperty('confirmation');
});
