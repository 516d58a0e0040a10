/** The page on the case format: its examples parse and pass against the simulator, and it leaves no key of the schema out. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { completeDialect } from '../src/spec/dialect/dialect.ts';
import { suiteSchema } from '../src/cases/format/schema/case-schema.ts';
import { expand } from '../src/cases/format/instance.ts';
import { readSuite } from '../src/cases/format/load-suite.ts';
import { REFERENCES } from '../src/cases/format/references.ts';
import { runInProcess, troubles } from './test-helpers/in-process-run.ts';
import { blocksOf } from './test-helpers/readme.ts';
import { FILE } from './test-helpers/shipped.ts';

const PAGE = 'docs/case-format.md';
const page = readFileSync(PAGE, 'utf8');
const examples = blocksOf('yaml', page);

/** What a part of a case leaves out. */
const PLAIN: Readonly<Record<string, string>> = {
  title: 'an example',
  clauses: '[4.5.2/tags]',
  for: 'gamePlayer.server',
  expect: '{ reply: tags }',
};

/** An example as a whole suite file: most show only a part of a case. */
function suiteOf(example: string, index: number): string {
  if (/^chapter:/m.test(example)) return example;
  const plain = Object.entries(PLAIN)
    .filter(([key]) => !new RegExp(`^${key}:`, 'm').test(example))
    .map(([key, value]) => `${key}: ${value}\n`);
  const text = `${plain.join('')}${example}`.replaceAll(/^(?=.)/gm, '    ');
  return `chapter: examples\ncases:\n  - id: example/number-${index}\n${text}`;
}

const suites = examples.map((example, index) => ({
  file: `${PAGE} ${index}`,
  text: suiteOf(example, index),
}));

/** Examples in the tables of what is sent: parts of `send`, and of its `headers`. */
const [sent = '', headers = ''] = page
  .split('Under `headers`:')
  .map((part) =>
    [...part.matchAll(/^\|.*\| `([a-z0-9]+: .*)` \|$/gm)].map(([, example = '']) => example).join(', '),
  );

describe('the page on the case format', () => {
  test('has examples that pass against the simulator', async () => {
    expect(suites.length).toBeGreaterThanOrEqual(12);
    const instances = expand(readSuite(suites));
    const done = await runInProcess({ instances, served: FILE, dialect: completeDialect() });
    expect(troubles(done)).toEqual([]);
    expect(done.totals.pass).toBe(instances.length);
  });

  test('has examples in its tables that parse, each one', () => {
    const parts = [
      ...sent.split(/, (?=[a-z0-9]+: )/).map((part) => `{ ${part} }`),
      ...headers.split(/, (?=[a-z0-9]+: )/).map((part) => `{ headers: { ${part} } }`),
    ];
    expect(parts.length).toBe(16);
    for (const part of parts) {
      const text = suiteOf(`send: ${part}\n`, 1);
      expect(() => readSuite([{ file: part, text }])).not.toThrow();
    }
  });

  test('mentions every key of the schema and every reference', () => {
    const keys = new Set<string>();
    JSON.stringify(z.toJSONSchema(suiteSchema, { io: 'input', unrepresentable: 'any' }), (name, value) => {
      if (name === 'properties') for (const key of Object.keys(value)) keys.add(key);
      return value;
    });
    expect(keys.size).toBeGreaterThan(50);
    const words = [...keys, ...Object.keys(REFERENCES)];
    expect(words.filter((word) => !page.includes(`\`${word}`) && !page.includes(`${word}: `))).toEqual([]);
  });
});
