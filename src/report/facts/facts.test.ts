import { describe, expect, it } from 'vitest';
import { finding } from '../../judge/finding.ts';
import type { MustCells } from '../record/events.ts';
import { recordOf } from '../test-helpers/many.ts';
import {
  caseOf,
  errored,
  failed,
  run,
  shownBy,
  skipped,
  TOO_SHORT,
  warned,
} from '../test-helpers/streams.ts';
import { causesOf } from './causes.ts';
import { headlineOf } from './headline.ts';

const WRONG_TAGS = shownBy(finding('wrong-tags', '4.5.2/tags', 'tags', '1 tag', '2 tags'));

describe('causes', () => {
  const at = (index: number) => ({ case: { index } });

  it('group cases by the clause and kind of their first finding, whatever its values', () => {
    const other = { ...TOO_SHORT, actual: 'another', at: 'elsewhere' };
    const causes = causesOf([
      failed('a@group.client', at(0)),
      failed('b@group.client', { ...at(1), findings: [other, WRONG_TAGS] }),
      failed('c@group.client', { ...at(2), findings: [WRONG_TAGS] }),
      warned('d@group.client', at(3)),
    ]);
    expect(causes.map(({ key, cases }) => [key, cases.map((each) => each.case.id)])).toEqual([
      ['7.3/string-min-length wrong-outcome', ['a@group.client', 'b@group.client']],
      ['4.5.2/tags wrong-tags', ['c@group.client']],
      ['1/json/type content-type', ['d@group.client']],
    ]);
  });

  it('include findings that never come first in a case', () => {
    const causes = causesOf([failed('a@group.client', { findings: [TOO_SHORT, WRONG_TAGS] })]);
    expect(causes.map(({ key }) => key)).toEqual([
      '7.3/string-min-length wrong-outcome',
      '4.5.2/tags wrong-tags',
    ]);
  });

  it('list musts first, however few', () => {
    const many = [1, 2, 3].map((index) => warned(`w${index}@group.client`, at(index)));
    expect(causesOf([...many, failed('f@group.client', at(9))]).map(({ level }) => level)).toEqual([
      'must',
      'should',
    ]);
  });

  it.each([
    ['one that failed again', { confirmation: 'sometimes' }, { confirmation: 'always' }],
    ['one that fails in company', { confirmation: 'sometimes' }, { confirmation: 'in-company' }],
    ['one that shows its exchange', { findings: [{ ...TOO_SHORT, exchange: undefined as never }] }, {}],
    ['one with fewer findings', { findings: [TOO_SHORT, WRONG_TAGS] }, {}],
  ] as const)('the example is %s', (_, poor, good) => {
    const [cause] = causesOf([
      failed('poor@group.client', { ...at(0), ...poor }),
      failed('good@group.client', { ...at(1), ...good }),
    ]);
    expect(cause?.example.case.id).toBe('good@group.client');
  });
});

describe('the headline', () => {
  const cells = (changes: Partial<MustCells>): MustCells => ({
    whole: true,
    mustCells: 10,
    verified: 10,
    failed: 0,
    notVerified: 0,
    ...changes,
  });
  it.each([
    ['conformant', [caseOf()], { cells: cells({}) }],
    ['conformant, with warnings', [warned('w@group.client')], { cells: cells({}) }],
    [
      'conformant as far as verified',
      [caseOf(), warned('w@group.client')],
      { cells: cells({ verified: 9, notVerified: 1 }) },
    ],
    ['conformant in the selected cases', [caseOf()], { cells: cells({ whole: false }) }],
    ['not conformant', [caseOf(), failed('f@group.client')], { partial: 'interrupted' }],
    ['not checked to the end', [caseOf(), errored('e@group.client', 'x')], { partial: 'interrupted' }],
    ['not all could be judged', [caseOf(), errored('e@group.client', 'x')], { cells: cells({}) }],
    ['nothing verified', [skipped('s@group.client', 'x')], {}],
    ['nothing verified', [], {}],
    ['nothing verified', [caseOf()], { cells: cells({ verified: 0, notVerified: 10 }) }],
    ['no must is broken', [caseOf()], {}],
  ] as const)('%s', (words, cases, finished) => {
    expect(headlineOf(recordOf(run(cases, { finished }))).words).toBe(words);
  });
});
