/** When an outage of the target ends a run, and when it does not. Pauses take no time here. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { clock, startClock } from '../../../test/test-helpers/fake-clock.ts';
import type { Outcome } from '../../http/exchange.ts';
import { instancesOf } from '../../cases/test-helpers/made.ts';
import {
  answeringAll,
  caseOf,
  LARKS,
  OTHERS,
  refused,
  reply,
  runOf,
  scripted,
  noReply,
  type Script,
  plainCases,
  ON,
  idOf,
} from '../suite/test-helpers/scripted.ts';

vi.mock(
  'node:timers/promises',
  async () => (await import('../../../test/test-helpers/fake-clock.ts')).fakeTimers,
);
beforeEach(startClock);

const PATH = 'POST /api/rJson/group/server/getTag';
const GONE = noReply('unreachable', 'nothing listens');
const LATE = noReply('timeout', 'no whole reply within 5 ms');
const PAGE: Outcome = { kind: 'reply', status: 502, headers: [], body: Buffer.from('<h1>Bad Gateway</h1>') };

/** Answers the preflight, and control requests as `control` says, counted from 0. */
const controlled = (script: Script, control: (index: number) => Outcome = () => GONE) =>
  scripted(script, (_, index) => (index < 3 ? refused(-10) : control(index - 3)));

/** Answers the cases before the one of this name. */
const until = (name: string, outcome: Outcome = GONE): Script => {
  let gone = false;
  return (request) => {
    gone ||= caseOf(request) === idOf(name);
    return gone ? outcome : LARKS;
  };
};

describe('a target that stops answering', () => {
  test('ends the run once four requests in a row got no reply', async () => {
    const { cases, finished, outcome } = await runOf(plainCases(12), controlled(until('case-3')));
    expect(cases.map(({ verdict }) => verdict)).toEqual(['pass', 'pass', 'error', 'error']);
    expect(cases[2]?.reason).toMatch(/^nothing listens; check that curl reaches the target/);
    expect(finished.partial).toMatch(
      /^the target stopped answering after 5 answered requests: nothing listens/,
    );
    expect(outcome).toMatchObject({ stoppedAnswering: true, totals: { pass: 2, error: 2 } });
  });

  test('ends a run with skipped cases in the same way', async () => {
    const instances = instancesOf(
      ...Array.from({ length: 9 }, (_, index) =>
        index % 2 === 0
          ? { id: `made/case-${index}`, for: ON }
          : { id: `made/case-${index}`, for: ON, given: { key: { name: 'missing' } } },
      ),
    );
    const { cases } = await runOf(instances, controlled(until('case-2')));
    expect(cases.map(({ verdict }) => verdict)).toEqual(['pass', 'skip', 'error', 'skip', 'error']);
  });

  test('is an error and no fail, and earlier fails are still reported', async () => {
    const script: Script = (request) => (caseOf(request) === idOf('case-1') ? OTHERS : GONE);
    const { outcome } = await runOf(plainCases(5), controlled(script));
    expect(outcome).toMatchObject({ stoppedAnswering: true, totals: { fail: 1, error: 2 } });
  });

  test('is given about two seconds to come back', async () => {
    await runOf(plainCases(2), controlled(until('case-1')));
    expect(clock.slept).toEqual([100, 200, 400, 800, 500]);
  });

  test('that comes back within two seconds is not an outage', async () => {
    const target = controlled(
      (request) => ([idOf('case-2'), idOf('case-3')].includes(caseOf(request)) ? GONE : LARKS),
      (index) => (index < 4 ? GONE : refused(-10)),
    );
    const { cases, finished, outcome } = await runOf(plainCases(4), target);
    expect(cases.map(({ verdict }) => verdict)).toEqual(['pass', 'error', 'error', 'pass', 'warn']);
    expect(finished.partial).toBe('');
    expect(outcome.stoppedAnswering).toBe(false);
    expect(clock.slept).toEqual([100, 200, 400, 800]);
  });

  test.each([
    ['a gateway answers in its place', PAGE, 'a gateway or load balancer answers HTTP 502 in its place'],
    ['the control request times out, too', LATE, 'no whole reply within 5 ms'],
  ])('has stopped where %s', async (_, outcomeOfAll, why) => {
    const target = controlled(until('case-2', outcomeOfAll), () => outcomeOfAll);
    const { cases, finished, outcome } = await runOf(plainCases(9), target);
    expect(cases.map(({ verdict }) => verdict)).toContain('error');
    expect(finished.partial).toBe(
      `the target stopped answering after 4 answered requests: ${why}; requests under way:\n${idOf('case-2')}: ${PATH}`,
    );
    expect(outcome.stoppedAnswering).toBe(true);
  });
});

