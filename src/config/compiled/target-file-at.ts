/** The target or world file at a path: the shipped world as it was compiled, anything else read from its YAML. */
import type { TargetFile } from '../target-file/target-file.ts';
import type { Env } from '../yaml/substitute-env.ts';
import { compiledWorld } from './compiled-world.ts';

/** The same as `readTargetFile`; the YAML reader is loaded only when a file has to be read. */
export async function targetFileAt(file: string, env: Env): Promise<TargetFile> {
  return (
    compiledWorld(file) ?? (await import('../target-file/read-target-file.ts')).readTargetFile(file, env)
  );
}
