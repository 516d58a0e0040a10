/** The console for everyone: by keys alone, for axe, at 360 pixels, in both colour schemes. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { axe, openDetails } from '../../src/report/test-helpers/accessible.ts';
import { QUESTION_IDS } from '../../src/dialect/questions.ts';
import { tagsIn } from '../../simulator/control/test-helpers/controlled.ts';
import { startBrowser } from '../test-helpers/browser.ts';
import { openConsole, STARTING_MS, withConsole } from '../test-helpers/console.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
}, STARTING_MS);

/** Each part with something in it, and a text that is there when it is loaded. */
const PARTS = [
  ['', 'live'],
  ['#journal?entry=2', 'what the caller should do otherwise'],
  ['#world?id=playerodd1', 'save tags'],
  ['#world?kind=keys&id=admin', 'delete this key'],
  ['#call?endpoint=gamePlayer.client&id=playerann1', 'the token ann'],
  ['#faults', 'clear all faults'],
  ['#dialect?search=codes', `3 of ${QUESTION_IDS.length} questions`],
  ['#snapshots', 'restore'],
] as const;

const LOOKS = [
  { viewport: { width: 1280, height: 900 }, colorScheme: 'light' },
  { viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
] as const;

async function filled() {
  const served = await withConsole();
  const { api, call } = served;
  await call('gamePlayer.admin', { userId: 'playerann1' });
  await call('gamePlayer.admin', { userId: 'playerann9' }, { 'Auth-Token': 'unwanted' });
  await call('gamePlayer.client', { userId: 'short' });
  await api('POST /faults', { returnCode: 'MaxCCUReject', endpoint: 'group.server' });
  await api('PUT /snapshots/before');
  return served;
}

const scrolled = (page: Page): Promise<unknown> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

describe.each(LOOKS)('$colorScheme at $viewport.width pixels', (look) => {
  it('axe finds nothing in any part, nothing is wider than the screen, and nothing goes wrong', async () => {
    const { url } = await filled();
    const { page, errors } = await openConsole(browser, url, '', look);
    for (const [hash, text] of PARTS) {
      await page.goto(`${url}/_tagproof/${hash}`);
      await page.getByText(text, { exact: false }).first().waitFor();
      await openDetails(page);
      expect([hash, await axe(page)]).toEqual([hash, []]);
      expect([hash, await scrolled(page)]).toEqual([hash, 0]);
    }
    expect(errors).toEqual([]);
  });

  it('axe finds nothing where the token is asked for', async () => {
    const { url } = await withConsole();
    const { page } = await openConsole(browser, url, '', { ...look, token: '' });
    await page.getByLabel('Control token').waitFor();
    expect(await axe(page)).toEqual([]);
  });
});

/** Presses the tabulator key until what has the focus is wanted. */
async function tabTo(page: Page, wanted: string): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(
      `document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent`,
    );
    if (String(name).includes(wanted)) return;
  }
  throw new Error(`no stop of the tabulator key is ${wanted}`);
}

it('by keyboard alone: from the journal to the player of a request, and to another tag', async () => {
  const { url, call } = await filled();
  const { page } = await openConsole(browser, url);
  await page.locator('.entries li').nth(2).waitFor();
  await tabTo(page, 'short');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'request 1' }).getByText('playerann1 in the world').waitFor();
  await tabTo(page, 'playerann1 in the world');
  await page.keyboard.press('Enter');
  await page.getByLabel('value of tag 1').waitFor();
  await tabTo(page, 'value of tag 1');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('bronze');
  await tabTo(page, 'save tags');
  await page.keyboard.press('Enter');
  await page.getByText('saved: 2 tags').waitFor();
  const [first] = tagsIn(await call('gamePlayer.admin', { userId: 'playerann1' })) as readonly unknown[];
  expect(first).toEqual({ key: 'vip', value: 'bronze' });
  await page.goBack();
  await page.getByRole('region', { name: 'request 1' }).waitFor();
});
