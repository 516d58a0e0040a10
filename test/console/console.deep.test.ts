/** The console in a real browser. */
import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { consoleInBrowser, openConsole, withConsole } from '../test-helpers/console.ts';
import { tagsIn } from '../../simulator/control/test-helpers/controlled.ts';

consoleInBrowser();

const row = (page: Page, text: string) => page.locator('.entries li', { hasText: text });

describe('the journal', () => {
  it('shows how to make a first call, then each request as it comes, and why it was answered so', async () => {
    const { url, call } = await withConsole();
    const { page, errors, outside } = await openConsole(url);
    await page.getByRole('heading', { name: 'No request yet' }).waitFor();
    await call('gamePlayer.admin', { userId: 'playerann' }, { 'Auth-Token': 'not-wanted' });
    await row(page, 'playerann').waitFor();
    await row(page, 'playerann').getByRole('link').click();
    const entry = page.getByRole('region', { name: 'request 1' });
    await entry.getByText('Secret-Key ok (admin)').waitFor();
    await entry.getByText(/StringMinLength.*InvalidRequestParameters \(-5\)/).waitFor();
    await entry.getByText(/belongs to the client variant alone \(§4\.2\)/).waitFor();
    expect(page.url()).toBe(`${url}/_tagproof/#journal?entry=1`);
    await entry.getByRole('button', { name: 'copy as curl' }).click();
    await page.getByText('copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/^curl /);
    // The id is too short, too: two duties are broken, and the first is the one of the token.
    await entry.getByRole('link', { name: 'requests that break it' }).first().click();
    await page.getByLabel('Broken duty').waitFor();
    await row(page, 'playerann').waitFor();
    expect([errors, outside]).toEqual([[], []]);
  });

  it('explains what came close', async () => {
    const { url, call } = await withConsole();
    await call('gamePlayer.admin', { userId: 'playerann9' });
    const { page } = await openConsole(url, '#journal?entry=1');
    await page.getByText('did you mean "playerann1"?').waitFor();
  });

  it('shows a refused preflight with the option that allows it', async () => {
    const { url } = await withConsole();
    await fetch(`${url}/api/rJson/group/client/getTag`, {
      method: 'OPTIONS',
      headers: { Origin: 'http://game.test:5173', 'Access-Control-Request-Method': 'POST' },
    });
    const { page } = await openConsole(url, '#journal?entry=1');
    const text = 'a page at http://game.test:5173 may not send this: add --cors-origin http://game.test:5173';
    await row(page, text).waitFor();
    await page.getByRole('region', { name: 'request 1' }).getByText(text).waitFor();
  });

  it('follows an address that changes while the page is made', async () => {
    const { url, call } = await withConsole();
    await call('gamePlayer.admin', { userId: 'playerann9' });
    const { page } = await openConsole(url);
    await page.addInitScript(`new MutationObserver((_, observer) => {
      if (!document.querySelector('#page')?.hasChildNodes()) return;
      observer.disconnect();
      location.hash = '#journal?entry=1';
    }).observe(document, { childList: true, subtree: true });`);
    await page.reload();
    await page.getByText('did you mean "playerann1"?').waitFor({ timeout: 10_000 });
  });
});

describe('the world', () => {
  it('a tag that is edited is what the game call returns', async () => {
    const { url, call } = await withConsole();
    const { page, errors } = await openConsole(url, '#world?id=playerann1');
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

  it('a player is added, and one that is there is not replaced', async () => {
    const { url, sim } = await withConsole();
    const { page } = await openConsole(url, '#world');
    const add = page.getByRole('link', { name: 'Add this player' });
    await page.getByLabel('Search ids and tags').fill('playerann1');
    await page.getByText('1 match of').waitFor();
    expect(await add.count()).toBe(0);
    await page.getByLabel('Search ids and tags').fill('playerzoe9');
    await add.click();
    await page.getByRole('button', { name: 'add this player' }).click();
    await page.getByRole('region', { name: 'player playerzoe9' }).getByText('0 tags').waitFor();
    expect(sim.world.subject('gamePlayer', 'meadow-run', 'playerann1')?.tags).toHaveLength(2);
  });

  it('a token is expired', async () => {
    const { url, call } = await withConsole();
    const { page } = await openConsole(url, '#world?kind=tokens&id=ann');
    await page.getByRole('button', { name: 'let it expire' }).click();
    await page.getByText('the token ann has expired').waitFor();
    expect((await call('gamePlayer.client')).json.returnCode).toBe(-6);
  });
});

it('what makes this simulator differ from a plain one is a mark on every tab, also where a test sets it', async () => {
  const { url, api } = await withConsole();
  const { page } = await openConsole(url);
  await page.getByText('live', { exact: true }).waitFor();
  const marks = page.locator('.tab-mark');
  expect(await marks.count()).toBe(0);
  await api('PUT /faults/of-a-test', { returnCode: 'MaxCCUReject' });
  await api('POST /dialect', { 'codes.returnCode': 'name' });
  for (const tab of ['Journal', 'World', 'Faults', 'Dialect']) {
    await page.getByRole('navigation').getByRole('link', { name: tab }).click();
    await page.getByRole('link', { name: 'Faults 1 fault set' }).waitFor();
    await page.getByRole('link', { name: 'Dialect 1 choice other than by default' }).waitFor();
  }
  await api('POST /reset');
  await expect.poll(() => marks.count(), { timeout: 5000 }).toBe(0);
});

const codeOf = async (reply: Promise<{ readonly json: { readonly returnCode?: unknown } }>) =>
  (await reply).json.returnCode;

describe('switches', () => {
  it('a fault is switched on and off, for all endpoints or for one', async () => {
    const { url, call } = await withConsole();
    const { page } = await openConsole(url, '#faults');
    const knob = page.getByRole('switch', { name: /^MaxRequestReject/ });
    await knob.click();
    await page.getByText('1 set; the first that fits').waitFor();
    expect(await knob.getAttribute('aria-checked')).toBe('true');
    expect(await codeOf(call('group.admin', { groupId: 'grouplarks' }))).toBe(-8);
    await knob.click();
    await page.getByText('No fault is set: every').waitFor();
    expect(await codeOf(call('group.admin', { groupId: 'grouplarks' }))).toBe(1);
    await page.getByLabel('For').selectOption('group.admin');
    await knob.click();
    await page.getByText('MaxRequestReject for group.admin').waitFor();
    expect(await codeOf(call('group.admin', { groupId: 'grouplarks' }))).toBe(-8);
    expect(await codeOf(call('group.server', { groupId: 'grouplarks' }))).toBe(1);
    await page.getByRole('button', { name: 'clear all faults' }).click();
    await page.getByText('No fault is set: every').waitFor();
    expect(await codeOf(call('group.admin', { groupId: 'grouplarks' }))).toBe(1);
  });

  it('a fault is switched on for a share of requests, and for the next few alone', async () => {
    const { url, sim, call } = await withConsole();
    const { page } = await openConsole(url, '#faults');
    await page.getByLabel('Share (%)').fill('25');
    await page.getByLabel('Only the next').fill('3');
    await page.getByRole('switch', { name: /^TRUNCATED_JSON/ }).click();
    await page.getByText('TRUNCATED_JSON for all endpoints, 25 % of requests, the next 3').waitFor();
    await page.getByLabel('Share (%)').fill('');
    await page.getByLabel('Only the next').fill('1');
    await page.getByLabel('Key (name)').fill('admin');
    await page.getByRole('button', { name: 'clear all faults' }).click();
    const knob = page.getByRole('switch', { name: /^MaxRequestReject/ });
    await knob.click();
    await page.getByText('MaxRequestReject for all endpoints, key admin, the next 1').waitFor();
    expect(await codeOf(call('group.admin', { groupId: 'grouplarks' }))).toBe(-8);
    await expect.poll(() => knob.getAttribute('aria-checked'), { timeout: 5000 }).toBe('false');
    expect(sim.faults.size).toBe(0);
  });
});
