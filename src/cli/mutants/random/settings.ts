/** The simulators that a mutant is tried in: as the world file has it, and with other choices where the document is silent. */
import { answersOf, COMBINATIONS, simulatorOf } from '../../../../simulator/choices-in-pairs.ts';
import type { SimulatorOptions } from '../../../../simulator/simulator-options.ts';
import type { Combination } from '../../../dialect/pairwise.ts';
import { settled, type Dialect } from '../../../dialect/dialect.ts';
import type { TargetFile } from '../../../target/target-file.ts';

export interface Setting {
  /** `plain`, `other choices 3`, `socket`. */
  readonly name: string;
  /** What the suite knows of the choices: all of them. */
  readonly dialect: Dialect;
  readonly simulator: Pick<SimulatorOptions, 'texture' | 'alter'>;
  readonly socket: boolean;
  /** Cases that wait for a limit to forget run here, too. */
  readonly slowCases: boolean;
}

const words = (combination: Combination): readonly string[] =>
  [...combination].map(([name, value]) => `${name}: ${value}`);

/** The first combinations, up to the one with which each single choice has occurred. */
function enoughForEachChoice(): readonly Combination[] {
  const missing = new Set(COMBINATIONS.flatMap(words));
  const taken: Combination[] = [];
  for (const combination of COMBINATIONS) {
    if (missing.size === 0) break;
    const before = missing.size;
    for (const word of words(combination)) missing.delete(word);
    if (missing.size < before) taken.push(combination);
  }
  return taken;
}

/** All settings; the first is the simulator as it is without options, the second the same on a socket. */
export function settingsFor({ dialectAnswers }: TargetFile): readonly Setting[] {
  const plain = { dialect: settled(dialectAnswers), simulator: {}, slowCases: true };
  const others = enoughForEachChoice().map((combination, index): Setting => {
    const { dialect: _, ...simulator } = simulatorOf(combination);
    const dialect = settled(answersOf(combination));
    return { name: `other choices ${index + 1}`, dialect, simulator, socket: false, slowCases: false };
  });
  return [{ name: 'plain', socket: false, ...plain }, { name: 'socket', socket: true, ...plain }, ...others];
}

export const PLAIN = 0;
export const SOCKET = 1;
/** The place of the first setting with other choices. */
export const OTHERS = 2;
