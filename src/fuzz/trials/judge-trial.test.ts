import { expect, test } from 'vitest';
import type { Transport } from '../../http/exchange.ts';
import type { InProcessReply } from '../../../mutants/harness/in-process.ts';
import { declaredWorld } from '../../world/declared-world.ts';
import { UNKNOWN } from '../../world/world.ts';
import type { FuzzInputs } from './fuzz-inputs.ts';
import type { Step } from './step.ts';
import { invalid, member, ok } from '../../judge/test-helpers/replies.ts';
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
  LARKS,
  OPEN,
  plain,
  step,
  senderTo,
  simulator,
  transportTo,
  WIRELESS,
  withTags,
} from '../test-helpers/made.ts';

async function judged(trial: Trial, to: Transport, inputs = INPUTS): Promise<Tried> {
  return performTrial(trial, 'judged', { ...senderTo(to), dialect: inputs.facts.dialect }, inputs);
}

/** Describes each finding by its property, clause, kind and request. */
async function broken(trial: Trial, to: Transport, inputs = INPUTS): Promise<readonly string[]> {
  const { found, notJudgedBecause } = await judged(trial, to, inputs);
  expect(notJudgedBecause).toBeUndefined();
  return found.map(({ property, finding: { clause, kind }, requestIndex }) =>
    [property, clause, kind, requestIndex].join(' '),
  );
}

const FOREIGN = { key: 'motto', value: 'small and loud' };
const SAME_ID = { key: 'motto', value: 'sail late' };
const ADMIN = step('group.admin');
const MOTTO = step('group.admin', { set: { tagKeys: ['motto'] } });
const textOf = ({ body }: { readonly body?: Uint8Array | undefined }): string =>
  Buffer.from(body ?? []).toString();

/** A world with unknown tags, so that any tags are right. */
const untagged = (complete: boolean): FuzzInputs =>
  madeOf(
    declaredWorld({
      ...FILE.world,
      complete,
      subjects: FILE.world.subjects.map((subject) => ({ ...subject, tags: UNKNOWN })),
    }),
  );
const UNTAGGED = untagged(false);

/** Alters the replies to requests of which this holds; `count` is how many were sent. */
function when(
  is: (request: { readonly text: string; readonly path: string; readonly count: number }) => boolean,
  alter: (reply: InProcessReply, count: number) => InProcessReply,
): () => Transport {
  return () => {
    let count = 0;
    return altering((reply, request) => {
      count += 1;
      return is({ text: textOf(request), path: request.path, count }) ? alter(reply, count) : reply;
    });
  };
}
/** All tags of the group although one is requested: right while the effect of tagKeys is open. */
const unfiltered = (reply: InProcessReply): InProcessReply => withTags(reply, LARKS);

const REPEATED: Trial = sequence([MOTTO, step('group.server'), MOTTO]);
const LITERAL = when(({ text }) => text.includes('\\u'), unfiltered);
const VARIANTS: Trial = variants([step('group.client'), step('group.server'), ADMIN]);
const toServer = (json: unknown): (() => Transport) =>
  when(
    ({ path }) => path.includes('server'),
    (reply) => answering(reply, json),
  );
// Two faults, so that two refusals are right.
const WRONG = step('group.admin', { headers: { alter: { 'Secret-Key': 'cut-one' } }, set: { tagKeys: 7 } });
const about = (given: Step): Trial =>
  related('same-refusal', given, { ...given, given: { ...given.given, id: 'nosuchgrou' } });
const NEXT: Trial = related('next-works', step('group.admin', { method: 'HEAD' }), ADMIN);

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
function closed(): never {
  throw new Error('the connection was closed');
}
const partlyDown = when(({ text }) => text.includes('"tagKeys":null'), closed);

