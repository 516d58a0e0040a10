/** A whole run against a scripted target: its order, its end, and how it judges the replies. */
import { setImmediate as soon } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { partialDialect } from '../../spec/dialect/dialect.ts';
import type { Activity } from './run-options.ts';
import { withDeadline } from '../send/deadline.ts';
import { TagproofError } from '../../base/errors.ts';
import type { Outcome } from '../../http/exchange.ts';
import {
  factsOf,
  instancesOf,
  ownInstancesOf,
  WORLD,
  worldOf,
  type Differs,
} from '../../cases/test-helpers/made.ts';
import { isSynthetic, runHead, type CaseFinished } from '../../report/record/events.ts';
import {
  answeringAll,
  caseOf,
  LARKS,
  larks,
  OTHERS,
  refused,
  reply,
  runOf,
  scripted,
  noReply,
  tags,
  type Script,
  plainCases,
  ON,
  idOf,
} from './test-helpers/scripted.ts';

const within = (ms: number): AbortSignal => withDeadline(new AbortController().signal, ms);

/** A run begins with this many requests. */
const PREFLIGHT = 3;

const always =
  (outcome: Outcome): Script =>
  () =>
    outcome;

const NAMED = reply(larks({ returnCode: 'Ok' }));
/** An admin key of unknown rules and game, and a group of unknown tags. */
const ADMIN = worldOf(
  '{ secretKeys: [{ name: admin, key: abcdefgh, role: Admin }], groups: [{ groupId: grouplarks }] }',
);

/** Runs one case against a script and returns its result. */
async function one(differs: Differs, script: Script): Promise<CaseFinished> {
  const { cases } = await runOf(instancesOf({ for: ON, ...differs }), scripted(script), { concurrency: 8 });
  const [event, ...others] = cases.filter((each) => !isSynthetic(each));
  if (event === undefined || others.length > 0) throw new Error(`${cases.length} cases`);
  return event;
}

const findingsOf = ({ findings }: CaseFinished): readonly string[] =>
  findings.map(
    ({ level, kind, clause, exchange }) =>
      `${level} ${kind} ${clause}${exchange === undefined ? '' : ` #${exchange}`}`,
  );

describe('the order of a run', () => {
  const mixed = instancesOf(
    { id: 'made/alone', for: ['group.server', 'group.admin'], alone: true },
    { id: 'made/plain', for: 'group' },
    { id: 'made/asks', for: ['group.server', 'group.admin'], decides: 'codes.returnCode' },
    { id: 'made/asks-too', for: 'group.client', decides: 'tagKeys.omitted' },
    { id: 'made/plain-too', for: 'group' },
    { id: 'made/alone-and-asks', for: 'group.server', decides: 'rate.limit', alone: true },
  );
  const ORDER = [
    'made/asks-too@group.client',
    'made/asks@group.server',
    'made/asks@group.admin',
    'made/plain@group.client',
    'made/plain@group.server',
    'made/plain@group.admin',
    'made/plain-too@group.client',
    'made/plain-too@group.server',
    'made/plain-too@group.admin',
    'made/alone@group.server',
    'made/alone@group.admin',
    'made/alone-and-asks@group.server',
  ];
  /** Answers in another order than the requests came in. */
  const jumbled: Script = async (request) => {
    for (let turn = 0; turn < (caseOf(request).length * 7) % 11; turn += 1) await soon();
    return LARKS;
  };

  test.each([1, 2, 5, 64])(
    'cases that decide a question come first and those that run alone last, with concurrency %i',
    async (concurrency) => {
      const { ids, events } = await runOf(mixed, scripted(jumbled), { concurrency });
      expect(ids).toEqual(ORDER);
      expect(events.map(({ kind }) => kind)).toEqual([
        'run-started',
        ...ORDER.map(() => 'case-finished'),
        'run-finished',
      ]);
    },
  );

  test('a case whose question is already answered does not come first', async () => {
    const known = partialDialect([{ question: 'codes.returnCode', at: '', option: 'number' }]);
    const { ids } = await runOf(mixed, scripted(jumbled), { facts: factsOf(WORLD, known) });
    expect(ids.slice(0, 4)).toEqual([
      'made/asks-too@group.client',
      'made/plain@group.client',
      'made/plain@group.server',
      'made/plain@group.admin',
    ]);
  });

  test('requests run concurrently, except those of a case that runs alone', async () => {
    const target = scripted(jumbled);
    await runOf(mixed, target, { concurrency: 4 });
    expect(target.most).toBe(4);
    for (const id of ORDER.slice(-3)) expect(target.company.get(id)).toEqual(new Set([id]));
  });

  test('a case that is done counts as done while one before it is not', async () => {
    const activity: Activity = { describe: () => '' };
    let seen = '';
    const target = scripted(async (request) => {
      if (caseOf(request) === idOf('slow')) {
        for (let turn = 0; turn < 500; turn += 1) await soon();
        seen = activity.describe();
      }
      return LARKS;
    });
    const instances = [...instancesOf({ id: 'made/slow', for: ON }), ...plainCases(5)];
    const { ids } = await runOf(instances, target, { concurrency: 2, activity });
    expect(ids[0]).toBe(idOf('slow'));
    expect(seen).toMatch(/^5 of 6 cases are done/);
  });
});

