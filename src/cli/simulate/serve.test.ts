/** `--serve` on the command line. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folder, simulating } from '../test-helpers/captured.ts';

test('serves a folder at / and prints it', async () => {
  const build = folder();
  writeFileSync(join(build, 'index.html'), 'a game');
  const { url, command, stop } = await simulating(`--serve ${build}`);
  expect(command.out()).toContain(`${url}/ serves the files of ${build}`);
  const page = await fetch(`${url}/`);
  expect(await page.text()).toBe('a game');
  expect(page.headers.get('cross-origin-embedder-policy')).toBe('require-corp');
  expect(await stop()).toBe(0);
});

test('--no-isolation leaves the headers out', async () => {
  const build = folder();
  writeFileSync(join(build, 'index.html'), 'a game');
  const { url, stop } = await simulating(`--serve ${build} --no-isolation`);
  expect((await fetch(`${url}/`)).headers.has('cross-origin-embedder-policy')).toBe(false);
  await stop();
});
