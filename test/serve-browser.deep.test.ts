/** A WebGL build that the simulator serves: isolated, its compressed WebAssembly compiled as it comes, the operations on its own origin. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { controlled, secretOf } from '../simulator/control/test-helpers/controlled.ts';
import { filesIn } from '../simulator/http/files.ts';
import { endpointOf } from '../src/contract/endpoints.ts';
import { startBrowser } from './test-helpers/browser.ts';
import { tempFolder } from './test-helpers/temp-folder.ts';

const folder = tempFolder();
mkdirSync(join(folder, 'Build'));
writeFileSync(
  join(folder, 'index.html'),
  '<!doctype html><title>a game</title><script src="Build/g.js.br"></script>',
);
writeFileSync(join(folder, 'Build', 'g.js.br'), brotliCompressSync('globalThis.loaded = true'));
/** The smallest module: its magic number and its version. */
const MODULE = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
writeFileSync(join(folder, 'Build', 'g.wasm.br'), brotliCompressSync(MODULE));

test('a game that is served runs, has shared memory, and asks for tags without CORS', async () => {
  const { url } = await controlled({ files: filesIn({ folder, isolated: true }) });
  const page = await (await startBrowser()).newPage();
  await page.goto(`${url}/`);
  const seen = await page.evaluate(
    async ([path, key]) => {
      const reply = await fetch(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Secret-Key': key },
        body: '{"groupId":"grouplarks"}',
      });
      return {
        loaded: Reflect.get(globalThis, 'loaded'),
        isolated: Reflect.get(globalThis, 'crossOriginIsolated'),
        shared: new SharedArrayBuffer(8).byteLength,
        returnCode: ((await reply.json()) as { returnCode: number }).returnCode,
      };
    },
    [endpointOf('group.admin').path, secretOf('admin')] as const,
  );
  expect(seen).toEqual({ loaded: true, isolated: true, shared: 8, returnCode: 1 });
  const compiled = 'WebAssembly.compileStreaming(fetch("/Build/g.wasm.br")).then(String)';
  expect(await page.evaluate(compiled)).toBe('[object WebAssembly.Module]');
});
