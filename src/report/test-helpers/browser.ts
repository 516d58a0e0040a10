/** A real browser for the tests of pages, which fail if none is installed. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { startBrowser } from '../../../test/test-helpers/browser.ts';

export interface Opened {
  readonly page: Page;
  /** Errors, console messages, dialogs and requests that leave the page. */
  readonly trouble: readonly string[];
}

export interface PageOpener {
  /** Writes the page to a file and opens it from there, at this fragment. */
  open(html: string, options?: BrowserContextOptions & { readonly hash?: string }): Promise<Opened>;
}

/** Starts the browser before the tests of a file and ends it after them. */
export function browserForTests(): PageOpener {
  const folder = mkdtempSync(join(tmpdir(), 'tagproof-page-'));
  let browser: Browser | undefined;
  let files = 0;
  beforeAll(async () => {
    browser = await startBrowser();
  }, 60_000);
  // Close the old page, which would keep using memory and time.
  afterEach(async () => {
    await Promise.all((browser?.contexts() ?? []).map((context) => context.close()));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return {
    async open(html, { hash = '', ...options } = {}) {
      if (browser === undefined) throw new Error('the browser has not been started');
      const file = join(folder, `${(files += 1)}.html`);
      writeFileSync(file, html);
      const url = pathToFileURL(file).href;
      const page = await (await browser.newContext(options)).newPage();
      const trouble: string[] = [];
      page.on('pageerror', (error) => trouble.push(`error: ${error.message}`));
      page.on('console', (message) => trouble.push(`console: ${message.text()}`));
      page.on('dialog', (dialog) => {
        trouble.push(`dialog: ${dialog.message()}`);
        void dialog.dismiss();
      });
      page.on('request', (request) => {
        if (!request.url().startsWith(url)) trouble.push(`request: ${request.url()}`);
      });
      await page.goto(`${url}${hash}`);
      await page.waitForSelector('h1');
      return { page, trouble };
    },
  };
}
