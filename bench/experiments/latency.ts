/** The shipped suite against a simulator that is some milliseconds away: the run beside requests x latency / concurrency. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SHIPPED_WORLD } from '../contenders/servers.ts';
import { CLI } from '../contenders/tagproof.ts';
import { runCommand } from '../measure/command.ts';
import { BENCH, ROOT } from '../measure/machine.ts';
import { FIRST_REQUEST } from './compare-servers.ts';
import { loadOn, startServer, type ServerProcess } from '../measure/server-process.ts';
import { figure, seconds, times, type Experiment } from '../report/outcome.ts';

const WORLD = join(ROOT, 'fixtures/world.yaml');
const LATENCIES_MS = { full: [0, 20, 50, 200], quick: [0, 20] };
const CONCURRENCIES = ['16', '64', 'auto'] as const;
const REQUESTS = /(\d+) requests in /;

interface Delayed {
  readonly ms: number;
  readonly concurrency: string;
  readonly wallS: number;
  readonly requests: number;
  /** Seconds that bare sockets take for as many requests, as many at once: what the proxy and the server add is in it. */
  readonly floorS: number;
}

/** What `--concurrency auto` comes to at most. */
const MAX_AUTO = 64;
const connectionsOf = (concurrency: string): number =>
  concurrency === 'auto' ? MAX_AUTO : Number(concurrency);
const FLOOR_MS = 3000;

const idealS = ({ ms, concurrency, requests }: Delayed): number =>
  (requests * ms) / 1000 / connectionsOf(concurrency);

async function runBehind(
  server: ServerProcess,
  load: string,
  ms: number,
  concurrency: string,
): Promise<Delayed> {
  const args = [join(BENCH, 'processes/delaying-proxy.mjs'), String(server.port), String(ms)];
  const proxy = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [line] = (await once(proxy.stdout, 'data')) as [Buffer];
    const port = Number(line.toString());
    const target = `http://127.0.0.1:${port}`;
    const options = ['--target', target, '--world', WORLD, '--concurrency', concurrency];
    const sample = await runCommand([...CLI, 'run', ...options], { timeoutMs: 600_000 });
    if (sample.exit !== 0) throw new Error(sample.output.slice(-500));
    const requests = Number(REQUESTS.exec(sample.output)?.[1]);
    const connections = connectionsOf(concurrency);
    const floor = await loadOn(
      { ...server, port },
      { file: load, connections, ms: FLOOR_MS, expect: 'returnCode' },
    );
    return { ms, concurrency, wallS: sample.wallS, requests, floorS: requests / floor.perSecond };
  } finally {
    proxy.kill('SIGKILL');
  }
}

export const latency: Experiment = {
  name: 'latency',
  title: 'The suite against a deployed backend: a proxy that delays each reply',
  run: async ({ folder, quick, say }) => {
    const server = await startServer(SHIPPED_WORLD, FIRST_REQUEST);
    const load = join(folder, 'load-of-one');
    writeFileSync(load, `${FIRST_REQUEST.toString('base64')}\n`);
    const runs: Delayed[] = [];
    try {
      for (const ms of LATENCIES_MS[quick ? 'quick' : 'full'])
        for (const concurrency of CONCURRENCIES) {
          const run = await runBehind(server, load, ms, concurrency);
          say(
            `${ms} ms, ${concurrency} at once: ${seconds(run.wallS)}, ideal ${seconds(idealS(run))}, bare sockets ${seconds(run.floorS)}`,
          );
          runs.push(run);
        }
    } finally {
      await server.stop();
    }
    const delayed = runs.filter(({ ms }) => ms > 0);
    return {
      values: Object.fromEntries(
        delayed.flatMap((run) => [
          [`latency.${run.ms}.${run.concurrency}.ratio`, run.wallS / idealS(run)],
          [`latency.${run.ms}.${run.concurrency}.wallS`, run.wallS],
        ]),
      ),
      tables: [
        {
          title: 'The suite by latency and concurrency',
          head: [
            'latency',
            'at once',
            'requests',
            'wall',
            'ideal',
            'beside the ideal',
            'beside bare sockets',
          ],
          rows: runs.map((run) => [
            `${run.ms} ms`,
            run.concurrency,
            figure(run.requests),
            seconds(run.wallS),
            run.ms === 0 ? '-' : seconds(idealS(run)),
            run.ms === 0 ? '-' : times(run.wallS / idealS(run)),
            times(run.wallS / run.floorS),
          ]),
          note: 'The ideal is requests x latency / concurrency, for auto with the 64 that it may come to. Bare sockets send one request again and again through the same proxy, as many at once, and check nothing. One run each; start-up and the windows of rate cases count.',
        },
      ],
    };
  },
};
