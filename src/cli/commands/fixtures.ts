/** `tagproof fixtures`: the shipped world with generated players, characters and groups, in YAML or JSON. */
import { parse } from 'yaml';
import { readSource } from '../../world/yaml/source.ts';
import { RESOURCE_FACTS, RESOURCES } from '../../spec/endpoints.ts';
import { TagproofError } from '../../base/errors.ts';
import { FileInPlace, type FileKind } from '../../base/file-in-place.ts';
import { CONFORMANCE_WORLD } from '../../base/package-paths.ts';
import { jsonAsYaml, safeYaml } from '../../base/text/safe-yaml.ts';
import { entitiesOf } from '../../world/generate-world.ts';
import { EXIT, type Exit } from '../io/exits.ts';
import type { Io } from '../io/io.ts';
import type { CommandOptions } from '../options/command-register.ts';

const WORLD: FileKind = {
  name: 'a generated world',
  begins: /^(?:# \d+ players, \d+ characters, \d+ groups; seed \d+\.\n|\{"public":)/,
};
/** How many characters are written at once. */
const BLOCK = 1024 * 1024;

type Item = Readonly<Record<string, unknown>>;
type Shipped = Item & { readonly world: Readonly<Record<string, readonly Item[]>> };

/** The text of the world, a piece at a time: what is not generated first, then the lists with both. */
async function textOf({ world, ...rest }: Shipped, options: CommandOptions<'fixtures'>, isJson: boolean) {
  const { players = 1000, seed = 1 } = options;
  const [characters, groups] = [Math.ceil(0.5 * players), Math.ceil(0.1 * players)];
  const lists = RESOURCES.map((resource) => ({ resource, ...RESOURCE_FACTS[resource] }));
  const { absent = {} } = world as { absent?: Readonly<Record<string, readonly string[]>> };
  const own = lists.flatMap(({ plural, idMember }) =>
    (world[plural] ?? []).map((item) => String(item[idMember])),
  );
  const entities = await entitiesOf({
    seed,
    size: { gamePlayer: players, characterPlayer: characters, group: groups },
    games: (world['games'] ?? []).map(({ id }) => String(id)),
    taken: new Set([...own, ...Object.values(absent).flat()]),
  });
  const plurals = new Set<string>(lists.map(({ plural }) => plural));
  const others = Object.fromEntries(Object.entries(world).filter(([key]) => !plurals.has(key)));
  return function* (): Generator<string> {
    // The world comes last, so that its lists can follow.
    const head = { ...rest, world: others };
    if (isJson) yield JSON.stringify(head).replace(/\}\}$/, '');
    else
      yield `# ${players} players, ${characters} characters, ${groups} groups; seed ${seed}.\n${safeYaml(head)}`;
    for (const { resource, plural } of lists) {
      yield isJson ? `,\n"${plural}":[` : `  ${plural}:\n`;
      let before = '\n';
      for (const items of [world[plural] ?? [], entities(resource)])
        for (const item of items) {
          yield isJson ? before + JSON.stringify(item) : `    - ${jsonAsYaml(item)}\n`;
          before = ',\n';
        }
      if (isJson) yield ']';
    }
    if (isJson) yield '}}\n';
  };
}

/** Writes the world to a file or, without one, prints it as YAML. */
export async function fixturesCommand(options: CommandOptions<'fixtures'>, io: Io): Promise<Exit> {
  const { out } = options;
  if (out !== undefined && !/\.(?:ya?ml|json)$/i.test(out))
    throw new TagproofError(
      'usage',
      `--out ${out}: it ends in neither .yaml nor .json\ngive it one of these endings`,
    );
  const shipped = parse(readSource(CONFORMANCE_WORLD).text) as Shipped;
  const pieces = await textOf(shipped, options, out !== undefined && /\.json$/i.test(out));
  const file = out === undefined ? undefined : new FileInPlace(out, WORLD);
  io.onExit(() => file?.discard());
  const write = (text: string): unknown => (file === undefined ? io.out.write(text) : file.write(text));
  try {
    let block = '';
    for (const piece of pieces()) {
      block += piece;
      if (block.length < BLOCK) continue;
      write(block);
      block = '';
    }
    write(block);
    file?.finish();
  } finally {
    file?.discard();
  }
  if (out !== undefined) io.out.write(`${out} is written\nserve it: npx tagproof simulate --world ${out}\n`);
  return EXIT.ok;
}
