/** Conformant backends that take few, short or plain tagKeys: not accused, and as much of them is verified, by parts. */
import { beforeAll, describe, expect, test } from 'vitest';
import { completeDialect, type Answer } from '../src/spec/dialect/dialect.ts';
import type { QuestionId } from '../src/spec/dialect/questions.ts';
import { countMustCells } from '../src/report/record/case-evidence.ts';
import { onThreeEndpoints } from './test-helpers/deep.ts';
import { runInProcess, troubles, type InProcessRun } from './test-helpers/in-process-run.ts';
import { FILE, PROMPT } from './test-helpers/shipped.ts';

/** Lists are limited alike on every endpoint; open questions are decided on each, as some cases go to several. */
const ON_THREE = new Set(onThreeEndpoints(PROMPT));
const INSTANCES = PROMPT.filter((each) => each.from.written.decides !== undefined || ON_THREE.has(each));

interface Counted extends InProcessRun {
  readonly requests: number;
}

async function runAgainst(options: Readonly<Partial<Record<QuestionId, string>>>): Promise<Counted> {
  const answers = Object.entries(options).map(
    ([question, option]) => ({ question, at: '', option }) as Answer,
  );
  let requests = 0;
  const result = await runInProcess({
    instances: INSTANCES,
    served: FILE,
    simulator: {
      dialect: completeDialect(answers),
      alter: (stages) => ({
        ...stages,
        read: (incoming) => {
          requests += 1;
          return stages.read(incoming);
        },
      }),
    },
  });
  return { ...result, requests };
}

/** The cases that were skipped, without their endpoints. */
const skipped = (result: InProcessRun): readonly string[] => [
  ...new Set(
    troubles(result)
      .filter((line) => line.startsWith('skip '))
      .map((line) => line.slice(5).split('@')[0] ?? ''),
  ),
];

/** Cases about lists of several keys: a backend that takes one key shows nothing about them. */
const ABOUT_LISTS =
  /^tag-keys\/(?:(?:null|empty|number|boolean|array|object)-among|last-of-several|known-and-unknown|twice|repeated|prototype|all|all-odd)$/;
/** More tags than are asked for one by one. */
const MANY_TAGS = /^tags\/(?:many|thousand)$/;
/** The subjects of these cases have long keys beside others. */
const OF_LONG_KEYS = /^tags\/(?:long-keys|huge-value)$/;
const REQUIRED = { 'tagKeys.omitted': 'DataRequired' } as const;

/** Two runs of the whole suite take their time on a busy machine. */
const TIMEOUT_MS = 300_000;

describe('a backend that requires tagKeys', () => {
  let free: Counted;
  beforeAll(async () => {
    free = await runAgainst(REQUIRED);
  }, TIMEOUT_MS);

  test.each([
    [{ 'tagKeys.many': 'invalid' }, (id: string) => ABOUT_LISTS.test(id) || MANY_TAGS.test(id)],
    [{ 'tagKeys.many': 'invalid', 'tagKeys.effect': 'none' }, (id: string) => ABOUT_LISTS.test(id)],
    [{ 'tagKeys.long': 'invalid' }, (id: string) => OF_LONG_KEYS.test(id)],
    [{ 'tagKeys.twice': 'invalid' }, (id: string) => id === 'tag-keys/twice'],
    [
      { 'tagKeys.characters': 'invalid' },
      (id: string) => /^tag-keys\/(?:by-normal-form|by-blanks|all-odd)$|^tags\//.test(id),
    ],
  ] as const)(
    'with %j is verified as far as one without limits',
    async (limit, mayBeHidden) => {
      const limited = await runAgainst({ ...REQUIRED, ...limit });
      expect(limited.totals).toMatchObject({ fail: 0, warn: 0, error: 0 });
      expect(skipped(limited).filter((id) => !mayBeHidden(id))).toEqual([]);
      const cells = [free, limited].map(({ cases }) => countMustCells(cases, undefined).verified);
      expect(cells[1], `${limited.requests} requests instead of ${free.requests}`).toBe(cells[0]);
      expect(limited.requests / free.requests).toBeLessThan(3);
    },
    TIMEOUT_MS,
  );
});

test('a backend that takes one key, and none at all, is read without tagKeys', async () => {
  const limited = await runAgainst({ 'tagKeys.many': 'invalid' });
  expect(limited.totals).toMatchObject({ fail: 0, warn: 0, error: 0 });
  expect(skipped(limited).filter((id) => !ABOUT_LISTS.test(id))).toEqual([]);
});
