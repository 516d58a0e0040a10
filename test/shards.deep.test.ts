/** The whole suite in 7 parts: merged, it is what one run says. */
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { completeDialect } from '../src/dialect/dialect.ts';
import { folder, tagproof } from '../src/cli/test-helpers/captured.ts';
import { comparableRecord } from '../src/cli/test-helpers/comparable-record.ts';
import { serving, WORLD } from '../src/cli/test-helpers/serving.ts';

const dir = folder();
const at = (name: string): string => join(dir, `${name}.ndjson`);
/** How many of a burst are answered is a matter of time, also in two runs of the whole. */
const SELECTED = '--skip limit/*';
let words = '';

beforeAll(async () => {
  const url = await serving({
    dialect: completeDialect([
      { question: 'errorCode.success', at: '', option: 'omitted' },
      { question: 'tagKeys.effect', at: 'group', option: 'none' },
    ]),
  });
  words = `run --target ${url} --world ${WORLD} ${SELECTED}`;
  await tagproof(`${words} --reporter ndjson=${at('whole')}`);
}, 120_000);

test('the parts', async () => {
  const of = 7;
  const files = Array.from({ length: of }, (_, index) => at(`${index + 1}-of-${of}`));
  for (const [index, file] of files.entries())
    await tagproof(`${words} --shard ${index + 1}/${of} --reporter ndjson=${file}`);
  expect((await tagproof(`merge ${files.join(' ')} --reporter ndjson=${at('merged')}`)).exit).toBe(0);
  expect(comparableRecord(at('merged'))).toEqual(comparableRecord(at('whole')));
}, 300_000);
