/** The contents of the shipped suite, so that no case is lost unnoticed. */
import { describe, expect, test } from 'vitest';
import { filledKit } from '../../test/test-helpers/seed-kit.ts';
import { CLAUSES } from '../spec/clause-register.ts';
import { levelOf } from '../spec/clauses.ts';
import { QUESTION_IDS } from '../spec/dialect/questions.ts';
import { ENDPOINT_IDS } from '../spec/endpoints.ts';
import type { WrittenCase } from './format/schema/case-schema.ts';
import type { WrittenOutcome } from './format/schema/outcome-schema.ts';
import { outcomesIn } from './format/case-faults.ts';
import { expand } from './format/instance.ts';
import { loadSuite } from './format/load-suite.ts';
import { planCase } from './plan/plan-case.ts';
import { grouped } from '../base/text/grouping.ts';
import { readTargetSource } from '../world/target-file/read-target-file.ts';
import { factsOf, OPEN, suitePlans } from './test-helpers/made.ts';

const cases = loadSuite(['suites']);
const instances = expand(cases);

/** Lists each id with its endpoints: `reply/success @ all endpoints`, `game-id/left-out @ gamePlayer.client group.client`. */
function idLines(ids: readonly string[]): readonly string[] {
  const places = grouped(ids, (id) => id.slice(0, id.lastIndexOf('@')));
  return [...places].map(([written, its]) => {
    const endpoints = its.map((id) => id.slice(id.lastIndexOf('@') + 1));
    const all =
      ENDPOINT_IDS.every((id) => endpoints.includes(id)) && endpoints.length === ENDPOINT_IDS.length;
    return `${written} @ ${all ? 'all endpoints' : endpoints.join(' ')}`;
  });
}

test('the ids of all cases are the pinned ones: ids are permanent, so a difference is a renamed or lost case', async () => {
  const lines = idLines(instances.map(({ id }) => id));
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('__snapshots__/case-ids.txt');
});

test('no two cases share an id', () => {
  expect(new Set(instances.map(({ id }) => id)).size).toBe(instances.length);
});

test('every clause of the register has a case on each of its endpoints', () => {
  const covered = new Set(
    instances.flatMap((instance) =>
      instance.endpoints.flatMap(({ id }) =>
        instance.from.written.clauses.map((clause) => `${clause} on ${id}`),
      ),
    ),
  );
  const cells = CLAUSES.flatMap((clause) =>
    clause.level === 'unobservable' ? [] : clause.on.map((endpoint) => `${clause.id} on ${endpoint}`),
  );
  expect(cells.filter((cell) => !covered.has(cell))).toEqual([]);
});

test('every open question is decided by a case', () => {
  const decided = new Set(cases.map(({ written }) => written.decides));
  expect(QUESTION_IDS.filter((id) => !decided.has(id))).toEqual([]);
});

test('no case is skipped for a target whose choices are all open', () => {
  const skipped = suitePlans(OPEN).flatMap((plan) =>
    plan.kind === 'skip' ? [`${plan.instance.id}: ${plan.need}`] : [],
  );
  expect(skipped).toEqual([]);
});

test('the seed kit has one of each of what a case needs, but for what a world need not have', () => {
  const facts = factsOf(readTargetSource({ file: 'kit.yaml', text: filledKit() }, {}));
  const lacking = instances
    .map((instance) => planCase(instance, facts))
    .flatMap((plan) => (plan.kind === 'skip' && plan.undeclared.length === 0 ? [plan.need] : []));
  expect(lacking).toEqual([]);
});

test('the instances are numbered in the order of the files', () => {
  expect(instances.map(({ index }) => index)).toEqual(instances.map((_, at) => at));
});

describe('the first clause of a case', () => {
  /** Whether any envelope and any other status is allowed, so that no reply is a wrong outcome. */
  const allowsAll = (outcomes: readonly WrittenOutcome[]): boolean =>
    outcomes.some(({ reply }) => reply === 'anything') &&
    outcomes.some(({ reply, status }) => reply === 'http' && status === 'any');

  /** HTTP says flatly what the document does not say at all, so that a server which does otherwise is warned of. */
  const OF_HTTP = '4.2/header-values';

  /** A wrong reply to a step breaks the step's own clause; the case's is left to what compares the replies. */
  const isOfSteps = ({ steps = [] }: WrittenCase): boolean =>
    steps.length > 0 &&
    steps.every(({ clauses }) => clauses !== undefined && levelOf(clauses[0] ?? '') === 'must');

  test('is a must, unless the case allows every reply, or each of its steps has one of its own', () => {
    const weak = cases
      .filter(({ written }) => !isOfSteps(written))
      .filter(({ written: { clauses } }) => levelOf(clauses[0] ?? '') !== 'must' && clauses[0] !== OF_HTTP)
      .filter(({ written }) => !allowsAll(outcomesIn(written).map(({ outcome }) => outcome)));
    expect(weak.map(({ written: { id, clauses } }) => `${id}: ${clauses[0]}`)).toEqual([]);
  });

  test.each([
    ['secret/', /^5\.3\/wrong$/],
    ['not-found/plain', /^7\.4\.2\/not-found$/],
    ['tags/many', /^4\.5\.2\/tags$/],
    ['rule/all-but-own', /^4\.1\/rule\/required$/],
    ['json-body/', /^1\/json-body$/],
    ['member/number-below-min', /^7\.3\/number-min-value$/],
  ])('of %s is %s', (start, clause) => {
    const found = cases.filter(({ written: { id } }) => id.startsWith(start));
    expect(found.length).toBeGreaterThan(0);
    for (const { written } of found) expect(written.clauses[0]).toMatch(clause);
  });
});
