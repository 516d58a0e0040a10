/** A failing case is sent again, alone and on a fresh connection; it stays a failure whatever that shows. */
import { describe, expect, test } from 'vitest';
import { instancesOf, type Differs } from '../../cases/test-helpers/made.ts';
import type { Outcome } from '../../http/exchange.ts';
import {
  answeringAll,
  caseOf,
  LARKS,
  noReply,
  OTHERS,
  reply,
  runOf,
  scripted,
  tags,
  type Script,
  ON,
} from './test-helpers/scripted.ts';

const one = (differs: Differs = {}) => instancesOf({ for: ON, ...differs });
const confirm = { confirm: true };

/** Wrong in the tries with these indices, right in the others. */
const wrongIn =
  (...indices: readonly number[]): Script =>
  (_, index) =>
    indices.includes(index) ? OTHERS : LARKS;

describe('a failing case', () => {
  test.each([
    [
      'fails in every repeat',
      wrongIn(0, 1, 2, 3),
      'always',
      3,
      'failed again in each of 2 repeats, alone on a fresh connection',
    ],
    [
      'fails in one of two repeats',
      wrongIn(0, 2),
      'sometimes',
      3,
      'flaky: failed in 1 of 2 repeats, alone on a fresh connection',
    ],
    [
      'fails in no repeat',
      wrongIn(0),
      'in-company',
      4,
      'passed in 3 repeats, alone on a fresh connection: it fails only among other requests, on a used connection, or now and then',
    ],
  ])('that %s stays a failure and says so', async (_, script, confirmation, requests, note) => {
    const target = scripted(script);
    const { cases, finished } = await runOf(one(), target, confirm);
    expect(cases).toMatchObject([{ verdict: 'fail', confirmation, findings: [{ kind: 'wrong-tags' }] }]);
    expect(cases[0]?.notes?.at(-1)).toBe(note);
    expect(finished).toMatchObject({ requests, totals: { fail: 1, pass: 0 } });
    expect(target.singles).toHaveLength(requests - 1);
    expect(target.singles.every(({ sent, open }) => sent === 1 && !open)).toBe(true);
  });

  test('of several steps is repeated with all of them, and says so', async () => {
    const steps = [{ name: 'before' }, { name: 'after' }];
    const { cases } = await runOf(
      one({ steps }),
      scripted((_, index) => (index % 2 === 0 ? LARKS : OTHERS)),
      confirm,
    );
    expect(cases[0]?.notes?.at(-1)).toBe(
      'failed again in each of 2 repeats, with all its steps, alone on a fresh connection',
    );
  });

  test('goes again when nothing else is under way', async () => {
    const together: number[] = [];
    let under = 0;
    const script: Script = async (request, index) => {
      under += 1;
      await new Promise((resolve) => setImmediate(resolve));
      if (index > 0) together.push(under);
      under -= 1;
      return caseOf(request).includes('odd') ? OTHERS : LARKS;
    };
    const names = ['a', 'odd-b', 'c', 'odd-d', 'e', 'f', 'odd-g', 'h'];
    const instances = instancesOf(...names.map((name) => ({ id: `made/${name}`, for: ON })));
    const { cases } = await runOf(instances, scripted(script), { ...confirm, concurrency: 4 });
    expect(cases.filter(({ confirmation }) => confirmation === 'always')).toHaveLength(3);
    expect(together).toEqual([1, 1, 1, 1, 1, 1]);
  });

  test.each<readonly [what: string, differs: Differs, why: string]>([
    [
      'sends several requests at once',
      { steps: [{ times: 3, together: true }] },
      'it sends several requests at once',
    ],
    [
      'rests a key',
      { given: { key: { limit: 'rate' } }, steps: [{ until: 100 }] },
      'it uses up a limit of the target',
    ],
  ])('that %s is not sent again, and says why', async (_, differs, why) => {
    const target = scripted(() => OTHERS);
    const { cases } = await runOf(one(differs), target, confirm);
    expect(cases[0]).toMatchObject({ verdict: 'fail', confirmation: 'not-tried' });
    expect(cases[0]?.notes).toContain(`not sent again: ${why}`);
    expect(target.singles).toHaveLength(0);
  });

  test('is one of at most fifty that are sent again; then one of each clause and endpoint', async () => {
    const plain = Array.from({ length: 53 }, (_, index) => ({ id: `made/case-${index}`, for: ON }));
    const instances = instancesOf(...plain, { id: 'made/other', for: ON, clauses: ['7.4.3/exists'] });
    const { cases } = await runOf(instances, answeringAll(OTHERS), confirm);
    const shown = cases.map(({ confirmation }) => confirmation);
    expect(shown.slice(0, 50)).toEqual(Array(50).fill('always'));
    expect(shown.slice(50)).toEqual(['not-tried', 'not-tried', 'not-tried', 'always']);
  });
});

