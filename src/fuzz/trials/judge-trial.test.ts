import { describe, expect, test } from 'vitest';
import { partialDialect } from '../../dialect/dialect.ts';
import type { Transport } from '../../http/exchange.ts';
import type { InProcessReply, InProcessRequest } from '../../transport/raw/in-process.ts';
import { declaredWorld } from '../../world/declared-world.ts';
import { UNKNOWN } from '../../world/world.ts';
import type { FuzzInputs } from './fuzz-inputs.ts';
import { performTrial, type Tried } from './send-trial.ts';
import type { Property } from './properties.ts';
import { equivalent, related, repeated, sequence, single, variants, type Trial } from './relations.ts';
import {
  answering,
  altering,
  headerOf,
  jsonOf,
  madeOf,
  FILE,
  INPUTS,
  plain,
  step,
  senderTo,
  simulator,
  transportTo,
  WIRELESS,
} from '../test-helpers/made.ts';

type Alteration = (reply: InProcessReply, request: InProcessRequest) => InProcessReply;

/** FuzzInputs with all questions open: more answers are right, but one request has one answer. */
const OPEN: FuzzInputs = { ...INPUTS, facts: { ...INPUTS.facts, dialect: partialDialect() } };

async function judged(trial: Trial, to: Transport, inputs = INPUTS): Promise<Tried> {
  return performTrial(trial, 'judged', { ...senderTo(to), dialect: inputs.facts.dialect }, inputs);
}

/** Describes each finding by its property, clause, kind and request. */
async function broken(trial: Trial, to: Transport, inputs = INPUTS): Promise<readonly string[]> {
  const { found, notJudgedBecause } = await judged(trial, to, inputs);
  expect(notJudgedBecause).toBeUndefined();
  return found.map(
    ({ property, finding: { clause, kind }, requestIndex }) =>
      `${property} ${clause} ${kind} ${requestIndex}`,
  );
}

const LARKS = [
  { key: 'motto', value: 'rise early' },
  { key: 'color', value: 'blue' },
];
const tags = (...list: readonly { key: string; value: string }[]): unknown => ({
  returnCode: 1,
  parameters: { errorCode: 1, infoResponseParameters: { tags: list } },
});
const FOREIGN = { key: 'motto', value: 'small and loud' };
const SAME_ID = { key: 'motto', value: 'sail late' };
const MOTTO = step('group.admin', { set: { tagKeys: ['motto'] } });

/** Answers with all tags of the group although one is requested: right while the effect of tagKeys is open. */
const unfiltered: Alteration = (reply) => answering(reply, tags(...LARKS));

describe('the same request again', () => {
  const trial: Trial = sequence([MOTTO, step('group.server'), MOTTO]);

  test('gets the same answer', async () => {
    expect(await broken(trial, plain(), OPEN)).toEqual([]);
  });

  test('fails with another answer, even if each is right by itself', async () => {
    let count = 0;
    const changing = altering((reply, request) => {
      count += 1;
      return count === 3 ? unfiltered(reply, request) : reply;
    });
    expect(await broken(trial, changing, OPEN)).toEqual(['repeat 1/read-only differs 2']);
  });

  test('may get another debugMessage', async () => {
    let count = 0;
    const talking = altering((reply) => {
      count += 1;
      return answering(reply, { ...(jsonOf(reply) as object), debugMessage: `reply ${count}` });
    });
    const refused = step('group.admin', { alter: { $id: 'cut-one' } });
    expect(await broken(repeated(refused), talking)).toEqual([]);
  });
});

