import { describe, expect, test } from 'vitest';
import type { CaseFinished, Declare, MustCells } from '../record/events.ts';
import { plain } from '../test-helpers/fold.ts';
import { caseOf, run } from '../test-helpers/streams.ts';
import { suggestions } from './suggestions.ts';

const KEY: Declare = { list: 'world.secretKeys', line: '- { name: player }', what: 'a secret key' };
const TOKEN: Declare = { list: 'world.authTokens', line: '- { name: ann }', what: 'an auth token' };
const GROUP: Declare = { list: 'world.groups', line: '- { groupId: ".........." }', what: 'a group' };
const LIMIT: Declare = { list: 'world.limits', line: 'requestBytes: 65536', what: 'the size limit' };
const MEMBER: Declare = { list: 'extensions', line: '- { on: all }', what: 'a request member' };

/** A skipped case of these clauses that lacks these lines. */
const lacking = (clauses: readonly string[], ...declare: readonly Declare[]): CaseFinished =>
  caseOf({ verdict: 'skip', reason: 'needs more', declare, case: { clauses, endpoint: 'group.admin' } });

const FIGURES: MustCells = { whole: true, mustCells: 760, verified: 412, failed: 12, notVerified: 336 };

/** What was verified and what to declare, as the last screen says it. */
function head(cases: readonly CaseFinished[], cells: MustCells, worldFile = 'my-target.yaml'): string {
  const text = plain(run(cases, { started: { worldFile }, finished: { cells } }));
  return text.slice(text.indexOf('\nthis run')).split('\nhttps:')[0] ?? '';
}

describe('the last screen', () => {
  test('has the counts and what to declare', () => {
    const cases = [lacking(['4.5.2/tags', '4.5.3/ok'], KEY), lacking(['7.3/known'], LIMIT)];
    expect(head(cases, FIGURES)).toMatchInlineSnapshot(`
      "
      this run verified 412 of 760 must cells; 12 failed, 336 not verified
      declare a secret key to verify about 2 more; add to my-target.yaml:
        world:
          secretKeys:
            - { name: player }"
    `);
  });

  test('points to the seed kit where nothing failed, something can be declared, and more than a fifth is not verified', () => {
    const cells = { ...FIGURES, failed: 0 };
    const [lacks, whole] = [[lacking(['4.5.2/tags'], KEY)], [caseOf()]];
    expect(head(lacks, cells)).toContain('fixtures/seed-kit.yaml');
    expect(head(whole, cells)).not.toContain('seed-kit');
    expect(head(lacks, FIGURES)).not.toContain('seed-kit');
    expect(head(lacks, { ...cells, notVerified: 152 })).not.toContain('seed-kit');
  });

  test('is one line if everything is verified', () => {
    const all = { whole: true, mustCells: 760, verified: 760, failed: 0, notVerified: 0 };
    expect(head([caseOf()], all)).toBe('\nthis run verified 760 of 760 must cells');
  });

  test('says that only selected cases ran', () => {
    const part = { whole: false, mustCells: 1, verified: 0, failed: 1, notVerified: 0 };
    expect(head([caseOf()], part)).toBe(
      '\nthis run verified 0 of the 1 must cell of the selected cases; 1 failed',
    );
  });

  test('is left out if clauses are not counted, as in a fuzz run', () => {
    expect(plain(run([caseOf()]))).not.toContain('this run verified');
  });
});

describe('suggestions', () => {
  const lines = (cases: readonly CaseFinished[], most = 3): readonly (readonly [string, number])[] =>
    suggestions(cases, most).map(({ declare, gained }) => [
      declare.map(({ what }) => what).join(' + '),
      gained.length,
    ]);

  test('start with the lines that verify most, and count only open cells', () => {
    const cases = [
      lacking(['4.5.2/tags'], GROUP),
      lacking(['4.5.2/tags', '4.5.3/ok', '7.3/known'], KEY),
      lacking(['4.5.2/tags', '4.1/path'], KEY, TOKEN),
      lacking(['7.3/one-per-member'], MEMBER),
    ];
    expect(lines(cases)).toEqual([
      ['a secret key', 3],
      ['an auth token', 1],
    ]);
  });

  test('leave out cells that are already verified or that no line helps', () => {
    const passed = caseOf({ case: { clauses: ['4.5.2/tags'], endpoint: 'group.admin' } });
    expect(lines([passed, lacking(['4.5.2/tags'], GROUP), lacking(['4.5.3/ok'])])).toEqual([]);
  });

  test('are limited in number', () => {
    const cases = [KEY, TOKEN, GROUP, LIMIT].map((each, at) =>
      lacking([['4.5.2/tags', '4.5.3/ok', '4.1/path', '7.3/known'][at] ?? ''], each),
    );
    expect(lines(cases)).toHaveLength(3);
    expect(lines(cases, 1)).toHaveLength(1);
  });
});
