import { expect, test } from 'vitest';
import { MUTANTS } from '../../../mutants/defects/mutants.ts';
import { mutantsCommand } from './mutants.ts';
import { onPaper } from './test-helpers/paper.ts';

test(
  'every defect is detected by a finding of its clause, except those left to the fuzzer',
  { timeout: 900_000 },
  async () => {
    const { exit, out } = await onPaper((io) => mutantsCommand({}, io));
    const lines = out.split('\n').filter((line) => line !== '');
    const left = MUTANTS.filter(({ fuzz }) => fuzz === true).length;
    expect(lines.filter((line) => line.includes('SURVIVED'))).toEqual([]);
    expect(lines.at(-1)).toContain(
      `${MUTANTS.length} mutants: ${MUTANTS.length - left} killed, ${left} marked fuzz, 0 survived in `,
    );
    expect(exit).toBe(0);
  },
);

/** Every sixth defect: the whole table is `tagproof mutants --quick`. */
const SOME = MUTANTS.filter(({ fuzz }, at) => at % 6 === 0 && fuzz !== true).map(({ name }) => name);

test(
  '--quick: the quick selection fails or warns for at least 93 % of the defects',
  { timeout: 300_000 },
  async () => {
    const { exit, out } = await onPaper((io) => mutantsCommand({ quick: true, only: SOME }, io));
    expect(out).toMatch(/quick: 9\d\.\d % noticed by some finding\n$/);
    expect(exit).toBe(0);
  },
);
