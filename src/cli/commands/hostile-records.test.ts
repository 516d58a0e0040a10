/** Records that somebody else wrote, with any value at any place: a report, or an error that names the place; never a bug's trace, never a hang. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { sampled } from '../../../test/test-helpers/deep.ts';
import { REPORTER_NAMES } from '../../world/target-file/report-word.ts';
import { readTargetFile } from '../../world/target-file/read-target-file.ts';
import { completeDialect } from '../../spec/dialect/dialect.ts';
import { folder, tagproof } from '../test-helpers/captured.ts';
import { serving, WORLD } from '../test-helpers/serving.ts';

const LONG = 'x'.repeat(100_000);
const NUMBERS = [0, 1, 2, 20_000, 2 ** 32, Number.MAX_SAFE_INTEGER, 1e308, -1, 0.5];
const VALUES = [
  ...NUMBERS,
  '',
  'x',
  '\0\u202e',
  'constructor',
  '__proto__',
  LONG,
  '9'.repeat(400),
  [],
  {},
  null,
];

type Path = readonly string[];
type Node = Readonly<Record<string, unknown>>;

const dir = folder();
const at = (name: string): string => join(dir, name);
let EVENTS: readonly Node[] = [];
const eventsOf = (name: string): readonly Node[] =>
  readFileSync(at(name), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Node);

/** Every place of a value; of a list only the first item. */
function placesIn(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const keys = Array.isArray(value) ? Object.keys(value).slice(0, 1) : Object.keys(value);
  return [path, ...keys.flatMap((key) => placesIn((value as Node)[key], [...path, key]))];
}

function changed(value: unknown, [key, ...rest]: Path, put: unknown): unknown {
  if (key === undefined) return put;
  const copy = Array.isArray(value) ? [...(value as unknown[])] : { ...(value as Node | undefined) };
  Object.assign(copy, { [key]: changed((value as Node | undefined)?.[key], rest, put) });
  return copy;
}

/** Writes the record with one value in place of another, in its start, its first case or its end. */
function written(which: number, path: Path, value: unknown): string {
  const index = which < 0 ? EVENTS.length + which : which;
  const lines = EVENTS.map((event, place) => (place === index ? changed(event, path, value) : event));
  writeFileSync(at('odd'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return at('odd');
}

beforeAll(async () => {
  const dialect = completeDialect([{ question: 'errorCode.success', at: '', option: 'omitted' }]);
  const url = await serving({ dialect }, readTargetFile(WORLD, {}));
  await tagproof(
    `run --target ${url} --world ${WORLD} --only reply/success --reporter ndjson=${at('record')}`,
  );
  EVENTS = eventsOf('record');
}, 60_000);

test('any value at any place', async () => {
  const kinds = [0, 1, -1].flatMap((which) =>
    placesIn(EVENTS.at(which)).flatMap((path) => VALUES.map((value) => ({ which, path, value }))),
  );
  const odd: string[] = [];
  for (const [turn, { which, path, value }] of sampled(kinds, 23, 3).entries()) {
    const record = written(which, path, value);
    const reporter = REPORTER_NAMES[turn % REPORTER_NAMES.length] ?? 'console';
    const words = `report ${record} --reporter ${reporter}`;
    const { exit } = await tagproof(words);
    if (exit === 4)
      odd.push(`${words}: ${which} ${path.join('.')} ${JSON.stringify(value).slice(0, 40)}: ${exit}`);
  }
  expect(odd).toEqual([]);
}, 600_000);

test('a time that no date can hold', async () => {
  const { exit, err } = await tagproof(`report ${written(-1, ['ms'], 1e18)} --reporter har`);
  expect([exit, err.split('\n')[0]]).toEqual([2, expect.stringMatching(/^error: .*: no event of a run: /)]);
});
