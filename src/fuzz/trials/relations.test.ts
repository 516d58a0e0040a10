import { expect, test } from 'vitest';
import type { Transport } from '../../http/exchange.ts';
import { trialsAboutFirst, type Trial, type TrialRelation } from './relations.ts';
import { keysNamed } from './step.ts';
import { simplerTrials } from '../failures/simpler-trials.ts';
import {
  answering,
  altering,
  INPUTS,
  mutant,
  plain,
  senderTo,
  tagsIn,
  withTags,
} from '../test-helpers/made.ts';
import { performTrial } from './send-trial.ts';
import type { Property } from './properties.ts';

const TRIALS = INPUTS.endpoints.flatMap((on) => trialsAboutFirst(on, INPUTS));
const ofRelation = (relation: TrialRelation): readonly Trial[] =>
  TRIALS.filter((trial) => trial.relation === relation);

/** Which of these three properties the trials of a relation break. */
async function broken(relation: TrialRelation, transport: Transport): Promise<readonly Property[]> {
  const sender = senderTo(transport);
  const all: Property[] = [];
  for (const trial of ofRelation(relation)) {
    const { found } = await performTrial(trial, 'made', sender, INPUTS);
    all.push(...found.map(({ property }) => property));
  }
  return [...new Set(all)].filter((each) => ['games', 'union', 'key-order'].includes(each));
}

/** Alters the tags of each success; `alter` gets the whole list and the number of successes so far. */
function listing(alter: (tags: readonly unknown[], asked: number) => readonly unknown[]): Transport {
  let asked = 0;
  return altering((reply) => {
    const tags = tagsIn(reply);
    if (tags.length === 0) return reply;
    asked += 1;
    return withTags(reply, alter(tags, asked));
  });
}

test.each<
  readonly [what: string, relation: TrialRelation, transport: () => Transport, seen: readonly Property[]]
>([
  ['the simulator', 'other-game', plain, []],
  ['the simulator', 'union', plain, []],
  ['the simulator', 'key-order', plain, []],
  ['tags of the first requested game', 'other-game', () => mutant('cache-without-game'), ['games']],
  ['the last key left out', 'union', () => mutant('last-key-of-several-left-out'), ['union']],
  ['the last key left out', 'key-order', () => mutant('last-key-of-several-left-out'), ['key-order']],
  ['keys in rising order only', 'key-order', () => mutant('keys-in-rising-order-only'), ['key-order']],
  ['tags from the last to the first', 'union', () => listing((tags) => tags.toReversed()), []],
  [
    'tags from the last to the first',
    'key-order',
    () => listing((tags, asked) => (asked % 2 === 0 ? tags.toReversed() : tags)),
    [],
  ],
  ['one and the same tag for all', 'union', () => listing(() => [{ key: 'a', value: 'b' }]), []],
  ['one and the same tag for all', 'other-game', () => listing(() => [{ key: 'a', value: 'b' }]), ['games']],
  ['no tags at all', 'other-game', () => listing(() => []), []],
  ['refusals', 'union', () => altering((reply) => answering(reply, { returnCode: -3 })), []],
  ['refusals', 'key-order', () => altering((reply) => answering(reply, { returnCode: -3 })), []],
])('the broken properties of %s by %s', async (_, relation, transport, seen) => {
  expect(await broken(relation, transport())).toEqual(seen);
});

test.each(TRIALS.map((trial) => [trial.relation, trial.steps[0]?.endpoint, trial] as const))(
  'a shrunk trial keeps its relation: %s on %s',
  (relation, _, trial) => {
    for (const to of simplerTrials(trial, INPUTS)) {
      const [first, second, ...others] = to.steps;
      if (first === undefined || second === undefined) continue;
      expect(to.relation).toBe(relation);
      if (relation === 'other-game') {
        expect(second.given.id).toBe(first.given.id);
        expect(second.send).toEqual(first.send);
      } else if (relation === 'union') {
        expect([second, ...others].flatMap(keysNamed)).toEqual(keysNamed(first));
      } else {
        expect(keysNamed(second)).toEqual(keysNamed(first).toReversed());
      }
    }
  },
);

test.each(['other-game', 'union', 'key-order'] as const)('every endpoint has a trial of %s', (relation) => {
  expect(ofRelation(relation)).toHaveLength(INPUTS.endpoints.length);
});
