/** A JUnit file as test-results-parser reads it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const require = createRequire(import.meta.url);

export interface Results {
  readonly total: number;
  readonly failed: number;
  readonly errors: number;
}

export function readResults(xml: string): Results {
  const folder = mkdtempSync(join(tmpdir(), 'tagproof-junit-'));
  try {
    const file = join(folder, 'junit.xml');
    writeFileSync(file, xml);
    const { parse } = require('test-results-parser') as { parse: (options: object) => Results };
    return parse({ type: 'junit', files: [file] });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
