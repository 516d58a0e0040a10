/** Writes the JSON Schemas of suite and target files, which editors complete from; `npm run schemas`. */
import { writeFileSync } from 'node:fs';
import { editorSchemas } from './editor-schemas.ts';

for (const { path, text } of editorSchemas()) writeFileSync(path, text);
