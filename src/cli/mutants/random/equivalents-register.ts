/** The random mutants that are no defects, each with its reason. A row is added only after a look at the code. */
import type { Equivalent } from './equivalent.ts';

const JUDGE_READS =
  'fromPlain is called by the judge and the suite; the simulator makes its values by itself';

export const EQUIVALENTS: readonly Equivalent[] = [
  {
    file: 'src/rules/json.ts',
    context: 'const members = depth > MOST_DEPTH ? [] : Object.entries(value);',
    because: JUDGE_READS,
  },
  {
    file: 'src/rules/json.ts',
    context: "if (typeof value === 'object' && value !== null) {",
    because: JUDGE_READS,
  },
  {
    file: 'src/rules/json.ts',
    context: 'return new Map(members.map(([name, member]) => [name, fromPlain(member, depth + 1)]));',
    because: JUDGE_READS,
  },
  {
    file: 'simulator/encode.ts',
    context: "return status === METHOD_NOT_ALLOWED ? ['Allow', METHOD] : [];",
    original: "['Allow', METHOD]",
    replacement: '[]',
    because:
      'the document leaves other statuses open and names no header Allow, so that a 405 without it is permitted',
  },
  {
    file: 'simulator/conditions.ts',
    context: 'if (options === undefined) return limits;',
    original: 'options === undefined',
    replacement: 'false',
    because: 'every endpoint has its options, so that they are never undefined',
  },
];
