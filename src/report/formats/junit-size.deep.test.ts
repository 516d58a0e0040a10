import { expect, test } from 'vitest';
import { foldAll } from '../record/reporter.ts';
import { REPORTERS } from '../reporters.ts';
import { readResults } from '../test-helpers/junit-results.ts';
import { allFailing } from '../test-helpers/many.ts';

test('JUnit: 5,000 failing cases with long replies stay below 30 MB and 250,000 objects', () => {
  const xml = foldAll(REPORTERS.junit.open({ colour: false }), allFailing(5000, 6000));
  expect(Buffer.byteLength(xml)).toBeLessThan(30_000_000);
  const elements = xml.match(/<[a-z]/g)?.length ?? 0;
  const attributes = xml.match(/ [a-z]+="/g)?.length ?? 0;
  expect(elements + attributes).toBeLessThan(250_000);
  expect(xml.includes('(see tagproof report --case ')).toBe(true);
  expect(readResults(xml)).toMatchObject({ total: 5000 });
});
