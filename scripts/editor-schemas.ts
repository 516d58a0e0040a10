/** The JSON Schemas of suite and target files, made from the schemas that the readers check by. */
import { z } from 'zod';
import { suiteSchema } from '../src/suite/format/schema/case-schema.ts';
import { baselineSchema } from '../src/gate/baseline/baseline-schema.ts';
import { lockSchema } from '../src/drift/lock-schema.ts';
import { requirementSchema } from '../src/gate/requirements/requirement-schema.ts';
import { targetSchema } from '../src/config/target-file/target-schema.ts';

const SCHEMAS: readonly (readonly [path: string, schema: z.ZodType])[] = [
  ['suites/suite.schema.json', suiteSchema],
  ['fixtures/target.schema.json', targetSchema],
  ['fixtures/baseline.schema.json', baselineSchema],
  ['fixtures/lock.schema.json', lockSchema],
  ['requirements/requirements.schema.json', requirementSchema],
];

/** Path and text of each schema file. */
export function editorSchemas(): readonly { readonly path: string; readonly text: string }[] {
  return SCHEMAS.map(([path, schema]) => ({
    path,
    text: `${JSON.stringify(z.toJSONSchema(schema, { io: 'input', reused: 'ref' }), null, 2)}\n`,
  }));
}
