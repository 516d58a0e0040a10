/** The options of `tagproof fixtures`. */
import { Option, type Command } from 'commander';
import { MOST_ENTITIES } from '../../worldgen/entity-ids.ts';
import type { Done } from '../exits.ts';
import type { Io } from '../io.ts';
import { MOST_SEED, wholeNumber } from '../options/numbers.ts';
import { named } from '../options/paths.ts';

const count = (flag: string, what: string, most: number = MOST_ENTITIES): Option =>
  new Option(`${flag} <n>`, what).argParser(wholeNumber(0, most));

const MOST_GAMES = 1000;
const MOST_TAGS = 1000;

export function addFixtures(program: Command, io: Io, done: Done): void {
  program
    .command('fixtures')
    .description(
      'generate a world of any size for the simulator: believable, always the same for the same seed',
    )
    .addOption(
      new Option('--out <file>', 'write it here: .yaml to read and edit, .ndjson for large ones')
        .argParser(named)
        .makeOptionMandatory(),
    )
    .addOption(count('--players', 'how many players').default(1000))
    .addOption(count('--characters', 'how many characters').default(500))
    .addOption(count('--groups', 'how many groups').default(100))
    .addOption(
      count('--games', 'spread them over this many new games, not over those of --from', MOST_GAMES).default(
        0,
      ),
    )
    .addOption(
      count('--tags', 'how many tags an ordinary player, character or group has', MOST_TAGS).default(3),
    )
    .option('--seed <n>', 'another seed makes another world', wholeNumber(0, MOST_SEED), 1)
    .option(
      '--from <file>',
      'the world file whose keys, tokens, games and entities come first; without it the one that comes with tagproof, so that the suite finds all that it needs',
      named,
    )
    .action(async (options) =>
      done(await (await import('../commands/fixtures.ts')).fixturesCommand(options, io)),
    );
}
