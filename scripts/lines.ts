/**
 * Counts the lines of the repository: `npm run lines`. Blank lines and comments count; what is generated does not: reports, frozen
 * sets of cases. Tests are test files, their helpers, and backends that only tests run.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { inColumns } from '../src/text/columns.ts';

const COUNTED = /\.(?:ts|tsx|css|yaml)$/;
const GENERATED = /^reports\//;
const TEST = /\.test\.|(?:^|\/)test-helpers\/|^test\/|^fixtures\/independent\//;
/** Folders whose folders are rooms of their own. */
const DIVIDED: ReadonlySet<string> = new Set(['src', 'simulator']);

const linesOf = (path: string): number => readFileSync(path, 'utf8').match(/\n/g)?.length ?? 0;
const sumOf = (paths: readonly string[]): string =>
  paths.reduce((sum, path) => sum + linesOf(path), 0).toLocaleString('en-US');

/** The files of product and tests. */
const countOf = (paths: readonly string[]) => ({
  product: paths.filter((path) => !TEST.test(path)),
  tests: paths.filter((path) => TEST.test(path)),
});

/** `src/judge`, `mutants`: the room that a file lies in. */
function roomOf(path: string): string {
  const [top = '', next = '', ...more] = path.split('/');
  if (next === '') return '(top)';
  return DIVIDED.has(top) && more.length > 0 ? `${top}/${next}` : top;
}

const rowOf = (room: string, { product, tests }: ReturnType<typeof countOf>): readonly string[] => [
  room,
  sumOf(product),
  `${product.length}`,
  sumOf(tests),
  `${tests.length}`,
];

const paths = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => COUNTED.test(path) && !GENERATED.test(path) && existsSync(path));
const rooms = [...new Set(paths.map(roomOf))].toSorted();
const rows = [
  ['room', 'product', 'files', 'tests', 'files'],
  ...rooms.map((room) => rowOf(room, countOf(paths.filter((path) => roomOf(path) === room)))),
  rowOf('all', countOf(paths)),
];
for (const line of inColumns(rows)) console.log(line);
