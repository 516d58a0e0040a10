/** Every stream of events as a page, light and dark: no errors and no axe findings, as it is first seen and with its parts open. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readNdjson } from '../record/read-ndjson.ts';
import { foldAll } from '../record/reporter.ts';
import { axe, openAll, openDetails } from '../test-helpers/accessible.ts';
import { browserForTests } from '../test-helpers/browser.ts';
import { STREAMS, WHOLE_STREAMS } from '../test-helpers/stream-table.ts';
import { htmlReporter } from './html-reporter.ts';

const browser = browserForTests();
const SAMPLE = readNdjson(readFileSync('reports/sample/events.ndjson', 'utf8'), 'events.ndjson');
const BOTH = ['light', 'dark'] as const;

/** Hostile texts and the sample in both schemes, the others in one of them. */
const PAGES = [
  ...WHOLE_STREAMS.filter(([name]) => name !== 'a body of a megabyte' && name !== 'hostile texts').map(
    ([name, events], index) => [name, BOTH[index % 2] ?? 'light', events] as const,
  ),
  ...BOTH.flatMap((scheme) => [
    ['hostile texts', scheme, STREAMS['hostile texts']] as const,
    ['the sample', scheme, SAMPLE] as const,
  ]),
];

it.each(PAGES)('%s, %s', { timeout: 240_000 }, async (_, colorScheme, events) => {
  const { page, trouble } = await browser.open(foldAll(htmlReporter(), events), { colorScheme });
  // What is first seen, and the chapters of the map, are the same in all but a few.
  const isFull = events === SAMPLE || events === STREAMS['hostile texts'];
  // What was looked at in the light differs in the dark by its colours alone.
  const rule = isFull && colorScheme === 'dark' ? 'color-contrast' : undefined;
  if (isFull) expect(await axe(page, rule)).toEqual([]);
  await (isFull ? openAll : openDetails)(page);
  expect(await axe(page, rule)).toEqual([]);
  expect(trouble).toEqual([]);
});
