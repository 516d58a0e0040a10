import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holds } from '../../../test/test-helpers/property.ts';
import { levelOf } from '../clauses.ts';
import { ENDPOINT_IDS } from '../endpoints.ts';
import { observedAnswer, partialDialect, breaches, learn, completeDialect, type Answer } from './dialect.ts';
import { optionsOf, QUESTION_IDS, questionOf, when } from './questions.ts';

const cells = QUESTION_IDS.flatMap((question) =>
  ENDPOINT_IDS.map((endpoint) => [question, endpoint] as const),
);
const answer: fc.Arbitrary<Answer> = fc.constantFrom(...QUESTION_IDS).chain((question) =>
  fc.record({
    question: fc.constant(question),
    at: fc.constantFrom('', 'gamePlayer', 'group', 'group.client', 'group.server'),
    option: fc.constantFrom(...optionsOf(question)),
  }),
);
const answers = fc.array(answer, { maxLength: 12 });

/** The cells for which two lookups of answers differ. */
const differing = (
  one: (...cell: (typeof cells)[number]) => unknown,
  other: (...cell: (typeof cells)[number]) => unknown,
): readonly unknown[] => cells.filter((cell) => one(...cell) !== other(...cell));

test('a complete dialect answers every question everywhere with an option of the register', () => {
  expect(differing(completeDialect().answer, (question) => questionOf(question).settled)).toEqual([]);
  const property = fc.property(answers, (given) => {
    const dialect = completeDialect(given);
    const odd = cells.filter((cell) => !optionsOf(cell[0]).includes(dialect.answer(...cell) ?? ''));
    expect(odd).toEqual([]);
  });
  holds(property, 20);
});

test('a partial dialect answers the given questions and leaves the others open', () => {
  expect(differing(partialDialect().answer, () => undefined)).toEqual([]);
  const property = fc.property(answers, (given) => {
    const dialect = partialDialect(given);
    const odd = cells.filter(([question, endpoint]) => {
      const options = given
        .filter(
          (each) => each.question === question && ['', endpoint.split('.')[0], endpoint].includes(each.at),
        )
        .map(({ option }) => option);
      const option = dialect.answer(question, endpoint);
      return option === undefined ? options.length > 0 : !options.includes(option);
    });
    expect(odd).toEqual([]);
  });
  holds(property, 20);
});

describe.each([
  ['complete', completeDialect],
  ['partial', partialDialect],
] as const)('a %s dialect', (_, dialectOf) => {
  test('prefers the narrower answer, whatever the order', () => {
    const given: readonly Answer[] = [
      { question: 'tagKeys.effect', at: 'group.admin', option: 'other' },
      { question: 'tagKeys.effect', at: '', option: 'filter' },
      { question: 'tagKeys.effect', at: 'group', option: 'none' },
    ];
    for (const order of [given, given.toReversed()]) {
      const dialect = dialectOf(order);
      expect(dialect.answer('tagKeys.effect', 'gamePlayer.admin')).toBe('filter');
      expect(dialect.answer('tagKeys.effect', 'group.client')).toBe('none');
      expect(dialect.answer('tagKeys.effect', 'group.admin')).toBe('other');
    }
  });

  test('prefers the later of two answers to one question at one place', () => {
    const dialect = dialectOf([
      { question: 'errorCode.success', at: '', option: 'null' },
      { question: 'errorCode.success', at: '', option: 'omitted' },
    ]);
    expect(dialect.answer('errorCode.success', 'group.client')).toBe('omitted');
  });

  test('keeps its answers when it learns, and learns missing ones', () => {
    const property = fc.property(answers, answers, (given, found) => {
      const before = dialectOf(given);
      const after = learn(before, found);
      const known = partialDialect(found);
      expect(differing(after.answer, (...cell) => before.answer(...cell) ?? known.answer(...cell))).toEqual(
        [],
      );
    });
    holds(property, 15);
  });
});

test('the answers of a dialect with learned ones give the same dialect', () => {
  const property = fc.property(answers, answers, (given, found) => {
    const learnt = learn(partialDialect(given), found);
    expect(differing(partialDialect(learnt.answers).answer, learnt.answer)).toEqual([]);
  });
  holds(property, 30);
});

test.each([
  ['codes.returnCode', ''],
  ['tagKeys.effect', 'group'],
  ['tagKeys.omitted', 'group.server'],
] as const)('an option of %s is learned at "%s"', (question, at) => {
  const [option = ''] = optionsOf(question);
  expect(observedAnswer({ question, option }, 'group.server')).toEqual({ question, at, option });
});

const filters = partialDialect([{ question: 'tagKeys.effect', at: 'group', option: 'filter' }]);

test.each([
  ['nothing', [], []],
  ['an accepted option of an open question', [when('errorCode.success', 'present')], []],
  ['the option that is known', [when('tagKeys.effect', 'filter')], []],
  ['another accepted option', [when('tagKeys.effect', 'none')], ['dialect/tagKeys.effect']],
  [
    'a discouraged option of an open question',
    [when('errorCode.success', 'null')],
    ['2.4/error-code/present'],
  ],
  [
    'a discouraged option of an answered one',
    [when('tagKeys.effect', 'other')],
    ['4.3/tag-keys/all-or-filter'],
  ],
  [
    'several such options',
    [when('tagKeys.effect', 'none'), when('errorCode.success', 'omitted'), when('tags.none', 'null')],
    ['dialect/tagKeys.effect', '2.4/error-code/present'],
  ],
  [
    'two options of one clause',
    [when('token.missing', 'another refusal'), when('token.wrong', 'another refusal')],
    ['5.1/code'],
  ],
])('%s breaks its clauses', (_, conditions, clauses) => {
  expect(breaches(conditions, filters, 'group.client')).toEqual(clauses);
});

test('an answer for one resource does not apply to another', () => {
  expect(breaches([when('tagKeys.effect', 'none')], filters, 'gamePlayer.client')).toEqual([]);
});

test('no option breaks more than a should, and a declared accepted option breaks nothing', () => {
  for (const question of QUESTION_IDS) {
    for (const option of optionsOf(question)) {
      const declared = partialDialect([{ question, at: '', option }]);
      const clauses = breaches([{ question, option }], declared, 'group.client');
      expect(clauses).toEqual(
        questionOf(question).options[option] === 'warn' ? [questionOf(question).warns] : [],
      );
      const undeclared = breaches([{ question, option }], completeDialect(), 'group.client');
      expect(undeclared.every((clause) => levelOf(clause) === 'should')).toBe(true);
    }
  }
});
