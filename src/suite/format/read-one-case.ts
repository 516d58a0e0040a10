/** Reading a text that holds one case and perhaps more. */
import type { z } from 'zod';
import { TagproofError } from '../../errors.ts';
import { faultsError, inOrder } from '../../config/yaml/fault.ts';
import { readYaml } from '../../config/yaml/read-yaml.ts';

import { caseFaults } from './case-faults.ts';
import type { SuiteFile } from './schema/case-schema.ts';

/** Reads a text by a schema that extends a suite file's. TagproofError('file') with all faults in their places; `hint` says what is expected. */
export function readOneCase<T extends SuiteFile>(
  text: string,
  file: string,
  schema: z.ZodType<T>,
  hint: string,
): T {
  const read = readYaml({ text, file }, schema);
  const faults = read.ok
    ? read.value.cases.flatMap((written, index) => caseFaults(written, ['cases', index], read))
    : read.faults;
  if (!read.ok || faults.length > 0)
    throw new TagproofError('file', `${faultsError(inOrder(faults)).message}\n${hint}`);
  return read.value;
}
