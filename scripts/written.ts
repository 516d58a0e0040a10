/** Writes generated files that are committed: `npm run written` all of them, `npm run docs` a part. A test compares each with what it should be. */
import { writeFileSync } from 'node:fs';
import { z } from 'zod';
import { MUTANTS } from '../mutants/defects/mutants.ts';
import { COMBINATIONS, PAIRS } from '../test/test-helpers/choices-in-pairs.ts';
import { targetSchema } from '../src/world/target-file/target-schema.ts';
import { baselineSchema } from '../src/report/gate/baseline.ts';
import { suiteSchema } from '../src/cases/format/schema/case-schema.ts';
import { referencePages } from './reference-pages.ts';
import { samples } from './samples.ts';
import { FIGURES, readFigures, statement } from './statement.ts';
import { PICTURE, terminalPicture } from './terminal-picture.ts';

/** By its path, the text of each file. */
type Texts = Readonly<Record<string, string>>;

/** Made from the schemas that the readers check by; editors complete from them. */
const SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  'suites/suite.schema.json': suiteSchema,
  'fixtures/target.schema.json': targetSchema,
  'fixtures/baseline.schema.json': baselineSchema,
};

const jsonOf = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const schemas = (): Texts =>
  Object.fromEntries(
    Object.entries(SCHEMAS).map(([path, schema]) => [
      path,
      jsonOf(z.toJSONSchema(schema, { io: 'input', reused: 'ref' })),
    ]),
  );

/**
 * How many mutants and dialects there are, for the statement. That each mutant is noticed and no dialect accused is what
 * `npm run test:deep` and `test/tolerance.test.ts` hold; the other figures are measured.
 */
function figures(): Texts {
  const old = readFigures();
  const noticedByFuzzing = MUTANTS.filter(({ fuzz }) => fuzz === true).length;
  return {
    [FIGURES]: jsonOf({
      ...old,
      mutants: {
        seeded: MUTANTS.length,
        noticedBySuite: MUTANTS.length - noticedByFuzzing,
        noticedByFuzzing,
      },
      conformant: {
        ...old.conformant,
        dialects: { checked: COMBINATIONS.length, accused: 0 },
        pairs: PAIRS,
      },
    }),
  };
}

/** The parts by the names of their scripts in package.json. */
export const GENERATED = {
  schemas,
  docs: async () => ({ ...referencePages(), [PICTURE]: await terminalPicture() }),
  samples,
  figures,
  statement: async () => ({ 'reports/statement.md': await statement() }),
} as const satisfies Record<string, () => Texts | Promise<Texts>>;

if (process.argv[1] === import.meta.filename) {
  const parts = process.argv.slice(2);
  for (const [part, make] of Object.entries(GENERATED))
    if (parts.length === 0 || parts.includes(part))
      for (const [path, text] of Object.entries(await make())) writeFileSync(path, text);
}
