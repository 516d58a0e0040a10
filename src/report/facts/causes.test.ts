import { expect, test } from 'vitest';
import { finding } from '../../judge/finding.ts';
import type { CaseFinished } from '../record/events.ts';
import { exchange, failed, NO_TYPE, shownBy, TOO_SHORT, warned } from '../test-helpers/streams.ts';
import { causesOf } from './causes.ts';

const WRONG_TAGS = shownBy(finding('wrong-tags', '4.5.2/tags', 'tags', '1 tag', '2 tags'));
const at = (index: number) => ({ case: { index } });

const CASES: readonly CaseFinished[] = Array.from({ length: 60 }, (_, index) => {
  const clause = `7.3/unknown-${index % 7}`;
  const change = { findings: [{ ...TOO_SHORT, clause, actual: `${index}` }, NO_TYPE], ...at(index) };
  return index % 5 === 0
    ? warned(`w${index}@group.client`, at(index))
    : failed(`c${index}@group.client`, change);
});

const shown = (cases: readonly CaseFinished[]) =>
  causesOf(cases).map(({ clause, kind, cases: its, example }) => [
    `${clause} ${kind}`,
    its.map((each) => each.case.id),
    example.case.id,
  ]);

test('the causes, their order and their examples do not depend on the order in which cases end', () => {
  const shuffled = CASES.toSorted((a, b) => ((a.case.index * 37) % 61) - ((b.case.index * 37) % 61));
  expect(shuffled).not.toEqual(CASES);
  expect(shown(shuffled)).toEqual(shown(CASES));
  expect(shown(CASES)).toHaveLength(8);
});

test('cases are grouped by the clause and kind of their first finding, whatever its values; musts come first', () => {
  const other = { ...TOO_SHORT, actual: 'another', at: 'elsewhere' };
  expect(
    shown([
      warned('w1@group.client', at(0)),
      warned('w2@group.client', at(1)),
      failed('a@group.client', at(2)),
      failed('b@group.client', { ...at(3), findings: [other, WRONG_TAGS] }),
      failed('c@group.client', { ...at(4), findings: [WRONG_TAGS] }),
    ]).map(([key, cases]) => [key, cases]),
  ).toEqual([
    ['7.3/string-min-length wrong-outcome', ['a@group.client', 'b@group.client']],
    ['4.5.2/tags wrong-tags', ['c@group.client']],
    ['1/json/type content-type', ['w1@group.client', 'w2@group.client']],
  ]);
});

test('a finding that never comes first in a case is a cause, too', () => {
  const causes = causesOf([failed('a@group.client', { findings: [TOO_SHORT, WRONG_TAGS] })]);
  expect(causes.map(({ clause }) => clause)).toEqual(['7.3/string-min-length', '4.5.2/tags']);
});

test('clauses whose replies have the same wrong tags are one cause, named by the clause of the most cases', () => {
  const wrong = (clause: string, actual: string) =>
    shownBy({ ...finding('wrong-tags', '4.5.2/tags', 'tags', '1 tag', actual), clause });
  const ofClause = (index: number, clause: string, actual: string) =>
    failed(`c${index}@group.client`, { ...at(index), findings: [wrong(clause, actual)] });
  const cases = [
    ofClause(0, '1/read-only', 'lead'),
    ofClause(1, '4.5.2/tags', 'lead'),
    ofClause(2, '4.5.2/tags', 'gold'),
    ofClause(3, '1/json-body', 'gold'),
    ofClause(4, '4.3/tag-keys/subset', 'another'),
    failed('other@group.client', { ...at(5), findings: [{ ...TOO_SHORT, actual: 'lead' }] }),
  ];
  expect(
    causesOf(cases).map(({ clause, otherClauses, cases: its }) => [clause, otherClauses, its.length]),
  ).toEqual([
    ['4.5.2/tags', ['1/read-only', '1/json-body'], 4],
    ['4.3/tag-keys/subset', [], 1],
    ['7.3/string-min-length', [], 1],
  ]);
});

test('a wrong outcome is said by what was answered and what was expected', () => {
  const [cause] = causesOf([
    failed('a@group.client', { findings: [{ ...TOO_SHORT, expected: 'x'.repeat(99) }] }),
  ]);
  expect(cause?.words).toBe(`answered Ok with 1 tag {"vip": "gold"}, expected ${'x'.repeat(80)}…`);
});

test.each([
  ['one that failed again', { confirmation: 'sometimes' }, { confirmation: 'always' }],
  ['one that fails in company', { confirmation: 'sometimes' }, { confirmation: 'in-company' }],
  ['one that shows its exchange', { findings: [{ ...TOO_SHORT, exchange: undefined as never }] }, {}],
  ['one with fewer findings', { findings: [TOO_SHORT, WRONG_TAGS] }, {}],
  ['one that is about the clause', { case: { clauses: ['1/json-body'] } }, {}],
  [
    'one with a plain request',
    { exchanges: [exchange('', { curl: "curl --data-binary $'\\xef'" })] },
    { case: { title: 'x'.repeat(200) } },
  ],
  ['the smallest command', { exchanges: [exchange('', { curl: 'x'.repeat(9999) })] }, {}],
  ['a short title', { case: { title: `with this ${'and that '.repeat(20)}` } }, {}],
] as const)('the example is %s', (_, poor, good) => {
  const [cause] = causesOf([
    failed('poor@group.client', { ...poor, case: { ...at(0).case, ...('case' in poor ? poor.case : {}) } }),
    failed('good@group.client', { ...good, case: { ...at(1).case, ...('case' in good ? good.case : {}) } }),
  ]);
  expect(cause?.example.case.id).toBe('good@group.client');
});
