/** A target file that does not fit its target, on the command line. */
import { expect, test } from 'vitest';
import { fileWith, tagproof } from './test-helpers/captured.ts';
import { serving } from './test-helpers/serving.ts';

const url = await serving();

const targetFile = (key: string, vip: string): string =>
  fileWith(
    `public: true
target: ${url}
world:
  secretKeys:
    - { name: admin, key: ${key}, role: Admin }
  gamePlayers:
    - { userId: playerann1, tags: [{ key: vip, value: ${vip} }, { key: guild, value: larks }] }
`,
    'my-target.yaml',
  );

const run = (file: string, more = '') =>
  tagproof(`run --target ${file} --only tags/several@gamePlayer.admin ${more}`);

test('a mistyped key exits with 3 and its place; --ignore-setup continues', async () => {
  const file = targetFile('public-admin-key-all-rules-0002', 'gold');
  const { exit, err } = await run(file);
  expect(err).toContain(`my-target.yaml:5:7: the key "admin" is refused everywhere with SecretInvalid`);
  expect(exit).toBe(3);
  expect((await run(file, '--ignore-setup')).err).not.toContain('does not fit');
});

test('outdated tags are one failure and exit with 1', async () => {
  const { exit, out } = await run(targetFile('public-admin-key-all-rules-0001', 'bronze'));
  expect(out).toContain('orientation/tags-of-playerann1@');
  expect(out).toContain('is the file out of date?');
  expect(out).toMatch(/1 passed, 1 failed, 0 warned, 0 skipped, 0 errored\n$/);
  expect(exit).toBe(1);
});

test('a file that fits exits with 0', async () => {
  expect((await run(targetFile('public-admin-key-all-rules-0001', 'gold'))).exit).toBe(0);
});
