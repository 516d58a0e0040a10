/** What the files of the repository come to: lines, names, rooms and the arrows between them. Nothing is run. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

const COUNTED = /\.(?:ts|tsx|css|yaml)$/;
const GENERATED = /^reports\//;
const TEST = /\.test\.|(?:^|\/)test-helpers\/|^test\/|^fixtures\/independent\//;
/** What the figure of the house is about. */
const HOUSE = /^(?:src|simulator|suites)\//;
/** Folders whose folders are counted one by one. */
const DIVIDED: ReadonlySet<string> = new Set(['src', 'simulator']);

const readText = (path: string): string => readFileSync(path, 'utf8');
const linesOf = (path: string): number => readText(path).match(/\n/g)?.length ?? 0;
const sumOf = (paths: readonly string[]): number => paths.reduce((sum, path) => sum + linesOf(path), 0);

/** The files that git has or would add, without generated ones: TypeScript, styles and YAML. */
const PATHS = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => COUNTED.test(path) && !GENERATED.test(path) && existsSync(path));
const TESTS = PATHS.filter((path) => TEST.test(path));
const PRODUCT = PATHS.filter((path) => !TEST.test(path));
const CODE = PRODUCT.filter((path) => /^(?:src|simulator)\/.*\.tsx?$/.test(path));

/** Lines of `src`, `simulator` and `suites`; blank lines and comments count. */
export const houseLines = (): number => sumOf(PRODUCT.filter((path) => HOUSE.test(path)));

/** Lines of test files, their helpers, and backends that only tests run. */
export const testLines = (): number => sumOf(TESTS);

const DEFINED =
  /^(?:export )?(?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type) +([A-Za-z_$][\w$]*)/gm;

/** Names that more than one file of `src` and `simulator` defines at its top level, types included. */
export function sharedNames(): readonly string[] {
  const files = new Map<string, Set<string>>();
  for (const path of CODE)
    for (const [, name = ''] of readText(path).matchAll(DEFINED))
      files.set(name, (files.get(name) ?? new Set()).add(path));
  return [...files].filter(([, paths]) => paths.size > 1).map(([name]) => name);
}

/** From left to right: a room imports rooms to its left. */
export const ROOMS = [
  'base',
  'spec',
  'http',
  'world',
  'judge',
  'cases',
  'report',
  'run',
  'fuzz',
  'library',
  'cli',
] as const;

/** The folders in `src`. */
export const srcFolders = (): readonly string[] => [
  ...new Set(CODE.flatMap((path) => /^src\/([^/]+)\//.exec(path)?.[1] ?? [])),
];

/** `src/judge/a.ts` lies in `judge`, `simulator/world/b.ts` in `simulator`. */
const roomOf = (path: string): string => /^src\/([^/]+)\//.exec(path)?.[1] ?? path.split('/')[0] ?? '';

const IMPORTED = /(?:\bfrom|\bimport|\bimport\()\s*'(\.[^']+)'/g;

const at = (room: string): number => (ROOMS as readonly string[]).indexOf(room);

const mayImport = (from: string, to: string): boolean => {
  if (from === to) return true;
  if (from === 'simulator') return at(to) >= 0 && at(to) <= at('judge');
  if (to === 'simulator') return from === 'library' || from === 'cli';
  return at(to) >= 0 && at(to) < at(from);
};

/** `src/a/b.ts -> src/c/d.ts` for each import that does not go left. */
export function arrowsBack(): readonly string[] {
  return CODE.flatMap((path) =>
    [...readText(path).matchAll(IMPORTED)]
      .map(([, to = '']) => posix.join(posix.dirname(path), to))
      .filter((to) => !mayImport(roomOf(path), roomOf(to)))
      .map((to) => `${path} -> ${to}`),
  );
}

/** `src/judge`, `mutants`: what a row of the table is about. */
function placeOf(path: string): string {
  const [top = '', next = '', ...more] = path.split('/');
  if (next === '') return '(top)';
  return DIVIDED.has(top) && more.length > 0 ? `${top}/${next}` : top;
}

const cells = (paths: readonly string[]): readonly string[] => [
  sumOf(paths).toLocaleString('en-US'),
  `${paths.length}`,
];

/** A row for each room: its lines and files, of the product and of tests. */
export function roomRows(): readonly (readonly string[])[] {
  const places = [...new Set(PATHS.map(placeOf))].toSorted();
  const inPlace = (paths: readonly string[], place: string): readonly string[] =>
    paths.filter((path) => placeOf(path) === place);
  return [
    ['room', 'product', 'files', 'tests', 'files'],
    ...places.map((place) => [place, ...cells(inPlace(PRODUCT, place)), ...cells(inPlace(TESTS, place))]),
    ['all', ...cells(PRODUCT), ...cells(TESTS)],
  ];
}
