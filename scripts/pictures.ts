/**
 * Takes the pictures that pages of `docs/` show of the HTML report and of the console, in a real browser: `npm run pictures`.
 * They are for readers: fonts differ, so no test compares them.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Browser } from 'playwright-core';
import { consolePages } from '../simulator/console/console-pages.ts';
import { ControlledSimulator } from '../simulator/control/controlled-simulator.ts';
import { CONTROL_PREFIX } from '../simulator/control/control-reply.ts';
import { readTargetFile } from '../src/world/target-file/read-target-file.ts';
import { endpointOf, METHOD, type EndpointId } from '../src/spec/endpoints.ts';
import { AUTH_TOKEN, CONTENT_TYPE, JSON_TYPE, SECRET_KEY } from '../src/spec/headers.ts';
import { htmlReporter } from '../src/report/html/html-reporter.ts';
import { foldAll } from '../src/report/record/reporter.ts';
import { defects, eventsOf, simulatorWith } from './samples.ts';

const FOLDER = 'reports/pictures';
const WORLD = 'fixtures/world.yaml';
const LIGHT = { colorScheme: 'light' } as const;

/** The report of a whole run against a defective backend. */
async function takeReport(browser: Browser): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tagproof-pictures-'));
  const file = join(folder, 'report.html');
  const answer = simulatorWith(defects);
  const events = await eventsOf({ targetFile: WORLD, only: [], answer, keepsAll: false });
  writeFileSync(file, foldAll(htmlReporter(), events));
  const page = await browser.newPage({ viewport: { width: 1280, height: 1500 }, ...LIGHT });
  await page.goto(pathToFileURL(file).href);
  await page.waitForSelector('h1');
  await page.screenshot({ path: `${FOLDER}/defective-wide-light.png` });
  await page.close();
  rmSync(folder, { recursive: true });
}

const served = readTargetFile(WORLD, {});
const secretOf = (name: string): string => served.secrets.find((each) => each.name === name)?.value ?? '';

interface Asked {
  readonly endpoint: EndpointId;
  readonly key: string;
  readonly token?: string;
  readonly body: string;
}

/** What a game in the making asks: most of it right, some of it not. */
const ASKED: readonly Asked[] = [
  { endpoint: 'gamePlayer.client', key: 'player', token: 'ann', body: '{"userId":"playerann1"}' },
  { endpoint: 'group.client', key: 'player', token: 'ann', body: '{"groupId":"grouplarks"}' },
  {
    endpoint: 'characterPlayer.server',
    key: 'admin',
    body: '{"characterId":"characterA1","tagKeys":["vip"]}',
  },
  { endpoint: 'gamePlayer.client', key: 'admin', token: 'ann', body: '{"userId":"playerann1"}' },
  { endpoint: 'gamePlayer.admin', key: 'admin', body: '{"userId":"playerann"}' },
  { endpoint: 'group.server', key: 'admin', token: 'ann', body: '{"groupId":"grouplark5"}' },
];

const encoder = new TextEncoder();

function ask(sim: ControlledSimulator, { endpoint, key, token, body }: Asked): void {
  sim.answer({
    method: METHOD,
    target: endpointOf(endpoint).path,
    headers: [
      CONTENT_TYPE,
      JSON_TYPE,
      SECRET_KEY,
      secretOf(key),
      ...(token === undefined ? [] : [AUTH_TOKEN, secretOf(token)]),
    ],
    version: '1.1',
    body: encoder.encode(body),
  });
}

const TOKEN = 'token-of-the-pictures';

/** The journal with one request in full. */
async function takeConsole(browser: Browser): Promise<void> {
  const { world, secrets, dialectAnswers: answers, extensions, provoke } = served;
  const control = { token: TOKEN, pages: consolePages('simulator') };
  const sim = new ControlledSimulator({ world, secrets, answers, extensions, provoke, control });
  const { url } = await sim.start();
  for (const asked of ASKED) ask(sim, asked);
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...LIGHT });
  await page.goto(`${url}${CONTROL_PREFIX}/#token=${TOKEN}`);
  // The page takes the token out of its address first.
  await page.waitForURL((to) => !to.hash.includes('token'));
  await page.goto(`${url}${CONTROL_PREFIX}/#journal?entry=${ASKED.length}`);
  await page.waitForSelector('.entry .pair');
  await page.getByText(`${ASKED.length} requests`).waitFor();
  await page.screenshot({ path: `${FOLDER}/console-wide.png` });
  await page.close();
  await sim.close();
}

mkdirSync(FOLDER, { recursive: true });
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
await takeReport(browser);
await takeConsole(browser);
await browser.close();
