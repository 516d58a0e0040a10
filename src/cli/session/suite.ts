/** The suite that a command is about: the one that comes with tagproof, unless `--suite` names others. */
import { DEFAULT_SUITE } from '../../package-paths.ts';
import { expand, type Instance, type PlacedCase } from '../../suite/format/instance.ts';
import { suiteAt } from '../../suite/format/suite-at.ts';

interface SuiteWords {
  readonly suite?: readonly string[];
}

/** The cases as they are written. */
export const writtenCases = ({ suite = [DEFAULT_SUITE] }: SuiteWords): Promise<readonly PlacedCase[]> =>
  suiteAt(suite);

/** The cases on each endpoint. */
export const instancesIn = async (words: SuiteWords): Promise<readonly Instance[]> =>
  expand(await writtenCases(words));
