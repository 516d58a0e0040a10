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

describe('the clients', () => {
  it('are shown with what they broke, how often, and where, also as it happens', async () => {
    const { url, call } = await withConsole();
    const { page, errors } = await openConsole(url, '#client');
    await page.getByText('No request yet.').waitFor();
    const bot = { 'User-Agent': 'bot/1 <b>' };
    await call('group.admin', { groupId: 'grouplarks' }, bot);
    await call('group.admin', { groupId: 'short' }, bot);
    await call('group.admin', { groupId: 'short' }, bot);
    await call('group.admin', { groupId: 'grouplarks' }, { 'User-Agent': 'good one' });
    const client = page.getByRole('region', { name: 'bot/1 <b>' });
    await client.getByText('2 times').waitFor();
    expect(await client.textContent()).toMatch(
      /3 requests, known by its User-Agent.*2 times groupId is too short: send groupId.*\(§4\.3\): request 2 to request 3$/,
    );
    await page.getByText('2 clients, 1 of them with a broken duty.').waitFor();
    await page.getByRole('region', { name: 'good one' }).getByText('every duty is kept').waitFor();
    await client.getByRole('link', { name: 'request 2' }).click();
    await page
      .getByRole('region', { name: 'request 2' })
      .getByText('the caller should do otherwise')
      .waitFor();
    expect(errors).toEqual([]);
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

  it('a fault of one’s own is set as it is described', async () => {
    const { url, sim } = await withConsole();
    const { page } = await openConsole(url, '#faults');
    await page.getByText('a fault of your own').click();
    const form = page.getByRole('form', { name: 'a fault of your own' });
    await form.getByLabel('Reply').selectOption('TRUNCATED_JSON');
    await form.getByLabel('Share (%)').fill('25');
    await form.getByLabel('Only the next').fill('3');
    await form.getByRole('button', { name: 'set the fault' }).click();
    await page.getByText('TRUNCATED_JSON for all endpoints, 25 % of requests, the next 3').waitFor();
    expect(sim.faults.size).toBe(1);
  });

  it('the dialect changes the form of codes on the wire', async () => {
    const { url, call } = await withConsole();
    const { page } = await openConsole(url, '#dialect?search=codes.returnCode');
    await page.getByRole('radio', { name: 'name' }).check();
    await page.getByText('codes.returnCode: name, from the next request on').waitFor();
    expect(await codeOf(call('group.admin', { groupId: 'grouplarks' }))).toBe('Ok');
    await page.getByRole('button', { name: 'back to the start' }).click();
    await page.getByText('the choices are those of the start').waitFor();
    expect(await codeOf(call('group.admin', { groupId: 'grouplarks' }))).toBe(1);
  });
});

describe('a call from the page', () => {
  it('is made as a chosen player, whose token is issued where there is none', async () => {
    const { url, sim } = await withConsole();
    const { page } = await openConsole(url, '#call?endpoint=gamePlayer.client');
    await page.getByLabel('userId', { exact: true }).fill('playerkey7');
    await page.getByLabel('As player (userId)').fill('playerkey7');
    await page.getByText('a token is issued to playerkey7 first').waitFor();
    await page.getByRole('button', { name: 'send' }).click();
    await page.getByText('gamePlayer "playerkey7": 20 tags, Ok (1)').waitFor();
    expect(sim.world.state.tokens.has('playerkey7.token')).toBe(true);
    await page.getByText('with the key player, the token playerkey7.token').waitFor();
    await page.getByRole('button', { name: 'make this a suite case' }).click();
    await page.getByText('copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain('for: gamePlayer.client');
  });

  it('sends a key, a Game-Id and a body to the letter', async () => {
    const { url } = await withConsole();
    const { page } = await openConsole(url, '#call?endpoint=group.admin');
    await page.getByText('what is sent exactly').click();
    await page.getByLabel('Secret-Key (name').fill('player');
    await page.getByLabel('Body').fill('{"groupId":');
    await page.getByRole('button', { name: 'send' }).click();
    await page.getByText(/the key has role Player.*SecretInvalid \(-10\)/).waitFor();
    await page.getByText('the key player is not of role Admin').waitFor();
  });
});

describe('snapshots', () => {
  it('bring the world back; reset asks first', async () => {
    const { url, call, sim } = await withConsole();
    const { page } = await openConsole(url, '#snapshots');
    const tags = async () => tagsIn(await call('gamePlayer.admin', { userId: 'playerbob2' }));
    const before = await tags();
    await page.getByLabel('Name').fill('before');
    await page.getByRole('button', { name: 'take a snapshot' }).click();
    await page.getByText('before is kept').waitFor();
    sim.world.setTags('gamePlayer', 'meadow-run', 'playerbob2', []);
    await page.getByRole('button', { name: 'restore before' }).click();
    await page.getByText('the world is as in before').waitFor();
    expect(await tags()).toEqual(before);
    sim.world.setTags('gamePlayer', 'meadow-run', 'playerbob2', []);
    await page.getByRole('button', { name: 'reset the world' }).click();
    expect(await tags()).not.toEqual(before);
    await page.getByRole('button', { name: 'yes, reset' }).click();
    await page.getByText('are as at the start').waitFor();
    expect(await tags()).toEqual(before);
  });
});
