/** A JUnit file as two independent readers read it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse as parseJunit } from 'junit2json';

const require = createRequire(import.meta.url);

export interface Results {
  readonly total: number;
  readonly failed: number;
  readonly errors: number;
}

/** As test-results-parser reads it. */
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

interface Outcome {
  readonly message?: string;
  readonly type?: string;
  readonly inner?: string;
}

export interface JunitCase {
  readonly name: string;
  readonly classname: string;
  readonly failure?: readonly Outcome[];
  readonly error?: readonly Outcome[];
  readonly skipped?: readonly Outcome[];
  readonly 'system-out'?: readonly string[];
}

export interface JunitSuite {
  readonly [attribute: string]: unknown;
  readonly properties?: readonly { readonly name: string; readonly value: string }[];
  readonly testcase?: readonly JunitCase[];
}

interface Junit {
  readonly [attribute: string]: unknown;
  readonly testsuite?: readonly JunitSuite[];
}

/** As junit2json reads it, with each value as it is written. Throws if it is not well-formed. */
export const readJunit = async (xml: string): Promise<Junit> =>
  (await parseJunit(xml, {})) as unknown as Junit;
