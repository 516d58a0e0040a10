/** What is shipped: the conformance world, and the cases of the suite. */
import { readTargetFile } from '../../src/world/target-file/read-target-file.ts';
import { expand } from '../../src/cases/format/instance.ts';
import { loadSuite } from '../../src/cases/format/load-suite.ts';

export const WORLD = 'fixtures/world.yaml';
export const FILE = readTargetFile(WORLD, {});
export const CASES = expand(loadSuite(['suites']));
/** Cases of rates and sessions want real time, and have no accepted option. */
export const PROMPT = CASES.filter(({ from }) => from.written.alone !== true);
