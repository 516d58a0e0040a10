/** The console beside 100,000 players and about a thousand requests a second: all of it stays usable, and the page stays small. */
import { expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { FILE, tagsIn } from '../../simulator/control/test-helpers/controlled.ts';
import type { ControlledSimulator } from '../../simulator/control/controlled-simulator.ts';
import type { Subject } from '../../src/world/world.ts';
import { burst } from '../test-helpers/burst.ts';
import { consoleInBrowser, openConsole, withConsole } from '../test-helpers/console.ts';

const PLAYERS = 100_000;
const idOf = (n: number): string => `p${String(n).padStart(9, '0')}`;
const players: readonly Subject[] = Array.from({ length: PLAYERS }, (_, n) => ({
  resource: 'gamePlayer',
  id: idOf(n),
  game: 'meadow-run',
  owners: [idOf(n)],
  tags: [
    { key: 'level', value: String(n % 100) },
    { key: 'region', value: 'north' },
    { key: 'guild', value: `guild-${n % 1000}` },
  ],
}));
const world = { ...FILE.world, subjects: [...FILE.world.subjects, ...players] };

consoleInBrowser();

/** Enough for a slow machine: an entry in the list has to be in the journal still when it is opened. */
const KEPT_REQUESTS = 100_000;
const ROUNDS_A_SECOND = 20;
const REQUESTS_A_ROUND = 50;

/** About a thousand requests a second until it is stopped. */
function busy(sim: ControlledSimulator): () => void {
  const timer = setInterval(() => burst(sim, REQUESTS_A_ROUND), 1000 / ROUNDS_A_SECOND);
  return () => clearInterval(timer);
}

const heap = async (page: Page): Promise<number> => {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
};

it('the world is searched and edited, and the journal read, while requests come', async () => {
  const { url, sim, call } = await withConsole({ world, journalCapacity: KEPT_REQUESTS });
  const { page, errors } = await openConsole(url);
  const stop = busy(sim);
  try {
    await page.getByText(/A sample: .* came too fast/).waitFor();
    await page.locator('.entries li').nth(249).waitFor();
    const before = await heap(page);

    const row = page.locator('.entries a').nth(3);
    await row.focus();
    await page.getByText('the list is stopped').waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.entry .path').waitFor();
    await page.locator('.entry').getByText('gamePlayer "playerann1": 2 tags, Ok (1)').waitFor();

    await page.getByRole('link', { name: 'World', exact: true }).click();
    await page.getByText('The first 100; search for others.').waitFor();
    await page.getByLabel('Search ids and tags').fill(idOf(77_777));
    await page.getByText('1 match of').waitFor();
    await page.locator('.items li a').first().click();
    await page.getByLabel('value of tag 1').fill('99');
    await page.getByRole('button', { name: 'save tags' }).click();
    await page.getByText('saved: 3 tags').waitFor();
    const tags = tagsIn(await call('gamePlayer.admin', { userId: idOf(77_777) })) as readonly unknown[];
    expect(tags[0]).toEqual({ key: 'level', value: '99' });

    await page.getByRole('link', { name: 'Journal', exact: true }).click();
    await page.locator('.entries li').nth(99).waitFor();
    const sent = sim.journal.total;
    while (sim.journal.total < sent + 10_000) await page.waitForTimeout(100);
    expect(await page.locator('.entries li').count()).toBeLessThanOrEqual(250);
    // What 10,000 requests more leave in the page is not theirs but the list's.
    expect((await heap(page)) - before).toBeLessThan(20_000_000);
    expect(errors).toEqual([]);
  } finally {
    stop();
  }
});
