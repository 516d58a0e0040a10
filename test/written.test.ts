/** What `npm run written` writes and the repository holds is fresh. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { GENERATED } from '../scripts/written.ts';

const stale = (texts: Readonly<Record<string, string>>): readonly string[] =>
  Object.keys(texts).filter((path) => readFileSync(path, 'utf8') !== texts[path]);

test.each(Object.entries(GENERATED))('%s: every file is fresh; else run it by npm', async (_, make) => {
  const texts = await make();
  expect(stale(texts)).toEqual([]);
});

test('reports/sample holds nothing else, and shows no secret', async () => {
  const texts = await GENERATED.samples();
  const paths = readdirSync('reports/sample').map((name) => `reports/sample/${name}`);
  expect(paths.toSorted()).toEqual([...Object.keys(texts), 'reports/sample/target.yaml'].toSorted());
  expect(
    Object.values(texts).filter((text) => /public-(?:player|admin)-key|public-token/.test(text)),
  ).toEqual([]);
});

test('reports/pictures holds what a page shows, and nothing else', () => {
  const pages = readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => readFileSync(`docs/${name}`, 'utf8'));
  const shown = pages.flatMap((page) =>
    [...page.matchAll(/\]\(\.\.\/(reports\/pictures\/[^)]+)\)/g)].map(([, path = '']) => path),
  );
  const folder = dirname(shown[0] ?? '');
  expect(readdirSync(folder).map((name) => `${folder}/${name}`)).toEqual([...new Set(shown)].toSorted());
});
