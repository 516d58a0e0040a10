/** The console of the proxy in Chromium: the verdicts on both sides, and what can be copied. */
import { expect, it } from 'vitest';
import { axe, openDetails } from '../../src/report/test-helpers/accessible.ts';
import { fileWith } from '../../src/cli/test-helpers/captured.ts';
import { rawServer } from '../../src/http/test-helpers/servers.ts';
import { ask, ASKED, backendOf, proxying } from '../../src/cli/test-helpers/proxying.ts';
import { replyWith, WORLD } from '../../src/cli/test-helpers/recordings.ts';
import { consoleInBrowser, openConsole } from '../test-helpers/console.ts';

consoleInBrowser();

const LOOKS = [
  { viewport: { width: 1280, height: 900 }, colorScheme: 'light' },
  { viewport: { width: 400, height: 800 }, colorScheme: 'dark' },
] as const;

it.each(LOOKS)('at $viewport.width pixels, $colorScheme', async (look) => {
  let replies = 0;
  const backend = await backendOf(() => replyWith({ returnCode: ++replies === 2 ? 3 : 1 }));
  const { url, command, stop } = await proxying(fileWith(`target: ${backend}\n${WORLD}`));
  await ask(url);
  await ask(url);
  await ask(url, { headers: { ...ASKED.headers, 'Content-Type': 'text/plain' } });
  const [, page = '', token = ''] = /console: (\S+)\/_tagproof\/#token=(\S+)/.exec(command.err()) ?? [];
  const opened = await openConsole(page, '', { ...look, token });
  await opened.page.locator('.entries li').nth(2).waitFor();
  expect(await opened.page.getByRole('navigation').count()).toBe(0);
  await opened.page.getByLabel('Wrong side').selectOption('backend');
  await opened.page.getByText('backend broken').waitFor();
  await expect.poll(() => opened.page.locator('.entries li').count()).toBe(1);
  await opened.page.locator('.entries a').first().click();
  await opened.page.getByText('The backend: broken').waitFor();
  await opened.page.getByText('The client: right').waitFor();
  const copied = async (button: string): Promise<string> => {
    await opened.page.getByText(button).click();
    await expect.poll(() => opened.page.evaluate('navigator.clipboard.readText()')).not.toBe('');
    return String(await opened.page.evaluate('navigator.clipboard.readText()'));
  };
  expect(await copied('copy as curl')).toContain(`curl -sS -X POST '${backend}/`);
  await expect.poll(() => copied('make this a suite case')).toContain('chapter: From traffic');
  await openDetails(opened.page);
  expect(await axe(opened.page, look.colorScheme === 'dark' ? 'color-contrast' : undefined)).toEqual([]);
  expect(
    await opened.page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
  ).toBe(0);
  expect([opened.errors, opened.outside]).toEqual([[], []]);
  expect(await opened.page.content()).not.toContain('0123456789');
  expect(await stop()).toBe(1);
});

it('does not show an exchange without a reply as right', async () => {
  const backend = await rawServer((socket) => void socket.destroy());
  const { url, command, stop } = await proxying(fileWith(`target: ${String(backend)}\n${WORLD}`));
  await expect(ask(url)).rejects.toThrow('fetch failed');
  const [, page = '', token = ''] = /console: (\S+)\/_tagproof\/#token=(\S+)/.exec(command.err()) ?? [];
  const opened = await openConsole(page, '', { ...LOOKS[0], token });
  expect(await opened.page.locator('.entries li .code').first().textContent()).toBe('– no reply');
  await stop();
});
