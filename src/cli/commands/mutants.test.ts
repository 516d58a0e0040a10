/** `tagproof mutants`: by the suite, and by fuzzing. */
import { describe, expect, test } from 'vitest';
import { start, tagproof } from '../test-helpers/captured.ts';
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

describe('tagproof mutants --fuzz', () => {
  test('a defect is found, and its row names the property and trial', async () => {
    const { exit, out } = await tagproof('mutants --fuzz --only late-keys-not-checked');
    expect(out).toMatch(
      /^late-keys-not-checked {2}\S+ {2}allowed {2}\S+, after \d+ requests? and [\d.]+ m?s\n/,
    );
    expect(out).toMatch(
      /\n1 mutant: found by fuzzing alone: 1 of 1 \(100\.0 %\) marked fuzz, 0 of 0 others; 1 by a finding of their own clause; in /,
    );
    expect(exit).toBe(0);
  });

  test('a defect that is not found exits with 1', async () => {
    const { exit, out } = await tagproof('mutants --fuzz --only rate-halved --runs 400');
    expect(out).toMatch(/^rate-halved {2}\S+ {2}NOT FOUND\n/);
    expect(out).toMatch(/\nNOT FOUND rate-halved \(\S+\): .+\n1 mutant: .* 0 of 1 \(0\.0 %\) others; /);
    expect(exit).toBe(1);
  });

  test('Ctrl-C ends it with the results so far', async () => {
    const command = start('mutants --fuzz --only byte-order-mark --only rate-halved --runs 1000000');
    await command.said('byte-order-mark ');
    command.interrupt();
    expect(await command.exit).toBe(130);
    expect(command.out()).toContain('1 mutant: found by fuzzing alone');
  });
});
