/** How long the command line takes to do next to nothing. */
import { CLI } from '../formats/tagproof.ts';
import { runCommand } from '../measure/command.ts';
import { interleaved } from '../measure/rounds.ts';
import { median, medianRatio } from '../measure/statistics.ts';
import { seconds, times } from '../report/format.ts';
import type { Experiment } from './experiment.ts';

const BASE = 'node -e 0';
const COMMANDS = [
  { name: BASE, command: [process.execPath, '-e', '0'] },
  { name: 'tagproof --version', command: [...CLI, '--version'] },
  { name: 'tagproof --help', command: [...CLI, '--help'] },
];
/** A start is short: more rounds cost little. */
const MORE = 3;

export const startUp: Experiment = {
  name: 'start-up',
  title: 'Start-up',
  run: async ({ rounds }) => {
    const measured = await interleaved(COMMANDS, rounds * MORE, async ({ command }) => {
      const sample = await runCommand(command);
      if (sample.exit !== 0) throw new Error(sample.output);
      return sample;
    });
    const walls = (name: string): readonly number[] =>
      measured.get(name)?.samples.map(({ wallS }) => wallS) ?? [];
    const ratio = (name: string): number => medianRatio(walls(name), walls(BASE));
    const cpu = (name: string): number => median(measured.get(name)?.samples.map(({ cpuS }) => cpuS) ?? []);
    return {
      values: {
        'start-up.version.ratio': ratio('tagproof --version'),
        'start-up.help.ratio': ratio('tagproof --help'),
      },
      tables: [
        {
          title: 'Start-up',
          head: ['command', 'wall', 'CPU', `beside ${BASE}`],
          rows: COMMANDS.map(({ name }) => [
            `\`${name}\``,
            seconds(median(walls(name))),
            seconds(cpu(name)),
            times(ratio(name)),
          ]),
        },
      ],
    };
  },
};
