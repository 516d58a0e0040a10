/** Backends that made other choices than ours where the document is silent are not accused, and no less of them is verified. */
import { describe, expect, test } from 'vitest';
import { settled } from '../src/dialect/dialect.ts';
import type { Combination } from '../src/dialect/pairwise.ts';
import { optionsOf, QUESTION_IDS, questionOf } from '../src/dialect/questions.ts';
import { expand } from '../src/suite/instance.ts';
import { loadSuite } from '../src/suite/load-suite.ts';
import { readTargetFile } from '../src/target/read-target-file.ts';
import { COMBINATIONS, PAIRS, simulatorOf } from './test-helpers/dialects.ts';
import { runInProcess, troubles } from './test-helpers/in-process-run.ts';

const world = readTargetFile('fixtures/world.yaml', {});
/** Cases of rate and sessions want real time, and have no accepted option. */
const instances = expand(loadSuite(['suites'])).filter(({ from }) => from.written.alone !== true);

/** Where tagKeys is required, but many or long ones are refused, nobody can read that many tags, or tags with such keys. */
function isUnobservable(line: string, combination: Combination): boolean {
  if (combination.get('tagKeys.omitted') !== 'DataRequired') return false;
  const text = line.replace(':', '');
  const hides = (question: string, cases: RegExp): boolean =>
    combination.get(question) !== 'answered' && cases.test(text);
  return (
    hides('tagKeys.many', /^skip tags\/(many|thousand)@\S+ not verified/) ||
    hides('tagKeys.long', /^skip tags\/long-keys@\S+ not verified/)
  );
}

describe(`${COMBINATIONS.length} dialects with all ${PAIRS} pairs of accepted options`, () => {
  test.each(COMBINATIONS.map((combination, index) => [index + 1, combination] as const))(
    'dialect %i is not accused, and all of it is verified',
    async (_, combination) => {
      const simulator = simulatorOf(combination);
      const result = await runInProcess({ instances, served: world, simulator });
      expect(troubles(result).filter((line) => !isUnobservable(line, combination))).toEqual([]);
      expect(result.totals).toMatchObject({ fail: 0, warn: 0, error: 0 });
    },
  );
});

/** Options that need something that the default world does not have, or real time; or that go too far where all ids meet them. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'id.format: invalid',
  'gameId.missing: the only game',
  'rate.limit: not enforced',
  'sessions.limit: not enforced',
]);

/** An operation that is unknown by another spelling of its path is answered with the same status. */
const BESIDE = new Map([['operation.unknown: another status', ['4.1/path/spelling']]]);

const discouraged = QUESTION_IDS.flatMap((question) =>
  optionsOf(question)
    .filter(
      (option) => questionOf(question).options[option] === 'warn' && !ELSEWHERE.has(`${question}: ${option}`),
    )
    .map((option) => [question, option] as const),
);

describe('options that break a should', () => {
  test.each(discouraged)(
    '%s: %s is warned of by the clause of the question, and nothing else',
    async (question, option) => {
      const result = await runInProcess({
        instances,
        served: world,
        simulator: { dialect: settled([{ question, at: '', option }]) },
      });
      const clauses = new Set(result.cases.flatMap(({ findings }) => findings.map(({ clause }) => clause)));
      expect(troubles(result).filter((line) => !line.startsWith('warn'))).toEqual([]);
      const beside = BESIDE.get(`${question}: ${option}`) ?? [];
      expect([...clauses].toSorted()).toEqual([questionOf(question).warns, ...beside].toSorted());
    },
  );

  test('a format that no id meets but those that exist is more than discouraged: nothing is ever not found', async () => {
    const result = await runInProcess({
      instances,
      served: world,
      simulator: { dialect: settled([{ question: 'id.format', at: '', option: 'invalid' }]) },
    });
    const wrong = result.cases.flatMap(({ verdict, case: { id }, findings: [first] }) =>
      first === undefined ? [] : [`${verdict} ${id.split('@')[0]} ${first.clause}`],
    );
    expect([...new Set(wrong)].filter((line) => !line.startsWith('warn'))).toEqual([
      'fail not-found/some-id 7.4.2/not-found',
    ]);
    expect(
      new Set(wrong.filter((line) => line.startsWith('warn')).map((line) => line.split(' ')[2])),
    ).toEqual(new Set(['2.1/format']));
  });
});
