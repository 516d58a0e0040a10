import { describe, expect, test } from 'vitest';
import { believed } from '../../dialect/dialect.ts';
import type { Transport } from '../../http/exchange.ts';
import type { Send } from '../../suite/format/case-schema.ts';
import type { InProcessReply, InProcessRequest } from '../../transport/in-process.ts';
import type { Allowance } from '../execute/budget.ts';
import { causeOf, causesIn, Groups, type Group } from './groups.ts';
import { perform, performTrial } from '../execute/perform.ts';
import { showsAlone } from './confirm.ts';
import { settleAll, type Failure } from './settle.ts';
import type { Settling } from './settling.ts';
import { ENOUGH } from './shrink.ts';
import { recipesOf, shotsOf } from '../generate/shots.ts';
import { simplerTrials } from './simpler.ts';
import { answering, bending, headerOf, jsonOf, recipe, senderTo, WIRELESS } from '../test-helpers/made.ts';
import type { Trial } from '../generate/trial.ts';

function settling(transport: Transport, stop = false): Settling {
  return {
    sender: senderTo(transport),
    material: WIRELESS,
    name: 'settling',
    noted: async () => {},
    stop: () => stop,
  };
}

/** The first cause that a trial shows. */
async function groupOf(trial: Trial, { sender, material }: Settling): Promise<Group> {
  const tried = await perform(trial, shotsOf(trial, material, 'found'), sender, material);
  const groups = new Groups();
  groups.add(tried, causesIn(tried.found), { path: 'random:0:0', requests: 1 });
  const [group] = groups.all;
  if (group === undefined) throw new Error('nothing was found');
  return group;
}

async function settle(
  group: Group,
  context: readonly Trial[],
  by: Settling,
  allowance: Allowance = ENOUGH,
): Promise<Failure> {
  const [failure] = await settleAll([group], {
    settlingOf: () => by,
    contextOf: () => context,
    allowanceFor: () => allowance,
  });
  if (failure === undefined) throw new Error('it is no failure of its own');
  return failure;
}

async function settled(trial: Trial, transport: Transport, context: readonly Trial[] = []): Promise<Failure> {
  const all = settling(transport);
  return settle(await groupOf(trial, all), context, all);
}

/** No simplification of the smallest trial shows its cause. */
async function expectSmallest(
  { tried: { trial }, group, ended }: Failure,
  transport: Transport,
): Promise<void> {
  expect(ended).toBe('smallest');
  const { sender, material, name } = settling(transport);
  const showing: string[] = [];
  for (const { step, to } of simplerTrials(trial, material)) {
    // Twice: the first sight may be what was tried before.
    await performTrial(to, name, sender, material);
    const { found } = await performTrial(to, name, sender, material);
    if (found.some((each) => causeOf(each) === group.key)) showing.push(step);
  }
  expect(showing).toEqual([]);
}

const sendOf = ({ tried: { trial } }: Failure): readonly Send[] => recipesOf(trial).map(({ send }) => send);
const single = (send: Send): Trial => ({ kind: 'single', recipe: recipe('group.admin', send) });
const keysOf = (request: InProcessRequest): readonly unknown[] => {
  const { tagKeys } = (jsonOf(request) ?? {}) as { tagKeys?: unknown };
  return Array.isArray(tagKeys) ? tagKeys : [];
};
const isOk = (reply: InProcessReply): boolean => (jsonOf(reply) as { returnCode?: number }).returnCode === 1;
const broken = (reply: InProcessReply): InProcessReply =>
  isOk(reply) ? answering(reply, { returnCode: -3 }) : reply;

describe('a defect of several parts', () => {
  /** Wrong where tagKeys has more than three elements and the Game-Id is sent. */
  const backend = (): Transport =>
    bending((reply, request) =>
      keysOf(request).length > 3 && headerOf(request, 'Game-Id') !== undefined ? broken(reply) : reply,
    );
  const found = single({
    set: { tagKeys: ['motto', 'color', 'motto', 'color', 'no-such-key', 'motto', 'x'], note: 'x' },
    headers: { set: { 'Game-Id': '$game', 'X-Note': 'x' } },
    body: 'spaced',
  });

  test('becomes exactly those parts', async () => {
    const failure = await settled(found, backend());
    expect(sendOf(failure)).toEqual([
      { set: { tagKeys: ['x', 'x', 'x', 'x'] }, headers: { set: { 'Game-Id': '$game' } } },
    ]);
    expect(failure.tried.trial.kind).toBe('single');
    expect(failure.repeats).toEqual({ failed: 4, of: 4 });
    expect(failure.steps.length).toBeGreaterThan(4);
  });

  test('is as small as it gets', async () => {
    await expectSmallest(await settled(found, backend()), backend());
  });

  test('among other requests loses them', async () => {
    const [odd] = recipesOf(found);
    const trial: Trial = {
      kind: 'at-once',
      recipes: [recipe('group.server'), odd as NonNullable<typeof odd>, recipe('gamePlayer.admin')],
    };
    const failure = await settled(trial, backend());
    expect(failure.tried.trial.kind).toBe('single');
    expect(failure.property).toBe('allowed');
    expect(sendOf(failure)).toEqual([
      { set: { tagKeys: ['x', 'x', 'x', 'x'] }, headers: { set: { 'Game-Id': '$game' } } },
    ]);
  });

  test('keeps its first sight, and the cause comes first among what is found', async () => {
    const failure = await settled(found, backend());
    expect(causeOf(failure.found[0] as NonNullable<(typeof failure.found)[0]>)).toBe(failure.group.key);
    expect(failure.group.example.trial).toEqual(found);
  });
});

