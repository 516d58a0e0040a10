/** Several world files as one: lists are joined, and a single value must be given once, or alike. */
import { RESOURCES } from '../../contract/endpoints.ts';
import { ENTITY_KINDS, SECRET_KINDS } from '../../world/entity-kinds.ts';
import type { TargetInput } from '../target-file/target-schema.ts';
import type { WorldInput } from '../world-file/read-world.ts';
import { isMapping, valueAt, type Mapping, type YamlPath } from '../yaml/path.ts';
import type { Read } from '../yaml/read-yaml.ts';
import type { FileFault } from '../yaml/fault.ts';

/** Where something of the merged file comes from: which file, and which path in it. */
interface Origin {
  readonly part: Read<TargetInput>;
  readonly path: YamlPath;
}

const valueOf = ({ part, path }: Origin): unknown => valueAt(part.value, path);

/** The games of several files are one list without repeats; within a file a repeat is a fault. */
const isGames = (path: YamlPath): boolean => path.join('.') === 'world.games';

/** Lists of entities go on from file to file; any other list, such as a header, is one value. */
const isJoined = ([top]: YamlPath): boolean => top === 'world' || top === 'extensions';

/** Several files that do not clash as one, with where each part of it comes from. There is at least one. */
export class MergedFile {
  readonly value: TargetInput;
  /** For lists: where each item comes from. */
  readonly #items = new Map<string, Origin[]>();
  readonly #parts: readonly Read<TargetInput>[];

  constructor(parts: readonly Read<TargetInput>[]) {
    this.#parts = parts;
    this.value = this.#mapping(
      [],
      parts.map((part) => ({ part, path: [] })),
    ) as TargetInput;
  }

  #mapping(path: YamlPath, origins: readonly Origin[]): Mapping {
    const names = new Set(origins.flatMap((origin) => Object.keys(valueOf(origin) as Mapping)));
    return Object.fromEntries([...names].map((name) => [name, this.#member([...path, name], name, origins)]));
  }

  #member(path: YamlPath, name: string, origins: readonly Origin[]): unknown {
    const having = origins
      .map(({ part, path: at }) => ({ part, path: [...at, name] }))
      .filter((origin) => valueOf(origin) !== undefined);
    const values = having.map(valueOf);
    if (isJoined(path) && values.every(Array.isArray)) return this.#list(path, having);
    if (values.every(isMapping)) return this.#mapping(path, having);
    return values[0];
  }

  #list(path: YamlPath, having: readonly Origin[]): readonly unknown[] {
    const origins: Origin[] = [];
    const items: unknown[] = [];
    const games = new Map<string, Read<TargetInput>>();
    for (const { part, path: at } of having) {
      for (const [index, item] of (valueOf({ part, path: at }) as readonly unknown[]).entries()) {
        const id = isGames(path) ? String((item as { readonly id: string }).id) : undefined;
        if (id !== undefined && games.has(id) && games.get(id) !== part) continue;
        if (id !== undefined) games.set(id, part);
        items.push(item);
        origins.push({ part, path: [...at, index] });
      }
    }
    this.#items.set(JSON.stringify(path), origins);
    return items;
  }

  /** The file that has the longest part of the path; within lists the file that the item comes from. */
  origin(path: YamlPath): Origin {
    for (let length = path.length - 1; length > 0; length -= 1) {
      const items = this.#items.get(JSON.stringify(path.slice(0, length)));
      const item = items?.[Number(path[length])];
      if (item !== undefined) return { part: item.part, path: [...item.path, ...path.slice(length + 1)] };
    }
    for (let length = path.length; length > 0; length -= 1) {
      const part = this.#parts.find(
        (each) => valueOf({ part: each, path: path.slice(0, length) }) !== undefined,
      );
      if (part !== undefined) return { part, path };
    }
    const [first] = this.#parts;
    if (first === undefined) throw new TypeError('a folder without files was merged');
    return { part: first, path };
  }
}