describe('an equivalent form', () => {
  const trial = (form: 'escapes' | 'white space'): Trial => equivalent(MOTTO, form);
  /** A backend that reads an escaped text as another one. */
  const literal = (): Transport =>
    altering((reply, request) =>
      Buffer.from(request.body ?? []).includes('\\u') ? unfiltered(reply, request) : reply,
    );

  test('gets the same answer', async () => {
    expect(await broken(trial('escapes'), plain(), OPEN)).toEqual([]);
  });

  test('fails with another answer', async () => {
    expect(await broken(trial('escapes'), literal(), OPEN)).toEqual(['equivalent 1/json-body differs 1']);
  });

  test('of another kind is not affected', async () => {
    expect(await broken(trial('white space'), literal(), OPEN)).toEqual([]);
  });

  test('may get another refusal if it has several faults', async () => {
    let count = 0;
    const either = altering((reply) => {
      count += 1;
      const member = { code: count === 1 ? 'groupId' : 'tagKeys', type: undefined, invalidMemberType: 3 };
      const listed = count === 1 ? { ...member, invalidMemberType: 6 } : member;
      return answering(reply, { returnCode: -5, invalidRequestParameters: [listed] });
    });
    const wrong = step('group.admin', { alter: { $id: 'as-null', tagKeys: 'as-number' } });
    const { found } = await judged(equivalent(wrong, 'member order'), either, OPEN);
    expect(found.filter(({ property }) => property === 'equivalent')).toEqual([]);
  });
});

describe('one subject through several variants', () => {
  /** A world with unknown tags, so that any tags are right. */
  const untagged = madeOf(
    declaredWorld({
      ...FILE.world,
      complete: false,
      subjects: FILE.world.subjects.map((subject) => ({ ...subject, tags: UNKNOWN })),
    }),
  );
  const trial: Trial = variants([step('group.client'), step('group.server'), step('group.admin')]);
  const other = (json: unknown): Transport =>
    altering((reply, { path }) =>
      path.endsWith('server') || path.includes('server') ? answering(reply, json) : reply,
    );

  test('has the same tags', async () => {
    expect(await broken(trial, plain(), untagged)).toEqual([]);
  });

  test('fails with other tags', async () => {
    expect(await broken(trial, other(tags(FOREIGN)), untagged)).toEqual(['variants 1/one-target differs 1']);
  });

  test('is not compared with a refusal of one variant', async () => {
    const { found } = await judged(trial, other({ returnCode: -2 }), untagged);
    expect(found.filter(({ property }) => property === 'variants')).toEqual([]);
  });
});

describe('a request without permission', () => {
  // Two faults, so that two refusals are right.
  const wrong = step('group.admin', {
    headers: { alter: { 'Secret-Key': 'cut-one' } },
    set: { tagKeys: 7 },
  });
  const trial: Trial = related('same-refusal', wrong, {
    ...wrong,
    given: { ...wrong.given, id: 'nosuchgrou' },
  });
  const reporting = (): Transport =>
    altering((reply, request) =>
      Buffer.from(request.body ?? []).includes('nosuchgrou')
        ? answering(reply, {
            returnCode: -5,
            invalidRequestParameters: [{ code: 'tagKeys', invalidMemberType: 3 }],
          })
        : reply,
    );

  test('gets the same refusal whether the subject exists or not', async () => {
    expect(await broken(trial, plain())).toEqual([]);
  });

  test('fails if the refusal reveals whether the subject exists', async () => {
    expect(await broken(trial, reporting())).toEqual(['no-leak principle/no-leak leak 1']);
  });

  test('may learn it with permission', async () => {
    const may: Trial = related(
      'same-refusal',
      step('group.admin'),
      step('group.admin', {}, { id: 'nosuchgrou' }),
    );
    expect(await broken(may, plain())).toEqual([]);
  });
});

describe('a refusal', () => {
  const refused = step('group.admin', { headers: { without: ['Secret-Key'] } });
  const quoting = (text: string): Transport =>
    altering((reply) => answering(reply, { returnCode: -10, debugMessage: text }));
  const trial = (set = {}): Trial => single({ ...refused, send: { ...refused.send, set } });

  test.each([
    ['quotes a tag of the subject', 'not shown: rise early', ['no-leak principle/no-leak leak 0']],
    ['quotes a tag of another subject', 'not shown: sail late', []],
    ['quotes a value that is a common word', 'it was blue', []],
    ['quotes nothing', 'no', []],
  ])('%s', async (_, text, found) => {
    expect(await broken(trial(), quoting(text))).toEqual(found);
  });

  test('quotes a value of the request', async () => {
    expect(await broken(trial({ note: 'rise early' }), quoting('note: rise early'))).toEqual([]);
  });
});

