/** A real browser for tests: Debian's Chromium, driven by playwright-core. A missing one fails the tests that need it. */
import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { getCurrentTest } from 'vitest/suite';
import { atFileEnd } from './file-end.ts';

const PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

function executablePath(): string {
  const found = [process.env['CHROMIUM'] ?? '', ...PATHS].find((path) => path !== '' && existsSync(path));
  if (found !== undefined) return found;
  throw new Error('no Chromium was found: apt-get install -y chromium, or name one in CHROMIUM');
}

/** A busy machine is no failure: what never comes still ends, long before the time-out of a test. */
export const PATIENCE_MS = 120_000;

/** Starts the browser, which ends with the file; what a test opens ends with the test. `hosts` are names that mean this machine. */
export async function startBrowser(hosts: readonly string[] = []): Promise<Browser> {
  const rules = hosts.map((host) => `MAP ${host} 127.0.0.1`).join(', ');
  const browser = await chromium.launch({
    executablePath: executablePath(),
    args: ['--no-sandbox', '--disable-gpu', ...(rules === '' ? [] : [`--host-resolver-rules=${rules}`])],
    timeout: PATIENCE_MS,
  });
  atFileEnd(() => browser.close());
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(PATIENCE_MS);
    // An old page would keep using memory and time.
    if (getCurrentTest() !== undefined) onTestFinished(() => context.close());
    return context;
  };
  return browser;
}
