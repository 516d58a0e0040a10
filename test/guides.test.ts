/** What the guides for developers name is in the tree: files, folders, cases, constants, types. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const GUIDES = ['AGENTS.md', 'CONTRIBUTING.md', 'docs/architecture.md'];

/** Paths of things that are built, or that only look like paths. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'dist/',
  'dist/data',
  'tagproof/vitest',
  'throughout/<word>',
]);

const NOT_OURS: ReadonlySet<string> = new Set(['node_modules', 'dist', '.git']);
const FILES = readdirSync('.')
  .filter((name) => !NOT_OURS.has(name))
  .flatMap((top) => (statSync(top).isDirectory() ? filesBelow(top) : [top]));
const FOLDERS = new Set(
  FILES.flatMap((path) =>
    path
      .split('/')
      .slice(0, -1)
      .map((_, at, parts) => parts.slice(0, at + 1).join('/')),
  ),
);
/** Ids as the files have them: a case of pairs is expanded when it is read. */
const SUITES = FILES.filter((path) => path.startsWith('suites/')).map((path) => readFileSync(path, 'utf8'));
const isCase = (id: string): boolean =>
  SUITES.some((text) =>
    text.includes(`- id: ${id}
`),
  );
const SOURCES = FILES.filter((path) => /\.tsx?$/.test(path))
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n');
const DECLARED = new Set(
  [...SOURCES.matchAll(/\b(?:const|class|function|interface|type)\s+(\w+)/g)].map(([, name = '']) => name),
);

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Whether a name ends the path of something: `learn.ts`, `pool/`, `run/sending`, `suites/*.yaml`. */
function isInTree(name: string): boolean {
  const bare = name.replace(/\/$/, '');
  const pattern = bare.replaceAll('.', String.raw`\.`).replaceAll('*', '[^/]*');
  const ends = new RegExp(`(?:^|/)${pattern}$`);
  return FILES.some((path) => ends.test(path)) || [...FOLDERS].some((path) => ends.test(path));
}

const looksLikePath = (word: string): boolean =>
  /^[\w.@*<>-]*\/[\w.@*<>/-]*$/.test(word) ||
  /^[\w*-]+(?:\.[\w-]+)*\.(?:ts|tsx|md|yaml|yml|json|mjs)$/.test(word);
const looksLikeConstant = (word: string): boolean =>
  /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*_?$/.test(word) && word.length > 3;
const looksLikeType = (word: string): boolean => /^[A-Z][a-z]+(?:[A-Z][a-z]+)*$/.test(word);

const wordsOf = (guide: string): readonly string[] =>
  [
    ...readFileSync(guide, 'utf8')
      .replaceAll(/^```.*?^```$/gms, '')
      .matchAll(/`([^`\n]+)`/g),
  ].map(([, word = '']) => word);

describe.each(GUIDES)('%s', (guide) => {
  const words = wordsOf(guide);

  test('every path that it names is in the tree', () => {
    const paths = words.filter(looksLikePath).filter((word) => !ELSEWHERE.has(word));
    expect(paths.filter((path) => !isInTree(path) && !isCase(path))).toEqual([]);
  });

  test('every constant and type that it names is declared', () => {
    const names = words.filter((word) => looksLikeConstant(word) || looksLikeType(word));
    expect(names.filter((name) => !DECLARED.has(name))).toEqual([]);
  });

  test('every script of `npm run` that it names exists', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object };
    const named = [...readFileSync(guide, 'utf8').matchAll(/npm run (\w+(?::\w+)*)/g)].map(
      ([, name = '']) => name,
    );
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });
});

describe('simulator/README.md', () => {
  const named = wordsOf('simulator/README.md').filter((word) => /^[\w/-]+\.ts$/.test(word));

  test('every file of the simulator is named in it with its folder, but for rooms of which it names the folder', () => {
    const files = FILES.filter((path) => /^simulator\/(?:pipeline\/|http\/|banner\/)?[\w/-]+\.ts$/.test(path))
      .map((path) => path.slice('simulator/'.length))
      .filter(
        (path) => !/test-helpers\/|^(?:banner\/engines|world|faults|journal|control|console)\//.test(path),
      );
    expect(files.length).toBeGreaterThan(25);
    expect(files.filter((path) => !named.includes(path))).toEqual([]);
  });

  test('every file that it names is in the tree', () => {
    expect(named.filter((path) => !isInTree(path))).toEqual([]);
  });
});
