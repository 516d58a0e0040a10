/** The cases at paths: the shipped ones as they were compiled, anything else read from its YAML. */
import type { PlacedCase } from './instance.ts';
import { suiteFilesAt } from './suite-files.ts';
import { compiledCases } from './compiled-suite.ts';

/** The same as `loadSuite`; the YAML reader is loaded only when a file has to be read. */
export async function suiteAt(paths: readonly string[]): Promise<readonly PlacedCase[]> {
  const files = paths.flatMap(suiteFilesAt);
  const cases = files.map((file) => compiledCases(file));
  const isAllCompiled = cases.every((each) => each !== undefined) && new Set(files).size === files.length;
  return isAllCompiled ? cases.flat() : (await import('./load-suite.ts')).loadSuite(paths);
}