describe('the events of a run', () => {
  test('the first describes the plan, the last the result', async () => {
    const instances = [
      ...plainCases(2),
      ...instancesOf({ id: 'made/odd', for: ON }),
      ...instancesOf({ id: 'made/no', for: ON, given: { provoke: 'MaxCCUReject' } }),
    ];
    const script: Script = (request) => (caseOf(request) === idOf('odd') ? OTHERS : LARKS);
    const { events, finished, outcome } = await runOf(instances, scripted(script), {
      head: runHead('the scripted target', ['mind the gap'], new Date(0)),
    });
    expect(events[0]).toMatchObject({
      kind: 'run-started',
      target: 'the scripted target',
      at: '1970-01-01T00:00:00.000Z',
      planned: 4,
      warnings: ['mind the gap'],
    });
    expect(finished).toMatchObject({
      totals: { pass: 2, fail: 1, warn: 0, skip: 1, error: 0 },
      requests: 3 + PREFLIGHT,
      partial: '',
    });
    const { known, ...result } = outcome;
    expect(known).toMatchObject({ learned: [] });
    expect(result).toEqual({
      totals: finished.totals,
      cells: finished.cells,
      learned: [],
      partial: '',
      stoppedAnswering: false,
    });
  });

  test('a passed case keeps no exchange', async () => {
    expect(await one({}, always(LARKS))).toMatchObject({ verdict: 'pass', findings: [], exchanges: [] });
  });

  test('a failed case keeps the exchange that shows it, with secrets as names', async () => {
    const event = await one({}, always(OTHERS));
    expect(event.verdict).toBe('fail');
    expect(event.findings).toMatchObject([
      {
        kind: 'wrong-tags',
        clause: '4.5.2/tags',
        level: 'must',
        at: 'parameters.infoResponseParameters.tags',
        expected: '2 tags {"motto": "rise early", "color": "blue"}',
        exchange: 0,
      },
    ]);
    expect(event.exchanges).toMatchObject([
      {
        step: '',
        request: {
          start: 'POST /api/rJson/group/server/getTag',
          headers: expect.arrayContaining([['Secret-Key', '<admin>']]),
          body: '{"groupId":"grouplarks","tagKeys":["motto","color"]}',
        },
        reply: { start: 'HTTP 200', headers: [['Content-Type', 'application/json']] },
        curl: 'curl',
      },
    ]);
  });

  test('a few of many exchanges are kept, those with findings first', async () => {
    const script: Script = (_, index) => (index % 2 === 0 ? LARKS : OTHERS);
    const event = await one({ steps: [{ times: 20 }] }, script);
    expect(event.exchanges.map(({ step }) => step)).toEqual(['2 of 20', '4 of 20', '6 of 20', '8 of 20']);
    expect(findingsOf(event)).toEqual(['must wrong-tags 4.5.2/tags #0']);
    expect(event.notes).toContain('wrong tags (4.5.2/tags): the same in 10 replies to the same request');
  });

  test('a must comes before a should, so that the first finding is the worst', async () => {
    const script: Script = (_, index) => (index === 0 ? LARKS : OTHERS);
    const { cases } = await runOf(instancesOf({ for: ON, steps: [{}, {}] }), scripted(script), {
      facts: factsOf(WORLD, partialDialect([{ question: 'codes.returnCode', at: '', option: 'name' }])),
    });
    expect(cases.map(({ verdict }) => verdict)).toEqual(['fail']);
    expect(cases.flatMap(findingsOf)).toEqual([
      'must wrong-tags 4.5.2/tags #1',
      'should against-dialect dialect/codes.returnCode #0',
      'should against-dialect dialect/codes.returnCode #1',
    ]);
  });
});

