import { describe, expect, test } from 'vitest';
import { mutantsCommand } from './mutants.ts';
import type { CommandOptions } from '../options/command-register.ts';
import { onPaper } from './test-helpers/paper.ts';

async function reported(
  options: CommandOptions<'mutants'>,
): Promise<{ readonly exit: number; readonly lines: readonly string[] }> {
  const { exit, out } = await onPaper((io) => mutantsCommand(options, io));
  return { exit, lines: out.split('\n').filter((line) => line !== '') };
}

describe('tagproof mutants', () => {
  test('a mutant that the suite does not detect survives and exits with 1', async () => {
    const { exit, lines } = await reported({ only: ['values-cut'], suite: ['suites/7.2-not-found.yaml'] });
    expect(lines.at(-2)).toBe(
      'SURVIVED values-cut (4.5.2/tags): cuts values at four thousand characters; no case noticed anything',
    );
    expect(lines.at(-1)).toMatch(/^1 mutant: 0 killed, 0 marked fuzz, 1 survived in /);
    expect(exit).toBe(1);
  });

  test('the whole matrix lists the cases that kill a mutant, and those that kill none', async () => {
    const { exit, lines } = await reported({
      full: true,
      only: ['values-trimmed'],
      suite: ['suites/4.5-success.yaml'],
    });
    expect(lines[0]).toMatch(/^values-trimmed \(4\.5\.2\/tags\): .*tags\/blanks/);
    expect(lines).toContain('  tags/emoji');
    expect(exit).toBe(0);
  });
});
