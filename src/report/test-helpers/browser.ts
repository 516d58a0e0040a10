/** A real browser for the tests of pages, which fail if none is installed. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page, ViewportSize } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { PATIENCE_MS, startBrowser } from '../../../test/test-helpers/browser.ts';

export interface Opened {
  readonly page: Page;
  /** Errors, console messages, dialogs and requests that leave the page. */
  readonly trouble: readonly string[];
}

export interface Look {
  /** The fragment at which it is opened. */
  readonly hash?: string;
  readonly viewport?: ViewportSize;
  readonly colorScheme?: 'light' | 'dark';
}

export interface PageOpener {
  /** Writes the page to a file and opens it from there, in place of the one before. */
  open(html: string, look?: Look): Promise<Opened>;
}

/** Starts the browser before the tests of a file, with one page for all of them: another one takes a second. */
export function browserForTests(): PageOpener {
  const folder = mkdtempSync(join(tmpdir(), 'tagproof-page-'));
  let page: Page | undefined;
  let files = 0;
  let url = '';
  let trouble: string[] = [];
  beforeAll(async () => {
    page = await (await startBrowser()).newPage();
    page.on('pageerror', (error) => trouble.push(`error: ${error.message}`));
    page.on('console', (message) => trouble.push(`console: ${message.text()}`));
    page.on('dialog', (dialog) => {
      trouble.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(url)) trouble.push(`request: ${request.url()}`);
    });
  }, PATIENCE_MS);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return {
    async open(html, { hash = '', viewport = { width: 1280, height: 720 }, colorScheme = 'light' } = {}) {
      if (page === undefined) throw new Error('the browser has not been started');
      const file = join(folder, `${(files += 1)}.html`);
      writeFileSync(file, html);
      await page.goto('about:blank');
      url = pathToFileURL(file).href;
      trouble = [];
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme, media: 'screen' });
      await page.goto(`${url}${hash}`);
      await page.waitForSelector('h1');
      return { page, trouble };
    },
  };
}
