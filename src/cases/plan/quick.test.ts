/** The quick selection: what it meets, what it costs, and that it hangs on nothing but suite and file. */
import { expect, test } from 'vitest';
import { ENDPOINT_IDS } from '../../spec/endpoints.ts';
import { readTargetFile } from '../../world/target-file/read-target-file.ts';
import { completeDialect, partialDialect } from '../../spec/dialect/dialect.ts';
import { packagePath } from '../../base/package-paths.ts';
import { expand, type Instance } from '../format/instance.ts';
import { loadSuite } from '../format/load-suite.ts';
import type { TargetFacts } from '../cast/target-facts.ts';
import { planCase, type Planned } from './plan-case.ts';
import { quickOf } from './quick.ts';

const SHIPPED = expand(loadSuite(['suites']));

function factsOf(name: string, dialect: TargetFacts['dialect']): TargetFacts {
  const env = {
    STAGING_URL: 'http://127.0.0.1',
    STAGING_PLAYER_KEY: 'a',
    STAGING_ADMIN_KEY: 'b',
    STAGING_TOKEN: 'c',
  };
  const { world, extensions, provoke } = readTargetFile(packagePath('fixtures', name), env);
  return { world, extensions, provocations: provoke, dialect };
}

const FULL = factsOf('world.yaml', completeDialect());
const SMALL = factsOf('small-target.yaml', partialDialect());

function plansOf(instances: readonly Instance[], facts: TargetFacts): readonly Planned[] {
  return instances.flatMap((instance) => {
    const plan = planCase(instance, facts);
    return plan.kind === 'planned' ? [plan] : [];
  });
}

const requestsOf = (plans: readonly Planned[]) =>
  plans.flatMap(({ steps }) => steps.flatMap(({ requests }) => requests));

/** The names of what the requests alter: near misses and all others. */
function alterationsOf(plans: readonly Planned[]): ReadonlySet<string> {
  const near = plans.flatMap(({ instance: { from }, steps }) =>
    steps.flatMap(({ requests }, at) =>
      from.written.steps?.[at]?.each === undefined ? [] : requests.flatMap(({ varied }) => varied ?? []),
    ),
  );
  return new Set([...near, ...requestsOf(plans).flatMap(({ request: { wire } }) => wire ?? [])]);
}

test.each([
  ['the whole world', FULL],
  ['a small file', SMALL],
])(
  '%s: each written case once, and every clause, endpoint and alteration that the whole suite meets',
  (_, facts) => {
    const quick = quickOf(SHIPPED, facts);
    expect(quick.map(({ from }) => from)).toEqual([...new Set(SHIPPED.map(({ from }) => from))]);
    const [all, few] = [plansOf(SHIPPED, facts), plansOf(quick, facts)];
    // A case is skipped only where no endpoint could serve it.
    expect(few.map(({ instance: { from } }) => from)).toEqual([
      ...new Set(all.map(({ instance: { from } }) => from)),
    ]);
    const clauses = (plans: readonly Planned[]) =>
      [...new Set(plans.flatMap((plan) => plan.clauses))].toSorted();
    expect(clauses(few)).toEqual(clauses(all));
    const served = new Set(all.flatMap(({ instance }) => instance.endpoints.map(({ id }) => id)));
    expect(new Set(few.flatMap(({ instance }) => instance.endpoints.map(({ id }) => id)))).toEqual(served);
    expect(alterationsOf(few)).toEqual(alterationsOf(all));
  },
);

test('the whole world: at most 1,450 requests, and as many cases on one endpoint as on another, but for those of clients alone', () => {
  const plans = plansOf(quickOf(SHIPPED, FULL), FULL);
  expect(requestsOf(plans).length).toBeLessThanOrEqual(1450);
  const counts = ENDPOINT_IDS.map(
    (id) => plans.filter(({ instance: { endpoint } }) => endpoint.id === id).length,
  );
  expect(Math.min(...counts)).toBeGreaterThan(Math.max(...counts) / 2);
});
