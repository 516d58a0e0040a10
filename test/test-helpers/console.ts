/** A simulator with its console in a real browser. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll } from 'vitest';
import type { ControlledOptions } from '../../simulator/control/controlled-simulator.ts';
import { controlled, TOKEN, type Controlled } from '../../simulator/control/test-helpers/controlled.ts';
import { consolePages } from '../../simulator/console/console-pages.ts';
import { startBrowser } from './browser.ts';

/** A simulator of the conformance world that serves the console. */
export const withConsole = (options: Partial<ControlledOptions> = {}, port = 0): Promise<Controlled> =>
  controlled({ control: { token: TOKEN, pages: consolePages('simulator') }, ...options }, port);

export interface Opened {
  readonly page: Page;
  /** Errors of the page and messages of its policy: none is expected. */
  readonly errors: readonly string[];
  /** Requests to other servers: none is expected. */
  readonly outside: readonly string[];
}

/** A browser may take its time to start on a busy machine. */
const STARTING_MS = 60_000;

let browser: Browser;

/** Starts a browser before the tests of a file. */
export const consoleInBrowser = (): void =>
  beforeAll(async () => {
    browser = await startBrowser();
  }, STARTING_MS);

/** Opens the console at a part of it, for instance `#world`, with the token unless an option says otherwise. */
export async function openConsole(
  url: string,
  hash = '',
  context: BrowserContextOptions & { readonly token?: string } = {},
): Promise<Opened> {
  const { token = TOKEN, ...options } = context;
  const opened = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  await opened.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await opened.newPage();
  const errors: string[] = [];
  const outside: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
      errors.push(message.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('data:')) outside.push(request.url());
  });
  await page.goto(`${url}/_tagproof/${token === '' ? '' : `#token=${token}`}`);
  if (hash !== '') await page.goto(`${url}/_tagproof/${hash}`);
  return { page, errors, outside };
}
