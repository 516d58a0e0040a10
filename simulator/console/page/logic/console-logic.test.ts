/** The parts of the console that need no browser. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EntryDetails, EntrySummary } from '../../../journal/entry-view.ts';
import { feedOf, MAX_KEPT, withNews, type JournalPart } from './feed.ts';
import { consolePlace, hashOf, TABS, tokenIn, type Tab } from './place.ts';
import { curlOfEntry, summaryOf, summaryOfFault } from './words.ts';

/** A part of the journal with the entries of these ids, the last of all that fit. */
const part = (ids: readonly number[], total: number, fitting = ids.length, dropped = 0): JournalPart => ({
  items: ids.map((id) => ({ id }) as EntrySummary),
  fitting,
  total,
  dropped,
});

describe('the feed', () => {
  it('has the newest first, and keeps so many', () => {
    const start = feedOf(part([1, 2], 2, 50));
    expect(start.leftOut).toBe(0);
    const next = withNews(start, part([3], 3));
    expect(next.entries.map(({ id }) => id)).toEqual([3, 2, 1]);
    const many = Array.from({ length: MAX_KEPT }, (_, at) => 4 + at);
    const full = withNews(next, part(many, MAX_KEPT + 3));
    expect([full.total, full.entries.length, full.entries[0]?.id]).toEqual([
      MAX_KEPT + 3,
      MAX_KEPT,
      MAX_KEPT + 3,
    ]);
  });

  it('counts what came too fast, also where the journal has dropped it', () => {
    const start = feedOf(part([1], 1));
    expect(withNews(start, part([9, 10], 10, 7, 3))).toMatchObject({ leftOut: 5 + 2, total: 10 });
  });
});

describe('a place in the address', () => {
  it('reads back as it was, whatever is chosen', () => {
    const tab = fc.constantFrom(...(Object.keys(TABS) as Tab[]));
    const choices = fc.dictionary(
      fc.string({ unit: 'grapheme', minLength: 1 }),
      fc.string({ unit: 'grapheme', minLength: 1 }),
    );
    fc.assert(
      fc.property(tab, choices, (at, chosen) => {
        const read = consolePlace(hashOf(at, chosen));
        expect([read.tab, Object.entries(read.choices)]).toEqual([at, Object.entries(chosen)]);
      }),
    );
  });

  it.each(['', '#', '#nothing', '#constructor', '#__proto__?a=b'])('%j is the journal', (hash) => {
    expect(consolePlace(hash).tab).toBe('journal');
  });

  it.each([
    ['#token=abc-_1', 'abc-_1'],
    ['#token=a%20b', 'a b'],
    ['#token=%', '%'],
    ['#token=', undefined],
    ['#world?token=abc', undefined],
  ])('the token of %j is %j', (hash, token) => {
    expect(tokenIn(hash)).toBe(token);
  });
});

it('items and faults in a line', () => {
  const tags = Array.from({ length: 6 }, (_, at) => ({ key: `k${at}`, value: 'v'.repeat(at * 20) }));
  expect(summaryOf({ groupId: 'g', game: 'x', members: ['a', 'b'], tags }, 'groups')).toBe(
    `members 2, k0: , k1: ${'v'.repeat(20)}, k2: ${'v'.repeat(40)}, k3: ${'v'.repeat(40)}…, and 2 more`,
  );
  expect(
    summaryOfFault({
      kind: 'EMPTY_RESPONSE',
      latency: 5,
      share: 0.5,
      endpoint: ['group.admin'],
    }),
  ).toBe('EMPTY_RESPONSE, latency 5 ms for group.admin, 50 % of requests');
});

it('a request as a curl line: what is hidden is a variable, and the body is quoted', () => {
  const request = { body: '{"groupId":"it\'s"}', bytes: 18 };
  const headers = [
    ['Host', 'here'],
    ['Content-Type', 'application/json'],
    ['Secret-Key', '$ADMIN_KEY'],
  ];
  const sent = { method: 'POST', target: '/a', request: { ...request, headers } } as unknown as EntryDetails;
  expect(curlOfEntry(sent, 'http://127.0.0.1:1')).toBe(
    String.raw`curl -sS -X POST 'http://127.0.0.1:1/a' -H 'Content-Type: application/json' -H "Secret-Key: $ADMIN_KEY" --data-binary '{"groupId":"it'\''s"}'`,
  );
});
