/** Texts and sources point at nothing that their readers don't have: no number of a row or of a principle, no page of ours. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MUTANTS } from '../mutants/defects/mutants.ts';
import { CLAUSES } from '../src/spec/clause-register.ts';
import { QUESTION_IDS } from '../src/spec/dialect/questions.ts';
import { explainCases } from '../src/cli/explain/explain.ts';
import { PROPERTIES } from '../src/fuzz/trials/properties.ts';
import { expand } from '../src/cases/format/instance.ts';
import { sources } from './test-helpers/sources.ts';
import { readTargetFile } from '../src/world/target-file/read-target-file.ts';
import { CONFORMANCE_WORLD } from '../src/base/package-paths.ts';
import { loadSuite } from '../src/cases/format/load-suite.ts';

const ROW = /\b[TP]\d{1,2}[a-z]?\b/;
const world = readTargetFile(CONFORMANCE_WORLD, {});
const instances = expand(loadSuite(['suites']));
const SUITES = readdirSync('suites').map((name) => `suites/${name}`);
const SOURCES = sources('src', 'simulator', 'mutants', 'scripts').filter(
  ({ path }) => !path.endsWith('-asset.ts'),
);
const file = (path: string): readonly string[] => readFileSync(path, 'utf8').split('\n');

test.each([
  ['the suite', () => SUITES.flatMap(file)],
  [
    'explain',
    () =>
      [...QUESTION_IDS, ...CLAUSES.map(({ id }) => id)].flatMap((id) => explainCases(id, instances, world)),
  ],
  ['properties', () => Object.values(PROPERTIES).map(({ description }) => description)],
  ['mutants', () => MUTANTS.map(({ description }) => description)],
  ['sources', () => SOURCES.flatMap(({ text }) => text.split('\n')).filter((line) => !line.includes('T00:'))],
  ['schemas', () => file('fixtures/target.schema.json')],
  ['the README and the changelog', () => ['README.md', 'CHANGELOG.md'].flatMap(file)],
])('%s', (_, texts) => {
  expect(texts().filter((text) => ROW.test(text))).toEqual([]);
});
