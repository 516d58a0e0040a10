/** The suite states its expectations literally, the rulebook derives them: here each guards the other. */
import { describe, expect, test } from 'vitest';
import { believed, settled, type Dialect } from '../dialect/dialect.ts';
import { optionsOf, QUESTION_IDS, questionOf } from '../dialect/questions.ts';
import { allowedForRequest } from '../judge/allowed-for-request.ts';
import { beyond, silentPart } from '../judge/within.ts';
import { readTargetFile } from '../target/read-target-file.ts';
import { expand, type Instance } from './instance.ts';
import { loadSuite } from './load-suite.ts';
import { planCase, type TargetFacts } from './plan-case.ts';
import type { PlannedRequest } from './plan.ts';

const file = readTargetFile('fixtures/world.yaml', {});
const instances = expand(loadSuite(['suites']));

/** Limits and provoked failures are conditions of the target, which no rule derives (P4). */
function isCondition({ from: { written } }: Instance): boolean {
  const { given } = written;
  return given?.provoke !== undefined || given?.key?.limit !== undefined;
}

const dialects: readonly (readonly [name: string, dialect: Dialect])[] = [
  ['everything open', believed()],
  ['the simulator', settled()],
  ...QUESTION_IDS.flatMap((question) =>
    optionsOf(question)
      .filter(
        (option) =>
          questionOf(question).options[option] === 'accepted' && option !== questionOf(question).settled,
      )
      .map((option) => [`${question}: ${option}`, settled([{ question, at: '', option }])] as const),
  ),
];

function requestsOf(instance: Instance, dialect: Dialect): readonly PlannedRequest[] {
  const facts: TargetFacts = {
    world: file.world,
    extensions: file.extensions,
    provocations: file.provoke,
    dialect,
  };
  const plan = planCase(instance, facts);
  return plan.kind === 'skip' ? [] : plan.steps.flatMap(({ requests }) => requests.slice(0, 1));
}

const judged = instances.filter((instance) => !isCondition(instance));

describe.each(dialects)('with %s', (_, dialect) => {
  test('the suite allows all that the rulebook allows', () => {
    const narrower = judged.flatMap((instance) =>
      requestsOf(instance, dialect).flatMap(({ request, allowed }) =>
        beyond(
          silentPart(allowedForRequest(request, file), dialect, instance.from.written.decides),
          allowed,
          dialect,
        ).map((outcome) => `${instance.id}: ${outcome}`),
      ),
    );
    expect(narrower).toEqual([]);
  });

  test('the suite allows no more than the rulebook, or says why', () => {
    const wider = judged
      .filter(({ from: { written } }) => written.because === undefined)
      .flatMap((instance) =>
        requestsOf(instance, dialect).flatMap(({ request, allowed }) =>
          beyond(allowed, allowedForRequest(request, file), dialect).map(
            (outcome) => `${instance.id}: ${outcome}`,
          ),
        ),
      );
    expect(wider).toEqual([]);
  });
});
