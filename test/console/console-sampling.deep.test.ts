/** The journal of a busy simulator: the page samples, and says what it leaves out. */
import { expect, it } from 'vitest';
import { consoleInBrowser, openConsole, withConsole } from '../test-helpers/console.ts';
import { burst } from '../test-helpers/burst.ts';

consoleInBrowser();

it('more requests at once than can be shown are counted, and a sample of them is listed', async () => {
  const { url, sim } = await withConsole();
  const { page, errors } = await openConsole(url);
  await page.getByText('live', { exact: true }).waitFor();
  burst(sim, 3000);
  await page.getByText('A sample: 2,975 requests came too fast to be shown here').waitFor();
  await page.getByText('3,000 requests').waitFor();
  expect(await page.locator('.entries li').count()).toBe(25);
  expect(errors).toEqual([]);
});

it('a list that is used is stopped, and goes on where the journal is then', async () => {
  const { url, sim } = await withConsole();
  const { page } = await openConsole(url);
  burst(sim, 3);
  await page.locator('.entries li').nth(2).waitFor();
  await page.locator('.entries a').first().focus();
  burst(sim, 10);
  await page.getByText('the list is stopped, 10 new').waitFor();
  expect(await page.locator('.entries li').count()).toBe(3);
  await page.getByLabel('Id asked for').focus();
  await page.locator('.entries li').nth(12).waitFor();
});

it('a filter shows one kind alone', async () => {
  const { url, sim, call } = await withConsole();
  burst(sim, 300);
  await call('group.admin', { groupId: 'nosuchgrp1' });
  burst(sim, 300);
  const { page } = await openConsole(url);
  await page.getByLabel('Endpoint').selectOption('group.admin');
  await page.locator('.entries li', { hasText: 'nosuchgrp1' }).waitFor();
  await expect.poll(() => page.locator('.entries li').count()).toBe(1);
  await call('group.admin', { groupId: 'nosuchgrp2' });
  await page.locator('.entries li', { hasText: 'nosuchgrp2' }).waitFor();
  expect(page.url()).toBe(`${url}/_tagproof/#journal?endpoint=group.admin`);
});
