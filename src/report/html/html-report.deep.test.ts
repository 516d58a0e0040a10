/** Every stream of events as a page: all of it opened, light and dark, without trouble and without a finding of axe. */
import { describe, expect, it } from 'vitest';
import { foldAll } from '../reporters/reporter.ts';
import { axe, openAll } from '../test-helpers/accessible.ts';
import { browserForTests } from '../test-helpers/browser.ts';
import { WHOLE_STREAMS } from '../test-helpers/stream-table.ts';
import { htmlReporter } from './html-reporter.ts';

const browser = browserForTests();
const STREAMS = WHOLE_STREAMS.filter(([name]) => name !== 'a body of a megabyte');

describe.each(['light', 'dark'] as const)('%s', (colorScheme) => {
  it.each(STREAMS)('%s', { timeout: 240_000 }, async (_, events) => {
    const { page, trouble } = await browser.open(foldAll(htmlReporter(), events), { colorScheme });
    expect(await axe(page)).toEqual([]);
    await openAll(page);
    expect(await axe(page)).toEqual([]);
    expect(trouble).toEqual([]);
  });
});
