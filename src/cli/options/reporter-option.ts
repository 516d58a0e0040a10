/** `--reporter`, of every command that writes reports. */
import { Option } from 'commander';
import { REPORTERS } from '../../report/reporters/reporters.ts';
import { gather } from './numbers.ts';

function reportersHelp(): string {
  return Object.entries(REPORTERS)
    .map(([name, { description }]) => `${name}: ${description}`)
    .join('; ');
}

export const reporterOption = (): Option =>
  new Option('--reporter <name[=path]>', `${reportersHelp()}; repeat for several`).argParser(gather);
