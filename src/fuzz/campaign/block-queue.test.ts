import { afterEach, describe, expect, test, vi } from 'vitest';
import { BehaviourTally } from './behaviour-tally.ts';
import { PHASE_NAMES, type Phase } from './phases.ts';
import { Schedule } from './schedule.ts';
import { WIRELESS } from '../test-helpers/made.ts';
import { BlockQueue, type BlockPart } from './block-queue.ts';
import { FuzzBudget } from './budget.ts';
import { PROPERTY_NAMES } from '../trials/properties.ts';

afterEach(() => void vi.useRealTimers());

const FOR_EVER: readonly Phase[] = ['random', 'sequences', 'concurrent'];

interface Made {
  readonly queue: BlockQueue;
  readonly next: () => Promise<BlockPart | undefined>;
}

function made(phases: readonly Phase[], until?: number, runs?: number): Made {
  const tally = new BehaviourTally();
  const schedule = new Schedule(1, WIRELESS, phases, PROPERTY_NAMES, tally);
  const queue = new BlockQueue(schedule, new FuzzBudget({ runs, timeMs: undefined }), tally, until);
  return { queue, next: () => queue.next(() => false) };
}

const placeOf = (part: BlockPart | undefined): string =>
  part === undefined ? 'none' : `${part.place.phase} ${part.place.block}`;

/** Takes blocks with this many under way and ends them in the order of `pick`; each shows the behaviours of its place. */
async function places(
  count: number,
  underWay: number,
  pick: (length: number) => number,
): Promise<readonly string[]> {
  const { queue, next } = made(FOR_EVER);
  const open: BlockPart[] = [];
  const all: string[] = [];
  const end = (part: BlockPart | undefined): void => {
    if (part === undefined) return;
    const { phase, block } = part.place;
    const behaviours = phase === 'sequences' ? [`${phase} ${block}`] : ['always the same'];
    queue.observe(part.place, 0, { phase, requests: 4, behaviours });
    queue.done(part);
  };
  while (all.length < count) {
    while (open.length >= underWay) end(open.splice(pick(open.length), 1)[0]);
    const waiting = next();
    // The queue gives the next block once one under way ends.
    const part = await Promise.race([
      waiting,
      new Promise<'late'>((resolve) => setTimeout(resolve, 5, 'late')),
    ]);
    if (part !== 'late') {
      all.push(placeOf(part));
      if (part !== undefined) open.push(part);
      continue;
    }
    for (const each of open.splice(0)) end(each);
    const later = await waiting;
    all.push(placeOf(later));
    if (later !== undefined) open.push(later);
  }
  return all;
}

describe('the blocks of a run', () => {
  const alone = places(120, 1, () => 0);

  test.each([
    ['4, the first ends first', 4, () => 0],
    ['4, the last ends first', 4, (length: number) => length - 1],
    ['16, one in the middle ends first', 16, (length: number) => Math.floor(length / 2)],
  ] as const)('are the same with several under way: %s', async (_, underWay, pick) => {
    expect(await places(120, underWay, pick)).toEqual(await alone);
  });

  test('are mostly of the phase that shows something new', async () => {
    const later = (await alone).slice(60);
    expect(later.filter((place) => place.startsWith('sequences')).length).toBeGreaterThan(later.length / 2);
  });
});

describe('a run ends', () => {
  test('when all of its phases have ended', async () => {
    const { queue, next } = made(['smoke']);
    const part = await next();
    expect([placeOf(part), queue.end]).toEqual(['smoke 0', undefined]);
    expect([placeOf(await next()), queue.end]).toEqual(['none', 'all']);
  });

  /** Counts the requests of a run that shows nothing new after its first block. */
  async function requestsUntil(until: number): Promise<number> {
    const { queue, next } = made(FOR_EVER, until);
    let requests = 0;
    for (let part = await next(); part !== undefined; part = await next()) {
      queue.observe(part.place, 0, { phase: part.place.phase, requests: 20, behaviours: ['a'] });
      queue.done(part);
      requests += 20;
    }
    expect(queue.end).toBe('until');
    return requests;
  }

  test.each([100, 1000, 5000])('by --until 1:%i after at least as many random requests', async (until) => {
    const requests = await requestsUntil(until);
    expect(requests).toBeGreaterThanOrEqual(until);
    expect(requests).toBeLessThan(until + 2000);
    expect(await requestsUntil(until)).toBe(requests);
  });

  test('by --until only after the phases that end by themselves', async () => {
    const { queue, next } = made(['exhaustive', 'random'], 1);
    const seen: Phase[] = [];
    for (let part = await next(); part !== undefined; part = await next()) {
      queue.observe(part.place, 0, { phase: part.place.phase, requests: 20, behaviours: ['a'] });
      queue.done(part);
      seen.push(part.place.phase);
    }
    const blocks = Math.ceil(seen.filter((phase) => phase === 'exhaustive').length);
    const schedule = new Schedule(1, WIRELESS, ['exhaustive'], PROPERTY_NAMES);
    let all = 0;
    while (schedule.next() !== undefined) all += 1;
    expect(blocks).toBe(all);
  });
});

test('a spent budget cuts a block', async () => {
  const { next, queue } = made(PHASE_NAMES, undefined, 30);
  const part = await next();
  expect(part?.isCut).toBe(true);
  if (part !== undefined) queue.done(part);
  expect(await next()).toBeUndefined();
});

test('a block that does not end does not block others for ever', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { next, queue } = made(FOR_EVER);
  const stuck = await next();
  let taken = 0;
  const taking = (async () => {
    for (; taken < 120; taken += 1) {
      const part = await next();
      if (part !== undefined) queue.done(part);
    }
    return next();
  })();
  await vi.advanceTimersByTimeAsync(999);
  expect(taken).toBeLessThan(120);
  await vi.advanceTimersByTimeAsync(1);
  expect(placeOf(await taking)).not.toBe('none');
  if (stuck !== undefined) queue.done(stuck);
});
