/** The console for everyone: by keys alone, for axe, at 360 and 400 pixels, in both colour schemes, and without anything that moves. */
import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { axe, openDetails } from '../../src/report/test-helpers/accessible.ts';
import { QUESTION_IDS } from '../../src/spec/dialect/questions.ts';
import { tagsIn } from '../../simulator/control/test-helpers/controlled.ts';
import { consoleInBrowser, openConsole, withConsole } from '../test-helpers/console.ts';

consoleInBrowser();

/** Each part with something in it, and a text that is there when it is loaded. */
const PARTS = [
  ['', 'live'],
  ['#journal?entry=2', 'what the caller should do otherwise'],
  ['#world?id=playerodd1', 'save tags'],
  ['#world?kind=keys&id=admin', 'delete this key'],
  ['#faults', 'clear all faults'],
  ['#dialect?search=codes', `3 of ${QUESTION_IDS.length} questions`],
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
  await api('PUT /faults/mine', { returnCode: 'MaxCCUReject', endpoint: 'group.server' });
  return served;
}

const scrolled = (page: Page): Promise<unknown> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

describe.each(LOOKS)('$colorScheme at $viewport.width pixels', (look) => {
  it('axe finds nothing in any part, nothing is wider than the screen, and nothing goes wrong', async () => {
    const { url } = await filled();
    const { page, errors } = await openConsole(url, '', look);
    // What was looked at in the light differs in the dark by its colours alone.
    const rule = look.colorScheme === 'dark' ? 'color-contrast' : undefined;
    for (const [hash, text] of PARTS) {
      await page.goto(`${url}/_tagproof/${hash}`);
      await page.getByText(text, { exact: false }).first().waitFor();
      await openDetails(page);
      expect([hash, await axe(page, rule)]).toEqual([hash, []]);
      expect([hash, await scrolled(page)]).toEqual([hash, 0]);
    }
    expect(errors).toEqual([]);
  });
});

it('axe finds nothing where the token is asked for', async () => {
  const { url } = await withConsole();
  const { page } = await openConsole(url, '', { ...LOOKS[1], token: '' });
  await page.getByLabel('Control token').waitFor();
  expect(await axe(page)).toEqual([]);
});

/** Presses the tabulator key until what has the focus is wanted. */
async function tabTo(page: Page, wanted: string): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(
      `(({ labels, textContent, ariaLabel, tagName }) => tagName === 'BODY' ? '' : ariaLabel ?? labels?.[0]?.textContent ?? textContent)(document.activeElement)`,
    );
    if (String(name).includes(wanted)) return;
  }
  throw new Error(`no stop of the tabulator key is ${wanted}`);
}

const NARROW = { viewport: { width: 400, height: 800 } } as const;

it('by keyboard alone: from the journal to the player of a request, and to another tag', async () => {
  const { url, call } = await filled();
  const { page } = await openConsole(url, '', NARROW);
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

describe('by keyboard alone, at 400 pixels', () => {
  it('a fault is switched, made, removed, and all are cleared', async () => {
    const { url, sim } = await filled();
    const { page } = await openConsole(url, '#faults', NARROW);
    await tabTo(page, 'MaxRequestReject');
    await page.keyboard.press('Space');
    await page.getByText('2 set; ').waitFor();
    await tabTo(page, 'Only the next');
    await page.keyboard.type('3');
    await tabTo(page, 'TRUNCATED');
    await page.keyboard.press('Space');
    await page.getByText('3 set; ').waitFor();
    await tabTo(page, 'remove the fault switch.MaxRequestReject');
    await page.keyboard.press('Enter');
    await page.getByText('2 set; ').waitFor();
    await tabTo(page, 'clear all faults');
    await page.keyboard.press('Enter');
    await page.getByText('No fault is set: every').waitFor();
    expect(sim.faults.size).toBe(0);
  });

  it('another choice of the dialect is made', async () => {
    const { url } = await filled();
    const { page } = await openConsole(url, '#journal?entry=1', NARROW);
    await tabTo(page, 'copy as curl');
    await tabTo(page, 'Dialect');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Search questions');
    await page.keyboard.type('codes.returnCode');
    await page.getByText('1 of ').waitFor();
    await tabTo(page, 'number');
    await page.keyboard.press('ArrowDown');
    await page.getByText('codes.returnCode: name, from the next request on').waitFor();
  });

  it('the world is reset once that is confirmed', async () => {
    const { url, sim } = await filled();
    const { page } = await openConsole(url, '#world', NARROW);
    page.once('dialog', (dialog) => void dialog.dismiss());
    await tabTo(page, 'reset the world');
    await page.keyboard.press('Enter');
    expect(sim.faults.size).toBe(1);
    page.once('dialog', (dialog) => void dialog.accept());
    await page.keyboard.press('Enter');
    await page.getByText('are as at the start').waitFor();
  });
});

/** Where everything is that a reader of the switches may look at or point to. */
const places = (page: Page): Promise<unknown> =>
  page.evaluate(`[...document.querySelectorAll('header *, nav a, h2, h3, .field, [role=switch], .knob, summary')].map((each) => {
    const { x, y, width, height } = each.getBoundingClientRect();
    return [(each.firstChild ?? each).textContent.slice(0, 30), x, y, width, height].join(' ');
  })`);

it.each([
  [1280, 'top'],
  [400, 'end'],
])(
  'nothing moves at %i pixels where a fault is switched at the %s of the page, or can not be',
  async (width, end) => {
    const { url } = await withConsole();
    const { page } = await openConsole(url, '#faults', { viewport: { width, height: 700 } });
    await page.getByText('No fault is set').waitFor();
    if (end === 'end') await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    const before = await places(page);
    const knobs = page.getByRole('switch');
    const { length } = await knobs.all();
    const chosen = end === 'end' ? [length - 1, length - 2] : [0, 1];
    for (const [at, knob] of [...chosen, ...chosen].entries()) {
      await knobs.nth(knob).evaluate((each) => (each as unknown as { click(): void }).click());
      await page.getByText(['1 set', '2 set', '1 set', 'No fault is set'][at] ?? '').waitFor();
      expect(await places(page)).toEqual(before);
    }
    await page.route('**/faults/**', (route) => route.abort());
    await knobs.nth(chosen[0] ?? 0).evaluate((each) => (each as unknown as { click(): void }).click());
    await page.locator('.said p').waitFor();
    expect(await places(page)).toEqual(before);
  },
);
