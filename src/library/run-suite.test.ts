/** The suite and the fuzzer from code: against a simulator, a URL, a file, a declaration, and a defective backend. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { servingMutant } from '../cli/test-helpers/serving.ts';
import { TagproofError } from '../errors.ts';
import { describeCase } from './suite-instances.ts';
import { fuzzTarget } from './fuzz-target.ts';
import { runSuite } from './run-suite.ts';
import { startSimulator } from './start-simulator.ts';

const WORLD = 'fixtures/world.yaml';
const FEW = { only: ['id/one-short', 'tags/exists'] };

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
    await using sim = await startSimulator();
    for (const target of [sim.url, new URL(sim.url), { target: sim.url }]) {
      const result = await runSuite({ target, world: WORLD, ...FEW });
      expect(result.verdict).toBe('conformant');
    }
  });

  test('a broken backend is a result, with the case in words', async () => {
    const target = await servingMutant('id-type-not-checked');
    const events: string[] = [];
    const result = await runSuite({
      target,
      world: WORLD,
      only: ['id/number@group.admin'],
      onEvent: ({ kind }) => events.push(kind),
    });
    expect(result.verdict).toBe('broken');
    const failed = result.cases.find(({ verdict }) => verdict === 'fail');
    expect(failed && describeCase(failed)).toContain('curl');
    expect([events[0], events.at(-1)]).toEqual(['run-started', 'run-finished']);
  });

  test.each([
    [undefined, 'target: it is missing'],
    [null, 'target: null names no backend'],
    [5001, 'target: 5001 names no backend'],
  ])('code without types may pass %s as target', async (target, message) => {
    const faulty = { target, ...FEW } as unknown as Parameters<typeof runSuite>[0];
    await expect(runSuite(faulty)).rejects.toThrow(TagproofError);
    await expect(runSuite(faulty)).rejects.toThrow(message);
  });

  test('a run that verified nothing is not conformant', async () => {
    await using sim = await startSimulator();
    const result = await runSuite({ target: sim.url, only: ['tags/*'] });
    expect(result.verdict).toBe('nothing-verified');
  });

  test('an aborted run is incomplete', async () => {
    await using sim = await startSimulator();
    const result = await runSuite({ target: sim, signal: AbortSignal.abort() });
    expect(result.verdict).toBe('incomplete');
    expect(result.partial).toBe('interrupted');
  });

  test.each([
    ['a file that is not there', { target: 'nothing.yaml' }, 'file'],
    ['a file without a target', { target: WORLD }, 'usage'],
    ['not a URL of HTTP', { target: 'ftp://example.com' }, 'usage'],
    ['a declaration with a misspelt key', { target: { targte: 'http://x' } as never }, 'file'],
    ['a choice of no case', { target: 'http://127.0.0.1:9', only: ['nothing'] }, 'nothing-selected'],
  ])('%s is refused', async (_, options, code) => {
    const error = await runSuite(options).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TagproofError);
    expect((error as TagproofError).code).toBe(code);
  });

  test('a target that is not there rejects as unreachable', async () => {
    const server = createServer().listen(0);
    const { port } = server.address() as AddressInfo;
    await new Promise((closed) => server.close(closed));
    const error = await runSuite({ target: `http://127.0.0.1:${port}`, ...FEW }).catch(
      (thrown: unknown) => thrown,
    );
    expect((error as TagproofError).code).toBe('unreachable');
  });
});

describe('fuzzTarget', () => {
  test('finds nothing in a simulator, and the same seed sends the same requests', async () => {
    await using sim = await startSimulator();
    const options = { target: sim, seed: 7, runs: 250, concurrency: 1 };
    const first = await fuzzTarget(options);
    expect(first).toMatchObject({ verdict: 'holds', seed: 7, failures: [] });
    const sent = sim.requests.map(({ target, body }) => target + body);
    sim.clearRequests();
    await fuzzTarget(options);
    expect(sim.requests.map(({ target, body }) => target + body)).toEqual(sent);
  });

  test('finds a defect, and shows it', async () => {
    const target = await servingMutant('error-code-zero');
    const result = await fuzzTarget({ target, world: WORLD, seed: 3, runs: 100 });
    expect(result.verdict).toBe('broken');
    expect(describeCase(result.failures[0] ?? (undefined as never))).toContain('curl');
  });

  test('refuses a phase that there is not', async () => {
    const error = await fuzzTarget({ target: 'http://127.0.0.1:9', phases: ['none' as never] }).catch(
      (thrown: unknown) => thrown,
    );
    expect((error as Error).message).toContain('exhaustive');
  });
});
