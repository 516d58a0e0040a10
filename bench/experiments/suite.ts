/** The shipped suite against the embedded simulator: one case of it, and all. */
import { CLI } from '../contenders/tagproof.ts';
import { runCommand, type CommandSample } from '../measure/command.ts';
import { median } from '../measure/rounds.ts';
import { type Experiment, mebibytes, seconds } from '../report/outcome.ts';

const ONE_CASE = 'tags/one@gamePlayer.server';

const RUNS = [
  { name: 'one case', id: 'one-case', args: ['run', '--only', ONE_CASE], passed: /^1 passed, 0 failed/m },
  { name: 'the full suite', id: 'suite', args: ['run'], passed: /^\d{4,} passed, 0 failed/m },
] as const;

async function measure(args: readonly string[], passed: RegExp): Promise<CommandSample> {
  const sample = await runCommand([...CLI, ...args], { memory: true });
  if (sample.exit !== 0 || !passed.test(sample.output)) throw new Error(sample.output.slice(-500));
  return sample;
}

export const suite: Experiment = {
  name: 'suite',
  title: 'The suite against the embedded simulator, start-up included',
  run: async ({ rounds, say }) => {
    const values: Record<string, number> = {};
    const rows: string[][] = [];
    for (const { name, id, args, passed } of RUNS) {
      const samples: CommandSample[] = [];
      for (let round = 0; round < Math.min(rounds, 3); round += 1) samples.push(await measure(args, passed));
      const of = (which: 'wallS' | 'cpuS' | 'peakMiB'): number =>
        median(samples.map((each) => each[which] ?? NaN));
      values[`${id}.wall`] = of('wallS');
      values[`${id}.cpu`] = of('cpuS');
      values[`${id}.peak`] = of('peakMiB');
      rows.push([name, seconds(of('wallS')), seconds(of('cpuS')), mebibytes(of('peakMiB'))]);
      say(`${name}: ${seconds(of('wallS'))}, CPU ${seconds(of('cpuS'))}`);
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
