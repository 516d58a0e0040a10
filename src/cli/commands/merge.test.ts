/** A run in parts: the merged record equals that of the whole run. test/shards.deep.test.ts tests the whole suite in more parts. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { completeDialect } from '../../dialect/dialect.ts';
import { readNdjson } from '../../report/record/read-ndjson.ts';
import { folder, tagproof } from '../test-helpers/captured.ts';
import { comparableRecord } from '../test-helpers/comparable-record.ts';
import { mutantNamed, serving, WORLD } from '../test-helpers/serving.ts';

const dir = folder();
/** What the defect breaks, what every reply of it is warned of, and what has to be learned. */
const SELECTED = '--only 7.3/string-min-length --only reply/success --only tag-keys/n*';
let words = '';

const at = (name: string): string => join(dir, `${name}.ndjson`);

const SHARDS = [at('1-of-2'), at('2-of-2')] as const;

beforeAll(async () => {
  // A backend with a defect, warnings in every reply, and answers that have to be learned.
  const dialect = completeDialect([
    { question: 'errorCode.success', at: '', option: 'omitted' },
    { question: 'tagKeys.effect', at: '', option: 'none' },
  ]);
  const url = await serving({ dialect, alter: mutantNamed('short-ids-not-refused').alter });
  words = `run --target ${url} --world ${WORLD} ${SELECTED} --concurrency 4`;
  await tagproof(`${words} --reporter ndjson=${at('whole')}`);
  for (const [index, file] of SHARDS.entries())
    await tagproof(`${words} --shard ${index + 1}/2 --reporter ndjson=${file}`);
}, 60_000);

test('shards merged equal the whole run, with the same exit code', async () => {
  const { exit } = await tagproof(`merge ${SHARDS.toReversed().join(' ')} --reporter ndjson=${at('merged')}`);
  expect(exit).toBe(1);
  expect(comparableRecord(at('merged'))).toEqual(comparableRecord(at('whole')));
});

test('shards are rejected with one missing, and its number, and with one of them twice', async () => {
  const [first, second] = SHARDS;
  const missing = await tagproof(`merge ${second}`);
  expect([missing.exit, missing.err.split('\n')[0]]).toEqual([2, 'error: merge: shard 1 of 2 is missing']);
  const twice = await tagproof(`merge ${first} ${second} ${first}`);
  expect([twice.exit, twice.err]).toEqual([2, expect.stringContaining(`shard 1 of 2 is ${first} already`)]);
});

describe('merge rejects', () => {
  const merged = (file: string) => tagproof(`merge ${SHARDS[0]} ${file}`);
  const lineOf = (file: string, index: number): string => readFileSync(file, 'utf8').split('\n')[index] ?? '';

  test.each<readonly [what: string, change: (text: string) => string, said: string]>([
    [
      'another target',
      (text) => text.replace(/"target":"[^"]*"/, '"target":"https://else.example.com"'),
      'its target is not that of ',
    ],
    [
      'another plan',
      (text) => text.replace('"only":["7.3/string-min-length"', '"only":["7.4"'),
      'its selection is not that of ',
    ],
    ['a case in both parts', (text) => text.replace('\n', `\n${lineOf(SHARDS[0], 1)}\n`), ' is also in '],
    [
      'a record that lost a line',
      (text) => text.replace(`${lineOf(SHARDS[1], 3)}\n`, ''),
      '1 case of this shard is missing',
    ],
  ])('%s', async (_, change, said) => {
    writeFileSync(at('changed'), change(readFileSync(SHARDS[1], 'utf8')));
    expect((await merged(at('changed'))).err).toContain(said);
  });

  test('a part that did not reach its target', async () => {
    const file = at('unreached');
    await tagproof(`run --target http://127.0.0.1:9 ${SELECTED} --shard 2/2 --reporter ndjson=${file}`);
    const { exit, err } = await merged(file);
    expect([exit, err.includes('this run judged nothing: ')]).toEqual([2, true]);
  });

  test('a run that is not a shard', async () => {
    expect((await tagproof(`merge ${at('whole')}`)).err).toContain('it is not the record of a shard');
  });
});

describe('--shard', () => {
  test('auto reads the variables of a pipeline', async () => {
    const env = { CI_NODE_INDEX: '1', CI_NODE_TOTAL: '2' };
    const file = at('auto');
    await tagproof(`run --only reply/success --shard auto --reporter ndjson=${file}`, { env });
    expect(readNdjson(readFileSync(file, 'utf8'), file)[0]).toMatchObject({
      plan: { shard: { index: 1, of: 2, cases: 9 } },
    });
  });
});