describe('a run ends early', () => {
  const five = plainCases(5);

  test.each(['fail', 'warn'] as const)('failFast ends at the first fail, after a %s', async (before) => {
    const script: Script = (request) => {
      if (caseOf(request) === idOf('case-2')) return before === 'fail' ? OTHERS : NAMED;
      return caseOf(request) === idOf('case-4') ? OTHERS : LARKS;
    };
    const declared = partialDialect([{ question: 'codes.returnCode', at: '', option: 'number' }]);
    const { ids, finished, events } = await runOf(five, scripted(script), {
      failFast: true,
      facts: factsOf(WORLD, declared),
    });
    expect(ids.at(-1)).toBe(idOf(before === 'fail' ? 'case-2' : 'case-4'));
    expect(finished.partial).toBe('failFast: a case failed');
    expect(events.filter(({ kind }) => kind === 'run-finished')).toHaveLength(1);
  });

  test('--max-time ends the requests under way and leaves a partial report', async () => {
    const script: Script = (request) =>
      caseOf(request) === idOf('case-3') ? new Promise<Outcome>(() => {}) : LARKS;
    const { ids, finished, events, outcome } = await runOf(five, scripted(script), { signal: within(60) });
    expect(ids).toEqual([idOf('case-1'), idOf('case-2')]);
    expect(finished).toMatchObject({ partial: '--max-time was reached', totals: { pass: 2, error: 0 } });
    expect(events.filter(({ kind }) => kind === 'run-finished')).toHaveLength(1);
    expect(outcome.stoppedAnswering).toBe(false);
  });

  test('--max-time loses no case that is done, though an earlier one is not', async () => {
    const script: Script = (request) =>
      caseOf(request) === idOf('case-3') ? new Promise<Outcome>(() => {}) : LARKS;
    const { ids } = await runOf(five, scripted(script), { signal: within(200), concurrency: 5 });
    expect(ids).toEqual(['case-1', 'case-2', 'case-4', 'case-5'].map(idOf));
  });

  test.each([1, 3])('an interrupt ends the requests under way, with concurrency %i', async (concurrency) => {
    const interrupt = new AbortController();
    const script: Script = (request) =>
      ['case-1', 'case-2'].map(idOf).includes(caseOf(request)) ? LARKS : new Promise<Outcome>(() => {});
    const { ids, finished, events } = await runOf(five, scripted(script), {
      concurrency,
      signal: interrupt.signal,
      emit: (event) => {
        if (event.kind === 'case-finished' && event.case.id === idOf('case-2'))
          setImmediate(() => interrupt.abort());
      },
    });
    expect(ids).toEqual([idOf('case-1'), idOf('case-2')]);
    expect(finished).toMatchObject({ partial: 'interrupted', totals: { pass: 2, error: 0 } });
    expect(events.filter(({ kind }) => kind === 'run-finished')).toHaveLength(1);
  });

  test('an interrupt during the preflight leaves a report without cases', async () => {
    const interrupt = new AbortController();
    const never = () => new Promise<Outcome>(() => {});
    setImmediate(() => interrupt.abort());
    const { events } = await runOf(five, scripted(never, never), { signal: interrupt.signal });
    expect(events.map(({ kind }) => kind)).toEqual(['run-started', 'run-finished']);
    expect(events.at(-1)).toMatchObject({ partial: 'interrupted' });
  });
});

