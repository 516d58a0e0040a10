/** The shipped suite against the embedded simulator: one case of it, and all. */
import { CLI } from '../contenders/tagproof.ts';
import { medianRun } from '../measure/command.ts';
import { type Experiment, mebibytes, seconds } from '../report/outcome.ts';

const ONE_CASE = 'tags/one@gamePlayer.server';

const RUNS = [
  { name: 'one case', id: 'one-case', args: ['run', '--only', ONE_CASE], passed: /^1 passed, 0 failed/m },
  { name: 'the full suite', id: 'suite', args: ['run'], passed: /^\d{4,} passed, 0 failed/m },
] as const;

export const suite: Experiment = {
  name: 'suite',
  title: 'The suite against the embedded simulator, start-up included',
  run: async ({ rounds, say }) => {
    const values: Record<string, number> = {};
    const rows: string[][] = [];
    for (const { name, id, args, passed } of RUNS) {
      const { wallS, cpuS, peakMiB } = await medianRun([...CLI, ...args], Math.min(rounds, 3), passed);
      values[`${id}.wall`] = wallS;
      values[`${id}.cpu`] = cpuS;
      values[`${id}.peak`] = peakMiB;
      rows.push([name, seconds(wallS), seconds(cpuS), mebibytes(peakMiB)]);
      say(`${name}: ${seconds(wallS)}, CPU ${seconds(cpuS)}`);
    }
    return {
      values,
      tables: [
        {
          title: 'The suite against the embedded simulator',
          head: ['run', 'wall', 'CPU', 'peak memory'],
          rows,
        },
      ],
    };
  },
};
