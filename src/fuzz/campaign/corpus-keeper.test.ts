import { describe, expect, test } from 'vitest';
import { shownOf } from './behaviours-of.ts';
import { performTrial } from '../trials/send-trial.ts';
import { exhaustiveTrials } from '../trials/fixed-trials.ts';
import { related, repeated, sequence, single, equivalent, type Trial } from '../trials/relations.ts';
import {
  altering,
  answering,
  INPUTS,
  plain,
  senderTo,
  step,
  fuzzed,
  madeOf,
  FILE,
  WIRELESS,
} from '../test-helpers/made.ts';
import {
  CORPUS_FORMAT,
  corpusTrial,
  corpusEntrySchema,
  isSmaller,
  textOfTrial,
  trialOfEntry,
  type CorpusEntry,
} from './corpus-entry.ts';
import { entriesNotIn, CorpusKeeper, pruned } from './corpus-keeper.ts';

const MANY_KEYS = step('group.admin', { set: { tagKeys: Array.from({ length: 9 }, (_, at) => `k${at}`) } });
const MORE_KEYS = step('group.admin', { set: { tagKeys: Array.from({ length: 30 }, (_, at) => `k${at}`) } });

function entry(trial: Trial, shows: readonly string[], seen = 1): CorpusEntry {
  return { format: CORPUS_FORMAT, shows: [...shows], seen, ...corpusTrial(trial, INPUTS) };
}

async function keep(keeper: CorpusKeeper, trials: readonly Trial[], transport = plain()): Promise<void> {
  for (const trial of trials) {
    const tried = await performTrial(trial, 'made', senderTo(transport), INPUTS);
    keeper.add(trial, shownOf(tried, INPUTS));
  }
}

describe('an entry', () => {
  const LACKING = INPUTS.endpoints.flatMap(({ endpoint }) =>
    INPUTS.keys.map((key) => single({ ...step(endpoint.id, {}, { key }) })),
  );

  test.each([
    ['plain requests', INPUTS.endpoints.map(({ endpoint }) => single(step(endpoint.id)))],
    ['requests with other keys', LACKING],
    ['the exhaustive phase', exhaustiveTrials(INPUTS).filter((_, at) => at % 23 === 0)],
    ['several requests', [repeated(MANY_KEYS), sequence([MANY_KEYS, step('group.admin'), MANY_KEYS])]],
    [
      'relations',
      [
        equivalent(MANY_KEYS, 'escapes'),
        related('next-works', step('group.admin', { method: 'GET' }), step('group.admin')),
      ],
    ],
  ])('is read back as written: %s', (_, trials) => {
    for (const trial of trials) {
      const written = corpusEntrySchema.parse(JSON.parse(JSON.stringify(entry(trial, ['a']))));
      const read = trialOfEntry(written, INPUTS);
      expect(read).toEqual(trial);
      expect(new Set(read?.steps).size).toBe(new Set(trial.steps).size);
    }
  });

  test('describes key, token and subject by their traits, and omits the plain ones', () => {
    const [first] = corpusTrial(single(step('group.admin')), INPUTS).steps;
    expect(first).toEqual({ endpoint: 'group.admin', send: {} });
    const [other] = corpusTrial(single(step('group.admin', {}, { id: 'nothing-has-it' })), INPUTS).steps;
    expect(other?.given).toMatchObject({ id: 'nothing-has-it', is: ['subject absent'] });
  });

  test('finds similar fixtures in another world, or does not fit it', () => {
    const names = new Map(INPUTS.keys.map((key, at) => [key, `other-${at}`]));
    const secretKeys = FILE.world.secretKeys.map((key) => ({
      ...key,
      name: names.get(key.name) ?? key.name,
    }));
    const renamed = madeOf({ ...FILE.world, secretKeys });
    for (const key of INPUTS.keys) {
      const written = corpusTrial(single(step('gamePlayer.admin', {}, { key })), INPUTS);
      const read = trialOfEntry(written, renamed);
      expect(read?.steps[0]?.given.key).toMatch(/^other-/);
      if (read !== undefined)
        expect(corpusTrial(read, renamed).steps[0]?.given?.is ?? []).toEqual(
          written.steps[0]?.given?.is ?? [],
        );
    }
    const keyless = madeOf({ ...FILE.world, secretKeys: [] });
    const lacking = corpusTrial(single(step('gamePlayer.admin', {}, { key: INPUTS.keys[1] })), INPUTS);
    expect(
      trialOfEntry(
        {
          ...lacking,
          steps: lacking.steps.map((each) => ({
            ...each,
            given: { game: 'x', id: 'x', is: ['key unheard of'] },
          })),
        },
        keyless,
      ),
    ).toBeUndefined();
  });

  test.each([
    ['fewer alterations', single(step('group.admin')), single(MANY_KEYS)],
    ['shorter values', single(MANY_KEYS), single(MORE_KEYS)],
    ['fewer requests', single(MORE_KEYS), repeated(step('group.admin'))],
  ])('is smaller with %s', (_, small, large) => {
    const [one, other] = [corpusTrial(small, INPUTS), corpusTrial(large, INPUTS)];
    expect([isSmaller(one, other), isSmaller(other, one), isSmaller(one, one)]).toEqual([true, false, false]);
  });
});

