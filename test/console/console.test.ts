/** The console in a real browser. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { startBrowser } from '../test-helpers/browser.ts';
import { openConsole, withConsole } from '../test-helpers/console.ts';
import { tagsIn } from '../../simulator/control/test-helpers/controlled.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});

const row = (page: Page, text: string) => page.locator('.entries li', { hasText: text });

describe('the journal', () => {
  it('shows how to make a first call, then each request as it comes, and why it was answered so', async () => {
    const { url, call } = await withConsole();
    const { page, errors, outside } = await openConsole(browser, url);
    await page.getByRole('heading', { name: 'No request yet' }).waitFor();
    expect(await page.locator('.first pre').allTextContents()).toEqual([
      expect.stringContaining('/gamePlayer/client/'),
      expect.stringContaining('/characterPlayer/server/'),
      expect.stringContaining('/group/admin/'),
    ]);
    await page.getByRole('button', { name: 'copy' }).first().click();
    await page.getByText('copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/^curl /);
    await call('gamePlayer.admin', { userId: 'playerann' }, { 'Auth-Token': 'not-wanted' });
    await row(page, 'playerann').waitFor();
    await row(page, 'playerann').getByRole('link').click();
    const entry = page.getByRole('region', { name: 'request 1' });
    await entry.getByText('Secret-Key ok (admin)').waitFor();
    await entry.getByText(/StringMinLength.*InvalidRequestParameters \(-5\)/).waitFor();
    await entry.getByText(/belongs to the client variant alone \(§4\.2\)/).waitFor();
    expect(page.url()).toBe(`${url}/_tagproof/#journal?entry=1`);
    expect([errors, outside]).toEqual([[], []]);
  });

  it('explains what came close', async () => {
    const { url, call } = await withConsole();
    await call('gamePlayer.admin', { userId: 'playerann9' });
    const { page } = await openConsole(browser, url, '#journal?entry=1');
    await page.getByText('did you mean "playerann1"?').waitFor();
  });
});

describe('the world', () => {
  it('a tag that is edited is what the game call returns', async () => {
    const { url, call } = await withConsole();
    const { page, errors } = await openConsole(browser, url, '#world?id=playerann1');
    await page.getByLabel('value of tag 1').fill('platinum');
    await page.getByRole('button', { name: 'add a tag' }).click();
    await page.getByLabel('key of tag 3').fill('motto');
    await page.getByLabel('value of tag 3').fill('rise early');
    await page.getByRole('button', { name: 'save tags' }).click();
    await page.getByText('saved: 3 tags').waitFor();
    expect(tagsIn(await call('gamePlayer.admin', { userId: 'playerann1' }))).toEqual([
      { key: 'vip', value: 'platinum' },
      { key: 'guild', value: 'larks' },
      { key: 'motto', value: 'rise early' },
    ]);
    expect(errors).toEqual([]);
  });
});
