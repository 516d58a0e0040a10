/**
 * How fast the fuzzer is beside a bare undici loop against the same simulator, and whether its memory stays flat:
 * `npm run bench:fuzz [-- --embedded] [-- --requests 1000000]`. Rounds of both take turns, so that a noisy machine
 * is as noisy to both; the ratio is what counts.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import { startEmbedded } from '../src/embedded/embedded.ts';
import { endpointOf, METHOD } from '../src/contract/endpoints.ts';
import { CONTENT_TYPE, JSON_TYPE, SECRET_KEY } from '../src/contract/headers.ts';
import { completeDialect } from '../src/dialect/dialect.ts';
import { fuzz } from '../src/fuzz/fuzz.ts';
import { materialOf } from '../src/fuzz/generate/material.ts';
import { PHASE_NAMES } from '../src/fuzz/generate/phases.ts';
import { PROPERTY_NAMES } from '../src/fuzz/execute/properties.ts';
import { Schedule } from '../src/fuzz/generate/schedule.ts';
import { planTrial } from '../src/fuzz/generate/plan-trial.ts';
import { readTargetFile } from '../src/config/target-file/read-target-file.ts';
import { needsRaw } from '../src/transport/raw/needs-raw.ts';
import { openTransport } from '../src/transport/open-transport.ts';
import { resolveRequest } from '../src/transport/secrets/resolved.ts';
import { secretStoreOf } from '../src/transport/secrets/secrets.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '10' },
    concurrency: { type: 'string', default: '16' },
    requests: { type: 'string', default: '0' },
    embedded: { type: 'boolean', default: false },
  },
});
const CONCURRENCY = Number(values.concurrency);
const file = readTargetFile('fixtures/world.yaml', {});
const dialect = completeDialect(file.dialectAnswers);
const facts = { world: file.world, extensions: file.extensions, provocations: file.provoke, dialect };

/** In a process of its own, or with `--embedded` in this one, as `tagproof fuzz` without a target has it. */
async function startSimulator(): Promise<{ readonly url: URL; readonly stop: () => void }> {
  if (values.embedded) {
    const { url, close } = await startEmbedded(file);
    return { url, stop: () => void close() };
  }
  const args = ['dist/src/cli/bin.js', 'simulate', '--port', '0'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  for (;;) {
    const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
    said += chunk.toString();
    const url = /http:\/\/[\d.]+:\d+/.exec(said)?.[0];
    if (url !== undefined) return { url: new URL(url), stop: () => void child.kill() };
  }
}

interface BareRequest {
  readonly path: string;
  readonly headers: readonly string[];
  readonly body: Uint8Array | string;
}

/** The plain valid request, the cheapest of all. */
function plainRequest(): BareRequest {
  const { path, idMember } = endpointOf('gamePlayer.server');
  const secret = file.secrets.find(({ name }) => name === 'admin')?.value ?? '';
  const id = file.world.subjects.find(({ resource }) => resource === 'gamePlayer')?.id ?? '';
  const headers = [CONTENT_TYPE, JSON_TYPE, SECRET_KEY, secret];
  return { path, headers, body: JSON.stringify({ [idMember]: id }) };
}

const MADE = 20_000;

/** What the random phase sends, made before it is timed; what undici can't send is left out. */
function generatedRequests(): readonly BareRequest[] {
  const material = materialOf(facts, false);
  const schedule = new Schedule(1, material, ['random'], PROPERTY_NAMES);
  const additions = { secretStore: secretStoreOf(file.secrets), prefix: '', headers: [] };
  const made: BareRequest[] = [];
  while (made.length < MADE) {
    const place = schedule.next();
    if (place === undefined) break;
    for (const trial of schedule.trialsOf(place))
      for (const { request } of planTrial(trial, material, 'bench')) {
        const resolved = resolveRequest(request, additions);
        if (resolved.method === METHOD && !needsRaw(resolved))
          made.push({ path: resolved.path, headers: resolved.headers, body: resolved.body ?? '' });
      }
  }
  return made;
}

/** Requests per second of a loop that sends these in turn, and reads the replies. */
async function bare(url: URL, ms: number, requests: readonly BareRequest[]): Promise<number> {
  const pool = new Pool(url.origin, { connections: CONCURRENCY });
  let count = 0;
  const began = performance.now();
  const loop = async (): Promise<void> => {
    while (performance.now() - began < ms) {
      const { path, headers, body } = requests[count % requests.length] as BareRequest;
      count += 1;
      const reply = await pool.request({ method: METHOD, path, headers: [...headers], body });
      await reply.body.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, loop));
  const elapsed = performance.now() - began;
  await pool.close();
  return (count * 1000) / elapsed;
}

interface FuzzRound {
  readonly perSecond: number;
  readonly failures: number;
}

async function fuzzed(
  url: URL,
  seed: number,
  bound: { readonly timeMs?: number; readonly runs?: number },
  every?: (requests: number) => void,
): Promise<FuzzRound> {
  const settings = { headers: [], timeoutMs: 5000, connections: CONCURRENCY, maxReplyBytes: 2 ** 25 };
  const transport = openTransport({ baseUrl: url, secretStore: secretStoreOf(file.secrets), settings });
  let next = 100_000;
  const { requests, ms, failures } = await fuzz({
    material: materialOf(facts, true),
    transport,
    mask: (text) => text,
    target: url.href,
    seed,
    phases: PHASE_NAMES,
    properties: PROPERTY_NAMES,
    concurrency: CONCURRENCY,
    runs: bound.runs,
    timeMs: bound.timeMs,
    rate: undefined,
    signal: new AbortController().signal,
    watch: (progress) => {
      if (progress.requests >= next) {
        next += 100_000;
        every?.(progress.requests);
      }
      return true;
    },
  });
  await transport.close();
  return { perSecond: (requests * 1000) / ms, failures: failures.length };
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const mebibytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(0)} MiB`;

async function compare(url: URL): Promise<void> {
  const ms = Number(values.seconds) * 1000;
  const plain = [plainRequest()];
  const same = generatedRequests();
  const ratios: { readonly plain: number; readonly same: number }[] = [];
  await bare(url, ms / 2, plain);
  await fuzzed(url, 1, { timeMs: ms / 2 });
  for (let round = 1; round <= Number(values.rounds); round += 1) {
    const loop = await bare(url, ms, plain);
    const alike = await bare(url, ms, same);
    const ours = await fuzzed(url, round, { timeMs: ms });
    ratios.push({ plain: ours.perSecond / loop, same: ours.perSecond / alike });
    say(
      `round ${round}: bare with the plain request ${loop.toFixed(0)}/s, with the random ones ${alike.toFixed(0)}/s, fuzz ${ours.perSecond.toFixed(0)}/s, ${ours.failures} failures`,
    );
  }
  const of = (which: 'plain' | 'same'): string => median(ratios.map((each) => each[which])).toFixed(2);
  say(
    `median ratio ${of('plain')} to the plain request, ${of('same')} to the same requests (0.50 is wanted)`,
  );
}

/** The heap after a collection, at every hundred thousand requests. */
async function memory(url: URL, runs: number): Promise<void> {
  const collect = (globalThis as { gc?: () => void }).gc;
  if (collect === undefined) say('without --expose-gc the heap is as it happens to be');
  const tell = (requests: number): void => {
    collect?.();
    const { heapUsed, rss } = process.memoryUsage();
    say(`${requests} requests: heap ${mebibytes(heapUsed)}, resident ${mebibytes(rss)}`);
  };
  tell(0);
  const { perSecond, failures } = await fuzzed(url, 1, { runs }, tell);
  say(`${runs} requests at ${perSecond.toFixed(0)}/s, ${failures} failures`);
}

const simulator = await startSimulator();
try {
  if (Number(values.requests) > 0) await memory(simulator.url, Number(values.requests));
  else await compare(simulator.url);
} finally {
  simulator.stop();
}
