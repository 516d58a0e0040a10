/** Reads a plain value, such as parsed JSON, by a schema: faults as for a file, with paths but no lines. */
import type { z } from 'zod';
import { LocatedDocument } from './located.ts';
import { readDocument, type YamlResult } from './read-yaml.ts';
import { linesOf } from './source.ts';

/** Reads a value by a schema. `name` is what faults call the document. */
export function readValue<T>(value: unknown, schema: z.ZodType<T>, name: string): YamlResult<T> {
  const unfolded = { value, targets: new Map(), envs: new Map(), hidden: [], faults: [] };
  return readDocument(new LocatedDocument(null, linesOf({ file: name, text: '' }), unfolded), schema);
}
