/** The ways in which code names the backend to test. */
import { readTargetFile } from '../world/target-file/read-target-file.ts';
import { bareTarget, type TargetFile } from '../world/target-file/target-file.ts';
import { baseUrlIn, looksLikeUrl } from '../world/target-file/target-url.ts';
import { inWorldOf, type ReadTarget } from './connect/connect.ts';
import { partialDialect, completeDialect } from '../spec/dialect/dialect.ts';
import { TagproofError } from '../base/errors.ts';
import { type Kind, READ_LATER, VARIABLES, WORLD } from './options.ts';
import { RunningSimulator } from './running-simulator.ts';
import {
  PROCESS_ENVIRONMENT,
  readDeclaration,
  readWorld,
  type Environment,
  type TargetDeclaration,
  type WorldDeclaration,
} from './declaration.ts';

/**
 * A backend: its base URL, the path of a target file, a target file as a value, or a simulator that runs in this process.
 */
export type TargetInput = string | URL | TargetDeclaration | RunningSimulator;

export interface TargetOptions {
  readonly target: TargetInput;
  /** Who and what exists behind the target, in place of what its file says: the path of a world file, or a declaration. */
  readonly world?: string | WorldDeclaration | undefined;
  /** Variables for `${env:NAME}` in files; those of the process where it is left out. */
  readonly env?: Environment | undefined;
}

/** What each of them may be. */
export const TARGET_KINDS = {
  target: READ_LATER,
  world: WORLD,
  env: VARIABLES,
} as const satisfies Record<keyof TargetOptions, Kind>;

/** Code without types may leave the target out, or pass something else. */
function checked<T>(target: T): T {
  if (typeof target === 'object' && target !== null) return target;
  throw new TagproofError(
    'usage',
    `target: ${target === undefined ? 'it is missing' : `${String(target)} names no backend`}\npass a URL, the path of a target file, a declaration, or a running simulator`,
  );
}

function fileOf(target: Exclude<TargetInput, RunningSimulator>, env: Environment): TargetFile {
  if (target instanceof URL) return bareTarget(baseUrlIn('target', target.href));
  if (typeof target !== 'string') return readDeclaration(checked(target), env);
  return looksLikeUrl(target) ? bareTarget(baseUrlIn('target', target)) : readTargetFile(target, env);
}

/** The file that declares the target's world, as reports name it. */
export function worldFileIn({ target, world }: TargetOptions): string | undefined {
  if (typeof world === 'string') return world;
  return typeof target === 'string' && !looksLikeUrl(target) ? target : undefined;
}

/** @internal Reads what is named. Throws TagproofError('usage') or ('file') where that is not a target. */
export function readTargetInput({ target, world, env = PROCESS_ENVIRONMENT }: TargetOptions): ReadTarget {
  if (target instanceof RunningSimulator) {
    const { file, url } = target;
    const inWorld = world === undefined ? file : inWorldOf(file, readWorld(world, env));
    return { file: inWorld, url: new URL(url), dialect: completeDialect(file.dialectAnswers) };
  }
  const own = fileOf(target, env);
  const file = world === undefined ? own : inWorldOf(own, readWorld(world, env));
  if (own.target !== undefined)
    return { file, url: own.target, dialect: partialDialect(file.dialectAnswers) };
  throw new TagproofError(
    'usage',
    `target ${own.file}: it names no target\nadd target: URL to it, or pass the URL as target and this file as world`,
  );
}
