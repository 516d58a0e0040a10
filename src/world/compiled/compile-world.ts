/** Compiling the shipped world: reading its file, once, when the package is built. */
import { readFileSync } from 'node:fs';
import { worldFactsOf } from '../declared-world.ts';
import { readTargetFile } from '../target-file/read-target-file.ts';
import type { DeclaredPlace, TargetFile } from '../target-file/target-file.ts';
import { compiledDigest } from '../../base/package-root.ts';
import { placeKey, type CompiledWorld } from './compiled-world.ts';

/** Everything that a world declares. */
export function declaredIn({ world }: TargetFile): readonly DeclaredPlace[] {
  const { secretKeys, authTokens, games, subjects, absents } = world;
  const [game = ''] = games;
  return [
    ...secretKeys.map(({ name }) => ({ list: 'secretKeys', name }) as const),
    ...authTokens.map(({ name }) => ({ list: 'authTokens', name }) as const),
    ...games.map((name) => ({ list: 'games', name }) as const),
    ...subjects.map(({ resource, id, game: of }) => ({ list: 'subjects', resource, id, game: of }) as const),
    ...absents.map(({ resource, id }) => ({ list: 'absent', resource, id, game }) as const),
  ];
}

/** Reads a world file that names no target and no variables. Throws TagproofError('file') with all faults. */
export function compileWorld(path: string): CompiledWorld {
  const read = readTargetFile(path, {});
  const { file, placeOf, world, ...kept } = read;
  const places = declaredIn(read).map(
    (about) => [placeKey(about), (placeOf(about) ?? '').slice(file.length + 1)] as const,
  );
  return {
    digest: compiledDigest(readFileSync(path)),
    file: kept,
    world: worldFactsOf(world),
    places: new Map(places),
  };
}
