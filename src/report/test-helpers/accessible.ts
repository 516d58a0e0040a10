/** What axe says about a page, and opening all of it. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Opens what opens by a click, but for the chapters of the map: their cells are many. */
export async function openDetails(page: Page): Promise<void> {
  for (let round = 0; round < 3; round += 1)
    await page.evaluate(
      `for (const each of document.querySelectorAll('details:not([open]) > summary')) each.click()`,
    );
}

/** Opens every part of the page. */
export async function openAll(page: Page): Promise<void> {
  await openDetails(page);
  await page.evaluate(`for (const each of document.querySelectorAll('[aria-expanded=false]')) each.click()`);
}

/** What axe finds wrong, each with the first place. */
export async function axe(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  const { violations } = (await page.evaluate('axe.run()')) as AxeResults;
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)} ${nodes[0]?.failureSummary}`,
  );
}
