/** A run in parts: the merged record equals that of the whole run. test/shards.deep.test.ts tests the whole suite and 7 parts. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { completeDialect } from '../../dialect/dialect.ts';
import { readTargetFile } from '../../config/target-file/read-target-file.ts';
import { readNdjson } from '../../report/record/read-ndjson.ts';
import { MUTANTS } from '../../../mutants/defects/mutants.ts';
import { folder, tagproof } from '../test-helpers/captured.ts';
import { comparableRecord } from '../test-helpers/comparable-record.ts';
import { serving, WORLD } from '../test-helpers/serving.ts';

const dir = folder();
/** A selection without rate limits, whose results depend on timing even in two whole runs. */
const SELECTED = '--only 7.3/string-min-length --only reply/success --only tag-keys/* --skip limit/*';
let words = '';

const at = (name: string): string => join(dir, `${name}.ndjson`);

async function sharded(of: number): Promise<readonly string[]> {
  const files = Array.from({ length: of }, (_, index) => at(`${index + 1}-of-${of}`));
  for (const [index, file] of files.entries())
    await tagproof(`${words} --shard ${index + 1}/${of} --reporter ndjson=${file}`);
  return files;
}

beforeAll(async () => {
  // A backend with a defect, warnings in every reply, and answers that have to be learned.
  const defect = MUTANTS.find(({ name }) => name === 'short-ids-not-refused');
  const dialect = completeDialect([
    { question: 'errorCode.success', at: '', option: 'omitted' },
    { question: 'tagKeys.effect', at: '', option: 'none' },
  ]);
  const url = await serving(
    { dialect, ...(defect !== undefined && { alter: defect.alter }) },
    readTargetFile(WORLD, {}),
  );
  words = `run --target ${url} --world ${WORLD} ${SELECTED} --concurrency 4`;
  await tagproof(`${words} --reporter ndjson=${at('whole')}`);
}, 60_000);

describe.each([2, 3])('%i shards', (of) => {
  let files: readonly string[] = [];
  beforeAll(async () => {
    files = await sharded(of);
  }, 60_000);

  test('merged equal the whole run, with the same exit code', async () => {
    const { exit } = await tagproof(
      `merge ${files.toReversed().join(' ')} --reporter ndjson=${at('merged')}`,
    );
    expect(exit).toBe(1);
    expect(comparableRecord(at('merged'))).toEqual(comparableRecord(at('whole')));
  });

  test('are rejected with one missing, and its number', async () => {
    const { exit, err } = await tagproof(`merge ${files.slice(1).join(' ')}`);
    expect([exit, err.split('\n')[0]]).toEqual([2, `error: merge: shard 1 of ${of} is missing`]);
  });

  test('are rejected with one of them twice', async () => {
    const { exit, err } = await tagproof(`merge ${files.join(' ')} ${files[0]}`);
    expect(exit).toBe(2);
    expect(err).toContain(`shard 1 of ${of} is ${files[0]} already`);
  });
});

describe('merge rejects', () => {
  const changed = (name: string, change: (text: string) => string): string => {
    writeFileSync(at(name), change(readFileSync(at('2-of-2'), 'utf8')));
    return at(name);
  };
  const merged = (file: string) => tagproof(`merge ${at('1-of-2')} ${file}`);

  test('another target', async () => {
    const file = changed('target', (text) =>
      text.replace(/"target":"[^"]*"/, '"target":"https://else.example.com"'),
    );
    expect((await merged(file)).err).toContain('its target is not that of ');
  });

  test('another plan', async () => {
    const file = changed('plan', (text) => text.replace('"only":["7.3/string-min-length"', '"only":["7.4"'));
    expect((await merged(file)).err).toContain('its selection is not that of ');
  });

  test('a case in both parts', async () => {
    const [, line = ''] = readFileSync(at('1-of-2'), 'utf8').split('\n');
    const file = changed('overlap', (text) => text.replace('\n', `\n${line}\n`));
    expect((await merged(file)).err).toContain(' is also in ');
  });

  test('a record that lost a line', async () => {
    const file = changed('lost', (text) =>
      text
        .split('\n')
        .filter((_, index) => index !== 3)
        .join('\n'),
    );
    expect((await merged(file)).err).toContain('1 case of this shard is missing');
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
  test.each([
    ['0/3', 'there is no part 0 of 3'],
    ['4/3', 'there is no part 4 of 3'],
    ['3', 'write PART/COUNT'],
    ['auto', 'no variable of a pipeline says which part this is'],
  ])('%s is rejected', async (part, message) => {
    const { exit, err } = await tagproof(`run --shard ${part}`);
    expect([exit, err.includes(message)]).toEqual([2, true]);
  });

  test.each([
    [{ CI_NODE_INDEX: '1', CI_NODE_TOTAL: '2' }, 1],
    [{ CIRCLE_NODE_INDEX: '1', CIRCLE_NODE_TOTAL: '2' }, 2],
    [{ BUILDKITE_PARALLEL_JOB: '0', BUILDKITE_PARALLEL_JOB_COUNT: '2' }, 1],
    [{ JOB_COMPLETION_INDEX: '1', TAGPROOF_SHARDS: '2' }, 2],
  ])('auto reads %j', async (env, index) => {
    const file = at('auto');
    await tagproof(`run --only reply/success --shard auto --reporter ndjson=${file}`, { env });
    expect(readNdjson(readFileSync(file, 'utf8'), file)[0]).toMatchObject({
      plan: { shard: { index, of: 2, cases: 9 } },
    });
  });

  test('more parts than cases are rejected', async () => {
    const { exit, err } = await tagproof('run --only reply/success@group.admin --shard 2/2');
    expect([exit, err.includes('are too few for so many parts')]).toEqual([2, true]);
  });

  test('--min-coverage is rejected, as it applies to the whole run', async () => {
    expect((await tagproof('run --shard 1/2 --min-coverage 95%')).exit).toBe(2);
  });
});
