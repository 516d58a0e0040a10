import { describe, expect, test } from 'vitest';
import type { CaseFinished } from '../record/events.ts';
import { caseOf, skipped } from '../test-helpers/streams.ts';
import { needLines, needsOf, needWords, toDeclareLines } from './needs.ts';

/** A skipped case of these clauses with this need. */
const lacking = (need: string, ...clauses: readonly string[]): CaseFinished =>
  caseOf({ verdict: 'skip', reason: `needs ${need}`, need, case: { clauses, endpoint: 'group.admin' } });

const passing = (...clauses: readonly string[]): CaseFinished =>
  caseOf({ case: { clauses, endpoint: 'group.admin' } });

const words = (...cases: readonly CaseFinished[]): readonly string[] => needsOf(cases).map(needWords);

test('cases are grouped by what they need, what the most must cells need first', () => {
  expect(
    words(
      lacking('a group', '4.5.2/tags'),
      lacking('an Admin key', '4.5.2/tags', '4.5.3/ok', '7.3/known'),
      lacking('an Admin key', '7.3/known', '4.1/path'),
      skipped('a@group.admin', 'the target limits us'),
    ),
  ).toEqual(['4 must cells need an Admin key', '1 must cell needs a group']);
});

test('a must cell counts only while it is open; where none is, cases do', () => {
  const limited = { ...lacking('a key with limits', '7.1/max-request'), undeclared: ['a key with limits'] };
  expect(
    words(
      passing('4.5.2/tags'),
      lacking('a group', '4.5.2/tags'),
      lacking('a group', '4.5.2/tags'),
      lacking('a token', '4.5.2/tags', '4.5.3/ok'),
      limited,
    ),
  ).toEqual(['1 must cell needs a token', '2 cases need a group', '1 case needs a key with limits']);
});

test('the cases of a group are the events themselves, by which the page finds them', () => {
  const event = lacking('a group', '4.5.2/tags');
  expect(needsOf([event])[0]?.cases[0]).toBe(event);
});

describe('the lines', () => {
  const needs = needsOf(['a', 'b', 'c'].map((each) => lacking(each, '4.5.3/ok')));

  test('are few, say how to see the others, and where to find one of each', () => {
    expect(needLines(needs, "'my.yaml' --suite own", 2)).toEqual([
      '1 must cell needs a',
      '1 must cell needs b',
      "and 1 more (npx tagproof list --lint 'my.yaml' --suite own)",
      'fixtures/seed-kit.yaml has one of each (docs/seeding.md)',
    ]);
    expect(needLines(needs, undefined, 2)).toContain('and 1 more');
    expect(toDeclareLines(needs, { worldFile: 'my.yaml' })[0]).toBe('to verify more, declare in my.yaml:');
    expect(toDeclareLines([], { worldFile: 'my.yaml' })).toEqual([]);
  });

  test('do not name the seed kit for what is not in it', () => {
    const only = needsOf([passing('4.5.3/ok'), lacking('a header that provokes UnknownError', '4.5.3/ok')]);
    expect(needLines(only, undefined)).toEqual(['1 case needs a header that provokes UnknownError']);
  });

  test("give the place of a user's own case, and no seed kit for what it names", () => {
    const own = lacking('a key named admn', '4.5.3/ok');
    const group = needsOf([{ ...own, named: true, case: { ...own.case, file: 'mine.yaml', line: 3 } }]);
    expect(needLines(group, undefined)).toEqual(['1 must cell needs a key named admn (mine.yaml:3)']);
  });
});