test('a case that passes is sent once, and says nothing of repeats', async () => {
  const { cases, finished } = await runOf(one(), answeringAll(LARKS), confirm);
  expect(cases[0]).not.toHaveProperty('confirmation');
  expect(finished.requests).toBe(1);
});

/** A server that can't read a head in pieces fails by how the network cuts them just now. */
describe('a head that comes in pieces', () => {
  const split = one({ id: 'made/split', clauses: ['1/http-200/reply'], send: { wire: 'split-head' } });

  /** Fails to answer this share of requests, in an order that differs from seed to seed. */
  const failing = (share: number, seed: number, as: Outcome): Script => {
    let state = seed;
    return (request) => {
      if (caseOf(request) === 'preflight') return LARKS;
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state / 2 ** 32 < share ? as : LARKS;
    };
  };
  const SEEDS = Array.from({ length: 20 }, (_, index) => 7919 * (index + 1));

  test.each([
    ['closes the connection on', noReply('closed')],
    ['refuses with HTTP 400', reply('', 400)],
  ])('fails each run of a server that %s four of five', async (_, as) => {
    const runs = SEEDS.map((seed) => runOf(split, scripted(failing(0.8, seed, as)), confirm));
    const cases = (await Promise.all(runs)).map((ran) =>
      ran.cases.find(({ case: { id } }) => id.startsWith('made/')),
    );
    expect(cases.map((each) => each?.verdict)).toEqual(SEEDS.map(() => 'fail'));
    for (const each of cases) {
      expect(each?.notes?.join('\n')).toMatch(/^(?:[89]|1[0-5]) of 15 tries failed$/m);
      expect(each?.confirmation).toBe('not-tried');
    }
  });

  test('is warned of where fewer than half of its tries fail, and silent where none does', async () => {
    const verdictOf = async (script: Script): Promise<readonly unknown[]> => {
      const { cases } = await runOf(split, scripted(script), confirm);
      return [cases[0]?.verdict, cases[0]?.notes?.[0]];
    };
    expect(await verdictOf(wrongIn(2, 5))).toEqual(['warn', '2 of 15 tries failed']);
    expect(await verdictOf(() => LARKS)).toEqual(['pass', undefined]);
  });
});

describe('tags that no reading of tagKeys explains', () => {
  const asked = one({
    clauses: ['4.3/tag-keys/subset'],
    decides: 'tagKeys.effect',
    send: { set: { tagKeys: ['nosuchkey'] } },
    expect: [
      { when: 'none', reply: 'tags' },
      { when: 'other', reply: 'tags', some: true },
    ],
  });
  const MOTTO = tags(['motto', 'rise early']);

  test('are a warning where the request gets them again', async () => {
    const { cases, finished } = await runOf(asked, answeringAll(MOTTO));
    expect(cases).toMatchObject([{ verdict: 'warn', findings: [{ clause: '4.3/tag-keys/all-or-filter' }] }]);
    expect(finished.requests).toBe(3);
  });

  test.each([1, 2])(
    'break 1/read-only where the request gets others when it is sent again: %i',
    async (index) => {
      const script: Script = (_, at) => (at < index ? MOTTO : LARKS);
      const { cases } = await runOf(asked, scripted(script));
      expect(cases).toMatchObject([
        { verdict: 'fail', findings: [{ clause: '1/read-only', level: 'must' }, {}] },
      ]);
      expect(cases[0]?.exchanges.map(({ step }) => step)).toContain(
        ['sent again', 'sent once more'][index - 1],
      );
    },
  );
});