describe('the preflight', () => {
  const page = reply('<!doctype html><title>It works</title>');
  const html: Outcome = {
    kind: 'reply',
    status: 404,
    headers: [['content-type', 'text/html; charset=utf-8']],
    body: Buffer.from('nothing here'),
  };

  test.each<readonly [what: string, preflightReply: Script, message: string]>([
    [
      'nothing listens',
      always(noReply('unreachable', 'nothing listens on 127.0.0.1:1')),
      'nothing listens on 127.0.0.1:1; check that curl reaches the target from this machine, and the host and port of its URL; if it is just starting, wait for it with --wait-for-start 30s',
    ],
    [
      'it answers with pages',
      always(html),
      'it answers with a page (HTTP 404, text/html; charset=utf-8), not with JSON: is this the base URL of the backend?',
    ],
    [
      'it answers with pages of another type',
      always(page),
      'it answers with a page (HTTP 200, application/json), not with JSON: is this the base URL of the backend?',
    ],
  ])('a target is not checked when %s', async (_, preflightReply, message) => {
    const emitted: string[] = [];
    const target = scripted(always(LARKS), preflightReply);
    const failed: unknown = await runOf(plainCases(1), target, {
      emit: ({ kind }) => emitted.push(kind),
    }).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(TagproofError);
    expect(failed).toMatchObject({
      code: 'unreachable',
      message: `the target the scripted target can't be checked: ${message}`,
    });
    expect(emitted).toEqual([]);
    expect(target.sent).toHaveLength(3);
  });

  test.each<readonly [what: string, preflightReply: Script]>([
    [
      'one of three preflight requests gets no reply',
      (_, index) => (index === 0 ? noReply('closed') : refused(-10)),
    ],
    ['one of three preflight requests gets a page', (_, index) => (index === 0 ? html : refused(-10))],
    ['the replies are errors in JSON', always(reply({ error: 'not found' }, 404))],
    [
      'the replies are plain text',
      always({ kind: 'reply', status: 500, headers: [], body: Buffer.from('oops') }),
    ],
    ['the replies are empty', always({ kind: 'reply', status: 500, headers: [], body: Buffer.from('') })],
  ])('a target is checked when %s', async (_, preflightReply) => {
    const { cases } = await runOf(plainCases(1), scripted(always(LARKS), preflightReply));
    expect(cases[0]).toMatchObject({ verdict: 'pass' });
    expect(cases.slice(1).every(({ verdict }) => verdict === 'warn')).toBe(true);
  });
});

