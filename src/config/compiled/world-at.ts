/** The world at a path: the shipped one as it was compiled, anything else read from its file or from the files of its folder. */
import type { TargetFile } from '../target-file/target-file.ts';
import type { Env } from '../yaml/substitute-env.ts';
import { compiledWorld } from './compiled-world.ts';

/** The same as `readWorldPath`; the YAML reader is loaded only when a file has to be read. */
export async function worldAt(path: string, env: Env): Promise<TargetFile> {
  return compiledWorld(path) ?? (await import('../world-folder/read-world-path.ts')).readWorldPath(path, env);
}
