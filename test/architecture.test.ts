/** The shape of the source tree: who may import whom, and what only the contract spells. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { API_PREFIX, RESOURCE_FACTS } from '../src/spec/endpoints.ts';
import { RETURN_CODES } from '../src/spec/codes.ts';
import { AUTH_TOKEN, GAME_ID, SECRET_KEY } from '../src/spec/headers.ts';
import { ALONE, ALONE_DEEP } from './test-helpers/alone.ts';
import { SLOW } from './test-helpers/slow-first.ts';
import { arrowsBack, ROOMS, srcFolders } from '../scripts/house/tree.ts';
import { circlesIn, importsOf, sources, withoutStrings, type SourceFile } from './test-helpers/sources.ts';

const FILES = sources('src', 'simulator', 'mutants');

/** The folder of a file: `src/run/send`, `simulator/world`. */
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));
/** What decides and does nothing else. */
const PURE = /^src\/(?:(?:spec|judge|http\/alterations)\/|world\/(?!generate-)[^/]+$)/;

describe('imports', () => {
  test('a room of src imports rooms to its left; the simulator imports up to the judge', () => {
    expect(srcFolders().toSorted()).toEqual(ROOMS.toSorted());
    expect(readdirSync('src').toSorted()).toEqual(ROOMS.toSorted());
    expect(arrowsBack()).toEqual([]);
  });

  test('a folder holds few enough files to read their names', () => {
    const counts = new Map<string, number>();
    for (const { path } of FILES) counts.set(folderOf(path), (counts.get(folderOf(path)) ?? 0) + 1);
    const MAX = 25;
    const full = [...counts].filter(([, count]) => count > MAX);
    expect(full).toEqual([]);
  });

  test('no file imports itself by way of others, types included', () => {
    const graph = new Map(FILES.map((file) => [file.path, new Set(importsOf(file))]));
    expect(circlesIn(graph)).toEqual([]);
  });

  test('what is shipped imports no test, and nothing that only tests need', () => {
    const odd = FILES.flatMap((file) =>
      importsOf(file)
        .filter((to) => /test-helpers|\.test\.|^test\/|^vitest$/.test(to))
        .filter((to) => !(to === 'vitest' && file.path === 'src/library/vitest.ts'))
        .map((to) => `${file.path} -> ${to}`),
    );
    expect(odd).toEqual([]);
  });

  test('the layers that decide know nothing about files, sockets and clocks', () => {
    const odd = FILES.filter(({ path }) => PURE.test(path)).flatMap((file) =>
      importsOf(file)
        // Decompressing bytes is a function of them.
        .filter((to) => !to.startsWith('src/') && to !== 'node:zlib')
        .map((to) => `${file.path} -> ${to}`),
    );
    expect(odd).toEqual([]);
  });
});

/** Files in which a pattern stands, with the line. */
function where(pattern: RegExp, code: (file: SourceFile) => string, files = FILES): readonly string[] {
  return files.flatMap((file) =>
    code(file)
      .split('\n')
      .filter((line) => pattern.test(line))
      .map((line) => `${file.path}: ${line.trim()}`),
  );
}
const inCode = ({ code }: SourceFile): string => code;
/** Bundles hold the contract as well. */
const OUTSIDE = FILES.filter(({ path }) => !path.startsWith('src/spec/') && !path.endsWith('-asset.ts'));

