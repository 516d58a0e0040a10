/** Keys that are GUIDs, and a backend that parses them: neither their case nor their dashes count there, which is a warning and no failure. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { calling, headerOf } from '../mutants/alterations/requests.ts';
import type { Alter } from '../mutants/defects/mutant.ts';
import { readTargetSource } from '../src/world/target-file/read-target-file.ts';
import { SECRET_KEY } from '../src/spec/headers.ts';
import type { Presented } from '../src/judge/rules/call.ts';
import { expand } from '../src/cases/format/instance.ts';
import { loadSuite } from '../src/cases/format/load-suite.ts';
import type { SecretKey } from '../src/world/world.ts';
import { runInProcess, troubles } from './test-helpers/in-process-run.ts';

/** The conformance world, each of its keys a GUID: with letters, or of digits alone. */
function worldOf(beginning: string) {
  let count = 0;
  const text = readFileSync('fixtures/world.yaml', 'utf8').replaceAll(
    /(?<=key: )public-[-\w]+/g,
    () => beginning + String((count += 1)).padStart(4, '0'),
  );
  return readTargetSource({ file: 'world.yaml', text }, {});
}

const parsing: Alter = (stages) => {
  const issued = new Map<string, Presented<SecretKey>>();
  return calling((call, incoming) => {
    const parsed = (headerOf(incoming, SECRET_KEY) ?? '').replaceAll('-', '').toLowerCase();
    if (call.key.is === 'known') issued.set(parsed, call.key);
    return { ...call, key: issued.get(parsed) ?? call.key };
  })(stages);
};

test.each([
  ['with letters', '6f1e2d3c-4b5a-4978-8c6d-abcdef01'],
  ['of digits alone', '61122334-4556-4978-8667-10000000'],
])('GUIDs %s are parsed, and warned of', async (_, beginning) => {
  const instances = expand(loadSuite(['suites/5-authentication.yaml'])).filter(({ from }) =>
    from.written.id.startsWith('secret/near-misses'),
  );
  const found = troubles(
    await runInProcess({ served: worldOf(beginning), instances, simulator: { alter: parsing } }),
  );
  expect(found.map((line) => line.split(':')[0])).toEqual([
    'warn secret/near-misses@gamePlayer.client',
    'warn secret/near-misses@characterPlayer.server',
    'warn secret/near-misses@group.admin',
  ]);
});
