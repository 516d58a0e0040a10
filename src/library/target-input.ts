/** The ways in which code names the backend to test. */
import { z } from 'zod';
import { worldNamed } from '../base/package-paths.ts';
import { readTargetFile } from '../world/target-file/read-target-file.ts';
import { bareTarget, type TargetFile } from '../world/target-file/target-file.ts';
import { baseUrlIn, looksLikeUrl } from '../world/target-file/target-url.ts';
import { inWorldOf, type ReadTarget } from './connect/connect.ts';
import { partialDialect, completeDialect } from '../spec/dialect/dialect.ts';
import { TagproofError } from '../base/errors.ts';
import {
  type Environment,
  ENVIRONMENT,
  PROCESS_ENVIRONMENT,
  readDeclaration,
  type TargetDeclaration,
  type WorldDeclaration,
} from './declaration.ts';
import { objectOf, type OptionsOf } from './options.ts';
import { RunningSimulator } from './running-simulator.ts';

/**
 * A backend: its base URL, the path of a target file, a target file as a value, or a simulator that runs in this process.
 */
export type TargetInput = string | URL | TargetDeclaration | RunningSimulator;

export const TARGET_OPTIONS = {
  target: z.union(
    [z.string(), objectOf<Exclude<TargetInput, string>>()],
    'expected a URL, the path of a target file, a declaration, or a running simulator',
  ),
  /** Who and what exists behind the target, in place of what its file says: the path of a world file, or a declaration. */
  world: z
    .union(
      [z.string(), objectOf<WorldDeclaration>()],
      'expected the path of a world file, or what its world: says',
    )
    .optional(),
  /** Variables for `${env:NAME}` in files; those of the process where it is left out. */
  env: ENVIRONMENT,
};

interface Named extends OptionsOf<typeof TARGET_OPTIONS> {
  readonly target: TargetInput;
}

function fileOf(target: Exclude<TargetInput, RunningSimulator>, env: Environment): TargetFile {
  if (typeof target === 'string' && !looksLikeUrl(target)) return readTargetFile(target, env);
  if (typeof target === 'string' || target instanceof URL)
    return bareTarget(baseUrlIn('target', String(target)));
  return readDeclaration(target, env);
}

/** The file that declares the target's world, as reports name it. */
export function worldFileIn({ target, world }: Named): string | undefined {
  const file = world ?? target;
  return typeof file === 'string' && !looksLikeUrl(file) ? worldNamed(file) : undefined;
}

/** @internal Reads what is named. Throws TagproofError('usage') or ('file') where that is not a target. */
export function readTargetInput({ target, world, env = PROCESS_ENVIRONMENT }: Named): ReadTarget {
  const isRunning = target instanceof RunningSimulator;
  const own = isRunning ? target.file : fileOf(target, env);
  const file =
    world === undefined
      ? own
      : inWorldOf(
          own,
          typeof world === 'string'
            ? readTargetFile(worldNamed(world), env)
            : readDeclaration({ world }, env),
        );
  const url = isRunning ? new URL(target.url) : own.target;
  const dialect = (isRunning ? completeDialect : partialDialect)(file.dialectAnswers);
  if (url !== undefined) return { file, url, dialect };
  throw new TagproofError(
    'usage',
    `target ${own.file}: it names no target\nadd target: URL to it, or pass the URL as target and this file as world`,
  );
}
