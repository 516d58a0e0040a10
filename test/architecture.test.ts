/** The shape of the source tree: who may import whom, and what only the contract spells. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { API_PREFIX, RESOURCE_FACTS } from '../src/spec/endpoints.ts';
import { RETURN_CODES } from '../src/spec/codes.ts';
import { AUTH_TOKEN, GAME_ID, SECRET_KEY } from '../src/spec/headers.ts';
import { ALONE, ALONE_DEEP } from './test-helpers/alone.ts';
import { SLOW } from './test-helpers/slow-first.ts';
import { circlesIn, importsOf, sources, withoutStrings, type SourceFile } from './test-helpers/sources.ts';

const FILES = sources('src', 'simulator', 'mutants');

/** A room: a folder of src, `simulator`, what is served beside its operations, `mutants`, or a file that stands alone: `src/base/errors.ts` is `errors`. */
function unitOf(path: string): string {
  const [top = '', next = ''] = path.replace(/\.tsx?$/, '').split('/');
  if (top === 'simulator' && (next === 'control' || next === 'console')) return `${top}/${next}`;
  return top === 'src' ? next : top;
}

/** The folder of a file as the table names it: `run/sending`, `simulator`. */
const folderOf = (path: string): string =>
  path
    .replace(/^src\//, '')
    .split('/')
    .slice(0, -1)
    .join('/');

const FOLDERS = new Set(FILES.map(({ path }) => folderOf(path)));
const PARENTS = new Set([...FOLDERS].map((folder) => folder.replace(/(?:^|\/)[^/]*$/, '')));
/** The folder of a file, or the file itself where folders lie beside it: what lies in a room may be above or below the folders in it. */
const leafOf = (path: string): string => (PARENTS.has(folderOf(path)) ? path : folderOf(path));

/** Any room may say what went wrong and which version did, remember what is asked for again, and find the package's files. */
const ANYONE = ['errors', 'file-trouble', 'file-in-place', 'version', 'remembered', 'package-root'];

/** Whom each room may import: rooms, or one folder of a room. What is not listed is not imported. */
const ARROWS: Readonly<Record<string, string>> = {
  errors: '',
  'file-trouble': '',
  'file-in-place': '',
  version: '',
  remembered: '',
  'package-root': '',
  'package-paths': '',
  text: '',
  contract: '',
  http: 'contract text',
  dialect: 'contract',
  world: 'contract',
  rules: 'contract dialect world text',
  judge: 'contract http dialect world rules',
  config: 'contract dialect http world text',
  transport: 'http text',
  suite: 'contract http dialect world rules judge judge/expect config text',
  engine: 'contract http dialect world judge text',
  run: 'contract http dialect world rules judge suite engine config/target-file',
  fuzz: 'contract http dialect world rules judge suite explain engine text',
  recorded: 'contract http dialect world rules judge suite/format engine text transport',
  gate: 'contract dialect rules text config/yaml judge engine suite/format',
  compare: 'contract engine judge text',
  vary: 'contract dialect text simulator',
  page: 'text',
  report: 'contract dialect rules text judge engine run/verdict page',
  probe: 'engine contract dialect world config text suite/format run report/facts judge',
  explain:
    'contract http/alterations dialect rules suite/roles suite/format suite/format/alterations suite/format/schema text report/facts judge vary',
  simulator: 'contract dialect world rules text',
  'simulator/control':
    'contract http dialect world rules config/target-file config/world-file config/yaml text simulator',
  'simulator/console': 'contract simulator/control simulator/journal page text',
  embedded: 'config/compiled config/target-file dialect simulator world',
  worldgen: 'contract',
  init: 'text',
  connect: 'engine config/target-file dialect http run suite/roles transport fuzz/trials embedded world',
  mutants:
    'engine contract http dialect world rules config/target-file text suite transport run fuzz simulator embedded package-paths',
  cli: 'engine contract connect dialect config text suite transport run fuzz report probe recorded explain gate compare vary simulator simulator/control simulator/console rules init package-paths world worldgen',
  library:
    'engine contract config/target-file config/world-file connect dialect fuzz package-paths report/facts report/lines rules run simulator simulator/control suite/format text world',
  vitest: 'library engine suite/format',
  index: 'engine config/target-file contract fuzz library report run',
};

/** Whether a grant names the room of a file, or the folder that it lies in. */
const isIn = (grant: string, path: string): boolean => unitOf(path) === grant || folderOf(path) === grant;

/** `src/a/b.ts -> src/c/d.ts` for every import that leaves its unit. */
const ARROWS_FOUND = FILES.flatMap((file) =>
  importsOf(file)
    .filter((to) => /^(?:src|simulator|mutants)\//.test(to) && unitOf(to) !== unitOf(file.path))
    .map((to) => ({ from: file.path, to })),
);

const UNITS = [...new Set(FILES.map(({ path }) => unitOf(path)))].toSorted();

describe('imports', () => {
  test.each(UNITS)('%s imports only what it may', (unit) => {
    const allowed = [...ANYONE, ...(ARROWS[unit] ?? '').split(' ')];
    const found = ARROWS_FOUND.filter(({ from }) => unitOf(from) === unit);
    const odd = found.filter(({ to }) => !allowed.some((grant) => isIn(grant, to)));
    expect(odd.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
  });

  test('every grant is used', () => {
    const unused = Object.entries(ARROWS).flatMap(([unit, grants]) =>
      grants
        .split(' ')
        .filter((grant) => grant !== '')
        .filter((grant) => !ARROWS_FOUND.some(({ from, to }) => unitOf(from) === unit && isIn(grant, to)))
        .map((grant) => `${unit} -> ${grant}`),
    );
    expect(unused).toEqual([]);
  });

  test('a folder holds few enough files to read their names', () => {
    const counts = new Map<string, number>();
    for (const { path } of FILES) counts.set(folderOf(path), (counts.get(folderOf(path)) ?? 0) + 1);
    const MAX = 25;
    const full = [...counts].filter(([, count]) => count > MAX);
    expect(full).toEqual([]);
  });

  test('every unit has its row, and every row its unit', () => {
    expect(Object.keys(ARROWS).toSorted()).toEqual(UNITS);
  });

  test.each([
    ['room', unitOf],
    ['folder', leafOf],
    ['file', (path: string): string => path],
  ])('no %s imports itself by way of others, types included', (_, of) => {
    const graph = new Map<string, Set<string>>(FILES.map(({ path }) => [of(path), new Set()]));
    for (const file of FILES)
      for (const to of importsOf(file))
        if (graph.has(of(to)) && of(to) !== of(file.path)) graph.get(of(file.path))?.add(of(to));
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
    const pure = new Set(['contract', 'dialect', 'world', 'rules', 'http']);
    const odd = FILES.filter(({ path }) => pure.has(unitOf(path))).flatMap((file) =>
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
  'src/http/secrets/pattern-scan.ts: for (let at = -2; at < text.length - 2; at++) {',
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

describe('what is committed', () => {
  const tracked = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0').filter(Boolean);

  test('is text, but for pictures: no download or build strayed in', () => {
    expect(tracked.length).toBeGreaterThan(1000);
    const binary = tracked.filter(
      (path) => existsSync(path) && readFileSync(path).subarray(0, 8000).includes(0),
    );
    expect(binary.filter((path) => !/^(?:reports|docs)\/.*\.png$/.test(path))).toEqual([]);
  });
});