describe('a request without a reply', () => {
  test.each(['closed', 'not-http'] as const)(
    'twice, %s, is a fail if a control request is answered',
    async (why) => {
      const target = answeringAll(noReply(why, 'gone'));
      const {
        cases: [event],
        finished,
      } = await runOf(plainCases(1), target);
      expect(event).toMatchObject({
        verdict: 'fail',
        findings: [
          {
            kind: 'no-reply',
            clause: '1/http-200/reply',
            level: 'must',
            expected: 'a reply',
            actual: 'gone',
          },
        ],
        exchanges: [{ noReply: 'gone' }],
      });
      expect(finished.requests).toBe(3 + PREFLIGHT);
      expect(target.sent.map(caseOf)).toEqual([
        'preflight',
        'preflight',
        'preflight',
        idOf('case-1'),
        idOf('case-1'),
        'preflight',
      ]);
    },
  );

  test.each(['timeout', 'unreachable', 'too-large'] as const)(
    'twice for %s is an error even if the control request is answered',
    async (why) => {
      const event = await one({}, always(noReply(why, 'no luck')));
      expect(event).toMatchObject({
        verdict: 'error',
        findings: [],
        reason: expect.stringMatching(/^no luck; ./),
      });
    },
  );

  test('ends the case, as later steps would prove nothing', async () => {
    const script: Script = (_, index) => (index === 0 ? LARKS : noReply('timeout'));
    const event = await one({ steps: [{ name: 'one' }, { name: 'two' }, { name: 'three' }] }, script);
    expect(event).toMatchObject({ verdict: 'error', exchanges: [{ step: 'two' }] });
  });

  test('passes if it was malformed and the next request is answered', async () => {
    const steps = [
      { name: 'odd', send: { wire: 'garbage-head' }, expect: { reply: 'anything' } },
      { name: 'next' },
    ];
    const script: Script = ({ wire }) => (wire === undefined ? LARKS : noReply('closed'));
    expect(await one({ steps }, script)).toMatchObject({ verdict: 'pass' });
  });
});

