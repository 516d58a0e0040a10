/** Opens all parts of a page and checks it with axe. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Opens everything that a click opens, except the chapters of the map, which have many cells. */
export async function openDetails(page: Page): Promise<void> {
  for (let round = 0; round < 3; round += 1)
    await page.evaluate(
      `for (const each of document.querySelectorAll('details:not([open]) > summary')) each.click()`,
    );
}

/** Opens every part of the page; of the map no more than so many chapters, which are alike. */
export async function openAll(page: Page, chapters = Infinity): Promise<void> {
  await openDetails(page);
  await page.evaluate(
    `for (const each of [...document.querySelectorAll('[aria-expanded=false]')].slice(0, ${chapters})) each.click()`,
  );
}

/** The findings of axe, each with its first place. `only`: of this rule. */
export async function axe(page: Page, only?: string): Promise<readonly string[]> {
  await page.evaluate(AXE);
  const options = only === undefined ? {} : { runOnly: [only] };
  const { violations } = (await page.evaluate(`axe.run(${JSON.stringify(options)})`)) as AxeResults;
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)} ${nodes[0]?.failureSummary}`,
  );
}
