/**
 * `npm run figures:house`: how large the house is, a row for each figure with how it is measured, then the rooms.
 * `-- --quick` leaves out the time of the tests. The rows that don't depend on the machine are held by `test/figures.test.ts`.
 */
import { execFileSync } from 'node:child_process';
import { CONTROL_ROUTES } from '../../simulator/control/routes.ts';
import { TABS } from '../../simulator/console/page/logic/place.ts';
import { REPORTER_NAMES } from '../../src/world/target-file/report-word.ts';
import { inColumns } from '../../src/base/text/columns.ts';
import { commandNames, optionNames } from './command-line.ts';
import { installedBytes, installedPackages, ownPackage } from './package.ts';
import { sendingFigures } from './sending.ts';
import { arrowsBack, houseLines, roomRows, sharedNames, srcFolders, testLines } from './tree.ts';

const MEGABYTE = 1e6;
const whole = (value: number): string => value.toLocaleString('en-US');
const megabytes = (bytes: number): string => `${(bytes / MEGABYTE).toFixed(1)} MB`;

/** `npm test` as a user runs it, in seconds. */
function secondsOfTests(): string {
  const began = performance.now();
  execFileSync('npm', ['test'], { stdio: 'ignore' });
  return `${Math.round((performance.now() - began) / 1000)} s`;
}

const { files, functions, promises } = await sendingFigures();
const own = ownPackage();

for (const line of inColumns([
  ['what', 'figure', 'measured by'],
  [
    'lines of src + simulator + suites',
    whole(houseLines()),
    '.ts, .tsx, .css, .yaml; no tests; blank lines and comments count',
  ],
  ['lines of tests', whole(testLines()), 'test files, their helpers, backends that only tests run'],
  [
    'files, functions of one passing case',
    `${files}, ${functions}`,
    "V8's precise coverage of the third run of reply/success@gamePlayer.admin, from run() to its end",
  ],
  ['promises for one request', promises.toFixed(1), 'async_hooks over a whole run, by its requests'],
  [
    'folders in src, imports that go right',
    `${srcFolders().length}, ${arrowsBack().length}`,
    'import lines against the order of the rooms',
  ],
  ['commands', `${commandNames().length}`, 'rows of the register'],
  ['options in all', `${optionNames().length}`, 'names, each counted once'],
  ['control routes', `${CONTROL_ROUTES.length}`, 'rows of the routes'],
  ['reporters', `${REPORTER_NAMES.length}`, 'rows of the register'],
  ['tabs of the console', `${Object.keys(TABS).length}`, 'rows of its places'],
  [
    'run-time packages installed',
    `${installedPackages().length}, ${megabytes(installedBytes())}`,
    'package-lock.json without dev and peer, bytes of their files',
  ],
  [
    'own package unpacked',
    `${megabytes(own.bytes)} in ${own.files} files`,
    'npm pack --dry-run of dist as it is',
  ],
  [
    'names defined in more than one file',
    `${sharedNames().length}`,
    'top-level names of src and simulator, types included',
  ],
  ...(process.argv.includes('--quick') ? [] : [['npm test', secondsOfTests(), 'wall clock']]),
]))
  console.log(line);
console.log('');
for (const line of inColumns(roomRows())) console.log(line);
