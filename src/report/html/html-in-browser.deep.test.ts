/** The page in a real browser: from disk, with hostile replies, thousands of failures, a narrow or dark window, the keyboard and a screen reader. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../record/events.ts';
import { foldAll } from '../record/reporter.ts';
import { readNdjson } from '../record/read-ndjson.ts';
import { openAll } from '../test-helpers/accessible.ts';
import { browserForTests, type Look, type Opened } from '../test-helpers/browser.ts';
import { allFailing } from '../test-helpers/many.ts';
import { HOSTILE, STREAMS } from '../test-helpers/stream-table.ts';
import { caseOf, errored, exchange, failed, run, needing, TOO_SHORT } from '../test-helpers/streams.ts';
import { htmlReporter } from './html-reporter.ts';

const SAMPLE = readNdjson(readFileSync('reports/sample/events.ndjson', 'utf8'), 'events.ndjson');

const browser = browserForTests();
const html = (events: readonly RunEvent[]): string => foldAll(htmlReporter(), events);
const open = (events: readonly RunEvent[], options: Look = {}): Promise<Opened> =>
  browser.open(html(events), options);

const MANY = allFailing(5000, 100);

const list = (page: Page) => page.locator('#cases > ol > li');
const listed = async (page: Page): Promise<string> =>
  (await page.locator('#cases [role=status]').first().textContent()) ?? '';

describe('the first screen', () => {
  it('shows the verdict, the counts and the target, then the causes with expected next to actual, then the map', async () => {
    const { page } = await open(SAMPLE, { viewport: { width: 1280, height: 900 } });
    expect(await page.locator('h1').textContent()).toBe('FAILED: 3 causes in 5 cases, 1 warning');
    const header = (await page.locator('header').textContent()) ?? '';
    for (const part of [
      '5 ✗ failed',
      '2 – skipped',
      'https://staging.example.com/base',
      '11 cases',
      '0.2.0',
      'must cells',
    ])
      expect(header).toContain(part);
    const top = async (section: string): Promise<number> =>
      (await page.locator(section).boundingBox())?.y ?? 0;
    expect(await top('#causes')).toBeLessThan(await top('#map'));
    expect(await top('#map')).toBeLessThan(await top('#needs'));
    expect(await page.title()).toBe(
      'FAILED: 3 causes in 5 cases, 1 warning - https://staging.example.com/base (tagproof)',
    );
    const first = page.locator('#needs li').first();
    expect(await first.textContent()).toContain('3 must cells need a Player key without rules');
    await first.locator('a').click();
    await expect.poll(() => listed(page)).toContain('1 case of 12');
    expect(await list(page).first().textContent()).toContain(
      'envelope/operation-not-allow@gamePlayer.client',
    );
    const cause = page.locator('.cause', { hasText: '7.3/string-min-length' }).first();
    expect(await cause.locator('ins').first().textContent()).toBe('StringMinLength (5');
    expect(await cause.locator('del').first().textContent()).toBe('StringMaxLength (6');
    expect(await cause.locator('.curl code').textContent()).toMatch(/^curl -sS .*"Secret-Key: \$PLAYER_KEY"/);
    expect(await cause.locator('q').first().textContent()).toContain(
      'StringMinLength answers a string that is too short',
    );
  });

  it('says how much was verified, and why cases could not be judged', async () => {
    const cells = { whole: true, mustCells: 9, verified: 1, failed: 0, notVerified: 8 };
    const verified = await open(run([caseOf()], { finished: { cells } }));
    expect(await verified.page.locator('h1').textContent()).toBe('PASSED');
    const unjudged = await open(
      run([errored('a@group.client', 'timed out'), errored('b@group.client', 'timed out')]),
    );
    expect(await unjudged.page.locator('#unjudged li').textContent()).toBe('timed out 2 cases');
  });
});

describe('nothing leaves the page', () => {
  it('the page cannot fetch anything', async () => {
    let hits = 0;
    const server = createServer((_, reply) => {
      hits += 1;
      reply.end('x');
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`;
    const { page } = await open(SAMPLE);
    const outcome = await page.evaluate(`(async () => {
      const image = new Image();
      const failed = new Promise((done) => { image.onload = () => done('loaded'); image.onerror = () => done('failed'); });
      image.src = '${url}a.png';
      const fetched = await fetch('${url}b').then(() => 'fetched', () => 'failed');
      let inline = 'none';
      const script = document.createElement('script');
      try { script.textContent = 'inline'; } catch { inline = 'refused'; }
      let markup = 'written';
      try { document.body.innerHTML = 'x'; } catch { markup = 'refused'; }
      return [await failed, fetched, inline, markup];
    })()`);
    server.close();
    expect(outcome).toEqual(['failed', 'failed', 'refused', 'refused']);
    expect(hits).toBe(0);
  });

  it('the page loads from no other address', () => {
    const page = html(run([caseOf()]));
    expect(page).not.toMatch(/(?:src|href)="?https?:|@import|url\(/);
  });
});

const SCRIPTS = [
  '<script>window.pwned=1</script>',
  '</script><script>window.pwned=2</script>',
  '<img src=x onerror="window.pwned=3">',
  '"><svg onload=window.pwned=4>',
  'javascript:window.pwned=5',
  '<!--<script>',
  ']]>',
  '\u202eesrever\u202c \u2066x\u2069',
  '\u0000\u0007\u001b[31m',
  HOSTILE,
];
const EVIL = SCRIPTS.join('\n');

describe('hostile replies', () => {
  const evilExchange = exchange(`{"returnCode":-3,"debugMessage":${JSON.stringify(EVIL)}}`, {
    step: EVIL,
    curl: `curl ${EVIL}`,
    reply: { start: EVIL, headers: [[EVIL, EVIL]], body: EVIL, bytes: 9_999_999 },
  });
  const events = run(
    [
      failed(`${EVIL}@group.client`, {
        case: { title: EVIL, file: EVIL, chapter: EVIL },
        findings: [{ ...TOO_SHORT, at: EVIL, expected: EVIL, actual: EVIL }],
        notes: [EVIL],
        reason: EVIL,
        exchanges: [evilExchange],
        decided: [EVIL],
      }),
      failed('x@group.client', { findings: [{ ...TOO_SHORT, clause: EVIL }] }),
      needing('s@group.client', EVIL),
    ],
    {
      started: {
        target: EVIL,
        version: EVIL,
        at: EVIL,
        warnings: [EVIL],
        worldFile: EVIL,
        orientation: { requests: 1, summary: [EVIL], learned: [] },
      },
      finished: { partial: EVIL },
    },
  );

  it('have no effect, whatever is opened, are shown with their codes, and a copied curl line has none', async () => {
    const { page, trouble } = await open(events);
    await openAll(page);
    expect(trouble).toEqual([]);
    expect(await page.evaluate('window.pwned')).toBeUndefined();
    expect(
      await page.evaluate(`document.querySelectorAll('script, img, svg[onload], iframe, object').length`),
    ).toBe(2);
    const text = await page.locator('main').innerText();
    expect(text).toContain('<script>window.pwned=1</script>');
    expect(text).toContain(String.raw`\u{202e}esrever\u{202c}`);
    expect(text).toContain(String.raw`\x00\x07\x1b[31m`);
    expect(text.match(/.{0,40}(?:\p{Bidi_Control}|[^\P{Cc}\n\t]).{0,10}/gu)).toBeNull();
    expect(await page.locator('.unseen').count()).toBeGreaterThan(20);
    const line = (await page.locator('.curl code').first().textContent()) ?? '';
    expect(line).not.toMatch(/\p{Bidi_Control}|\p{Cc}/u);
  });
});

describe('filters', () => {
  it('work by verdict and text, each with a permanent link', async () => {
    const { page } = await open(SAMPLE);
    await expect.poll(() => listed(page)).toBe('12 cases');
    await page
      .locator('#cases')
      .getByRole('link', { name: /5.*failed/ })
      .click();
    await expect.poll(() => listed(page)).toContain('5 cases of 12');
    await page.getByRole('searchbox').fill('short@group.client');
    await expect.poll(() => listed(page)).toContain('1 case of 12');
    expect(page.url()).toMatch(/#verdict=fail&text=short%40group\.client$/);
    await page.reload();
    await expect.poll(() => listed(page)).toContain('1 case of 12');
    expect(await list(page).first().textContent()).toContain('id/one-short@group.client');
    await page.getByRole('link', { name: 'show all' }).click();
    await expect.poll(() => listed(page)).toBe('12 cases');
    await page.getByRole('searchbox').fill('a string of 10 CHARACTERS');
    await expect.poll(() => listed(page)).toContain('4 cases of 12');
    await page.getByRole('searchbox').fill('no such text');
    await expect.poll(() => listed(page)).toContain('0 cases of 12');
  });

  it('a cell of the map and the count of a verdict link to their cases', async () => {
    const { page } = await open(SAMPLE);
    await page.getByRole('link', { name: '7.3/string-min-length on group.admin: failed, 1 case' }).click();
    await expect
      .poll(() => listed(page))
      .toBe('1 case of 12 about 7.3/string-min-length on group.admin; show all');
    await page.goBack();
    await expect.poll(() => listed(page)).toBe('12 cases');
    await page
      .getByRole('link', { name: /2.*skipped/ })
      .first()
      .click();
    await expect.poll(() => listed(page)).toContain('2 cases of 12');
  });
});

it('a cause links to all of its cases, and to no other', async () => {
  const other = failed('o@group.client', {
    findings: [{ ...TOO_SHORT, kind: 'wrong-member' }],
    case: { clauses: ['7.3/string-min-length'] },
  });
  const { page } = await open(run([failed('a@group.client'), failed('b@group.client'), other]));
  await page.getByRole('link', { name: 'all 2 cases' }).click();
  await expect
    .poll(() => listed(page))
    .toBe('2 cases of 3 that show 7.3/string-min-length wrong-outcome; show all');
});

describe('permanent links', () => {
  it('to a case open it, scroll to it and focus it', async () => {
    const { page } = await open(SAMPLE, { hash: '#case=id%2Fone-long%40group.admin' });
    await expect.poll(() => list(page).count()).toBe(1);
    expect(await list(page).locator('summary').first().textContent()).toContain('id/one-long@group.admin');
    await expect.poll(() => list(page).locator('.finding').count()).toBe(1);
    expect(await page.evaluate('document.activeElement?.textContent')).toContain('id/one-long@group.admin');
    expect((await list(page).boundingBox())?.y).toBeLessThan(720);
    await page.getByRole('link', { name: 'show all' }).click();
    await expect.poll(() => listed(page)).toBe('12 cases');
  });

  it('to an unknown case say so', async () => {
    const { page } = await open(SAMPLE, { hash: '#case=no%2Fsuch' });
    expect(await page.locator('#cases .notice').textContent()).toContain('This run has no case no/such');
  });

  it('to a section scroll to it', async () => {
    const { page } = await open(SAMPLE, { hash: '#map' });
    await expect
      .poll(() => page.evaluate('document.getElementById("map").getBoundingClientRect().top < innerHeight'))
      .toBe(true);
  });
});

describe('5,000 failed cases', () => {
  it('are counted, and listed as the user asks for more', async () => {
    const { page, trouble } = await open(MANY);
    expect(await page.locator('h1').textContent()).toBe('FAILED: 5 causes in 5000 cases');
    await expect.poll(() => listed(page)).toBe('5,000 cases');
    expect(await list(page).count()).toBeLessThan(200);
    expect((await page.evaluate('document.querySelectorAll("*").length')) as number).toBeLessThan(6000);
    const before = await list(page).count();
    await page.getByRole('button', { name: /show more/ }).click();
    await expect.poll(() => list(page).count()).toBeGreaterThan(before);
    await page.getByRole('searchbox').fill('case-4999@');
    await expect.poll(() => listed(page)).toContain('1 case of 5,000');
    await list(page).first().locator('summary').first().click();
    await expect.poll(() => list(page).first().locator('.finding').count()).toBe(1);
    expect(trouble).toEqual([]);
  });

  it('give a page below 40 MB, and examples keep their exchanges', async () => {
    const text = html(allFailing(5000, 8000));
    expect(text.length).toBeLessThan(40_000_000);
    const { page } = await browser.open(text);
    await expect.poll(() => page.locator('.cause .exchange').count()).toBe(5);
    await page.getByRole('searchbox').fill('case-4998@');
    await list(page).first().locator('summary').first().click();
    await expect
      .poll(() => list(page).first().textContent())
      .toContain('tagproof report --case id/case-4998@');
  });
});

describe('the layout', () => {
  const colours = (page: Page) => page.evaluate('getComputedStyle(document.body).backgroundColor');

  it('is dark or light as the browser prefers', async () => {
    const { page } = await open(SAMPLE, { colorScheme: 'dark' });
    expect(await colours(page)).toBe('rgb(13, 17, 23)');
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await colours(page)).toBe('rgb(255, 255, 255)');
  });

  it.each([
    ['the sample', SAMPLE],
    ['hostile texts', STREAMS['hostile texts']],
  ])('%s: fits 360 pixels with everything open', async (_, events) => {
    const { page } = await open(events, { viewport: { width: 360, height: 740 } });
    await openAll(page);
    for (const width of [360, 700, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    }
  });
});

it('accessibility: a chapter of the map is one tab stop, arrow keys move among its cells, and a chapter opens by keyboard and announces it', async () => {
  const { page } = await open(SAMPLE);
  const stops = page.locator('.grid td a[tabindex="0"]');
  expect(await stops.count()).toBe(3);
  await stops.last().focus();
  const label = () => page.evaluate('document.activeElement.getAttribute("aria-label")');
  const first = await label();
  await page.keyboard.press('ArrowRight');
  await expect.poll(label).not.toBe(first);
  const second = await label();
  await page.keyboard.press('ArrowDown');
  await expect.poll(label).not.toBe(second);
  await page.keyboard.press('Enter');
  await expect.poll(() => listed(page)).toContain('of 12');
  const chapter = page.getByRole('button', { name: /§5/ });
  const rows = await page.locator('.grid tbody tr').count();
  await chapter.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => chapter.getAttribute('aria-expanded')).toBe('true');
  await expect.poll(() => page.locator('.grid tbody tr').count()).toBeGreaterThan(rows);
});
