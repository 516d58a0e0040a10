/** The suite states its expectations literally, the rulebook derives them: here each guards the other. */
import { describe, expect, test } from 'vitest';
import { completeDialect, type Dialect } from '../spec/dialect/dialect.ts';
import { optionsOf, QUESTION_IDS, questionOf, type QuestionId } from '../spec/dialect/questions.ts';
import { allowedForRequest } from '../judge/expect/allowed-for-request.ts';
import type { Allowed } from '../judge/expect/allowed.ts';
import { beyond, silentPart } from '../judge/test-helpers/allowed-within.ts';
import { outcomesIn } from './format/case-faults.ts';
import { expand, type Instance } from './format/instance.ts';
import { loadSuite } from './format/load-suite.ts';
import { planCase, type Plan } from './plan/plan-case.ts';
import { factsOf, OPEN, planned, suitePlans, USUAL, WORLD } from './test-helpers/made.ts';

/** Limits and provoked failures are conditions of the target, which no rule derives. */
function isCondition({ from: { written } }: Instance): boolean {
  const { given } = written;
  return given?.provoke !== undefined || given?.key?.limit !== undefined;
}

/** Pairs take their expectation from the rulebook: which refusals it lets apply together is held to a table in rulebook.test.ts. */
const isDerived = ({ from: { written } }: Instance): boolean =>
  outcomesIn(written).some(({ outcome }) => outcome.reply === 'document');

const all = expand(loadSuite(['suites'])).filter((instance) => !isCondition(instance));
const instances = all.filter((instance) => !isDerived(instance));

test('every case but the pairs says literally what is right', () => {
  const derived = all.filter(isDerived).map(({ id }) => id);
  expect(derived.filter((id) => !id.startsWith('pairs/'))).toEqual([]);
  expect(instances.filter(({ id }) => id.startsWith('pairs/'))).toEqual([]);
});

interface Compared {
  readonly instance: Instance;
  readonly hasKeys: boolean;
  readonly written: Allowed;
  readonly derived: Allowed;
}

const own = new Set(instances.map(({ id }) => id));
const compare = (plans: readonly Plan[]): readonly Compared[] =>
  plans
    .map(planned)
    .filter(({ instance: { id } }) => own.has(id))
    .flatMap(({ instance, steps }) =>
      steps
        .flatMap(({ requests }) => requests.filter(({ varied }, at) => at === 0 || varied !== undefined))
        .map(({ request, allowed }) => ({
          instance,
          hasKeys: Buffer.from(request.body ?? []).includes('tagKeys'),
          written: allowed,
          derived: allowedForRequest(request, WORLD),
        })),
    );

const WITHOUT_KEYS = compare(suitePlans(USUAL));
const WITH_KEYS = compare(suitePlans(OPEN));

/** Keys that are required are sent however many they are, so that cases without any are planned anew. */
function withRequiredKeys(dialect: Dialect): readonly Compared[] {
  const lacking = new Set(WITH_KEYS.flatMap(({ hasKeys, instance }) => (hasKeys ? [] : [instance])));
  const facts = factsOf(WORLD, dialect);
  return [
    ...WITH_KEYS.filter(({ instance }) => !lacking.has(instance)),
    ...compare([...lacking].map((instance) => planCase(instance, facts))),
  ];
}

/** A dialect changes a request only by whether tagKeys has to be sent. */
function comparedUnder(dialect: Dialect): readonly Compared[] {
  const answer = dialect.answer('tagKeys.omitted', 'gamePlayer.client');
  if (answer === undefined) return WITH_KEYS;
  return answer === 'all' ? WITHOUT_KEYS : withRequiredKeys(dialect);
}

/** Whether another answer to a question may change what is allowed for a request. That about omitted tagKeys changes the requests. */
const restsOn = (question: QuestionId, { written, derived }: Compared): boolean =>
  question === 'tagKeys.omitted' ||
  [...written.outcomes, ...derived.outcomes].some(({ when }) =>
    when.some((each) => each.question === question),
  );

const alternatives = QUESTION_IDS.flatMap((question) => {
  const { options, settled: usual } = questionOf(question);
  return optionsOf(question)
    .filter((option) => options[option] === 'accepted' && option !== usual)
    .map((option) => {
      const dialect = completeDialect([{ question, at: '', option }]);
      const compared = comparedUnder(dialect).filter((each) => restsOn(question, each));
      return [`${question}: ${option}`, dialect, compared] as const;
    });
});
/** Where one answer differs from the simulator's, only what rests on it. */
const dialects: readonly (readonly [name: string, dialect: Dialect, compared: readonly Compared[]])[] = [
  ['everything open', OPEN, WITH_KEYS],
  ['the simulator', USUAL, WITHOUT_KEYS],
  ...alternatives,
];

describe.each(dialects)('with %s', (_, dialect, compared) => {
  test('the suite allows all that the rulebook allows', () => {
    const narrower = compared.flatMap(({ instance, written, derived }) =>
      beyond(silentPart(derived, dialect, instance.from.written.decides), written, dialect).map(
        (outcome) => `${instance.id}: ${outcome}`,
      ),
    );
    expect(narrower).toEqual([]);
  });

  test('the suite allows no more than the rulebook, or says why', () => {
    const wider = compared
      .filter(({ instance }) => instance.from.written.because === undefined)
      .flatMap(({ instance, written, derived }) =>
        beyond(written, derived, dialect).map((outcome) => `${instance.id}: ${outcome}`),
      );
    expect(wider).toEqual([]);
  });
});

test('a sentence that says why an expectation is wider is there because it is', () => {
  const needless = instances
    .filter(({ from: { written } }) => written.because !== undefined)
    .filter(({ id }) =>
      dialects.every(([, dialect, compared]) =>
        compared.every(
          ({ instance, written, derived }) =>
            instance.id !== id || beyond(written, derived, dialect).length === 0,
        ),
      ),
    );
  const written = new Set(needless.map(({ from }) => from.written.id));
  const needed = new Set(
    instances.filter((instance) => !needless.includes(instance)).map(({ from }) => from.written.id),
  );
  expect([...written].filter((id) => !needed.has(id))).toEqual([]);
});