describe('the report of requests under way', () => {
  test('names their case, step, method and path; only the case that met the outage is an error', async () => {
    const instances = instancesOf(
      { id: 'made/plain', for: ON },
      { id: 'made/many', for: ON, steps: [{ name: 'first' }, { name: 'all', times: 3, together: true }] },
    );
    const script: Script = (request, index) =>
      caseOf(request) === idOf('many') && index > 0 ? noReply('closed') : LARKS;
    const { finished, cases } = await runOf(instances, controlled(script));
    expect(finished.partial.split('\n')).toEqual([
      'the target stopped answering after 5 answered requests: nothing listens; requests under way:',
      `${idOf('many')} (all 1 of 3): ${PATH};`,
      `${idOf('many')} (all 2 of 3): ${PATH};`,
      `${idOf('many')} (all 3 of 3): ${PATH}`,
    ]);
    expect(cases.map(({ verdict }) => verdict)).toEqual(['pass', 'error']);
  });

  test('lists at most eight', async () => {
    const never = new Promise<Outcome>(() => {});
    const script: Script = (request) => (/case-(?:9|1\d)@/.test(caseOf(request)) ? noReply('closed') : never);
    const { finished, cases } = await runOf(plainCases(20), controlled(script), { concurrency: 12 });
    const lines = finished.partial.split('\n');
    expect(lines).toHaveLength(1 + 8 + 1);
    expect(lines[1]).toContain(idOf('case-1'));
    expect(lines.at(-1)).toBe('and 4 more');
    expect(cases.map(({ verdict }) => verdict)).toContain('error');
  });

  test('omits requests that never arrived, and then names the last answered one', async () => {
    const { finished } = await runOf(plainCases(5), controlled(until('case-3')));
    expect(finished.partial.split('; ')[1]).toBe(
      `no request was under way, the last answered one was:\n${idOf('case-2')}: ${PATH}`,
    );
  });

  test('omits requests that were answered after all', async () => {
    let late: (outcome: Outcome) => void = () => {};
    const script: Script = (request) => {
      if (caseOf(request) === idOf('case-1')) return new Promise((resolve) => (late = resolve));
      late(LARKS);
      return noReply('closed');
    };
    const { finished, cases } = await runOf(plainCases(3), controlled(script), { concurrency: 2 });
    expect(finished.partial).not.toContain(idOf('case-1'));
    expect(finished.partial).toContain(idOf('case-2'));
    expect(cases.map(({ verdict }) => verdict)).toEqual(['pass', 'error']);
  });
});

describe('a target that hangs', () => {
  test('for some requests has not stopped answering if it answers the control request', async () => {
    const { cases, finished, outcome } = await runOf(plainCases(12), answeringAll(LATE));
    expect(cases.map(({ verdict }) => verdict)).toEqual([
      ...Array.from({ length: 12 }, () => 'error'),
      // The control request was answered in between.
      'fail',
    ]);
    expect(finished.partial).toBe('');
    expect(outcome.stoppedAnswering).toBe(false);
  });

  test('for some requests has not stopped answering if it answers later ones, even without a control request', async () => {
    const script: Script = (request) => (caseOf(request) === idOf('case-1') ? LATE : LARKS);
    const { outcome } = await runOf(
      plainCases(6),
      controlled(script, () => refused(-10)),
      { concurrency: 3 },
    );
    expect(outcome).toMatchObject({ stoppedAnswering: false, totals: { pass: 5, error: 1 } });
  });
});

test('an interrupt while the control request waits is not an outage', async () => {
  const interrupt = new AbortController();
  const target = controlled(until('case-1'), () => {
    interrupt.abort();
    return GONE;
  });
  const { finished, outcome } = await runOf(plainCases(3), target, { signal: interrupt.signal });
  expect(finished.partial).toBe('interrupted');
  expect(outcome.stoppedAnswering).toBe(false);
});

test('a 502 whose body is an envelope is an answer', async () => {
  const { cases, finished } = await runOf(
    plainCases(1),
    controlled(() => reply({ returnCode: 1 }, 502)),
  );
  expect(cases).toMatchObject([{ verdict: 'fail', findings: [{ kind: 'status' }] }]);
  expect(finished.partial).toBe('');
});