describe('replies of one case judged together', () => {
  const every = (same: string): Differs => ({
    clauses: ['1/read-only'],
    steps: [{ times: 3 }],
    expect: {
      every: [
        { reply: 'tags', some: true },
        { reply: 'refused', code: ['OperationNotAllow', 'SecretInvalid'] },
      ],
      same,
    },
  });
  const motto = tags(['motto', 'rise early']);
  const [no, another] = [refused(-2), refused(-10)];

  // What is the same: src/judge/compare/same-replies.test.ts.
  test.each<readonly [same: string, replies: readonly Outcome[], verdict: string, found: readonly string[]]>([
    ['answer', [LARKS, LARKS, LARKS], 'pass', []],
    ['answer', [LARKS, LARKS, motto], 'fail', ['differs 1/read-only 3 of 3']],
    ['refusal', [no, no, no], 'pass', []],
    // What refusals reveal does not concern the case's clauses.
    ['refusal', [no, another, no], 'warn', ['differs principle/no-leak 2 of 3']],
  ])('same %s (%#)', async (same, replies, verdict, found) => {
    const event = await one(every(same), (_, index) => replies[index] ?? LARKS);
    const shown = event.findings.map(
      ({ kind, clause, exchange = -1 }) => `${kind} ${clause} ${event.exchanges[exchange]?.step}`,
    );
    expect([event.verdict, ...shown]).toEqual([verdict, ...found]);
  });

  const LIMIT: Differs = {
    clauses: ['7.1/max-request-reject'],
    given: { key: { limit: 'rate' } },
    decides: 'rate.limit',
    steps: [
      {
        name: 'beyond',
        times: 3,
        together: true,
        expect: {
          some: [
            { when: 'enforced', reply: 'refused', code: 'MaxRequestReject' },
            { when: 'not enforced', reply: 'tags' },
          ],
          rest: [{ reply: 'tags' }, { reply: 'refused', code: 'MaxRequestReject' }],
        },
      },
    ],
  };
  const busy = refused(-8);

  test.each<
    readonly [what: string, replies: readonly Outcome[], verdict: string, findings: readonly string[]]
  >([
    ['one is refused', [LARKS, LARKS, busy], 'pass', []],
    [
      'none is refused: the limit is not enforced',
      [LARKS, LARKS, LARKS],
      'warn',
      ['should discouraged 7.1/max-request-reject/enforced'],
    ],
    [
      'one is refused with another code',
      [LARKS, refused(-3), busy],
      'fail',
      ['must wrong-outcome 7.1/max-request-reject'],
    ],
    [
      'all are refused with another code',
      [refused(-3), refused(-3), refused(-3)],
      'fail',
      ['must none-of-many 7.1/max-request-reject'],
    ],
    ['one has other tags', [OTHERS, busy, LARKS], 'fail', ['must wrong-tags 7.1/max-request-reject']],
    [
      'codes come in an odd form',
      [reply({ returnCode: '-8' }), reply({ returnCode: '-8' }), reply({ returnCode: '-8' })],
      'pass',
      [],
    ],
  ])('of some and rest, %s', async (_, replies, verdict, findings) => {
    const event = await one(LIMIT, (__, index) => replies[index] ?? LARKS);
    expect(event.verdict).toBe(verdict);
    const lines = findingsOf(event).map((text) => text.replace(/ #\d$/, ''));
    expect(lines.slice(0, findings.length)).toEqual(findings);
    expect(lines.length === 0).toBe(findings.length === 0);
  });
});

describe('the delivery of the requests of a case', () => {
  const slow: Script = async () => {
    for (let turn = 0; turn < 5; turn += 1) await soon();
    return LARKS;
  };

  test.each<readonly [what: string, differs: Differs, most: number]>([
    ['of a step', { steps: [{ times: 7, together: true }] }, 7],
    [
      'of all steps',
      {
        together: true,
        steps: [
          { times: 2, together: true },
          { times: 3, together: true },
        ],
      },
      5,
    ],
    [
      'of all steps of a case that runs alone',
      { alone: true, together: true, steps: [{ times: 2 }, { times: 3 }] },
      5,
    ],
  ])('together: all requests %s at once', async (_, differs, most) => {
    const target = scripted(slow);
    await runOf(instancesOf({ for: ON, ...differs }), target);
    expect(target.most).toBe(most);
  });

  test('requests at once wait for room beside others: never more than 64 are under way', async () => {
    const target = scripted(slow);
    const bursts = ['made/b1', 'made/b2', 'made/b3'].map((id): Differs => ({
      id,
      for: ON,
      steps: [{ times: 40, together: true }],
    }));
    await runOf([...instancesOf(...bursts), ...plainCases(100)], target, { concurrency: 'auto' });
    expect(target.most).toBeGreaterThan(40);
    expect(target.most).toBeLessThanOrEqual(64);
  });

  test('otherwise one step after the other', async () => {
    const target = scripted(slow);
    await runOf(instancesOf({ for: ON, steps: [{ times: 3 }, { times: 2 }] }), target);
    expect(target.most).toBe(1);
    expect(target.sent.map(caseOf).filter((id) => id !== 'preflight')).toHaveLength(5);
  });

  test('connection: one sends all requests of a case over a separate connection and then closes it', async () => {
    const target = scripted((_, index) => (index === 2 ? OTHERS : LARKS));
    const cases = [
      { id: 'made/one', for: ON, connection: 'one', steps: [{ times: 2 }, {}] },
      { id: 'made/other', for: ON },
    ];
    const ran = await runOf(instancesOf(...cases), target);
    expect(ran.cases.map(({ verdict }) => verdict)).toEqual(['fail', 'pass']);
    expect(target.singles).toEqual([{ sent: 3, open: false }]);
  });
});

describe('an observed answer to a question', () => {
  const decides = { id: 'made/decides', for: ON, decides: 'codes.returnCode' };
  const asksDebug = { ...decides, decides: 'dataless.debugMessage' };
  const withNull = reply(larks({ debugMessage: null }));

  test('is only a warning when the backend does otherwise elsewhere', async () => {
    const instances = instancesOf(asksDebug, { id: 'made/later', for: ON });
    const script: Script = (request) => (caseOf(request) === idOf('decides') ? withNull : LARKS);
    const { cases } = await runOf(instances, scripted(script));
    expect(cases.map(({ verdict }) => verdict)).toEqual(['pass', 'warn']);
    expect(cases[1]?.findings).toMatchObject([
      {
        kind: 'against-dialect',
        clause: 'dialect/dataless.debugMessage',
        level: 'should',
        expected: 'dataless.debugMessage: null',
        actual: 'dataless.debugMessage: omitted',
      },
    ]);
  });

  test('is not used when cases that decide it disagree', async () => {
    const instances = instancesOf(
      asksDebug,
      { ...asksDebug, id: 'made/decides-too' },
      { id: 'made/later', for: ON },
    );
    const script: Script = (request) => (caseOf(request) === idOf('decides') ? withNull : LARKS);
    const { finished } = await runOf(instances, scripted(script));
    expect(finished.totals).toMatchObject({ pass: 3, warn: 0 });
  });

  test('is not learned from a wrong reply', async () => {
    const wrong = reply({ returnCode: 1, debugMessage: null });
    const instances = instancesOf(asksDebug, { id: 'made/later', for: ON });
    const script: Script = (request) => (caseOf(request) === idOf('decides') ? wrong : LARKS);
    const { cases } = await runOf(instances, scripted(script));
    const own = cases.filter((each) => !isSynthetic(each));
    expect(own.map(({ verdict, decided }) => [verdict, decided])).toEqual([
      ['fail', []],
      ['pass', []],
    ]);
  });
});

describe('a reply that only an open question or an unknown fact allows', () => {
  const listed = (code: string): Outcome =>
    reply({ returnCode: -5, invalidRequestParameters: [{ code, invalidMemberType: 2 }] });

  test('verifies nothing: the case is skipped with what to declare', async () => {
    const {
      cases: [event],
    } = await runOf(plainCases(1), answeringAll(refused(-2)), {
      facts: factsOf(ADMIN, partialDialect()),
    });
    expect(event).toMatchObject({ verdict: 'skip', findings: [] });
    expect(event?.reason).toBe(
      'OperationNotAllow may be right: the target file does not say which game the key admin has (secretKeys.game) or whether the key admin has the rule group.getTag.serverSelfEnable (secretKeys.rules) or which tags grouplarks has (groups.tags)',
    );
  });

  test('is a note if it concerns only some of the subjects that a step varies', async () => {
    const world = worldOf(
      '{ secretKeys: [{ name: admin, key: abcdefgh, role: Admin, game: a }], groups: [{ groupId: aaaaaaaaaa, tags: [] }, { groupId: bbbbbbbbbb, tags: [] }, { groupId: cccccccccc, tags: [] }] }',
    );
    const every = instancesOf({ for: ON, steps: [{ vary: 'subject' }] });
    const answering =
      (second: Outcome, third: Outcome): Script =>
      (_, index) =>
        [tags(), second, third][index] ?? tags();
    const open = refused(-2);
    const facts = factsOf(world, partialDialect());
    const part = await runOf(every, scripted(answering(open, tags())), { facts });
    expect(part.cases).toMatchObject([
      {
        verdict: 'pass',
        notes: [
          '1 of 3 requests not verified: OperationNotAllow may be right: the target file does not say whether the key admin has the rule group.getTag.serverSelfEnable (secretKeys.rules)',
        ],
      },
    ]);
    const wrong = await runOf(every, scripted(answering(open, tags(['k', 'v']))), { facts });
    expect(wrong.cases).toMatchObject([{ verdict: 'fail', findings: [{ kind: 'wrong-tags' }] }]);
    const all = await runOf(every, answeringAll(open), { facts });
    expect(all.cases).toMatchObject([{ verdict: 'skip' }]);
  });

  test('is a fail if the world is complete and the question is answered', async () => {
    const { cases } = await runOf(plainCases(1), answeringAll(refused(-2)));
    expect(cases).toMatchObject([
      { verdict: 'fail', findings: [{ kind: 'wrong-outcome', clause: '4.5.2/tags' }] },
    ]);
  });

  test('is a skip if tagKeys may be required but the keys are unknown', async () => {
    const world = worldOf(
      '{ secretKeys: [{ name: admin, key: abcdefgh, role: Admin, game: a, rules: all }], groups: [{ groupId: grouplarks }] }',
    );
    const { cases } = await runOf(plainCases(1), answeringAll(listed('tagKeys')), {
      facts: factsOf(world, partialDialect()),
    });
    expect(cases).toMatchObject([{ verdict: 'skip', findings: [] }]);
    expect(cases[0]?.reason).toMatch(
      /^InvalidRequestParameters may be right: the target file does not say which tags grouplarks has \(groups\.tags\)/,
    );
    const long = reply({
      returnCode: -5,
      invalidRequestParameters: [{ code: 'tagKeys', invalidMemberType: 2 }],
      debugMessage: 'x'.repeat(1_000_000),
    });
    const { cases: cut } = await runOf(plainCases(1), answeringAll(long), {
      facts: factsOf(world, partialDialect()),
    });
    expect(cut).toMatchObject([{ verdict: 'skip', reason: cases[0]?.reason }]);
  });

  test('does not excuse a wrong shape', async () => {
    const { cases } = await runOf(plainCases(1), answeringAll(reply({ returnCode: 5 })), {
      facts: factsOf(ADMIN, partialDialect()),
    });
    expect(cases).toMatchObject([
      { verdict: 'fail', findings: [{ kind: 'unknown-code', clause: '4.4/return-code/known' }] },
    ]);
  });
});

describe("a user's own case", () => {
  const own = async (differs: Differs, script: Script, facts = factsOf(ADMIN, partialDialect())) => {
    const { cases } = await runOf(ownInstancesOf({ for: ON, ...differs }), scripted(script), { facts });
    return cases[0];
  };

  test('fails with a note where a shipped one would verify nothing', async () => {
    expect(await own({}, always(refused(-2)))).toMatchObject({
      verdict: 'fail',
      findings: [{ kind: 'wrong-outcome', clause: '4.5.2/tags' }],
      notes: ['the document would allow this reply; the case expects a different one'],
    });
  });

  test('has no note if the document does not allow the reply either, or the case passes', async () => {
    const neither = await own({}, always(refused(-2)), factsOf(WORLD, partialDialect()));
    expect([neither?.verdict, neither?.notes]).toEqual(['fail', undefined]);
    const both = await own({}, always(LARKS));
    expect([both?.verdict, both?.notes]).toEqual(['pass', undefined]);
  });

  test.each([
    ['a method without a reply body', { method: 'HEAD' }],
    ['a head that a server may refuse', { headers: { set: { 'X-Long': 'x'.repeat(9000) } } }],
    ['another path', { path: 'trailing-slash' }],
  ])('expects its reply from %s as well', async (_, send) => {
    const expecting = { send, expect: { reply: 'refused', code: 'OperationInvalid' } };
    expect((await own(expecting, always(refused(-4))))?.verdict).toBe('pass');
    expect((await own(expecting, always(reply('', 431))))?.verdict).toBe('fail');
    expect((await own(expecting, always(noReply('closed'))))?.verdict).toBe('fail');
    expect(
      (await own({ send, expect: { reply: 'http', status: [431] } }, always(reply('', 431))))?.verdict,
    ).toBe('pass');
    expect((await own({ send, expect: { reply: 'anything' } }, always(LARKS)))?.verdict).toBe('pass');
  });

  test('only gets a warning for an option against the answers of the target', async () => {
    const decides = {
      decides: 'tagKeys.effect',
      send: { set: { tagKeys: ['motto'] } },
      expect: [
        { when: 'filter', reply: 'tags', only: ['motto'] },
        { when: 'none', reply: 'tags' },
      ],
    };
    const dialect = partialDialect([{ question: 'tagKeys.effect', at: '', option: 'filter' }]);
    expect(await own(decides, always(LARKS), factsOf(WORLD, dialect))).toMatchObject({
      verdict: 'warn',
      findings: [{ kind: 'against-dialect' }],
    });
  });
});
