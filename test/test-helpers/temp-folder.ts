/** A folder of its own for a test file, removed after it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atFileEnd } from './file-end.ts';

export function tempFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'tagproof-test-'));
  atFileEnd(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
