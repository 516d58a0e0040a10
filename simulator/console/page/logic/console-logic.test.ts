/** The parts of the console that need no browser. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EntryDetails, EntrySummary } from '../../../journal/journal-shapes.ts';
import { curlOf } from './curl.ts';
import { EventParser, type ServerEvent, feedOf, MAX_KEPT, NO_FEED, withEvents } from './feed.ts';
import { summaryOfFault } from './fault-switches.ts';
import { hashOf, consolePlace, tokenIn, type Tab, TABS } from './place.ts';
import { summaryOf } from './world-kinds.ts';

const entry = (id: number) => ({ id }) as EntrySummary;
const event = (name: string, data: unknown): ServerEvent => ({ name, data: JSON.stringify(data) });

describe('server-sent events', () => {
  const TEXT = `event: hello\nid: 0\ndata: {"total":0}\n\n: quiet\n\nevent: entry\ndata: {"id":1,\ndata: "x":2}\n\ndata: bare\n\n`;

  it('come out the same, wherever the text is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(TEXT.length)), (cuts) => {
        const parser = new EventParser();
        const places = [0, ...cuts.toSorted((a, b) => a - b), TEXT.length];
        const events = places.flatMap((from, at) => parser.push(TEXT.slice(from, places[at + 1] ?? from)));
        expect(events).toEqual([
          { name: 'hello', data: '{"total":0}' },
          { name: 'entry', data: '{"id":1,\n"x":2}' },
          { name: 'message', data: 'bare' },
        ]);
      }),
    );
  });

  it('an event without an end is given up', () => {
    const parser = new EventParser();
    expect(() => {
      for (let at = 0; at < 50; at += 1) parser.push('x'.repeat(100_000));
    }).toThrow(RangeError);
  });
});

describe('the feed', () => {
  it('has the newest first, each once, and counts what it forgets', () => {
    const start = feedOf([entry(1), entry(2)], 2);
    const next = withEvents(start, [event('entry', { id: 2 }), event('entry', { id: 3 })]);
    expect(next.entries.map(({ id }) => id)).toEqual([3, 2, 1]);
    const many = Array.from({ length: MAX_KEPT }, (_, at) => event('entry', { id: 4 + at }));
    expect(withEvents(next, many)).toMatchObject({ forgotten: 3, total: MAX_KEPT + 3 });
  });

  it('never holds more than it may, and every request is shown, forgotten or left out', () => {
    const step = fc.record({ shown: fc.nat(40), leftOut: fc.nat(1000) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let total = 0;
        let feed = NO_FEED;
        for (const { shown, leftOut } of steps) {
          total += leftOut;
          const entries = Array.from({ length: shown }, () => event('entry', { id: (total += 1) }));
          const said = leftOut === 0 ? [] : [event('left-out', { count: leftOut, total })];
          feed = withEvents(feed, [...said, ...entries]);
        }
        expect(feed.entries.length).toBeLessThanOrEqual(MAX_KEPT);
        expect(feed.entries.length + feed.forgotten + feed.leftOut).toBe(total);
        expect(feed.total).toBe(total);
      }),
    );
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
      id: 'f',
      made: 0,
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
  expect(curlOf(sent, 'http://127.0.0.1:1')).toBe(
    String.raw`curl -sS -X POST 'http://127.0.0.1:1/a' -H 'Content-Type: application/json' -H "Secret-Key: $ADMIN_KEY" --data-binary '{"groupId":"it'\''s"}'`,
  );
});
