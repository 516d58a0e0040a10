/** Each fault of a network, a gateway or a backend, in one of so many requests: no command is green and silent about it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fileWith, folder, tagproof, type Ended } from '../src/cli/test-helpers/captured.ts';
import { serving, WORLD } from '../src/cli/test-helpers/serving.ts';
import { faultyProxy, SPOIL_NAMES, type Spoil } from './test-helpers/faulty-proxy.ts';

const MISSING =
  /got no reply at first: .*\d+ (?:timed out|closed)|were sent again, as the used connection was closed/;
/** The first requests of all may be among those that time out. */
const TIMED_OUT = /got no reply at first: .*\d+ timed out|no whole reply within/;
const GATEWAY = /were answered by a gateway or load balancer/;
/** What each fault is reported as; the last ones as findings of the cases that met them. */
const SAID: Readonly<Record<Spoil, RegExp>> = {
  hang: TIMED_OUT,
  stall: TIMED_OUT,
  reset: MISSING,
  close: MISSING,
  cut: MISSING,
  'HTTP 502': GATEWAY,
  'HTTP 503': GATEWAY,
  'HTTP 520': GATEWAY,
  'HTTP 429': /were refused for how much is sent: \d+ HTTP 429/,
  '-8': /were refused for how much is sent: \d+ MaxRequestReject/,
  '-7': /were refused for how much is sent: \d+ MaxCCUReject/,
  '-1': /were refused for how much is sent: \d+ OperationTimeout/,
  '-3': /InternalServerError|wrong-outcome/,
  'wrong tag': /wrong[- ]tags|wrong-outcome/,
};

/** Each of these has the run wait before it sends again: so often met, few requests are enough. */
const WAITED_FOR: ReadonlySet<Spoil> = new Set([
  'HTTP 429',
  'HTTP 502',
  'HTTP 503',
  'HTTP 520',
  '-8',
  '-7',
  '-1',
]);
const FEW = ['--only id/one-*@group.admin', 10] as const;
/** So does a world of which the set-up check asks little. */
const SMALL = fileWith(`public: true
world:
  games: [{ id: meadow-run }]
  secretKeys: [{ name: admin, key: public-admin-key-all-rules-0001, role: Admin }]
  groups: [{ groupId: grouplarks }]
`);

/** One request in so many, the cases that have enough of them, and as many requests for the fuzzer. */
const SHARES = [
  [2, '--only who/* --only rule/*', 60],
  [5, '--only who/* --only rule/*', 200],
  [50, '--only member/*', 250],
  [200, '--only member/*', 500],
  [1000, '--only tag-keys/* --only id/*', 1500],
] as const;

interface Row {
  readonly proxy: URL;
  readonly world: string;
  readonly only: string;
  readonly runs: number;
  readonly timeout: string;
}

/** What a simulator of the world answers to these cases. */
async function healthyRecord({ world, only }: Row): Promise<string> {
  const path = join(folder(), 'healthy.ndjson');
  await tagproof(`run --world ${world} ${only} --reporter ndjson=${path}`);
  return path;
}

const COMMANDS: Readonly<Record<string, (row: Row) => Promise<Ended>>> = {
  run: ({ proxy, world, only, timeout }) =>
    tagproof(`run --target ${proxy.origin} --world ${world} --timeout ${timeout} ${only}`),
  fuzz: ({ proxy, world, runs, timeout }) =>
    tagproof(`fuzz --target ${proxy.origin} --world ${world} --timeout ${timeout} --seed 1 --runs ${runs}`),
  compare: async (row) => {
    const target = fileWith(`target: ${row.proxy.origin}\n${readFileSync(row.world, 'utf8')}`);
    return tagproof(`compare ${await healthyRecord(row)} ${target} --timeout ${row.timeout} ${row.only}`);
  },
};

/** `TAGPROOF_FAULTS=all` runs the whole table, a quarter of an hour; else each fault meets one share, and each command several faults of each. */
const ALL = process.env['TAGPROOF_FAULTS'] === 'all';
const ROWS = Object.entries(COMMANDS)
  .flatMap(
    ([command, start], turn) =>
      SPOIL_NAMES.flatMap((spoil, at) =>
        SHARES.filter((_, index) => ALL || (index + at + 2 * turn) % SHARES.length === 0).map(
          ([every, ...much]) =>
            WAITED_FOR.has(spoil) && every < 50
              ? ([command, spoil, every, ...FEW, SMALL, start] as const)
              : ([command, spoil, every, ...much, WORLD, start] as const),
        ),
      ),
    // The more often a fault is met, the longer it is waited for: the longest start first.
  )
  .toSorted(([, , a], [, , b]) => a - b);

describe.concurrent('now and then', () => {
  test.each(ROWS)(
    '%s: %s at 1 of %i requests',
    { timeout: 600_000 },
    async (command, spoil, every, only, runs, world, start) => {
      const proxy = await faultyProxy(new URL(await serving()), spoil, every);
      // Only a request without an end is to be given up soon: the machine may be slow.
      const timeout = SAID[spoil] === TIMED_OUT ? '500ms' : '20s';
      const { exit, out, err } = await start({ proxy, world, only, runs, timeout });
      // A command that ends with 2 has not looked at all.
      expect(exit, err).not.toBe(2);
      // A comparison names what differs; its cases and errors say the rest.
      if (command !== 'compare') expect(out + err).toMatch(SAID[spoil]);
      if (exit === 0) expect(out + err).toMatch(/[1-9]\d* (?:warned|regression|difference)|warning: /);
    },
  );
});
