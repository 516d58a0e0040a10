/** What the journal of the proxy keeps: exchanges within a bound of memory, whatever they hold. */
import { expect, it } from 'vitest';
import { bareTarget } from '../../world/target-file/target-file.ts';
import { Traffic } from '../session/traffic.ts';
import { harEntryOf } from './har-entry.ts';
import { KeptMessage } from './kept-message.ts';
import { ProxyJournal } from './proxy-journal.ts';

const ORIGIN = 'http://127.0.0.1:1';
const BOUND = 67_108_864;

it('counts long heads', () => {
  const traffic = new Traffic(bareTarget(new URL(ORIGIN)), 'backend', undefined, (base) => base);
  const journal = new ProxyJournal(traffic, ORIGIN);
  const long = 'x'.repeat(240_000);
  for (let sent = 0; sent < 500; sent += 1) {
    const request = new KeptMessage({ left: BOUND }, [['X-Long', long]], 0);
    const exchange = { at: 0, ms: 1, version: '1.1', method: 'GET', target: '/', request } as const;
    const har = harEntryOf({ ...exchange, reply: undefined, cutBy: undefined }, ORIGIN);
    journal.note({ url: ORIGIN, fate: 'elsewhere', place: undefined, sides: [] }, har);
  }
  const kept = journal.total - journal.dropped;
  expect(kept).toBeGreaterThan(20);
  expect(kept * long.length).toBeLessThan(BOUND);
});
