/** A real browser for tests: Debian's Chromium, driven by playwright-core. A missing one fails the tests that need it. */
import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';
import { afterAll } from 'vitest';

const PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

function executablePath(): string {
  const found = [process.env['CHROMIUM'] ?? '', ...PATHS].find((path) => path !== '' && existsSync(path));
  if (found !== undefined) return found;
  throw new Error('no Chromium was found: apt-get install -y chromium, or name one in CHROMIUM');
}

/** Starts the browser; it is closed after the file's tests. `hosts` are names that mean this machine. */
export async function startBrowser(hosts: readonly string[] = []): Promise<Browser> {
  const rules = hosts.map((host) => `MAP ${host} 127.0.0.1`).join(', ');
  const browser = await chromium.launch({
    executablePath: executablePath(),
    args: ['--no-sandbox', '--disable-gpu', ...(rules === '' ? [] : [`--host-resolver-rules=${rules}`])],
  });
  afterAll(() => browser.close());
  return browser;
}