describe('the tags of a reply', () => {
  const asked = (method?: string): Trial =>
    single(step('group.admin', method === undefined ? {} : { method }));
  const replying = (...list: readonly { key: string; value: string }[]): Transport =>
    altering((reply) => ({ ...answering(reply, tags(...list)), status: 200 }));

  test.each<[what: string, list: typeof LARKS, method: string | undefined, property: Property | undefined]>([
    ["are the subject's own", LARKS, undefined, undefined],
    ['lack a tag', LARKS.slice(1), undefined, 'allowed'],
    ['include one of another subject', [...LARKS, FOREIGN], undefined, 'own-tags'],
    ['of the same id in another game are another kind of fault', [SAME_ID], undefined, 'allowed'],
    ['of a GET include one of another subject', [FOREIGN], 'GET', 'own-tags'],
  ])('%s', async (_, list, method, property) => {
    const { found } = await judged(asked(method), replying(...list));
    const musts = found.filter(({ finding: { level } }) => level === 'must');
    expect(musts.map((each) => each.property)).toEqual(property === undefined ? [] : [property]);
  });

  test("of a GET are the subject's own", async () => {
    const { found } = await judged(asked('GET'), replying(...LARKS));
    expect(found.filter(({ property }) => property === 'own-tags')).toEqual([]);
  });
});

describe('a request that is not answered', () => {
  const partlyDown = (): Transport =>
    transportTo(async (request) => {
      if (Buffer.from(request.body ?? []).includes('"tagKeys":null'))
        throw new Error('the connection was closed');
      return simulator()(request);
    });

  test('while others are is a finding', async () => {
    const trial: Trial = single(step('group.admin', { alter: { tagKeys: 'as-null' } }));
    expect(await broken(trial, partlyDown())).toEqual(['answered 1/http-200/reply no-reply 0']);
  });

  test('does not affect those that are', async () => {
    expect(await broken(single(step('group.admin')), partlyDown())).toEqual([]);
  });

  test('during an outage is notJudgedBecause and not a finding', async () => {
    const { found, notJudgedBecause } = await judged(
      single(step('group.admin')),
      transportTo(() => Promise.reject(new Error('the connection was closed'))),
    );
    expect(found).toEqual([]);
    expect(notJudgedBecause).toContain('the connection was closed');
  });
});

describe('after an odd request', () => {
  const trial: Trial = related('next-works', step('group.admin', { method: 'HEAD' }), step('group.admin'));
  /** After a HEAD, answers requests with a key as `then` does. */
  function hurt(then: () => InProcessReply | Promise<InProcessReply>): Transport {
    const ask = simulator();
    let seen = false;
    return transportTo((request) => {
      if (seen && headerOf(request, 'Secret-Key') !== undefined) return Promise.resolve().then(then);
      seen ||= request.method === 'HEAD';
      return ask(request);
    });
  }

  test('the next one may be served', async () => {
    expect(await broken(trial, plain(), WIRELESS)).toEqual([]);
  });

  test('a dead next connection is a finding', async () => {
    const dead = hurt(() => {
      throw new Error('the connection was closed');
    });
    expect(await broken(trial, dead)).toEqual(['answered 1/http-200/reply no-reply 1']);
  });

  test('any fault of the next reply breaks the clause that the next connection works', async () => {
    const confused = hurt(async () => ({
      status: 200,
      headers: [['Content-Type', 'application/json']],
      body: new TextEncoder().encode(JSON.stringify({ returnCode: -3 })),
    }));
    const [first = ''] = await broken(trial, confused);
    expect(first).toContain('1/http-200/reply');
  });
});

describe('a finding refers to the request that shows it', () => {
  const trial: Trial = sequence([step('group.server'), step('group.admin'), step('group.server')]);

  test('in a sequence', async () => {
    const losing = altering((reply, { path }) => (path.includes('admin') ? answering(reply, tags()) : reply));
    const { found } = await judged(trial, losing);
    expect(found.map(({ requestIndex, property }) => [requestIndex, property])).toEqual([[1, 'allowed']]);
  });
});
