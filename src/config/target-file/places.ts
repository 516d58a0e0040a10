/** Where a target file declares what its world holds, for messages about it. */
import { RESOURCE_FACTS } from '../../contract/endpoints.ts';
import type { Located } from '../yaml/located.ts';
import type { YamlPath } from '../yaml/path.ts';
import type { DeclaredPlace } from './target-file.ts';
import type { WorldInput } from '../world-file/world-schema.ts';

type Declared = Readonly<Record<string, unknown>>;

type IsMeant = (item: Declared) => boolean;

function itemPath(list: string, items: readonly unknown[] | undefined, is: IsMeant): YamlPath | undefined {
  const index = (items ?? []).findIndex((item) => is(item as Declared));
  return index < 0 ? undefined : ['world', list, index];
}

function pathOf(about: DeclaredPlace, world: WorldInput): YamlPath | undefined {
  if ('name' in about) {
    const member = about.list === 'games' ? 'id' : 'name';
    return itemPath(about.list, world[about.list], (item) => item[member] === about.name);
  }
  const { plural, idMember } = RESOURCE_FACTS[about.resource];
  if (about.list === 'absent') {
    const index = (world.absent?.[plural] ?? []).indexOf(about.id);
    return index < 0 ? undefined : ['world', 'absent', plural, index];
  }
  const isOfGame = (item: Declared): boolean => item['game'] === undefined || item['game'] === about.game;
  return itemPath(plural, world[plural], (item) => item[idMember] === about.id && isOfGame(item));
}

/** The places of a file's declarations, looked up when they are asked for. */
export function placesIn(document: Located, world: WorldInput): (about: DeclaredPlace) => string | undefined {
  return (about) => {
    const path = pathOf(about, world);
    if (path === undefined) return undefined;
    const { file, line, column } = document.at(path);
    return `${file}:${line}:${column}`;
  };
}
