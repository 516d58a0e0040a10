/** The suite and the fuzzer from code: against a simulator, a URL, a file, a declaration, and a defective backend. */
import { describe, expect, test } from 'vitest';
import { servingMutant } from '../cli/test-helpers/serving.ts';
import { TagproofError } from '../base/errors.ts';
import { freePort } from '../http/test-helpers/servers.ts';
import { assertConformant } from './assert-conformant.ts';
import { ConformanceError } from './conformance-error.ts';
import { describeCase } from './suite-instances.ts';
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
    await using sim = await startSimulator();
    for (const target of [sim.url, new URL(sim.url), { target: sim.url }]) {
      const result = await runSuite({ target, world: WORLD, only: ['tags/exists@group.admin'] });
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
    expect(error.message).toMatch(/^not conformant: 1 cause in \d cases\n {2}\d cases/);
    expect(error.cases).toBe(result.cases);
    expect(error.stack).not.toContain('assert-conformant.ts');
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
    expect(result).toMatchObject({ verdict: 'nothing-verified', verified: 0 });
    expect(result.ofMust).toBeGreaterThan(9);
    expect(() => assertConformant(result)).toThrow('so nothing was verified');
  });

  test.each([
    [{ wrold: WORLD }, 'it has no option "wrold"', 'did you mean "world"?'],
    [{ only: 'id/*' }, 'only is "id/*"; it takes a list of globs', "['id/*']"],
    [{ skip: [5] }, 'skip is [5]; it takes a list of globs', ''],
    [{ timeoutMs: '5s' }, 'timeoutMs is "5s"; it takes a number of milliseconds', ''],
    [{ concurrency: 0 }, 'concurrency is 0; it takes a whole number from 1 on', ''],
    [{ rate: 0 }, 'rate is 0; it takes a number of requests per second, above 0', ''],
    [{ failFast: 'yes' }, 'failFast is "yes"; it takes true or false', ''],
    [{ world: null }, 'world is null; it takes the path of a world file', ''],
    [{ signal: {} }, 'signal is {}; it takes an AbortSignal', ''],
    [{ onEvent: 'log' }, 'onEvent is "log"; it takes a function', ''],
  ])('the option %j is refused', async (option, message, hint) => {
    const faulty = { target: 'http://127.0.0.1:9', ...option } as unknown as Parameters<typeof runSuite>[0];
    const error = (await runSuite(faulty).catch((thrown: unknown) => thrown)) as TagproofError;
    expect(error).toBeInstanceOf(TagproofError);
    expect(error.message).toContain(`runSuite: ${message}`);
    expect(error.message).toContain(hint);
  });

  test.each([
    [undefined, 'undefined'],
    [null, 'null'],
    ['http://bob:secret@127.0.0.1:9', 'a text'],
    [['secret'], 'a list'],
  ])('%j in place of options is refused, and not shown', async (given, type) => {
    const refused = runSuite(given as never);
    await expect(refused).rejects.toThrow(`runSuite: its options are ${type}, not an object`);
    await expect(refused).rejects.not.toThrow('secret');
  });

  test.each([{ env: ['secret'] }, { world: ['secret'] }])(
    'what may hold secrets is not shown: %j',
    async (option) => {
      const refused = runSuite({ target: 'http://127.0.0.1:9', ...option } as never);
      await expect(refused).rejects.toThrow(/(?:env|world) is a list; it takes /);
      await expect(refused).rejects.not.toThrow('secret');
    },
  );

  test('an aborted run is incomplete', async () => {
    await using sim = await startSimulator();
    const result = await runSuite({ target: sim, signal: AbortSignal.abort() });
    expect(result.verdict).toBe('incomplete');
    expect(result.partial).toBe('interrupted');
    expect(() => assertConformant(result)).toThrow('not checked to the end: interrupted');
  });

  test.each([
    ['a file that is not there', { target: 'nothing.yaml' }, 'file'],
    ['a file without a target', { target: WORLD }, 'usage'],
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
  test('passes what was verified, up to the share that is asked for', async () => {
    await using sim = await startSimulator();
    const result = await runSuite({ target: sim, ...FEW });
    const all = { ...result, verified: result.ofMust };
    for (const atLeast of [undefined, '95%', 100, '0.5 %'])
      expect(() => assertConformant(all, { atLeast })).not.toThrow();
    const most = { ...result, verified: result.ofMust - 1 };
    expect(() => assertConformant(most, { atLeast: '100%' })).toThrow(
      `verified ${result.ofMust - 1} of ${result.ofMust} must cells`,
    );
  });

  test('a URL alone shows little: the error says how little, and what to declare', async () => {
    await using sim = await startSimulator();
    const result = await runSuite({ target: sim.url, only: ['*@group.*'] });
    expect(result.verdict).toBe('conformant');
    const assertion = (): void => assertConformant(result, { atLeast: '95%' });
    expect(assertion).toThrow(ConformanceError);
    expect(assertion).toThrow(/^verified \d+ of \d+ must cells \(\d+\.\d %\), not 95%\n/);
    expect(assertion).toThrow('must cells need a Player key');
    expect(assertion).toThrow('fixtures/seed-kit.yaml');
  });

  test('refuses odd shares and unknown options', async () => {
    await using sim = await startSimulator();
    const result = await runSuite({ target: sim, only: ['tags/exists@group.admin'] });
    for (const atLeast of ['all', 0, 101, '-5%'])
      expect(() => assertConformant(result, { atLeast })).toThrow('it takes a percentage');
    expect(() => assertConformant(result, { atleast: 5 } as never)).toThrow('did you mean "atLeast"?');
  });
});

describe('fuzzTarget', () => {
  test('finds nothing in a simulator, and the same seed sends the same requests', async () => {
    await using sim = await startSimulator();
    const options = { target: sim, seed: 7, runs: 60, concurrency: 1 };
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

  test('refuses a property that there is not', async () => {
    const refused = fuzzTarget({ target: 'http://127.0.0.1:9', properties: ['none' as never] });
    await expect(refused).rejects.toThrow('own-tags');
  });

  test.each([
    [{ runs: -1 }, 'runs is -1; it takes a whole number from 1 on'],
    [{ seed: 1.5 }, 'seed is 1.5; it takes a whole number'],
    [{ run: 5 }, 'did you mean "runs"?'],
    [{ properties: ['sound', 'soudn'] }, 'properties is ["sound","soudn"]; it takes a list of'],
  ])('the option %j is refused', async (option, message) => {
    const faulty = { target: 'http://127.0.0.1:9', ...option } as never;
    await expect(fuzzTarget(faulty)).rejects.toThrow(message);
  });
});