describe('a defect by and about somebody else', () => {
  test('keeps who it needs, and no one else', async () => {
    const backend = bending((reply, request) =>
      (jsonOf(request) as { groupId?: string } | undefined)?.groupId === 'groupwrens' ? broken(reply) : reply,
    );
    const who = { key: 'roaming-admin', id: 'groupwrens' };
    const trial: Trial = { kind: 'single', recipe: recipe('group.admin', { set: { note: 1 } }, who) };
    const { tried } = await settled(trial, backend);
    const plain = recipe('group.admin');
    expect(tried.trial).toEqual({
      kind: 'single',
      recipe: { ...plain, who: { ...plain.who, id: 'groupwrens' } },
    });
  });
});

describe('a defect of two requests', () => {
  /** Wrong right after a plain request to gamePlayer.admin, whatever the connection. */
  function backend(): Transport {
    let last = '';
    return bending((reply, { path }) => {
      const before = last;
      last = path;
      return before.includes('gamePlayer') && path.includes('group') ? broken(reply) : reply;
    });
  }
  const others = [
    recipe('group.server'),
    recipe('characterPlayer.admin'),
    recipe('group.server', { set: { note: 1 } }),
  ];
  const trial: Trial = {
    kind: 'sequence',
    recipes: [
      ...others,
      recipe('gamePlayer.admin', { method: 'PUT' }),
      recipe('group.admin', { set: { note: 7 } }),
      ...others,
    ],
  };

  test('ends as a sequence of these two', async () => {
    const failure = await settled(trial, backend());
    expect(failure.tried.trial.kind).toBe('sequence');
    const endpoints = recipesOf(failure.tried.trial).map(({ endpoint }) => endpoint);
    expect(endpoints).toEqual(['gamePlayer.admin', 'group.admin']);
    expect(sendOf(failure)).toEqual([{}, {}]);
    expect(failure.property).toBe('history');
    await expectSmallest(failure, backend());
  });

  test('of which the first was in an earlier trial is found with the trials before it', async () => {
    const context: readonly Trial[] = [single({}), { kind: 'single', recipe: recipe('gamePlayer.admin') }];
    const transport = backend();
    const all = settling(transport);
    for (const each of context) await performTrial(each, 'before', all.sender, all.material);
    const group = await groupOf({ kind: 'single', recipe: recipe('group.admin') }, all);
    const failure = await settle(group, context, all);
    expect(failure.ended).toBe('smallest');
    expect(recipesOf(failure.tried.trial).map(({ endpoint }) => endpoint)).toEqual([
      'gamePlayer.admin',
      'group.admin',
    ]);
  });

  test('at once stays at once', async () => {
    let under = 0;
    const crowded = bending(async (reply) => {
      under += 1;
      const alone = under === 1;
      await new Promise((resolve) => setImmediate(resolve));
      under -= 1;
      return alone ? reply : broken(reply);
    });
    const failure = await settled(
      { kind: 'at-once', recipes: [...others, recipe('group.admin', { set: { note: 7 } })] },
      crowded,
    );
    expect(failure.tried.trial.kind).toBe('at-once');
    expect(recipesOf(failure.tried.trial)).toHaveLength(2);
    expect(sendOf(failure)).toEqual([{}, {}]);
    expect(failure.property).toBe('concurrent');
  });
});

describe('a defect that does not always show', () => {
  test('is told with how often it did', async () => {
    let count = 0;
    const every = bending((reply) => {
      count += 1;
      return count % 2 === 1 ? broken(reply) : reply;
    });
    const failure = await settled(single({ set: { note: 1 } }), every);
    expect(failure.repeats).toEqual({ failed: 2, of: 4 });
    expect(failure.ended).toBe('smallest');
    expect(sendOf(failure)).toEqual([{}]);
  });

  test('and never again is not made smaller, but told as it was seen', async () => {
    let count = 0;
    const once = bending((reply) => {
      count += 1;
      return count === 1 ? broken(reply) : reply;
    });
    const trial = single({ set: { note: 1 } });
    const failure = await settled(trial, once, [single({})]);
    expect(failure.repeats).toEqual({ failed: 0, of: 4 });
    expect(failure.ended).toBe('not shrunk');
    expect(failure.steps).toEqual([]);
    expect(failure.tried.trial).toEqual(trial);
    expect(failure.property).toBe('allowed');
  });
});

