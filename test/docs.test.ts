/** The pages of docs/: examples are read, links lead somewhere, options exist; `printed-commands.deep.test.ts` runs their commands. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readTargetSource } from '../src/world/target-file/read-target-file.ts';
import { REPORTER_NAMES } from '../src/world/target-file/report-word.ts';
import { COMMANDS, type CommandRow } from '../src/cli/options/command-register.ts';
import { baselineFrom } from '../src/report/gate/baseline.ts';
import { blocksOf } from './test-helpers/readme.ts';
import { targetSchema } from '../src/world/target-file/target-schema.ts';

const PAGES = readdirSync('docs').map((name) => join('docs', name));
const LINKING = [...PAGES, 'README.md', 'CONTRIBUTING.md', 'AGENTS.md'];

const LINK = /\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g;

test.each(LINKING)('the links of %s lead somewhere', (path) => {
  const links = [...readFileSync(path, 'utf8').matchAll(LINK)];
  for (const [link, to = '', anchor] of links) {
    const target = to === '' ? path : join(dirname(path), to);
    expect(existsSync(target), link).toBe(true);
    if (anchor !== undefined) expect(readFileSync(target, 'utf8'), link).toContain(`<a id="${anchor}">`);
  }
});

test('the README links every page', () => {
  const readme = readFileSync('README.md', 'utf8');
  expect(PAGES.filter((path) => !readme.includes(`(${path})`))).toEqual([]);
});

test('what the README runs by npm, CI runs', () => {
  const npm = readFileSync('README.md', 'utf8').match(/\bnpm (?:ci|start|test)\b/g) ?? [];
  expect(npm.length).toBeGreaterThan(3);
  const ci = readFileSync('.ci/run', 'utf8');
  expect(npm.filter((word) => !ci.includes(word))).toEqual([]);
});

test('docs/reports.md has a row for every reporter', () => {
  const page = readFileSync('docs/reports.md', 'utf8');
  expect(REPORTER_NAMES.filter((name) => !page.includes(`\n| \`${name}\` |`))).toEqual([]);
});

describe('docs/target-file.md', () => {
  const page = readFileSync('docs/target-file.md', 'utf8');
  const named = [...page.matchAll(/\$\{env:(\w+)\}/g)].map(([, name = '']) => name);
  const env = Object.fromEntries(named.map((name) => [name, `https://example.com/${name}`]));

  test.each(blocksOf('yaml', page).map((text, index) => [index + 1, text] as const))(
    'example %i is read',
    (_, text) => {
      expect(readTargetSource({ file: 'example.yaml', text }, env).warnings).toEqual([]);
    },
  );

  test('mentions every key of the schema', () => {
    const keys = new Set<string>();
    const collect = (schema: unknown): void => {
      if (typeof schema !== 'object' || schema === null) return;
      for (const [name, part] of Object.entries(schema)) {
        if (name === 'properties' && typeof part === 'object' && part !== null)
          for (const key of Object.keys(part)) if (/^[a-z]\w+$/i.test(key)) keys.add(key);
        collect(part);
      }
    };
    collect(z.toJSONSchema(targetSchema, { io: 'input' }));
    const CODES = /^[A-Z]/;
    const missing = [...keys].filter((key) => !CODES.test(key) && !new RegExp(`\\b${key}\\b`).test(page));
    expect(missing).toEqual([]);
  });
});

test.each(blocksOf('yaml', readFileSync('docs/gate.md', 'utf8')))(
  'the baseline of docs/gate.md is read',
  (text) => {
    expect(() => baselineFrom({ file: 'example.yaml', text })).not.toThrow();
  },
);

const WORDS = new Set([
  '--help',
  ...Object.entries<CommandRow>(COMMANDS).flatMap(([name, { options = {} }]) => [
    `tagproof ${name}`,
    ...Object.values(options).flatMap(({ flags }) => flags.match(/--[\w-]+/) ?? []),
  ]),
]);
const OTHER_TOOLS = /^(?:npm |npx --no |npx vitest |curl )/;

test.each([...PAGES, 'README.md', 'SECURITY.md', 'examples/README.md'])(
  'the commands and options that %s names in its sentences exist',
  (path) => {
    const sentences = readFileSync(path, 'utf8').replaceAll(/^ *```.*?^ *```$/gms, '');
    const named = [...sentences.matchAll(/`([^`\n]+)`/g)]
      .filter(([, code = '']) => !OTHER_TOOLS.test(code))
      .flatMap(([, code = '']) => code.match(/(?<![\w-])(?:--[a-z][a-z-]+|tagproof [a-z]+)/g) ?? []);
    expect(named.filter((word) => !WORDS.has(word))).toEqual([]);
  },
);

/** `src/a/b.ts` in a text, also without `src/`. */
const NAMED_FILE = /`((?:src|simulator|mutants|test|scripts|docs|fixtures|suites)\/[\w./-]+\.\w+)`/g;

test.each(LINKING)('the files that %s names are there', (path) => {
  const named = [...readFileSync(path, 'utf8').matchAll(NAMED_FILE)].map(([, file = '']) => file);
  expect(named.filter((file) => !existsSync(file))).toEqual([]);
});
