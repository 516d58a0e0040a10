/** The shipped worlds as `npm run build` keeps them: what their files say, checked, and where they declare what. */
import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { TagproofError } from '../../base/errors.ts';
import { within } from '../../base/within.ts';
import { compiledData, compiledDigest, PACKAGE_ROOT } from '../../base/package-root.ts';
import { declaredWorld, type WorldFacts } from '../declared-world.ts';
import type { DeclaredPlace, TargetFile } from '../target-file/target-file.ts';
import { fromTaggedJson } from './tagged-json.ts';
import type { Env } from '../yaml/substitute-env.ts';

/** Each shipped world, with its file in the folder of compiled data. */
export const SHIPPED_WORLDS: ReadonlyMap<string, string> = new Map(
  ['world', 'game'].map((name) => [join(PACKAGE_ROOT, 'fixtures', `${name}.yaml`), `${name}.json`]),
);

export interface CompiledWorld {
  readonly digest: string;
  readonly file: Omit<TargetFile, 'file' | 'placeOf' | 'world'>;
  readonly world: WorldFacts;
  /** Where things are declared, as `line:column`. */
  readonly places: ReadonlyMap<string, string>;
}

/** A name for something that is declared; an absent id is so in all games. */
export function placeKey(about: DeclaredPlace): string {
  if ('name' in about) return JSON.stringify([about.list, about.name]);
  const game = about.list === 'absent' ? [] : [about.game];
  return JSON.stringify([about.list, about.resource, about.id, ...game]);
}

/** The compiled world in the form in which reading the file of this name gives it. */
export function worldFrom({ file: kept, world, places }: CompiledWorld, file: string): TargetFile {
  return {
    ...kept,
    file,
    world: declaredWorld(world),
    placeOf: (about) => {
      const place = places.get(placeKey(about));
      return place === undefined ? undefined : `${file}:${place}`;
    },
  };
}

function dataOf(file: string): string | undefined {
  try {
    const path = realpathSync(file);
    return [...SHIPPED_WORLDS].find(([shipped]) => realpathSync(shipped) === path)?.[1];
  } catch {
    return undefined;
  }
}

/** A shipped world by its file; undefined: it is another file, not compiled, or has changed since. */
export function compiledWorld(file: string): TargetFile | undefined {
  const data = dataOf(file);
  const text = data && compiledData(data);
  if (text === undefined) return undefined;
  const compiled = fromTaggedJson(text) as CompiledWorld;
  return compiled.digest === compiledDigest(readFileSync(file)) ? worldFrom(compiled, file) : undefined;
}

/**
 * The target or world file at a path, as `readTargetFile` gives it: a shipped world as it was compiled, anything else read. The YAML reader is
 * loaded only when a file has to be read. Rejects with `unreachable` where reading takes longer than so many milliseconds.
 */
export async function targetFileAt(file: string, env: Env, maxTime?: number): Promise<TargetFile> {
  const compiled = compiledWorld(file);
  if (compiled !== undefined) return compiled;
  const { readTargetFile } = await import('../target-file/read-target-file.ts');
  const read = within(maxTime, () => readTargetFile(file, env));
  if (read !== undefined) return read;
  throw new TagproofError(
    'unreachable',
    `${file}: --max-time was reached while this file was read; nothing was sent\ngive it more time, or declare less in it`,
  );
}