test.each<[what: string, trial: Trial, to: () => Transport, inputs: FuzzInputs, found: readonly string[]]>([
  ['the same request again gets the same answer', REPEATED, plain, OPEN, []],
  [
    'the same request again gets another answer, even if each is right by itself',
    REPEATED,
    when(({ count }) => count === 3, unfiltered),
    OPEN,
    ['repeat 1/read-only differs 2'],
  ],
  [
    'the same request again may get another debugMessage',
    repeated(step('group.admin', { alter: { $id: 'cut-one' } })),
    when(
      () => true,
      (reply, count) => answering(reply, { ...(jsonOf(reply) as object), debugMessage: `reply ${count}` }),
    ),
    INPUTS,
    [],
  ],
  ['an equivalent form gets the same answer', equivalent(MOTTO, 'escapes'), plain, OPEN, []],
  [
    'an equivalent form gets another answer',
    equivalent(MOTTO, 'escapes'),
    LITERAL,
    OPEN,
    ['equivalent 1/json-body differs 1'],
  ],
  ['an equivalent form of another kind is not affected', equivalent(MOTTO, 'white space'), LITERAL, OPEN, []],
  ['one subject has the same tags through several variants', VARIANTS, plain, UNTAGGED, []],
  [
    'one subject has other tags through a variant',
    VARIANTS,
    toServer(ok([FOREIGN])),
    UNTAGGED,
    ['variants 1/one-target differs 1'],
  ],
  [
    'one subject has other tags through the last variant, while another refuses',
    VARIANTS,
    when(
      ({ path }) => !path.includes('server'),
      (reply, count) => answering(reply, count === 1 ? { returnCode: -2 } : ok([FOREIGN])),
    ),
    UNTAGGED,
    ['allowed 4.1/rule/sufficient wrong-outcome 0', 'variants 1/one-target differs 2'],
  ],
  ['a refusal is the same whether the subject exists or not', about(WRONG), plain, INPUTS, []],
  [
    'a refusal reveals whether the subject exists',
    about(WRONG),
    when(
      ({ text }) => text.includes('nosuchgrou'),
      (reply) => answering(reply, invalid(member('tagKeys', 3))),
    ),
    INPUTS,
    ['no-leak principle/no-leak leak 1'],
  ],
  ['a caller with permission may learn whether the subject exists', about(ADMIN), plain, INPUTS, []],
  [
    'a request is not answered while others are',
    single(step('group.admin', { alter: { tagKeys: 'as-null' } })),
    partlyDown,
    INPUTS,
    ['answered 1/http-200/reply no-reply 0'],
  ],
  ['a request is answered while others are not', single(ADMIN), partlyDown, INPUTS, []],
  ['the next request is served after an odd one', NEXT, plain, WIRELESS, []],
  [
    'the next connection is dead after an odd request',
    NEXT,
    () => hurt(closed),
    INPUTS,
    ['answered 1/http-200/reply no-reply 1'],
  ],
  [
    'in a sequence, the request that shows a finding is named',
    sequence([step('group.server'), ADMIN, step('group.server')]),
    when(
      ({ path }) => path.includes('admin'),
      (reply) => withTags(reply, []),
    ),
    INPUTS,
    ['allowed 4.5.2/tags wrong-tags 1'],
  ],
])('%s', async (_, trial, to, inputs, found) => {
  expect(await broken(trial, to(), inputs)).toEqual(found);
});

test.each<[what: string, property: Property, trial: Trial, to: () => Transport, inputs: FuzzInputs]>([
  [
    'an equivalent form may get another refusal if it has several faults',
    'equivalent',
    equivalent(step('group.admin', { alter: { $id: 'as-null', tagKeys: 'as-number' } }), 'member order'),
    when(
      () => true,
      (reply, count) => answering(reply, invalid(count === 1 ? member('groupId', 6) : member('tagKeys', 3))),
    ),
    OPEN,
  ],
  [
    'tags are not compared with a refusal of one variant',
    'variants',
    VARIANTS,
    toServer({ returnCode: -2 }),
    UNTAGGED,
  ],
  [
    'tags that the file does not know are not those of another subject',
    'own-tags',
    single(step('group.admin', { method: 'GET' })),
    when(
      () => true,
      (reply) => ({ ...withTags(reply, [FOREIGN]), status: 200 }),
    ),
    untagged(true),
  ],
])('%s', async (_, property, trial, to, inputs) => {
  const { found } = await judged(trial, to(), inputs);
  expect(found.filter((each) => each.property === property)).toEqual([]);
});

test.each([
  ['quotes a tag of the subject', {}, 'not shown: rise early', ['no-leak principle/no-leak leak 0']],
  ['quotes a tag of another subject', {}, 'not shown: sail late', []],
  ['quotes a value that is a common word', {}, 'it was blue', []],
  ['quotes nothing', {}, 'no', []],
  ['quotes a value of the request', { note: 'rise early' }, 'note: rise early', []],
])('a refusal %s', async (_, set, debugMessage, found) => {
  const quoting = altering((reply) => answering(reply, { returnCode: -10, debugMessage }));
  const trial = single(step('group.admin', { headers: { without: ['Secret-Key'] }, set }));
  expect(await broken(trial, quoting)).toEqual(found);
});

test.each<[what: string, list: typeof LARKS, method: string | undefined, property: Property | undefined]>([
  ["are the subject's own", LARKS, undefined, undefined],
  ['lack a tag', LARKS.slice(1), undefined, 'allowed'],
  ['include one of another subject', [...LARKS, FOREIGN], undefined, 'own-tags'],
  ['of the same id in another game are another kind of fault', [SAME_ID], undefined, 'allowed'],
  ['of a GET include one of another subject', [FOREIGN], 'GET', 'own-tags'],
  ["of a GET are the subject's own", LARKS, 'GET', undefined],
])('the tags of a reply %s', async (_, list, method, property) => {
  const replying = altering((reply) => ({ ...withTags(reply, list), status: 200 }));
  const { found } = await judged(
    single(step('group.admin', method === undefined ? {} : { method })),
    replying,
  );
  const musts = found.filter(({ finding: { level } }) => level === 'must');
  expect(musts.map((each) => each.property)).toEqual(property === undefined ? [] : [property]);
});

test('a request that is not answered during an outage is not judged, and is no finding', async () => {
  const down = transportTo(async () => closed());
  const { found, notJudgedBecause } = await judged(single(ADMIN), down);
  expect(found).toEqual([]);
  expect(notJudgedBecause).toContain('the connection was closed');
});

test('any fault of the next reply after an odd request breaks the clause that the next connection works', async () => {
  const confused = hurt(async () => ({
    status: 200,
    headers: [['Content-Type', 'application/json']],
    body: new TextEncoder().encode(JSON.stringify({ returnCode: -3 })),
  }));
  const [first = ''] = await broken(NEXT, confused);
  expect(first).toContain('1/http-200/reply');
});