describe('two answers to one request of a sequence', () => {
  /** All tags every second time that the list of one key comes in: right where the effect of tagKeys is open. */
  function wavering(): Transport {
    let count = 0;
    return bending((reply, request) => {
      if (keysOf(request).length !== 1) return reply;
      count += 1;
      const tags = [
        { key: 'motto', value: 'rise early' },
        { key: 'color', value: 'blue' },
      ];
      const all = { returnCode: 1, parameters: { errorCode: 1, infoResponseParameters: { tags } } };
      return count % 2 === 0 ? answering(reply, all) : reply;
    });
  }

  test.each(['sequence', 'at-once'] as const)('become the smallest ones of the %s', async (kind) => {
    const one = recipe('group.admin', { set: { tagKeys: ['motto'], note: 1 }, body: 'spaced' });
    const trial: Trial = { kind, recipes: [recipe('group.server'), one, recipe('gamePlayer.admin'), one] };
    const transport = wavering();
    const all: Settling = {
      ...settling(transport),
      sender: { ...senderTo(transport), dialect: believed() },
      material: { ...WIRELESS, facts: { ...WIRELESS.facts, dialect: believed() } },
    };
    const failure = await settle(await groupOf(trial, all), [], all);
    expect(failure.property).toBe('repeat');
    const keys = failure.tried.trial.kind === 'single' ? [] : sendOf(failure);
    expect(keys).toEqual([{ set: { tagKeys: ['x'] } }, { set: { tagKeys: ['x'] } }]);
  });
});

describe('whoever does not want to wait', () => {
  test('is told what was seen, unrepeated', async () => {
    const backend = bending(broken);
    const group = await groupOf(single({ set: { note: 1 } }), settling(backend));
    const failure = await settle(group, [], settling(backend, true));
    expect(failure.repeats).toEqual({ failed: 0, of: 0 });
    expect(failure.ended).toBe('not shrunk');
  });

  test('in the middle is told what is smaller already', async () => {
    const backend = bending((reply, request) =>
      Object.hasOwn(jsonOf(request) as object, 'note') ? broken(reply) : reply,
    );
    let asked = 0;
    const all: Settling = { ...settling(backend), stop: () => (asked += 1) > 8 };
    const failure = await settle(await groupOf(single({ set: { note: 'long', other: 2 } }), all), [], all);
    expect(failure.ended).toBe('budget');
    expect(sendOf(failure)).toEqual([{ set: { note: 'x', other: 2 } }]);
    expect(failure.steps).toEqual(['a simpler note']);
  });
});

describe('the request after an odd one', () => {
  const trial: Trial = {
    kind: 'after-odd',
    odd: recipe('group.admin', { method: 'HEAD' }),
    next: recipe('group.admin'),
  };

  test('that fails by itself is a cause of its own', async () => {
    const all = settling(bending((reply, { method }) => (method === 'HEAD' ? reply : broken(reply))));
    expect(await showsAlone(await groupOf(trial, all), all)).toBe(true);
  });

  test('that fails after the odd one alone is that one', async () => {
    let odd = false;
    const all = settling(
      bending((reply, { method }) => {
        const hurt = odd;
        odd = method === 'HEAD';
        return hurt ? broken(reply) : reply;
      }),
    );
    const group = await groupOf(trial, all);
    expect(await showsAlone(group, all)).toBe(false);
    const failure = await settle(group, [], all);
    expect(failure.tried.trial).toEqual(trial);
    expect(failure.property).toBe('answered');
  });
});

describe('a small budget', () => {
  const found = single({ set: { note: 'long', other: 2 }, headers: { set: { 'X-Note': 'x' } } });
  const backend = (): Transport =>
    bending((reply, request) => (Object.hasOwn(jsonOf(request) as object, 'note') ? broken(reply) : reply));

  test('of requests is told, and no repeat is left out for it', async () => {
    const by = settling(backend());
    const failure = await settle(await groupOf(found, by), [], by, { requests: 2, until: Infinity });
    expect([failure.ended, failure.repeats]).toEqual(['budget', { failed: 4, of: 4 }]);
  });

  test('of time leaves it as it was found', async () => {
    const by = settling(backend());
    const failure = await settle(await groupOf(found, by), [], by, { requests: 99, until: 0 });
    expect([failure.ended, failure.steps, failure.tried.trial]).toEqual(['budget', [], found]);
  });

  test('confirms all before any is made small', async () => {
    const by = settling(backend());
    const names: string[] = [];
    const groups = [await groupOf(found, by), { ...(await groupOf(found, by)), key: 'another cause' }];
    await settleAll(groups, {
      settlingOf: ({ key }) => ({ ...by, noted: async () => void names.push(key) }),
      contextOf: () => [],
      allowanceFor: () => ENOUGH,
    });
    const other = Array.from({ length: 4 }, () => 'another cause');
    expect(names.slice(4, 8)).toEqual(other);
    expect(names.slice(0, 4)).not.toContain('another cause');
  });
});
