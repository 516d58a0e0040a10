/** The console and what is hostile or breaks: texts from outside, the token, the policy, a simulator that goes away. */
import { describe, expect, it } from 'vitest';
import { consoleInBrowser, openConsole, withConsole } from '../test-helpers/console.ts';
import { TOKEN } from '../../simulator/control/test-helpers/controlled.ts';

consoleInBrowser();

const HOSTILE = `<img src=x onerror="document.title='owned'">\u202egnp.exe\u0000</script><script>document.title='owned'</script>`;

describe('texts from outside', () => {
  it('a hostile tag is text wherever it is shown, and survives an edit of another tag', async () => {
    const { url, sim, api } = await withConsole();
    const tags = [
      { key: HOSTILE, value: `${HOSTILE}\r\nsecond line` },
      { key: 'plain', value: 'old' },
    ];
    sim.world.setTags('gamePlayer', 'meadow-run', 'playerann1', tags);
    const { page, errors } = await openConsole(url, '#world?id=playerann1');
    const item = page.getByRole('region', { name: 'player playerann1' });
    expect(await item.getByLabel('key of tag 1').inputValue()).toBe(HOSTILE);
    expect(await item.locator('.spelled').first().textContent()).toContain(String.raw`\u{202e}gnp.exe\x00`);
    expect(await page.locator('.items li').first().textContent()).toContain('<img src=x onerror=');
    await page.getByLabel('value of tag 2').fill('new');
    await page.getByRole('button', { name: 'save tags' }).click();
    await page.getByText('saved: 2 tags').waitFor();
    const kept = await api('GET /players/playerann1?game=meadow-run');
    expect(kept.json.tags).toEqual([tags[0], { key: 'plain', value: 'new' }]);
    expect(await page.locator('img, main script').count()).toBe(0);
    expect(await page.title()).toBe('Console of the getTag simulator');
    expect(errors).toEqual([]);
  });

  it('a hostile request is text in the journal', async () => {
    const { url, call } = await withConsole();
    await call('gamePlayer.admin', { userId: HOSTILE }, { 'X-Odd': '<b>bold</b>' });
    const { page, errors } = await openConsole(url, '#journal?entry=1');
    await page.getByText('InvalidRequestParameters (-5)').first().waitFor();
    expect(await page.locator('.entries li').first().textContent()).toContain(
      String.raw`\u{202e}gnp.exe\x00`,
    );
    expect(await page.locator('img, main script, main b').count()).toBe(0);
    expect(errors).toEqual([]);
  });
});

describe('the token', () => {
  it('leaves the address at once, is in no page, and is kept for the tab alone', async () => {
    const { url } = await withConsole();
    expect(await (await fetch(`${url}/_tagproof/`)).text()).not.toContain(TOKEN);
    const { page } = await openConsole(url);
    await page.getByText('live', { exact: true }).waitFor();
    expect(page.url()).toBe(`${url}/_tagproof/`);
    expect(await page.evaluate('localStorage.length + document.cookie.length')).toBe(0);
    await page.reload();
    await page.getByText('live', { exact: true }).waitFor();
  });

  it('is asked for where there is none, and again where it is wrong', async () => {
    const { url } = await withConsole();
    const { page } = await openConsole(url, '', { token: '' });
    await page.getByLabel('Control token').fill('a-wrong-one');
    await page.getByRole('button', { name: 'open the console' }).click();
    await page.getByText('The simulator refused the token').waitFor();
    await page.getByLabel('Control token').fill(`${url}/_tagproof/#token=${TOKEN}`);
    await page.getByRole('button', { name: 'open the console' }).click();
    await page.getByText('live', { exact: true }).waitFor();
  });
});

describe('the page', () => {
  it('has a policy without exceptions, is not kept, and is not framed', async () => {
    const { url } = await withConsole();
    const { headers, status } = await fetch(`${url}/_tagproof/`);
    const policy = headers.get('content-security-policy') ?? '';
    expect(status).toBe(200);
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; connect-src 'self';/,
    );
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|\*/);
    expect([headers.get('x-content-type-options'), headers.get('cache-control')]).toEqual([
      'nosniff',
      'no-store',
    ]);
  });

  it('is where a browser that asks for the root is redirected; every other request there is one to the backend', async () => {
    const { url } = await withConsole();
    const led = await fetch(url, { redirect: 'manual', headers: { Accept: 'text/html,*/*' } });
    expect([led.status, led.headers.get('location')]).toEqual([302, '/_tagproof/']);
    const plain = await fetch(url);
    expect([plain.status, await plain.json()]).toEqual([200, expect.objectContaining({ returnCode: -4 })]);
    const posted = await fetch(url, { method: 'POST', headers: { Accept: 'text/html' }, body: '{}' });
    expect(await posted.json()).toMatchObject({ returnCode: -4 });
    const { page } = await openConsole(url);
    await page.goto(`${url}/#token=${TOKEN}`);
    await page.getByText('live', { exact: true }).waitFor();
    expect(page.url()).toBe(`${url}/_tagproof/`);
  });
});

it('a simulator that goes away is reported as gone, and is followed again without a click when it is back', async () => {
  const first = await withConsole();
  const { page } = await openConsole(first.url);
  await first.call('group.admin', { groupId: 'grouplarks' });
  await page.locator('.entries li', { hasText: 'grouplarks' }).waitFor();
  const { port } = new URL(first.url);
  await first.sim.close();
  await page.getByText('the simulator does not answer; trying again').waitFor();
  expect(await page.locator('.entries li').count()).toBe(1);
  const second = await withConsole({}, Number(port));
  await page.getByText('live', { exact: true }).waitFor();
  await second.call('group.admin', { groupId: 'groupwrens' });
  await page.locator('.entries li', { hasText: 'groupwrens' }).waitFor();
  expect(await page.locator('.entries li').count()).toBe(1);
});
