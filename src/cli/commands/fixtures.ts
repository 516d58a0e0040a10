/** `tagproof fixtures`: a generated world, written a piece at a time. */
import { digits } from '../../text/quantities.ts';
import { setImmediate } from 'node:timers/promises';
import { isNdjson } from '../../config/target-file/ndjson-world.ts';
import { readTargetSource } from '../../config/target-file/read-target-file.ts';
import { readSource } from '../../config/yaml/source.ts';
import { TagproofError } from '../../errors.ts';
import { DEFAULT_WORLD } from '../../package-paths.ts';
import {
  fixturesOf,
  gamesOf,
  baseIds,
  newGames,
  withGames,
  type BaseWorld,
} from '../../worldgen/base-world.ts';
import {
  type WorldPlan,
  type WorldSize,
  worldText,
  type GeneratedFormat,
} from '../../worldgen/generate-world.ts';
import { vocabularyFor } from '../../worldgen/vocabulary.ts';
import { EXIT, type Exit } from '../io/exits.ts';
import type { Io } from '../io/io.ts';
import type { CommandOptions } from '../options/command-register.ts';
import { FileInPlace, type FileKind } from '../../file-in-place.ts';

/** The most entities of a YAML file: it is read as a whole, with all places, so more take long, and far more are refused. */
const MAX_YAML = 20_000;
const BLOCK = 1024 * 1024;

const WORLD: FileKind = {
  name: 'a generated world',
  begins: /^(?:# \d+ players, \d+ characters, \d+ groups; seed \d+\.\n|\{"(?:public|provoke|world)":)/,
};

function formatOf(out: string, { gamePlayer, characterPlayer, group }: WorldSize): GeneratedFormat {
  if (isNdjson(out)) return 'ndjson';
  if (!/\.ya?ml$/i.test(out))
    throw new TagproofError(
      'usage',
      `--out ${out}: it ends in neither .yaml nor .ndjson\ngive it one of these endings`,
    );
  const count = gamePlayer + characterPlayer + group;
  if (count <= MAX_YAML) return 'yaml';
  throw new TagproofError(
    'usage',
    `--out ${out}: ${digits(count)} entities are too many for YAML, which may hold ${digits(MAX_YAML)}\nwrite NDJSON: --out ${out.replace(/\.ya?ml$/i, '.ndjson')}`,
  );
}

/** The base world, checked as a world file is, and its document. */
function readBaseWorld(file: string, io: Io): BaseWorld {
  if (isNdjson(file))
    throw new TagproofError(
      'usage',
      `--from ${file}: the world to begin with is a YAML file\nname one, or leave --from out`,
    );
  const source = readSource(file);
  const { world, target } = readTargetSource(source, io.env);
  if (target !== undefined)
    throw new TagproofError(
      'usage',
      `--from ${file}: it is the file of a target, and no world file\ntake target: out of it`,
    );
  if (world.games.length === 0 || world.games.includes(''))
    throw new TagproofError('usage', `--from ${file}: it names no game\nadd world: games: [{ id: … }]`);
  return fixturesOf(source.text);
}

/** Joins the pieces into blocks large enough to be written at once. */
function* blocks(pieces: Iterable<string>): Generator<{ readonly text: string; readonly count: number }> {
  let text = '';
  let count = 0;
  for (const piece of pieces) {
    text += piece;
    count += 1;
    if (text.length < BLOCK) continue;
    yield { text, count };
    text = '';
  }
  if (text !== '') yield { text, count };
}

async function write(
  plan: WorldPlan,
  fixtures: BaseWorld,
  format: GeneratedFormat,
  out: string,
  io: Io,
): Promise<boolean> {
  const { gamePlayer, characterPlayer, group } = plan.size;
  const all = gamePlayer + characterPlayer + group;
  let interrupted = false;
  io.onInterrupt(() => (interrupted = true));
  const file = new FileInPlace(out, WORLD);
  io.onExit(() => file.discard());
  try {
    for (const { text, count } of blocks(worldText(format, fixtures, plan))) {
      file.write(text);
      if (io.err.isTerminal) io.err.writeStyled(`\r${digits(Math.min(count, all))} of ${digits(all)} `);
      // Lets an interrupt in.
      await setImmediate();
      if (interrupted) return false;
    }
    file.finish();
    return true;
  } finally {
    file.discard();
    if (io.err.isTerminal) io.err.writeStyled('\r\u001B[K');
  }
}

/** Writes the world; where that is interrupted nothing is left behind. */
export async function fixturesCommand(options: CommandOptions<'fixtures'>, io: Io): Promise<Exit> {
  const { out, seed = 1, tags = 3, games = 0, from = DEFAULT_WORLD } = options;
  if (out === undefined)
    throw new TagproofError('usage', 'fixtures: where to write to is missing\nadd --out world.yaml');
  const { players = 1000, characters = 500, groups = 100 } = options;
  const size = { gamePlayer: players, characterPlayer: characters, group: groups };
  const format = formatOf(out, size);
  const given = readBaseWorld(from, io);
  const words = await vocabularyFor(seed);
  const added = newGames(given, games, words);
  const fixtures = withGames(given, added);
  const plan = {
    seed,
    size,
    tags,
    words,
    games: added.length > 0 ? added : gamesOf(fixtures),
    taken: baseIds(fixtures),
  };
  if (!(await write(plan, fixtures, format, out, io))) return EXIT.interrupted;
  io.out.write(
    `${out}: ${digits(size.gamePlayer)} players, ${digits(size.characterPlayer)} characters, ${digits(size.group)} groups in ${plan.games.join(', ')}\nserve it: tagproof simulate --world ${out}\n`,
  );
  return EXIT.ok;
}
