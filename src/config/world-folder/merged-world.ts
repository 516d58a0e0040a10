/** Several world files as one: lists are joined, and a single value must be given once, or alike. */
import { RESOURCES } from '../../contract/endpoints.ts';
import { ENTITY_KINDS, SECRET_KINDS } from '../../world/entity-kinds.ts';
import type { TargetInput } from '../target-file/target-schema.ts';
import type { WorldInput } from '../world-file/read-world.ts';
import { isMapping, type Mapping, type YamlPath } from '../yaml/path.ts';
import type { Read } from '../yaml/read-yaml.ts';

/** Where something of the merged file comes from: which file, and which path in it. */
interface Origin {
  readonly part: Read<TargetInput>;
  readonly path: YamlPath;
}

/** The games of several files are one list without repeats; within a file a repeat is a fault. */
const isGames = (path: YamlPath): boolean => path.join('.') === 'world.games';

/** Lists of entities go on from file to file; any other list, such as a header, is one value. */
export const isJoined = ([top]: YamlPath): boolean => top === 'world' || top === 'extensions';

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

  #valueOf({ part, path }: Origin): unknown {
    let value: unknown = part.value;
    for (const step of path) value = isMapping(value) ? value[String(step)] : undefined;
    return value;
  }

  #mapping(path: YamlPath, origins: readonly Origin[]): Mapping {
    const names = new Set(origins.flatMap((origin) => Object.keys(this.#valueOf(origin) as Mapping)));
    return Object.fromEntries([...names].map((name) => [name, this.#member([...path, name], name, origins)]));
  }

  #member(path: YamlPath, name: string, origins: readonly Origin[]): unknown {
    const having = origins
      .map(({ part, path: at }) => ({ part, path: [...at, name] }))
      .filter((origin) => this.#valueOf(origin) !== undefined);
    const values = having.map((origin) => this.#valueOf(origin));
    if (isJoined(path) && values.every(Array.isArray)) return this.#list(path, having);
    if (values.every(isMapping)) return this.#mapping(path, having);
    return values[0];
  }

  #list(path: YamlPath, having: readonly Origin[]): readonly unknown[] {
    const origins: Origin[] = [];
    const items: unknown[] = [];
    const games = new Map<string, Read<TargetInput>>();
    for (const { part, path: at } of having) {
      for (const [index, item] of (this.#valueOf({ part, path: at }) as readonly unknown[]).entries()) {
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
        (each) => this.#valueOf({ part: each, path: path.slice(0, length) }) !== undefined,
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
export function* namesIn(world: WorldInput): Generator<readonly [name: string, path: YamlPath]> {
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