describe('test files share what they import', () => {
  const SETUP = 'test/test-helpers/setup.ts';
  /** Of tests and their helpers those that have such a line. */
  const having = (line: RegExp): readonly string[] =>
    ['src', 'simulator', 'mutants', 'test']
      .flatMap((root) =>
        readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => `${root}/${name}`),
      )
      .filter((path) => /\.test\.ts$|\/test-helpers\/.*\.ts$/.test(path))
      .filter((path) => line.test(readFileSync(path, 'utf8')));

  test('so that only those that run alone mock a module: another file may have loaded it already', () => {
    expect(having(/^vi\.mock\(/m).toSorted()).toEqual([...ALONE, ...ALONE_DEEP].toSorted());
  });

  test('and those that are named as slow are there', () => {
    expect(SLOW.filter((path) => !existsSync(path))).toEqual([]);
  });

  test('so that helpers have no hooks, which would only follow the first file', () => {
    const hooking = having(/^(?:after|before)(?:All|Each)\(/m);
    expect(hooking.filter((path) => path.includes('/test-helpers/'))).toEqual([SETUP]);
    expect(hooking.length).toBeGreaterThan(20);
  });
});

describe('only the contract spells', () => {
  test('a path of the document', () => {
    const [, , first = ''] = API_PREFIX.split('/');
    expect(where(new RegExp(`${first}|/getTag\\b`), inCode, OUTSIDE)).toEqual([]);
  });

  test('the name of a header that is its own', () => {
    const names = [AUTH_TOKEN, SECRET_KEY, GAME_ID].join('|');
    expect(where(new RegExp(`['"\`](?:${names})['"\`]`), inCode, OUTSIDE)).toEqual([]);
  });

  test('the number of a returnCode or the length of an id', () => {
    const lengths = [...new Set(Object.values(RESOURCE_FACTS).map(({ idLength }) => idLength))];
    const codes = Object.values(RETURN_CODES).filter((code) => code < -1);
    const numbers = [...codes, ...lengths].join('|');
    const found = where(new RegExp(`(?<![\\w.$-])(?:${numbers})(?![\\w.])`), withoutStrings, OUTSIDE);
    expect(found.filter((line) => !NUMBERS.some((allowed) => line === allowed))).toEqual([]);
  });
});

/** Numbers that only look like the document's: positions from the end and tenths. */
const NUMBERS = [
  'src/world/yaml/path.ts: const list = path.at(-2);',
  'src/http/secrets/forms.ts: for (let at = -2; at < folded.length - 2; at++) {',
  'src/run/suite/verdict/case-event.ts: const inTenths = (ms: number): number => Math.round(ms * 10) / 10;',
  'src/report/record/redact.ts: ms: Math.round(ms * 10) / 10,',
  'src/report/formats/github-reporter.ts: const MAX_ANNOTATIONS = 10;',
  'simulator/server/request-reader.ts: const TICKS = 10;',
];

describe('every file', () => {
  test('touches process only as the main program, or to read the environment for the library', () => {
    const found = FILES.filter(
      (file) => /\bprocess\b(?!-|')/.test(withoutStrings(file)) || importsOf(file).includes('node:process'),
    );
    expect(found.map(({ path }) => path)).toEqual([
      'src/cli/bin.ts',
      'src/cli/main.ts',
      'src/library/declaration.ts',
      'mutants/main.ts',
    ]);
  });

  test('prints nothing by itself', () => {
    expect(where(/\bconsole\./, withoutStrings)).toEqual([]);
  });

  test('exports by name', () => {
    expect(where(/\bexport\s+default\b|\bas\s+default\b/, inCode)).toEqual([]);
  });

  test('holds one idea in at most 300 lines of code, registers apart', () => {
    const lines = ({ code }: SourceFile): number =>
      code.split('\n').filter((line) => line.trim() !== '').length;
    const long = FILES.filter((file) => lines(file) > 300 && !file.path.endsWith('-register.ts'));
    expect(long.map((file) => `${file.path}: ${lines(file)} lines`)).toEqual([]);
  });
});

const tracked = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0').filter(Boolean);

test('what is committed is text, but for pictures: no download or build strayed in', () => {
  expect(tracked.length).toBeGreaterThan(1000);
  const binary = tracked.filter(
    (path) => existsSync(path) && readFileSync(path).subarray(0, 8000).includes(0),
  );
  expect(binary.filter((path) => !/^(?:reports|docs)\/.*\.png$/.test(path))).toEqual([]);
});
