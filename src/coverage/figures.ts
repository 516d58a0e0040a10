/** The figures of a statement that no single run gives: they are measured elsewhere and kept in a small file. */
import { parsedJson } from '../text/parsed-json.ts';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { TagproofError } from '../errors.ts';
import { readSource } from '../config/yaml/source.ts';

const count = z.int().min(0);
const tried = z.strictObject({ checked: count, accused: count });

const figuresSchema = z.strictObject({
  /** Simulators with one seeded defect each, and how many of them are noticed; null: not measured yet. */
  mutants: z
    .strictObject({ seeded: count, noticedBySuite: count, noticedByFuzzing: count.nullable() })
    .nullable(),
  /** Conformant backends, and how many of them are accused of anything. */
  conformant: z.strictObject({
    /** Simulators with other answers to the open questions. */
    dialects: tried.nullable(),
    /** The pairs of choices (options, formats, orders of rules) that occur among them, and all pairs. */
    pairs: count.nullable(),
    /** Backends that share no code with the simulator. */
    independent: tried.nullable(),
  }),
});

export type Figures = z.infer<typeof figuresSchema>;

export const NOT_MEASURED: Figures = {
  mutants: null,
  conformant: { dialects: null, pairs: null, independent: null },
};

/** Reads the figures from the text of their file; `file` is for messages. */
export function readFigures(text: string, file: string): Figures {
  const found = figuresSchema.safeParse(parsedJson(text));
  if (found.success) return found.data;
  const [issue] = found.error.issues;
  throw new TagproofError(
    'file',
    `${file}: no figures: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}\nreports/figures.json of tagproof's own repository shows how they are written`,
  );
}

/** The figures in `figures.json` of the folder of a statement; without that file nothing is measured. */
export function figuresBeside(statement: string): Figures {
  const file = join(dirname(statement), 'figures.json');
  return existsSync(file) ? readFigures(readSource(file).text, file) : NOT_MEASURED;
}
