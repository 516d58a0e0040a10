/** Backends that made other choices than ours where the document is silent are not accused, and no less of them is verified. */
import { describe, expect, test } from 'vitest';
import { settled } from '../src/dialect/dialect.ts';
import type { Combination } from '../src/dialect/pairwise.ts';
import { optionsOf, QUESTION_IDS, questionOf, type QuestionId } from '../src/dialect/questions.ts';
import { expand } from '../src/suite/instance.ts';
import { loadSuite } from '../src/suite/load-suite.ts';
import { readTargetFile } from '../src/target/read-target-file.ts';
import { COMBINATIONS, PAIRS, simulatorOf } from './test-helpers/dialects.ts';
import { runInProcess, troubles } from './test-helpers/in-process-run.ts';

const world = readTargetFile('fixtures/world.yaml', {});
/** Cases of rate and sessions want real time, and have no accepted option. */
const instances = expand(loadSuite(['suites'])).filter(({ from }) => from.written.alone !== true);

const isRequired = (combination: Combination): boolean =>
  combination.get('tagKeys.omitted') === 'DataRequired';
const isRefused = (combination: Combination, question: QuestionId): boolean =>
  combination.get(question) === 'invalid';

/** What limits on tagKeys hide, though tags are verified key by key: cases about lists and about odd keys. */
const HIDDEN: readonly (readonly [cases: RegExp, where: (combination: Combination) => boolean])[] = [
  // More tags than are asked for one by one.
  [/^tags\/(?:many|thousand)$/, (each) => isRequired(each) && each.get('tagKeys.many') !== 'answered'],
  [/^tags\/(?:long-keys|huge-value)$/, (each) => isRequired(each) && each.get('tagKeys.long') !== 'answered'],
  [
    /^tag-keys\/(?:(?:null|empty|number|boolean|array|object)-among|last-of-several|known-and-unknown|twice|repeated|prototype|all|all-odd)$/,
    (each) => isRefused(each, 'tagKeys.many'),
  ],
  [/^tag-keys\/twice$/, (each) => isRefused(each, 'tagKeys.twice')],
  [/^tag-keys\/(?:by-normal-form|by-blanks|all-odd)$/, (each) => isRefused(each, 'tagKeys.characters')],
  // Some subjects of these cases have odd keys.
  [/^tags\//, (each) => isRequired(each) && isRefused(each, 'tagKeys.characters')],
];

const PROTOTYPE_ONLY = /^skip extra\/prototype-only@\S+: not verified: .* body\.prototype;/;

/** Choices that hide what a case is about, each with the cases that are skipped for it. */
const HIDING: readonly (readonly [question: string, option: string, skipped: RegExp])[] = [
  ['body.prototype', 'refused', PROTOTYPE_ONLY],
  [
    'members.extra',
    'without a list',
    /^skip member\/(?:missing-id-among-others|id-of-other-kind)@\S+: not verified: .* members\.extra;/,
  ],
];

function isUnobservable(line: string, combination: Combination): boolean {
  const [, id = ''] = /^skip ([^@]+)@\S+ not verified/.exec(line) ?? [];
  return (
    HIDDEN.some(([cases, where]) => cases.test(id) && where(combination)) ||
    HIDING.some(([question, option, skipped]) => combination.get(question) === option && skipped.test(line))
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

/** Discouraged options that hide what a case is about, each with the cases that are skipped for it. */
const NOT_VERIFIED: ReadonlyMap<string, RegExp> = new Map([
  // A list that names a prototype may as well be that of a refusal of the text.
  ['id.missing: StringNull', PROTOTYPE_ONLY],
  ['tagKeys.omitted: ServiceArrayNull', PROTOTYPE_ONLY],
  // A list of two keys may be refused for its length as well as for the unknown key.
  ['tagKeys.unknown: invalid', /^skip tag-keys\/known-and-unknown@\S+ not verified/],
]);

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
      const hidden = NOT_VERIFIED.get(`${question}: ${option}`);
      const others = troubles(result).filter(
        (line) => !line.startsWith('warn') && hidden?.test(line) !== true,
      );
      expect(others).toEqual([]);
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