const NAMED_KINDS = [...SECRET_KINDS, ...RESOURCES] as const;

/** The name of each entity of a world, with its path; games are declared in several files. */
function* namesIn(world: WorldInput): Generator<readonly [name: string, path: YamlPath]> {
  for (const kind of NAMED_KINDS) {
    const { list, word, nameMember } = ENTITY_KINDS[kind];
    const isNamed = nameMember === 'name';
    for (const [at, item] of ((world[list] ?? []) as readonly Mapping[]).entries()) {
      const name = JSON.stringify(item[nameMember]);
      const game = item['game'] === undefined ? '' : ` of the game ${JSON.stringify(item['game'])}`;
      // Keys and tokens share their names.
      yield [isNamed ? `the name ${name}` : `the ${word} ${name}${game}`, ['world', list, at, nameMember]];
    }
  }
}

// What several world files of a folder say differently, or twice: each with both places.

type Part = Read<TargetInput>;

const placeOf = (part: Part, path: YamlPath): string => {
  const { file, line, column } = part.at(path);
  return `${file}:${line}:${column}`;
};

/** Paths of single values that are in a file, lists aside. */
function* scalars(value: unknown, path: YamlPath = []): Generator<readonly [path: YamlPath, value: unknown]> {
  if (value === undefined || (Array.isArray(value) && isJoined(path))) return;
  if (Array.isArray(value)) yield [path, JSON.stringify(value)];
  else if (typeof value !== 'object' || value === null) yield [path, value];
  else for (const [name, each] of Object.entries(value)) yield* scalars(each, [...path, name]);
}

/** Values that two files give differently; a text is not quoted, for it may be a secret. */
function otherwise(parts: readonly Part[]): readonly FileFault[] {
  const first = new Map<string, readonly [part: Part, value: unknown]>();
  const faults: FileFault[] = [];
  for (const part of parts)
    for (const [path, value] of scalars(part.value)) {
      const key = JSON.stringify(path);
      const [other, before] = first.get(key) ?? [];
      if (other === undefined) first.set(key, [part, value]);
      else if (before !== value)
        faults.push(
          part.faultAt(path, `${path.join('.')} differs from ${placeOf(other, path)}`, 'say it in one file'),
        );
    }
  return faults;
}

/** Names and ids that two files have; within a file the reader finds them. */
function twice(parts: readonly Part[]): readonly FileFault[] {
  const first = new Map<string, readonly [part: Part, path: YamlPath]>();
  const faults: FileFault[] = [];
  for (const part of parts)
    for (const [name, path] of namesIn(part.value.world ?? {})) {
      const [other, before = []] = first.get(name) ?? [];
      if (other === undefined) first.set(name, [part, path]);
      else if (other !== part)
        faults.push(part.faultAt(path, `${name} is declared in ${placeOf(other, before)}, too`));
    }
  return faults;
}

const isPublic = ({ value }: Part): boolean => value.public === true || value.world?.public === true;
const hasSecrets = ({ value: { world } }: Part): boolean =>
  (world?.secretKeys ?? []).length + (world?.authTokens ?? []).length > 0;

/** `public` applies to all secrets of a world: one file must not make the secrets of another public. */
function halfPublic(parts: readonly Part[]): readonly FileFault[] {
  const open = parts.find(isPublic);
  const closed = parts.find((part) => hasSecrets(part) && !isPublic(part));
  if (open === undefined || closed === undefined) return [];
  const path = open.value.public === true ? ['public'] : ['world', 'public'];
  return [
    open.faultAt(
      path,
      `public would also apply to the keys and tokens of ${closed.file}, too`,
      `say public: true in ${closed.file} as well, or leave it out here`,
    ),
  ];
}

/** All clashes of the files of a folder. */
export const clashes = (parts: readonly Part[]): readonly FileFault[] => [
  ...otherwise(parts),
  ...twice(parts),
  ...halfPublic(parts),
];
