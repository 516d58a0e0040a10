/** `--serve`: the files of a folder, served next to the operations. */
import type { Files } from '../../../simulator/http/files.ts';
import { TagproofError } from '../../errors.ts';
import { statIfThere } from '../../file-trouble.ts';
import type { SimulateOptions } from '../options/command-register.ts';

function folderOf(path: string): string {
  const found = statIfThere(path, 'read');
  if (found?.isDirectory() === true) return path;
  throw new TagproofError(
    'file',
    `--serve ${path}: ${found === undefined ? 'there is no such folder' : 'it is a file'}\nname the folder of the build, the one with index.html`,
  );
}

/** The files of the served folder; undefined if none is served, and then the code for it is not loaded. Throws a `file` error if the folder does not exist. */
export async function servedFolder({ serve, isolation }: SimulateOptions): Promise<Files | undefined> {
  if (serve === undefined) return undefined;
  const folder = folderOf(serve);
  const { filesIn } = await import('../../../simulator/http/files.ts');
  return filesIn({ folder, isolated: isolation });
}
