/** The committed samples of every report are fresh. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { samples, type Sample } from '../scripts/samples.ts';

describe('reports/sample', () => {
  let written: readonly Sample[] = [];
  beforeAll(async () => {
    written = await samples();
  });

  test('every sample is fresh; else: npm run samples', () => {
    expect(
      written.filter(({ path, text }) => readFileSync(path, 'utf8') !== text).map(({ path }) => path),
    ).toEqual([]);
  });

  test('holds nothing else', () => {
    const names = written.map(({ path }) => basename(path));
    expect(readdirSync('reports/sample').toSorted()).toEqual([...names, 'target.yaml'].toSorted());
  });

  test('shows no secret', () => {
    expect(written.filter(({ text }) => /public-(?:player|admin)-key|public-token/.test(text))).toEqual([]);
  });
});
