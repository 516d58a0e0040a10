import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { editorSchemas } from '../scripts/editor-schemas.ts';

test.each(editorSchemas())(
  '$path is what the reader checks by; else run npm run schemas',
  ({ path, text }) => {
    expect(readFileSync(path, 'utf8')).toBe(text);
  },
);
