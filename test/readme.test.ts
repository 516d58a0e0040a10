/** The README: its commands are those that CI and `readme-commands.deep.test.ts` run, its examples are read. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readSuite } from '../src/cases/format/load-suite.ts';
import { blocksOf } from './test-helpers/readme.ts';

const BLOCKS = blocksOf('sh');
const CI = readFileSync('.ci/run', 'utf8');

describe('the commands', () => {
  test('that need npm are those of CI', () => {
    const npm = BLOCKS.flatMap((block) =>
      [...block.matchAll(/\bnpm (?:ci|start|test)\b/g)].map(([word]) => word),
    );
    expect(npm.length).toBeGreaterThan(3);
    expect(npm.filter((word) => !CI.includes(word))).toEqual([]);
  });

  test('are all here', () => {
    const known = ['npm ci', 'probe', 'my-cases.yaml', 'tagproof fuzz', 'tagproof simulate'];
    expect(BLOCKS.filter((block) => !known.some((word) => block.includes(word)))).toEqual([]);
  });
});

test('the own case is read by the suite', () => {
  const text = blocksOf('yaml').find((each) => each.startsWith('chapter:')) ?? '';
  expect(readSuite([{ file: 'README.yaml', text }])).toHaveLength(1);
});

test('the pipeline is YAML whose command is one of ours', () => {
  const text = blocksOf('yaml').find((each) => !each.startsWith('chapter:')) ?? '';
  expect(parse(text)).toMatchObject({
    conformance: {
      script: [
        expect.stringMatching(/^npm install .* \.\/tagproof-[\d.]+tgz$/),
        expect.stringMatching(/^npx --no tagproof run --target/),
      ],
    },
  });
});
