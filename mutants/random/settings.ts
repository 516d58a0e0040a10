/** The simulators that a mutant is tried in: as the world file has it, and with other choices where the document is silent. */
import { answersOf, COMBINATIONS, simulatorOf } from '../../simulator/choices-in-pairs.ts';
import type { SimulatorOptions } from '../../simulator/simulator-options.ts';
import { completeDialect, type Answer, type Dialect } from '../../src/dialect/dialect.ts';
import type { Combination } from '../../src/dialect/pairwise.ts';
import { optionsOf, QUESTION_IDS, questionOf, type QuestionId } from '../../src/dialect/questions.ts';
import type { TargetFile } from '../../src/config/target-file/target-file.ts';

export interface Setting {
  /** `plain`, `other choices 3`, `warned choices 1`, `socket`. */
  readonly name: string;
  /** What the suite knows about the choices: all of them. */
  readonly dialect: Dialect;
  readonly simulator: Pick<SimulatorOptions, 'format' | 'alter'>;
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

const warnedOptionsOf = (question: QuestionId): readonly string[] =>
  optionsOf(question).filter((option) => questionOf(question).options[option] === 'warn');

const MOST_WARNED = Math.max(...QUESTION_IDS.map((question) => warnedOptionsOf(question).length));

/** Every option that is only warned of, in as few settings as one question needs. */
function warnedSettings(): readonly Setting[] {
  return Array.from({ length: MOST_WARNED }, (_, index): Setting => {
    const answers = QUESTION_IDS.flatMap((question): readonly Answer[] => {
      const options = warnedOptionsOf(question);
      const option = options[index % options.length];
      return option === undefined ? [] : [{ question, at: '', option }];
    });
    const dialect = completeDialect(answers);
    const name = `warned choices ${index + 1}`;
    return { name, dialect, simulator: {}, socket: false, slowCases: false };
  });
}

/** All settings; the first is the simulator as it is without options, the second the same on a socket. */
export function settingsFor({ dialectAnswers }: TargetFile): readonly Setting[] {
  const plain = { dialect: completeDialect(dialectAnswers), simulator: {}, slowCases: true };
  const others = enoughForEachChoice().map((combination, index): Setting => {
    const { dialect: _, ...simulator } = simulatorOf(combination);
    const dialect = completeDialect(answersOf(combination));
    const name = `other choices ${index + 1}`;
    return { name, dialect, simulator, socket: false, slowCases: false };
  });
  return [
    { name: 'plain', socket: false, ...plain },
    { name: 'socket', socket: true, ...plain },
    ...others,
    ...warnedSettings(),
  ];
}

export const PLAIN = 0;
export const SOCKET = 1;
/** The place of the first setting with other choices. */
export const OTHERS = 2;
