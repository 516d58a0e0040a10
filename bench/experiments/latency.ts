/** The shipped suite against a simulator that is some milliseconds away: the run beside requests x latency / concurrency. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { SHIPPED_WORLD } from '../contenders/servers.ts';
import { rightRun } from '../measure/command.ts';
import { CLI, PROCESSES, WORLD } from '../measure/machine.ts';
import { startServer } from '../measure/server.ts';
import { figure, seconds, type Experiment, type Row } from '../report/rows.ts';

/** Milliseconds, and requests at once. */
const POINTS = {
  full: [
    [20, '16'],
    [20, 'auto'],
    [50, '16'],
    [50, 'auto'],
    [200, 'auto'],
  ],
  quick: [[20, 'auto']],
} as const;
/** What `--concurrency auto` comes to at most. */
const MAX_AUTO = 64;
const REQUESTS = /(\d+) requests in /;

/** What is run at some address, behind a proxy that delays each reply. */
async function behind<T>(port: number, ms: number, work: (url: string) => Promise<T>): Promise<T> {
  const args = [join(PROCESSES, 'delaying-proxy.mjs'), String(port), String(ms)];
  const proxy = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [line] = (await once(proxy.stdout, 'data')) as [Buffer];
    return await work(`http://127.0.0.1:${line.toString().trim()}`);
  } finally {
    proxy.kill('SIGKILL');
  }
}

export const latency: Experiment = {
  name: 'latency',
  title: 'The suite against a backend that is some milliseconds away',
  run: async ({ quick, say }) => {
    const server = await startServer(SHIPPED_WORLD);
    const rows: Row[] = [];
    const values: Record<string, number> = {};
    try {
      for (const [ms, atOnce] of POINTS[quick ? 'quick' : 'full']) {
        const { wallS, output } = await behind(server.port, ms, (url) =>
          rightRun([...CLI, 'run', '--target', url, '--world', WORLD, '--concurrency', atOnce], /^exit 0/),
        );
        const requests = Number(REQUESTS.exec(output)?.[1]);
        const idealS = (requests * ms) / 1000 / (atOnce === 'auto' ? MAX_AUTO : Number(atOnce));
        say(`${ms} ms, ${atOnce} at once: ${seconds(wallS)}, ideal ${seconds(idealS)}`);
        values[`latency.${ms}.${atOnce}`] = wallS / idealS;
        rows.push({
          table: 'latency',
          of: [`${ms} ms`, atOnce],
          measured: [figure(requests), seconds(wallS), seconds(idealS), figure(wallS / idealS)],
        });
      }
    } finally {
      await server.stop();
    }
    return { rows, values };
  },
};
