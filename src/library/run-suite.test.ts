/** The suite and the fuzzer from code: against a simulator, a URL, a file, a declaration, and a defective backend. */
import { describe, expect, test } from 'vitest';
import { servingMutant } from '../cli/test-helpers/serving.ts';
import { TagproofError } from '../base/errors.ts';
import { freePort } from '../http/test-helpers/servers.ts';
import { assertConformant, ConformanceError, describeCase } from './assert-conformant.ts';
import { fuzzTarget } from './fuzz-target.ts';
import { runSuite } from './run-suite.ts';
import { startSimulator } from './start-simulator.ts';

const WORLD = 'fixtures/world.yaml';
const FEW = { only: ['id/one-short', 'tags/exists'] };

function thrownBy(work: () => void): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return expect.unreachable();
}

describe('runSuite', () => {
  test('passes a simulator that runs in this process, with changed tags', async () => {
    await using sim = await startSimulator();
    const result = await runSuite({ target: sim, ...FEW });
    expect(result.totals).toMatchObject({ fail: 0, error: 0, skip: 0 });
    expect(result.verdict).toBe('conformant');
    expect(result.requests).toBeLessThanOrEqual(sim.requests.length);
    expect(result.cases.length).toBeGreaterThan(9);
    expect(result.partial).toBeUndefined();
  });

  test('takes a URL, a URL object and a declaration in the world of a file', async () => {
    await using sim = await startSimulator({ world: 'conformance' });
    for (const target of [sim.url, new URL(sim.url), { target: sim.url }]) {
      const result = await runSuite({ target, world: 'conformance', only: ['tags/exists@group.admin'] });
      expect(result.verdict).toBe('conformant');
    }
  });

  test('a broken backend is a result, with the case in words, and an error with the causes and the cases', async () => {
    const target = await servingMutant('id-type-not-checked');
    const events: string[] = [];
    const result = await runSuite({
      target,
      world: WORLD,
      only: ['id/number@group.*'],
      onEvent: ({ kind }) => events.push(kind),
    });
    expect(result.verdict).toBe('broken');
    const failed = result.cases.find(({ verdict }) => verdict === 'fail');
    expect(failed && describeCase(failed)).toContain('curl');
    expect([events[0], events.at(-1)]).toEqual(['run-started', 'run-finished']);
    const error = thrownBy(() => assertConformant(result)) as ConformanceError;
    expect(error.message).toMatch(/^FAILED: 1 cause in \d cases\n/);
    expect(error.message).toBe(result.summary);
    expect(error.cases).toBe(result.cases);
    expect(error.stack).not.toContain('assert-conformant.ts');
  });

  test('a run that verified nothing is not conformant', async () => {
    await using sim = await startSimulator();
    const result = await runSuite({ target: sim.url, only: ['tags/*'] });
    expect(result).toMatchObject({ verdict: 'nothing-verified', verified: 0 });
    expect(result.ofMust).toBeGreaterThan(9);
    expect(() => assertConformant(result)).toThrow('NOTHING VERIFIED');
  });

  const TARGETS = 'target: expected a URL, the path of a target file, a declaration, or a running simulator';

  test.each([
    [{ wrold: WORLD }, 'it has no option "wrold"\ndid you mean "world"?'],
    [{ only: 'id/*' }, 'only: expected array, received string'],
    [{ timeoutMs: '5s' }, 'timeoutMs: expected number, received string'],
    [{ concurrency: 0 }, 'concurrency: Too small: expected number to be >=1'],
    [{ world: ['secret'] }, 'world: expected the path of a world file, or what its world: says'],
    [{ env: ['secret'] }, 'env: expected record, received array'],
    [{ signal: {} }, 'signal: expected AbortSignal, received object'],
    [{ onEvent: 'log' }, 'onEvent: expected a function'],
    [{ target: undefined }, TARGETS],
    [{ target: 5001 }, TARGETS],
  ])('the option %j is refused, and its value is not shown', async (option, message) => {
    const refused = runSuite({ target: 'http://127.0.0.1:9', ...option } as never);
    await expect(refused).rejects.toThrow(TagproofError);
    await expect(refused).rejects.toThrow(`runSuite: ${message}`);
    await expect(refused).rejects.not.toThrow('secret');
  });

  test.each([undefined, null, 'http://bob:secret@127.0.0.1:9', ['secret']])(
    '%j in place of options is refused, and not shown',
    async (given) => {
      const refused = runSuite(given as never);
      await expect(refused).rejects.toThrow('runSuite: expected object, received');
      await expect(refused).rejects.not.toThrow('secret');
    },
  );

  test('an aborted run is incomplete', async () => {
    await using sim = await startSimulator();
    const result = await runSuite({ target: sim, signal: AbortSignal.abort() });
    expect(result.verdict).toBe('incomplete');
    expect(result.partial).toBe('interrupted');
    expect(() => assertConformant(result)).toThrow(/^INCOMPLETE: .*\npartial: .*interrupted/);
  });

  test.each([
    ['a file that is not there', { target: 'nothing.yaml' }, 'file'],
    ['not a URL of HTTP', { target: 'ftp://example.com' }, 'usage'],
    ['a declaration with a misspelt key', { target: { targte: 'http://x' } as never }, 'file'],
    ['a choice of no case', { target: 'http://127.0.0.1:9', only: ['nothing'] }, 'nothing-selected'],
  ])('%s is refused', async (_, options, code) => {
    await expect(runSuite(options)).rejects.toThrow(TagproofError);
    await expect(runSuite(options)).rejects.toMatchObject({ code });
  });

  test('a target that is not there rejects as unreachable', async () => {
    const target = `http://127.0.0.1:${await freePort()}`;
    await expect(runSuite({ target, ...FEW })).rejects.toMatchObject({ code: 'unreachable' });
  });
});

