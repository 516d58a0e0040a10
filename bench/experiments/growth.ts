/** How cost grows with the cases, the findings, the declared players, the recorded exchanges and the fuzzer's requests. */
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { SHIPPED_WORLD } from '../contenders/servers.ts';
import { rightRun, type CommandSample } from '../measure/command.ts';
import { CLI, WORLD } from '../measure/machine.ts';
import { startServer } from '../measure/server.ts';
import { figure, mebibytes, seconds, type Context, type Experiment, type Row } from '../report/rows.ts';
import { startBackend } from '../work/backend.ts';
import { writeSuite, writeTarget, writeWorld } from '../work/files.ts';
import { playerAt, requestsFor, type BenchRequest } from '../work/requests.ts';

const LIMIT_MS = 60_000;
const PLAYERS = 100;
const QUICK = 20;

const measured = (args: readonly string[], right: RegExp): Promise<CommandSample> =>
  rightRun([...CLI, ...args], right, { memory: true, timeoutMs: LIMIT_MS });

/** Cases that go round the players, against a backend that is right or wrong about all of them. */
const byCases =
  (wrong: 'all' | undefined): Growth['run'] =>
  async (size, folder) => {
    const requests = requestsFor(PLAYERS);
    const suite = join(folder, `cases-${size}`);
    const target = join(folder, 'target.yaml');
    const backend = await startBackend(requests, wrong);
    const cases = Array.from({ length: size }, (_, index) => requests[index % PLAYERS] as BenchRequest);
    writeSuite(suite, cases);
    writeTarget(target, requests, backend.url);
    const args = ['run', '--target', target, '--suite', suite, '--ignore-setup'];
    return measured(args, wrong === undefined ? /^exit 0/ : /^exit 1/).finally(backend.close);
  };

async function byPlayers(size: number, folder: string): Promise<CommandSample> {
  const world = join(folder, `world-${size}.json`);
  const suite = join(folder, 'one-case');
  const backend = await startBackend(requestsFor(PLAYERS));
  await writeWorld(world, size);
  writeSuite(suite, requestsFor(1));
  const args = ['run', '--target', backend.url, '--world', world, '--suite', suite, '--ignore-setup'];
  return measured(args, /^exit 0/).finally(backend.close);
}

const lines = (headers: Readonly<Record<string, string>>): readonly object[] =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));
const JSON_TYPE = 'application/json';

/** An entry of about 5 kB, as a browser writes it: 1,000 players ask again and again, the Date differs. */
function entry(at: number): string {
  const player = at % 1000;
  const long = 'of the player, in so many words as a game writes into a tag';
  const tags = Array.from({ length: 40 }, (_, tag) => ({
    key: `tag-${tag}`,
    value: `${player * tag} ${long}`,
  }));
  const headers = {
    'Secret-Key': 'key-of-the-bench-0123456789',
    'Auth-Token': `token-of-the-bench-${player}`,
  };
  const asked = JSON.stringify({ userId: playerAt(player).userId });
  const text = JSON.stringify({
    returnCode: 1,
    parameters: { errorCode: 1, infoResponseParameters: { tags } },
  });
  return JSON.stringify({
    startedDateTime: new Date(1_780_000_000_000 + at * 10).toISOString(),
    time: 12,
    request: {
      method: 'POST',
      url: 'https://api.example/base/api/rJson/gamePlayer/client/getTag',
      httpVersion: 'HTTP/1.1',
      headers: lines({ ...headers, 'Content-Type': JSON_TYPE }),
      postData: { mimeType: JSON_TYPE, text: asked },
    },
    response: {
      status: 200,
      httpVersion: 'HTTP/1.1',
      headers: lines({ 'Content-Type': JSON_TYPE, Date: new Date(at * 1000).toUTCString() }),
      content: { size: text.length, mimeType: JSON_TYPE, text },
    },
  });
}

function* har(size: number): Generator<string> {
  yield '{"log":{"version":"1.2","creator":{"name":"bench","version":"1"},"entries":[';
  for (let at = 0; at < size; at += 1) yield (at === 0 ? '' : ',\n') + entry(at);
  yield ']}}\n';
}

async function byExchanges(size: number, folder: string): Promise<CommandSample> {
  const file = join(folder, 'traffic.har');
  await pipeline(Readable.from(har(size)), createWriteStream(file));
  return measured(['judge', file], / 0 failed, 0 warned/);
}

async function byTrials(size: number): Promise<CommandSample> {
  const server = await startServer(SHIPPED_WORLD);
  const options = ['--world', WORLD, '--runs', String(size), '--seed', '1'];
  const args = ['fuzz', '--target', `http://127.0.0.1:${server.port}`, ...options];
  return measured(args, /^exit 0/).finally(server.stop);
}

interface Growth {
  readonly of: string;
  /** A quick bench divides them. */
  readonly sizes: readonly number[];
  readonly run: (size: number, folder: string) => Promise<CommandSample>;
}

const GROWTHS: readonly Growth[] = [
  { of: 'cases of a run', sizes: [1000, 30_000], run: byCases(undefined) },
  { of: 'findings of a run: every case fails', sizes: [1000, 30_000], run: byCases('all') },
  { of: 'declared players, one case', sizes: [1000, 10_000, 100_000], run: byPlayers },
  { of: 'recorded exchanges to judge, 5 kB each', sizes: [4000, 40_000], run: byExchanges },
  { of: 'requests of the fuzzer', sizes: [20_000, 60_000], run: byTrials },
];

/** Points by size; a size that is not reached ends them, and is named. */
async function rowsOf({ of, sizes, run }: Growth, { folder, quick, say }: Context): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let before: { readonly size: number; readonly cpuS: number } | undefined;
  for (const size of sizes.map((each) => (quick ? each / QUICK : each))) {
    const name = [of, size.toLocaleString('en-US')];
    try {
      const { wallS, cpuS, peakMiB = Number.NaN } = await run(size, folder);
      const slope =
        before === undefined ? Number.NaN : Math.log(cpuS / before.cpuS) / Math.log(size / before.size);
      const cells = [seconds(wallS), seconds(cpuS), mebibytes(peakMiB), figure(slope)];
      rows.push({ table: 'growth', of: name, measured: cells });
      before = { size, cpuS };
    } catch (error) {
      rows.push({ table: 'growth', of: name, measured: [(error as Error).message, '-', '-', '-'] });
    }
    say(`${name.join(' ')}: ${rows.at(-1)?.measured.join(', ')}`);
  }
  return rows;
}

export const growth: Experiment = {
  name: 'growth',
  title: 'Growth',
  run: async (context) => {
    const rows: Row[] = [];
    for (const each of GROWTHS) rows.push(...(await rowsOf(each, context)));
    return { rows };
  },
};
