/** The suite that a command is about: the one that comes with tagproof, unless `--suite` names others. */
import { withValues } from '../../report/record/redact.ts';
import type { TargetFile } from '../../world/target-file/target-file.ts';
import { DEFAULT_SUITE } from '../../base/package-paths.ts';
import { expand, type Instance, type PlacedCase } from '../../cases/format/instance.ts';
import { suiteAt } from '../../cases/format/suite-at.ts';
import { SHIPPED } from '../options/values.ts';

interface SuiteWords {
  readonly suite?: readonly string[];
}

/** The cases as they are written. */
export const writtenCases = ({ suite = [SHIPPED] }: SuiteWords): Promise<readonly PlacedCase[]> =>
  suiteAt(suite.map((path) => (path === SHIPPED ? DEFAULT_SUITE : path)));

/** The cases on each endpoint. `variables` of a target file stand where saved cases of the user leave their values out. */
export async function instancesIn(
  words: SuiteWords,
  variables: TargetFile['variables'] = [],
): Promise<readonly Instance[]> {
  const cases = await writtenCases(words);
  return expand(words.suite === undefined ? cases : withValues(cases, variables));
}