describe('assertConformant', () => {
  test('passes what was verified, up to the share that is asked for, and refuses odd shares', async () => {
    await using sim = await startSimulator();
    const result = await runSuite({ target: sim, ...FEW });
    const all = { ...result, verified: result.ofMust };
    for (const atLeast of [undefined, '95%', 100, '0.5 %'])
      expect(() => assertConformant(all, { atLeast })).not.toThrow();
    const most = { ...result, verified: result.ofMust - 1 };
    expect(() => assertConformant(most, { atLeast: '100%' })).toThrow(
      'verified less than 100% of the must cells\nPASSED',
    );
    for (const atLeast of ['all', 0, 101, '-5%'])
      expect(() => assertConformant(result, { atLeast })).toThrow('it takes a percentage');
    expect(() => assertConformant(result, { atleast: 5 } as never)).toThrow('did you mean "atLeast"?');
  });

  test('a URL alone shows little: the error says how little, and what to declare', async () => {
    await using sim = await startSimulator();
    const result = await runSuite({ target: sim.url, only: ['*@group.*'] });
    expect(result.verdict).toBe('conformant');
    const assertion = (): void => assertConformant(result, { atLeast: '95%' });
    expect(assertion).toThrow(ConformanceError);
    expect(assertion).toThrow(
      /^verified less than 95% of the must cells\nPASSED[^]* \d+ of the \d+ must cells/,
    );
    expect(assertion).toThrow('must cells need a Player key');
    expect(assertion).toThrow('fixtures/seed-kit.yaml');
  });
});

describe('fuzzTarget', () => {
  test('finds nothing in a simulator, and the same seed sends the same requests', async () => {
    await using sim = await startSimulator();
    const options = { target: sim, seed: 7, runs: 60, concurrency: 1 };
    const first = await fuzzTarget(options);
    expect(first).toMatchObject({ verdict: 'holds', seed: 7, failures: [] });
    const sent = sim.requests.map(({ target, request }) => target + request.body);
    sim.clearRequests();
    await fuzzTarget(options);
    expect(sim.requests.map(({ target, request }) => target + request.body)).toEqual(sent);
  });

  test('finds a defect, and shows it', async () => {
    const target = await servingMutant('error-code-zero');
    const result = await fuzzTarget({ target, world: WORLD, seed: 3, runs: 100 });
    expect(result.verdict).toBe('broken');
    expect(describeCase(result.failures[0] ?? (undefined as never))).toContain('curl');
  });

  test.each([
    [{ properties: ['none'] }, 'own-tags'],
    [{ run: 5 }, 'fuzzTarget: it has no option "run"\ndid you mean "runs"?'],
  ])('refuses %j', async (options, says) => {
    const refused = fuzzTarget({ target: 'http://127.0.0.1:9', ...options } as never);
    await expect(refused).rejects.toThrow(says);
  });
});
