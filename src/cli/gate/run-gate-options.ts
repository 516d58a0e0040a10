/** The options of `run` that gate a release. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { DRIFT_WORDS, FAIL_ON_WORDS } from '../../gate/fail-on.ts';
import { suggest } from '../../text/nearest.ts';
import { wholeNumber } from '../options/numbers.ts';
import { named } from '../options/paths.ts';

const MOST_REPEATS = 100;

/** Words of an option that repeats, also joined by commas. */
function words(known: readonly string[]): (text: string, before?: readonly string[]) => readonly string[] {
  return (text, before = []) => {
    const given = text.split(',').map((word) => word.trim());
    const wrong = given.find((word) => !known.includes(word));
    if (wrong === undefined) return [...new Set([...before, ...given])];
    throw new InvalidArgumentError(suggest(wrong, known, 'It is one of') ?? '');
  };
}

/** `95` or `95%`. */
export function percentage(text: string): number {
  const [, number = ''] = /^(\d+(?:\.\d+)?) ?%?$/.exec(text.trim()) ?? [];
  const value = Number(number);
  if (number !== '' && value > 0 && value <= 100) return value;
  throw new InvalidArgumentError('It is a percentage above 0 and at most 100, for instance 95%.');
}

export const failOnOption = (known: readonly string[] = FAIL_ON_WORDS): Option =>
  new Option(
    '--fail-on <word>',
    `what fails the run, in addition to what always does: ${known.join(', ')}; repeat for several`,
  ).argParser(words(known));

export const minCoverageOption = (): Option =>
  new Option(
    '--min-coverage <percent>',
    'exit code 1 where a smaller share of the must cells is verified: 95%',
  ).argParser(percentage);

export const requirementsOption = (): Option =>
  new Option(
    '--requirements <version-or-file>',
    'judge only the cases of a frozen set; newer ones are reported, and fail nothing',
  ).argParser(named);

/** Adds the options that hold a whole run, or the record of one. */
export function withGates(command: Command): Command {
  return command
    .addOption(failOnOption([...FAIL_ON_WORDS, ...DRIFT_WORDS]))
    .addOption(minCoverageOption())
    .addOption(requirementsOption())
    .option(
      '--baseline <file>',
      'known findings: only new ones fail, and entries that no longer occur',
      named,
    )
    .option(
      '--dialect-lock <file>',
      'the locked answers of the backend: breaking drift fails, though it is conformant',
      named,
    )
    .option('--update-lock', 'write the answers that the run shows into the lock, instead of failing');
}

/** Adds the options of `run` about how often and in how many parts. */
export function withParts(command: Command): Command {
  return command
    .option(
      '--repeat <n>',
      'run each case this many times; a mix of verdicts is flaky, never passed',
      wholeNumber(1, MOST_REPEATS),
    )
    .addOption(shardOption());
}

export const shardOption = (): Option =>
  new Option(
    '--shard <part>',
    'run one part of several: 2/5, or auto as GitLab, CircleCI, Buildkite and Kubernetes number their jobs; then tagproof merge',
  ).argParser(named);
