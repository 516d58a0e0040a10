/** `tagproof fixtures --seed-kit`: the folder with what a staging backend is seeded with. */
import { join } from 'node:path';
import { readTargetSource } from '../../config/target-file/read-target-file.ts';
import { readSource, type Source } from '../../config/yaml/source.ts';
import { RESOURCE_FACTS, RESOURCES, type Resource } from '../../contract/endpoints.ts';
import { TagproofError } from '../../errors.ts';
import { DEFAULT_WORLD } from '../../package-paths.ts';
import { UNKNOWN, type Subject } from '../../world/world.ts';
import { kitFiles, type KitEntity, seedKit, type KitNames } from '../../worldgen/seed-kit.ts';
import { EXIT, type Exit } from '../io/exits.ts';
import type { Io } from '../io/io.ts';
import { writeNew } from '../io/new-files.ts';
import type { CommandOptions } from '../options/command-register.ts';

const isResource = (word: string): word is Resource => RESOURCES.some((resource) => resource === word);

/** The ids of each kind, from lines such as `gamePlayer 83kd02mmx1`; a line that begins with # is a comment. */
function idsIn({ file, text }: Source): ReadonlyMap<Resource, readonly string[]> {
  const ids = new Map<Resource, string[]>(RESOURCES.map((resource) => [resource, []]));
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (/^\s*(?:#|$)/.test(line)) continue;
    const wrong = (what: string, remedy: string): TagproofError =>
      new TagproofError('file', `${file}:${at + 1}:1: ${what}\n${remedy}`);
    const [kind = '', id, ...more] = line.trim().split(/\s+/);
    if (!isResource(kind) || id === undefined || more.length > 0)
      throw wrong('not a kind and an id', `write one of ${RESOURCES.join(', ')}, a blank, and the id`);
    const { idLength, word } = RESOURCE_FACTS[kind];
    if ([...id].length !== idLength)
      throw wrong(
        `the id of a ${word} has ${idLength} characters (§2.1), this one ${[...id].length}`,
        'correct it',
      );
    const known = ids.get(kind) ?? [];
    if (known.includes(id)) throw wrong(`"${id}" is there already`, 'name each id once');
    known.push(id);
  }
  return ids;
}

const entityOf = ({ resource, game, id, owners, tags }: Subject): KitEntity => ({
  kind: resource,
  game,
  id,
  owners: owners === UNKNOWN || resource === 'gamePlayer' ? [] : owners,
  tags: tags === UNKNOWN ? [] : tags,
});

/** The subjects of the kit, read back from its world file. */
function entitiesOf(world: Source): readonly KitEntity[] {
  const variables = [...world.text.matchAll(/\$\{env:(\w+)\}/g)].map(([, name = '']) => name);
  const env = Object.fromEntries(variables.map((name) => [name, `value-of-${name}`]));
  return readTargetSource(world, env).world.subjects.map(entityOf);
}

/** Writes the kit into a folder, where none of its files may be. */
export function seedKitCommand(
  folder: string,
  { game: games, ids }: Pick<CommandOptions<'fixtures'>, 'game' | 'ids'>,
  io: Io,
): Exit {
  const names: KitNames = { games, ids: ids === undefined ? undefined : idsIn(readSource(ids)) };
  const world = { file: join(folder, 'world.yaml'), text: seedKit(readSource(DEFAULT_WORLD).text, names) };
  const entities = entitiesOf(world);
  const files = { 'world.yaml': world.text, ...kitFiles(entities) };
  writeNew(
    Object.entries(files).map(([name, text]) => ({ path: join(folder, name), text })),
    'name another folder, or remove the file',
  );
  const counts = RESOURCES.map((resource) => {
    const count = entities.filter(({ kind }) => kind === resource).length;
    return `${count} ${RESOURCE_FACTS[resource].word}s`;
  });
  io.out.write(`${folder}: ${counts.join(', ')} to store in the backend, in ${Object.keys(files).join(', ')}
next: read ${join(folder, 'README.md')}\n`);
  return EXIT.ok;
}
