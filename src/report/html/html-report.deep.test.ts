/** Every stream of events as a page: no errors; and no axe findings in any part, light and dark. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { readNdjson } from '../record/read-ndjson.ts';
import { foldAll } from '../record/reporter.ts';
import { axe, openAll, openDetails } from '../test-helpers/accessible.ts';
import { browserForTests } from '../test-helpers/browser.ts';
import { STREAMS, WHOLE_STREAMS } from '../test-helpers/stream-table.ts';
import { run } from '../test-helpers/streams.ts';
import { htmlReporter } from './html-reporter.ts';

const browser = browserForTests();
const SAMPLE = readNdjson(readFileSync('reports/sample/events.ndjson', 'utf8'), 'events.ndjson');
const SMALL = WHOLE_STREAMS.filter(([name]) => name !== 'a huge body' && name !== 'hostile texts');

/** Axe takes minutes for all chapters of the map, whose cells are alike. */
const openMost = (page: Page): Promise<void> => openAll(page, 1);

/** The cases of all small streams in one run, each with an id of its own. */
const ALL_SMALL = run(
  SMALL.flatMap(([name, events]) =>
    events.flatMap((event) => {
      if (event.kind !== 'case-finished') return [];
      const id = `${name.replaceAll(' ', '-')}/${event.case.id}`;
      return [{ ...event, case: { ...event.case, id } }];
    }),
  ),
  { started: { warnings: ['the secret ann is short'] }, finished: { partial: 'interrupted' } },
);

it('each stream: nothing goes wrong', { timeout: 240_000 }, async () => {
  for (const [name, events] of SMALL) {
    const { page, trouble } = await browser.open(foldAll(htmlReporter(), events));
    await openDetails(page);
    expect([name, trouble]).toEqual([name, []]);
  }
});

it.each([
  ['the sample as it is first seen', 'light', SAMPLE, undefined, async () => {}],
  ['the sample with its parts open', 'light', SAMPLE, undefined, openMost],
  // What was looked at in the light differs in the dark by its colours alone.
  ['the sample with its parts open', 'dark', SAMPLE, 'color-contrast', openMost],
  ['hostile texts with all parts but the map open', 'dark', STREAMS['hostile texts'], undefined, openDetails],
  ['all others in one run', 'light', ALL_SMALL, undefined, openDetails],
  ['all others in one run', 'dark', ALL_SMALL, 'color-contrast', openDetails],
] as const)(
  '%s, %s: axe finds nothing',
  { timeout: 240_000 },
  async (_, colorScheme, events, rule, opened) => {
    const { page, trouble } = await browser.open(foldAll(htmlReporter(), events), { colorScheme });
    await opened(page);
    expect(await axe(page, rule)).toEqual([]);
    expect(trouble).toEqual([]);
  },
);
