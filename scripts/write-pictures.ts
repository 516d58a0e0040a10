/** Takes pictures of the HTML report and of the console in a real browser; `npm run pictures`, or `npm run pictures console` for those alone. They are for readers: fonts differ, so no test compares them. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Browser } from 'playwright-core';
import { recordOf } from '../src/coverage/record-of.ts';
import { matrixOf } from '../src/report/facts/matrix.ts';
import { htmlReporter, matrixPage } from '../src/report/html/html-reporter.ts';
import { foldAll } from '../src/report/reporters/reporter.ts';
import type { RunEvent } from '../src/engine/events.ts';
import type { Answer } from '../src/transport/in-process.ts';
import { takeConsole } from './console-pictures.ts';
import type { Look } from './picture-sizes.ts';
import { defects, eventsOf, SAMPLE_TARGET, simulatorWith } from './sample-record.ts';

const FOLDER = 'reports/pictures';
const WORLD = 'fixtures/world.yaml';

/** A backend that fails whatever it is asked. */
const alwaysFails: Answer = () =>
  Promise.resolve({
    status: 200,
    headers: [['Content-Type', 'application/json']],
    body: new TextEncoder().encode('{"returnCode":-3,"debugMessage":"NullPointerException"}'),
  });

const whole = (targetFile: string, answer: Answer) =>
  eventsOf({ targetFile, only: [], answer, keepsAll: false });

const RUNS = {
  defective: () => whole(WORLD, simulatorWith(defects)),
  clean: () =>
    whole(
      WORLD,
      simulatorWith((stages) => stages),
    ),
  partial: () =>
    whole(
      SAMPLE_TARGET,
      simulatorWith((stages) => stages),
    ),
  failing: () => whole(WORLD, alwaysFails),
} as const;

const LOOKS: readonly Look[] = [
  { name: 'wide-light', width: 1280, height: 1500, colorScheme: 'light' },
  { name: 'narrow-dark', width: 360, height: 1500, colorScheme: 'dark' },
];

async function take(browser: Browser, html: string, name: string, folder: string): Promise<void> {
  const file = join(folder, `${name}.html`);
  writeFileSync(file, html);
  for (const { name: look, width, height, colorScheme } of LOOKS) {
    const page = await browser.newPage({ viewport: { width, height }, colorScheme });
    await page.goto(pathToFileURL(file).href);
    await page.waitForSelector('h1');
    await page.screenshot({ path: `${FOLDER}/${name}-${look}.png` });
    await page.close();
  }
}

async function takeReports(browser: Browser, folder: string): Promise<void> {
  const runs: { file: string; events: readonly RunEvent[] }[] = [];
  for (const [name, run] of Object.entries(RUNS)) {
    const events = await run();
    runs.push({ file: `${name}.ndjson`, events });
    await take(browser, foldAll(htmlReporter(), events), name, folder);
  }
  const matrix = matrixOf(runs.map(({ file, events }) => ({ file, record: recordOf(events) })));
  await take(browser, matrixPage(matrix), 'matrix', folder);
}

const folder = mkdtempSync(join(tmpdir(), 'tagproof-pictures-'));
mkdirSync(FOLDER, { recursive: true });
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
if (process.argv[2] !== 'console') await takeReports(browser, folder);
await takeConsole(browser, FOLDER);
await browser.close();
rmSync(folder, { recursive: true });
