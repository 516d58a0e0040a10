import { describe, expect, test } from 'vitest';
import { MUTANTS } from '../../../simulator/mutants/mutants.ts';
import { mutantsCommand, type MutantsCommand } from './mutants.ts';
import { onPaper } from './test-helpers/paper.ts';

async function told(
  options: MutantsCommand,
): Promise<{ readonly exit: number; readonly lines: readonly string[] }> {
  const { exit, out } = await onPaper((io) => mutantsCommand(options, io));
  return { exit, lines: out.split('\n').filter((line) => line !== '') };
}

describe('tagproof mutants', () => {
  test(
    'every defect is noticed by a finding of its clause, but for those that are left to the fuzzer',
    { timeout: 900_000 },
    async () => {
      const { exit, lines } = await told({});
      const left = MUTANTS.filter(({ fuzz }) => fuzz === true).length;
      expect(lines.filter((line) => line.includes('SURVIVED'))).toEqual([]);
      expect(lines.at(-1)).toContain(
        `${MUTANTS.length} mutants: ${MUTANTS.length - left} killed, ${left} marked fuzz, 0 survived in `,
      );
      expect(exit).toBe(0);
    },
  );

  test('a suite that does not look lets its mutants survive, which is exit 1', async () => {
    const { exit, lines } = await told({ only: ['values-cut'], suite: ['suites/7.1-return-codes.yaml'] });
    expect(lines.at(-2)).toBe(
      'SURVIVED values-cut (4.5.2/tags): cuts values at four thousand characters; no case noticed anything',
    );
    expect(lines.at(-1)).toMatch(/^1 mutant: 0 killed, 0 marked fuzz, 1 survived in /);
    expect(exit).toBe(1);
  });

  test('the whole matrix tells which cases kill a mutant, and which kill nothing', async () => {
    const { exit, lines } = await told({
      full: true,
      only: ['values-trimmed'],
      suite: ['suites/4.5-success.yaml'],
    });
    expect(lines[0]).toMatch(/^values-trimmed \(4\.5\.2\/tags\): .*tags\/blanks/);
    expect(lines).toContain('  tags/emoji');
    expect(exit).toBe(0);
  });
});
