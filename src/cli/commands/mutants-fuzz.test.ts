import { describe, expect, test } from 'vitest';
import { start, tagproof } from '../test-helpers/captured.ts';

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
