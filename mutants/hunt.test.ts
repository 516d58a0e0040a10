import { expect, test } from 'vitest';
import { hunt } from './hunt.ts';

async function hunted(words: string): Promise<{ readonly found: boolean; readonly out: string }> {
  let out = '';
  const found = await hunt(words.split(' '), (text) => void (out += text));
  return { found, out };
}

test('the suite kills a mutant, and its row names the case and the kind', async () => {
  const { found, out } = await hunted('--only values-trimmed');
  expect(out).toMatch(/^values-trimmed {2}4\.5\.2\/tags {2}\S+@\S+ {2}\S+\n\n1 mutant: 1 killed, /);
  expect(found).toBe(true);
});

test('a mutant that a small target file can not show survives', async () => {
  const { found, out } = await hunted('--only rate-halved --target-file minimal');
  expect(out).toMatch(/\nSURVIVED rate-halved \(\S+\): .+; no case noticed anything\n1 mutant: 0 killed, /);
  expect(found).toBe(false);
});

test('fuzzing alone finds a defect, and its row names the property and how many requests it took', async () => {
  const { found, out } = await hunted('--fuzz --only late-keys-not-checked');
  expect(out).toMatch(
    /^late-keys-not-checked {2}\S+ {2}allowed {2}\S+, after \d+ requests? and [\d.]+ m?s\n/,
  );
  expect(found).toBe(true);
});

test('fuzzing alone misses what it can not reach', async () => {
  const { found, out } = await hunted('--fuzz --only rate-halved --runs 400 --seed 3');
  expect(out).toMatch(/^rate-halved {2}\S+ {2}NOT FOUND\n/);
  expect(found).toBe(false);
});

test.each([
  ['--only nothing-of-the-kind', '--only nothing-of-the-kind matches no mutant'],
  ['--target-file tiny', '--target-file: one of full, small, minimal'],
  ['--full', "Unknown option '--full'"],
])('%s is refused', async (words, says) => {
  await expect(hunted(words)).rejects.toThrow(says);
});
