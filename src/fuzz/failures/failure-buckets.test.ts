import { describe, expect, test } from 'vitest';
import type { Level } from '../../spec/clause-register.ts';
import type { FindingKind } from '../../judge/finding.ts';
import { firstFindings, FailureBuckets, sizeOfTrial } from './failure-buckets.ts';
import { sequence, single, type Trial } from '../trials/relations.ts';
import type { TrialFinding } from '../trials/judge-trial.ts';
import { performTrial, type Tried } from '../trials/send-trial.ts';
import type { Property } from '../trials/properties.ts';
import { altering, INPUTS, step, senderTo } from '../test-helpers/made.ts';

interface Shown {
  readonly clause?: string;
  readonly kind?: FindingKind;
  readonly level?: Level;
  readonly requestIndex?: number;
  readonly property?: Property;
  readonly actual?: string;
}

const found = ({
  clause = '4.5.2/tags',
  kind = 'wrong-tags',
  level = 'must',
  requestIndex = 0,
  property = 'allowed',
  actual = '',
}: Shown): TrialFinding => ({
  property,
  requestIndex,
  finding: { kind, clause, level, at: '', expected: '', actual },
});

const one = (...parts: Parameters<typeof step>): Trial => single(step(...parts));
const tried = (trial: Trial, ...shown: readonly Shown[]): Tried => ({
  trial,
  judged: [],
  found: shown.map(found),
  notJudgedBecause: undefined,
});
const SMALL = one('group.admin', { method: 'PUT' });
const LARGE = one('gamePlayer.client', { method: 'DELETE', set: { note: 'x' } });

describe.each([
  ['in turn', [0, 1, 2, 3]],
  ['in another order', [3, 2, 0, 1]],
])('failures with the same clause and kind that come %s share a bucket', (_, order) => {
  const buckets = new FailureBuckets();
  const adding = [
    () => buckets.add(tried(LARGE, { actual: 'first' }), 1),
    () => buckets.add(tried(SMALL, { actual: 'second', property: 'own-tags' }), 2),
    () => buckets.add(tried(LARGE, { actual: 'third' }), 3),
    () => buckets.add(tried(SMALL, { actual: 'fourth' }), 4),
  ];
  for (const each of order) adding[each]?.();
  const [bucket] = buckets.all;

  test('that counts them', () => {
    expect(buckets.all).toHaveLength(1);
    expect(bucket?.count).toBe(4);
  });

  test('whose example is replaced by smaller trials only', () => {
    expect(bucket?.tried.trial).toBe(SMALL);
    expect(bucket).toMatchObject({ property: 'own-tags', finding: { actual: 'second' }, number: 2 });
  });

  test('that keeps the endpoints', () => {
    expect(bucket?.endpoints).toEqual(new Set(['gamePlayer.client', 'group.admin']));
  });
});

test.each<[what: string, other: Shown, count: number]>([
  ['of another clause', { clause: '4.4/return-code' }, 2],
  ['of another kind', { kind: 'wrong-outcome' }, 2],
  ['with another value', { actual: 'else' }, 1],
  ['of another property', { property: 'own-tags' }, 1],
])('a failure %s gets its own bucket or not', (_, other, count) => {
  const buckets = new FailureBuckets();
  buckets.add(tried(SMALL, {}), 1);
  buckets.add(tried(SMALL, other), 2);
  expect(buckets.all).toHaveLength(count);
});

test.each<[what: string, shown: readonly Shown[], endpoints: readonly string[]]>([
  ['the request that shows it', [{ requestIndex: 1 }], ['group.admin']],
  ['each request that shows it', [{}, { requestIndex: 2 }], ['gamePlayer.client', 'group.server']],
  ['no request that shows another', [{}, { clause: 'b', requestIndex: 1 }], ['gamePlayer.client']],
  [
    'no request where it follows from another',
    [{}, { clause: 'b', requestIndex: 1 }, { requestIndex: 1 }],
    ['gamePlayer.client'],
  ],
])('a failure of several requests names the endpoints of %s', (_, shown, endpoints) => {
  const steps = [step('gamePlayer.client'), step('group.admin'), step('group.server')];
  const buckets = new FailureBuckets();
  buckets.add(tried(sequence(steps), ...shown), 1);
  expect([...(buckets.all[0]?.endpoints ?? [])]).toEqual(endpoints);
});

test('the number of buckets is bounded', () => {
  const buckets = new FailureBuckets();
  for (let index = 0; index < 500; index += 1)
    buckets.add(tried(SMALL, { clause: `clause ${index}` }), index);
  expect(buckets.all).toHaveLength(200);
});

test('the first must of each request counts, or else the first should', () => {
  const all = [
    found({ clause: 'a', level: 'should' }),
    found({ clause: 'b' }),
    found({ clause: 'c' }),
    found({ clause: 'd', level: 'should', requestIndex: 1 }),
    found({ clause: 'e', level: 'should', requestIndex: 1 }),
  ];
  expect(firstFindings(all).map(({ finding: { clause } }) => clause)).toEqual(['b', 'd']);
});

test('the same finding of several requests counts once', () => {
  const all = [found({ clause: 'a' }), found({ clause: 'a', requestIndex: 1 })];
  expect(firstFindings(all)).toHaveLength(1);
});

const plain = step('group.admin');
test.each<[why: string, smaller: Trial, larger: Trial]>([
  ['with fewer alterations', one('group.admin'), SMALL],
  ['with shorter values', one('group.admin', { set: { a: 'x' } }), one('group.admin', { set: { a: 'xx' } })],
  [
    'with fewer requests, whatever they are',
    one('group.admin', { set: { a: 'x'.repeat(9000) } }),
    sequence([plain, plain]),
  ],
])('a trial is smaller: %s', (_, smaller, larger) => {
  expect(sizeOfTrial(smaller)).toBeLessThan(sizeOfTrial(larger));
});

test('keeps a copied part of a huge reply, and nothing of what it was read as', async () => {
  const huge = Buffer.from(`{"returnCode":7${' '.repeat(4_000_000)}}`);
  const transport = altering((reply) => ({ ...reply, body: huge }));
  const shown = await performTrial(SMALL, 'huge', senderTo(transport), INPUTS);
  const buckets = new FailureBuckets();
  buckets.add(shown, 1);
  const kept = buckets.all[0]?.tried.judged ?? [];
  expect(kept.map(({ judgement }) => judgement.envelope)).toEqual([undefined]);
  const bodies = [...kept, ...shown.judged].flatMap(({ exchange: { outcome } }) =>
    outcome.kind === 'reply' ? [outcome.body.buffer.byteLength] : [],
  );
  expect(bodies).toHaveLength(2);
  expect(Math.max(...bodies)).toBeLessThan(100_000);
});
