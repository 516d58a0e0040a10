/** One case from the installed package, with each line of Node.js that is there, beside one request over undici. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOOP } from '../contenders/clients.ts';
import { rightRun } from '../measure/command.ts';
import { PROCESSES, rival, ROOT } from '../measure/machine.ts';
import { allInterleaved } from '../measure/rounds.ts';
import { besideFloor, type Experiment, type Row } from '../report/rows.ts';
import { startBackend } from '../work/backend.ts';
import { requestsFor } from '../work/requests.ts';

const ONE_CASE = ['run', 'simulator', '--only', 'tags/one@gamePlayer.server'];
const AIM = 'at most 0.30 s; 0.35 s on 20';

const npm = (...words: readonly string[]): string =>
  execFileSync('npm', words, { cwd: ROOT, encoding: 'utf8' });

/** Packs what is built, and installs it as a user does; names its command. */
function installed(folder: string): string {
  const own = join(folder, 'installed');
  mkdirSync(own);
  const file = npm('pack', '--silent', '--ignore-scripts', '--pack-destination', own).trim();
  npm('install', '--prefix', own, '--silent', '--ignore-scripts', '--prefer-offline', join(own, file));
  return join(own, 'node_modules/tagproof/dist/src/cli/bin.js');
}

/** The Node.js that runs this, and those that are installed beside the rivals. */
function nodes(): readonly { readonly line: string; readonly file: string }[] {
  const others = existsSync(rival(''))
    ? readdirSync(rival('')).filter((name) => name.startsWith('node-2'))
    : [];
  const [own = ''] = process.versions.node.split('.');
  const files = others.map((name) => ({ line: name.slice('node-'.length), file: rival(`${name}/bin/node`) }));
  return [{ line: own, file: process.execPath }, ...files.filter(({ line }) => line !== own)];
}

export const start: Experiment = {
  name: 'start',
  title: 'One case from the installed package',
  run: async ({ rounds, folder }) => {
    const bin = installed(folder);
    const requests = requestsFor(1);
    const backend = await startBackend(requests);
    const table = join(folder, 'one.json');
    writeFileSync(table, JSON.stringify({ url: backend.url, requests }));
    const rows: Row[] = [];
    try {
      for (const { line, file } of nodes()) {
        const contenders = [
          { name: 'us', command: [file, bin, ...ONE_CASE] },
          { name: 'floor', command: [file, join(PROCESSES, 'loop.mjs'), table] },
        ];
        for (const { command } of contenders) await rightRun(command, /^exit 0/);
        const cpu = await allInterleaved(
          contenders,
          2 * rounds,
          async ({ command }) => (await rightRun(command, /^exit 0/)).cpuS,
        );
        const of = ['CPU of one case, from the installed package', `${LOOP.name}: one request`, AIM] as const;
        rows.push({ ...besideFloor(of, cpu('us'), cpu('floor')), node: line });
      }
    } finally {
      await backend.close();
    }
    return { rows };
  },
};