describe('pruning', () => {
  test('keeps the smallest entry of each behaviour, and drops entries without a unique one', () => {
    const [small, large] = [single(MANY_KEYS), single(MORE_KEYS)];
    expect(pruned([entry(large, ['a']), entry(small, ['a'])])).toEqual([entry(small, ['a'])]);
    expect(pruned([entry(large, ['a', 'b'], 3), entry(small, ['a'], 2)])).toEqual([
      entry(small, ['a'], 2),
      entry(large, ['b'], 3),
    ]);
    expect(pruned([entry(small, ['a']), entry(small, ['b'])])).toEqual([entry(small, ['a', 'b'])]);
  });

  test('puts pairs first, then the rarest', () => {
    const trials = [
      single(step('group.admin')),
      single(step('group.server')),
      single(step('group.client')),
    ] as const;
    const entries = [
      entry(trials[0], ['common'], 90),
      entry(trials[1], ['rare'], 1),
      entry(trials[2], ['a + b'], 50),
    ];
    expect(pruned(entries).map(({ shows }) => shows[0])).toEqual(['a + b', 'rare', 'common']);
  });

  test('puts each pair once before repeating it for another variant', () => {
    const [one, two, three] = (['group.admin', 'group.server', 'group.client'] as const).map((id) =>
      single(step(id)),
    ) as [Trial, Trial, Trial];
    const entries = [
      entry(one, ['admin | a + b | Ok'], 1),
      entry(two, ['server | a + b | Ok'], 2),
      entry(three, ['client | b + c | Ok'], 3),
    ];
    expect(pruned(entries).map(({ seen }) => seen)).toEqual([1, 3, 2]);
  });

  test('leaves out behaviours that the others already have', () => {
    const [small, large] = [single(MANY_KEYS), single(MORE_KEYS)];
    expect(entriesNotIn([entry(small, ['a'])], [entry(small, ['a'])])).toEqual([]);
    expect(entriesNotIn([entry(large, ['a', 'b'])], [entry(small, ['a'])])).toEqual([entry(large, ['b'])]);
    expect(entriesNotIn([entry(small, ['a'])], [entry(large, ['a'])])).toEqual([entry(small, ['a'])]);
  });
});

describe('a keeper', () => {
  test('splits a sequence into single requests', async () => {
    const keeper = new CorpusKeeper([], INPUTS);
    await keep(keeper, [sequence([step('group.admin'), MORE_KEYS, MANY_KEYS, step('group.admin')])]);
    expect(keeper.entries.map(({ steps }) => steps.length)).toEqual([1, 1]);
    expect(keeper.entries.flatMap(({ steps }) => steps.map(({ send }) => send))).toEqual(
      expect.arrayContaining([{}, MANY_KEYS.send]),
    );
  });

  test('keeps the same entries in any order', async () => {
    const trials = exhaustiveTrials(WIRELESS).filter((_, at) => at % 61 === 0);
    const [one, other] = [new CorpusKeeper([], INPUTS), new CorpusKeeper([], INPUTS)];
    await keep(one, trials);
    await keep(other, trials.toReversed());
    expect(one.entries).toEqual(other.entries);
    expect(one.entries.length).toBeGreaterThan(25);
  });

  test('drops an entry only after a new try without a unique behaviour', async () => {
    const first = new CorpusKeeper([], INPUTS);
    await keep(first, [single(MORE_KEYS)]);
    const stale: CorpusEntry = { ...(first.entries[0] as CorpusEntry), shows: ['what no backend shows'] };
    const second = new CorpusKeeper([stale], INPUTS);
    await keep(second, [single(MANY_KEYS)]);
    expect(second.entries.flatMap(({ shows }) => shows)).toContain('what no backend shows');
    await keep(second, second.trials);
    expect(second.entries.flatMap(({ shows }) => shows)).not.toContain('what no backend shows');
    expect(second.entries).toHaveLength(1);
  });

  test('keeps an entry that does not fit this world', () => {
    const foreign: CorpusEntry = {
      ...entry(single(MANY_KEYS), ['a']),
      steps: [
        { endpoint: 'group.admin', given: { game: 'nowhere', id: 'x', is: ['key unheard of'] }, send: {} },
      ],
    };
    const keeper = new CorpusKeeper([foreign], INPUTS);
    expect(keeper.trials).toEqual([]);
    expect(keeper.entries).toEqual([foreign]);
  });
});

describe('a run with a corpus', () => {
  const kept = (async () => {
    const corpus = new CorpusKeeper([], WIRELESS);
    await fuzzed(plain(), { corpus, runs: 700 });
    return corpus.entries;
  })();

  test('tries the corpus first, and does the same with any number of workers', async () => {
    const runs = await Promise.all(
      [1, 8].map(async (concurrency) => {
        const corpus = new CorpusKeeper(await kept, WIRELESS);
        const phases: string[] = [];
        const outcome = await fuzzed(plain(), {
          corpus,
          concurrency,
          runs: 1100,
          watch: ({ phase }) => {
            if (phases.at(-1) !== phase) phases.push(phase);
            return true;
          },
        });
        expect(phases.slice(0, 2)).toEqual(['smoke', 'corpus']);
        return { requests: outcome.requests, behaviours: outcome.behaviours.count, entries: corpus.entries };
      }),
    );
    expect(runs[1]).toEqual(runs[0]);
    expect(runs[0]?.entries.length).toBeGreaterThan((await kept).length);
  });

  test('finds a regression of a formerly correct backend', async () => {
    const corpus = new CorpusKeeper(await kept, WIRELESS);
    const wrong = altering((reply, { path }) =>
      path.includes('group') ? answering(reply, { returnCode: -3 }) : reply,
    );
    const { failures } = await fuzzed(wrong, { corpus, phases: ['corpus'], runs: 2000 });
    expect(failures.length).toBeGreaterThan(0);
    expect(failures[0]?.first.path).toMatch(/^corpus:/);
  });

  test('stores names and no values', async () => {
    const text = (await kept).map((each) => JSON.stringify(each)).join('\n');
    expect(FILE.secrets.filter(({ value }) => text.includes(value))).toEqual([]);
    expect(text).toContain(INPUTS.keys[1]);
    expect(new Set((await kept).map(textOfTrial)).size).toBe((await kept).length);
  });
});
