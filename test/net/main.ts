/**
 * `npm run net`: compares what the code does with what is recorded beside this file, a part in each process, two at a time.
 * `-- --write` renews the record, then compares with it; `-- --details` keeps the detail of every row; other words are parts.
 */
import { fork } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { differences, writeDetails, writeRecord, type Details } from './record.ts';

/** The slowest first. */
const PARTS: Readonly<Record<string, () => Promise<Details>>> = {
  kills: async () => (await import('./kills.ts')).kills(),
  events: async () => (await import('./events.ts')).events(),
  tolerance: async () => (await import('./tolerance.ts')).tolerance(),
  fuzz: async () => (await import('./fuzz.ts')).fuzzed(),
  plans: async () => (await import('./plans.ts')).plans(),
  samples: async () => {
    const { samples } = await import('../../scripts/samples.ts');
    return new Map(Object.entries(await samples()));
  },
};
const AT_ONCE = 2;
const MAX_SHOWN = 20;
const FOLDER = 'TAGPROOF_NET_FOLDER';

/** Makes one part; what differs is shown, and makes the process end with 1. */
async function one(part: string, options: readonly string[], folder: string): Promise<void> {
  const began = performance.now();
  const make = PARTS[part];
  if (make === undefined) throw new TypeError(`no part ${part}: ${Object.keys(PARTS).join(', ')}`);
  const details = await make();
  if (options.includes('--write')) writeRecord(part, details);
  const found = differences(part, details);
  writeDetails(join(folder, part), details, options.includes('--details') ? details.keys() : found.keys());
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.log(`${part}: ${details.size} rows, ${found.size} differ (${seconds} s)`);
  for (const [id, words] of [...found].slice(0, MAX_SHOWN)) console.log(`  ${id}: ${words}`);
  if (found.size > MAX_SHOWN) console.log(`  and ${found.size - MAX_SHOWN} more`);
  if (found.size > 0) process.exitCode = 1;
}

/** Each part in a process of its own; how many of them differ. */
async function all(parts: readonly string[], options: readonly string[], folder: string): Promise<number> {
  const waiting = [...parts];
  let failed = 0;
  const work = async (): Promise<void> => {
    for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
      const child = fork(import.meta.filename, [part, ...options], {
        env: { ...process.env, [FOLDER]: folder },
      });
      const code = await new Promise((resolve) => child.once('close', resolve));
      if (code !== 0) failed += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return failed;
}

const words = process.argv.slice(2);
const options = words.filter((word) => word.startsWith('--'));
const named = words.filter((word) => !word.startsWith('--'));
const folder = process.env[FOLDER];

const unknown = [
  ...options.filter((option) => option !== '--write' && option !== '--details'),
  ...named.filter((part) => !Object.hasOwn(PARTS, part)),
];

if (unknown.length > 0) {
  console.error(
    `npm run net -- ${unknown.join(' ')}: unknown; parts: ${Object.keys(PARTS).join(', ')}; options: --write, --details`,
  );
  process.exitCode = 2;
} else if (folder !== undefined) await one(named[0] ?? '', options, folder);
else {
  const made = mkdtempSync(join(tmpdir(), 'tagproof-net-'));
  const parts = named.length > 0 ? named : Object.keys(PARTS);
  if (options.includes('--write')) await all(parts, options, made);
  const compare = options.filter((option) => option !== '--write');
  const failed = await all(parts, compare, made);
  if (failed > 0 || compare.length > 0) console.log(`the details as they are now: ${made}`);
  if (failed > 0) process.exitCode = 1;
}
