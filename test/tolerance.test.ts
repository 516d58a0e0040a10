/** Backends that made other choices than ours where the document is silent are not accused, and no less of them is verified. */
import { describe, expect, test } from 'vitest';
import { completeDialect } from '../src/spec/dialect/dialect.ts';
import type { Combination } from './test-helpers/pairwise.ts';
import type { QuestionId } from '../src/spec/dialect/questions.ts';
import type { Instance } from '../src/cases/format/instance.ts';
import { DEEP, isDeciding, onOneEndpoint, sampled } from './test-helpers/deep.ts';
import { answersOf, COMBINATIONS, PAIRS, simulatorOf } from './test-helpers/dialects.ts';
import { runInProcess, troubles } from './test-helpers/in-process-run.ts';
import { FILE, PROMPT } from './test-helpers/shipped.ts';

/** These run with each dialect. */
const DECIDING = PROMPT.filter(isDeciding);
const OTHERS = PROMPT.filter((instance) => !isDeciding(instance));
/** In npm test each thirteenth dialect is met, by a part of the cases. */
const MET = sampled(
  COMBINATIONS.map((combination, index) => [index + 1, combination] as const),
  13,
  0,
);

/** Every other case, and the rest with the next dialect: nearly all pairs come in several dialects. In npm test one in four. */
const partOf = (cases: readonly Instance[], turn: number): readonly Instance[] =>
  cases.filter((_, index) => index % (DEEP ? 2 : 4) === turn % (DEEP ? 2 : 4));

const isRequired = (combination: Combination): boolean =>
  combination.get('tagKeys.omitted') === 'DataRequired';
const isRefused = (combination: Combination, question: QuestionId): boolean =>
  combination.get(question) === 'invalid';

/** Where no case of this run decides it, a backend that demands tagKeys and refuses lists of them hides what its subjects have. */
const UNDECIDED = /^skip .* leaves open .*tagKeys\.many\b/;

/** What limits on tagKeys hide: cases about lists and about odd keys. */
const HIDDEN: readonly (readonly [cases: RegExp, where: (combination: Combination) => boolean])[] = [
  // More tags than are asked for one by one.
  [/^tags\/(?:many|thousand)$/, (each) => isRequired(each) && each.get('tagKeys.many') !== 'answered'],
  [/^tags\/(?:long-keys|huge-value)$/, (each) => isRequired(each) && each.get('tagKeys.long') !== 'answered'],
  [
    /^tag-keys\/(?:(?:null|empty|number|boolean|array|object)-among|last-of-several|known-and-unknown|twice|repeated|prototype|all|all-odd)$/,
    (each) => isRefused(each, 'tagKeys.many'),
  ],
  // What several variants answer is compared: each is asked for all keys where this run does not decide that all refuse several.
  [
    /^(?:state\/(?:admin-then-client|client-then-admin)|tags\/same-for-all-variants)$/,
    (each) => isRequired(each) && each.get('tagKeys.many') !== 'answered',
  ],
  [/^tag-keys\/twice$/, (each) => isRefused(each, 'tagKeys.twice')],
  [/^tag-keys\/(?:by-normal-form|by-blanks|all-odd)$/, (each) => isRefused(each, 'tagKeys.characters')],
  // Some subjects of these cases have odd keys.
  [/^tags\//, (each) => isRequired(each) && isRefused(each, 'tagKeys.characters')],
];

const PROTOTYPE_ONLY = /^skip extra\/prototype-only@\S+: .* declare dialect: .*body\.prototype/;

/** Choices that hide what a case is about, each with the cases that are skipped for it. */
const HIDING: readonly (readonly [question: string, option: string, skipped: RegExp])[] = [
  ['body.prototype', 'refused', PROTOTYPE_ONLY],
  [
    'members.extra',
    'without a list',
    /^skip member\/(?:missing-id-among-others|id-of-other-kind)@\S+: .* declare dialect: .*members\.extra/,
  ],
];

function isUnobservable(line: string, combination: Combination): boolean {
  const [, id = ''] = /^skip ([^@]+)@\S+ (?!needs )/.exec(line) ?? [];
  return (
    (isRequired(combination) && UNDECIDED.test(line)) ||
    HIDDEN.some(([cases, where]) => cases.test(id) && where(combination)) ||
    HIDING.some(([question, option, skipped]) => combination.get(question) === option && skipped.test(line))
  );
}

describe(`${COMBINATIONS.length} dialects with all ${PAIRS} pairs of accepted options`, () => {
  test.each(MET)('dialect %i is not accused, and all of it is verified', async (turn, combination) => {
    const simulator = simulatorOf(combination);
    const result = await runInProcess({
      instances: [...DECIDING, ...partOf(onOneEndpoint(OTHERS, turn), turn)],
      served: FILE,
      simulator,
      // Checking the world takes as many requests again.
      setup: turn % 8 === 1 ? 'check' : 'trust',
    });
    expect(troubles(result).filter((line) => !isUnobservable(line, combination))).toEqual([]);
    expect(result.totals).toMatchObject({ fail: 0, warn: 0, error: 0 });
  });
});

/** With each of its choices declared; of the cases every twelfth one, which are others with the next dialect. In npm test one is met. */
test.each(sampled(MET, MET.length, 0))('dialect %i, declared, is not accused', async (turn, combination) => {
  const result = await runInProcess({
    instances: PROMPT.filter((_, index) => index % (DEEP ? 12 : 20) === turn % 12),
    served: FILE,
    dialect: completeDialect(answersOf(combination)),
    simulator: simulatorOf(combination),
  });
  expect(troubles(result).filter((line) => !line.startsWith('skip'))).toEqual([]);
});
