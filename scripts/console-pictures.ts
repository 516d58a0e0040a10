/** Pictures of the console: a simulator with something to show, in a real browser. */
import type { Browser, Page } from 'playwright-core';
import { consolePages } from '../simulator/console/console-pages.ts';
import { ControlledSimulator } from '../simulator/control/controlled-simulator.ts';
import { CONTROL_PREFIX } from '../simulator/control/control-target.ts';
import { readTargetFile } from '../src/config/target-file/read-target-file.ts';
import { endpointOf, METHOD, type EndpointId } from '../src/contract/endpoints.ts';
import { AUTH_TOKEN, CONTENT_TYPE, JSON_TYPE, SECRET_KEY } from '../src/contract/headers.ts';
import type { Look } from './picture-sizes.ts';

const WORLD = 'fixtures/world.yaml';
const TOKEN = 'token-of-the-pictures';
const file = readTargetFile(WORLD, {});
const secretOf = (name: string): string => file.secrets.find((each) => each.name === name)?.value ?? '';

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
  sim.rig.answer({
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

interface Picture extends Look {
  readonly hash: string;
  /** What is there when the picture is taken. */
  readonly shows: string;
  readonly isBusy?: true;
  readonly hasFaults?: true;
}

const WIDE = { width: 1280, height: 900 };

const PICTURES: readonly Picture[] = [
  { name: 'wide', ...WIDE, colorScheme: 'light', hash: '#journal?entry=6', shows: '.entry .pair' },
  {
    name: 'narrow',
    width: 360,
    height: 900,
    colorScheme: 'dark',
    hash: '#journal?entry=6',
    shows: '.entry .pair',
  },
  { name: 'light', ...WIDE, colorScheme: 'light', hash: '#world?id=playerodd1', shows: '.tags' },
  {
    name: 'dark',
    ...WIDE,
    colorScheme: 'dark',
    hash: '#faults',
    shows: '[aria-checked=true]',
    hasFaults: true,
  },
  { name: 'busy', ...WIDE, colorScheme: 'light', hash: '#journal', shows: '.sampled', isBusy: true },
];

const BURST = 60;
const PAUSE_MS = 50;
const BUSY_MS = 3000;

/** About a thousand requests a second for a while. */
async function keepBusy(sim: ControlledSimulator, page: Page): Promise<void> {
  for (let spent = 0; spent < BUSY_MS; spent += PAUSE_MS) {
    for (let sent = 0; sent < BURST; sent += 1) {
      const asked = ASKED[sent % ASKED.length];
      if (asked !== undefined) ask(sim, asked);
    }
    await page.waitForTimeout(PAUSE_MS);
  }
}

/** Two of the switches. */
function setFaults({ faults }: ControlledSimulator): void {
  const effects = {
    'switch.MaxRequestReject': { returnCode: 'MaxRequestReject' },
    'switch.late': { latency: { kind: 'fixed', ms: 2000 } },
  } as const;
  for (const [id, effect] of Object.entries(effects))
    faults.set({
      id,
      match: { endpoints: undefined, key: undefined, game: undefined },
      effect,
      share: undefined,
      next: undefined,
      seed: 1,
    });
}

/** Writes `console-wide.png` and the others into a folder. */
export async function takeConsole(browser: Browser, folder: string): Promise<void> {
  const { world, secrets, dialectAnswers: answers, extensions, provoke } = file;
  const control = { token: TOKEN, pages: consolePages };
  const sim = new ControlledSimulator({ world, secrets, answers, extensions, provoke, control });
  const { url } = await sim.start();
  for (const asked of ASKED) ask(sim, asked);
  for (const { name, width, height, colorScheme, hash, shows, isBusy, hasFaults } of PICTURES) {
    const page = await browser.newPage({ viewport: { width, height }, colorScheme });
    await page.goto(`${url}${CONTROL_PREFIX}/#token=${TOKEN}`);
    // The page takes the token out of its address first.
    await page.waitForURL((to) => !to.hash.includes('token'));
    await page.goto(`${url}${CONTROL_PREFIX}/${hash}`);
    if (hasFaults === true) setFaults(sim);
    if (isBusy === true) await keepBusy(sim, page);
    await page.waitForSelector(shows);
    await page.screenshot({ path: `${folder}/console-${name}.png` });
    await page.close();
    sim.faults.clear();
  }
  await sim.close();
}
