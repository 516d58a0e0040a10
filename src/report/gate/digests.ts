/** The digests in a record that say what was run: equal digests, equal suites, worlds and documents. */
import { createHash } from 'node:crypto';
import { CLAUSES } from '../../spec/clause-register.ts';
import { ERROR_CODES, MEMBER_TYPES, RETURN_CODES } from '../../spec/codes.ts';
import { ENDPOINTS } from '../../spec/endpoints.ts';
import { QUESTIONS } from '../../spec/dialect/question-register.ts';
import type { PlanFacts } from '../record/events.ts';
import type { Instance } from '../../cases/format/instance.ts';
import { createReadStream } from 'node:fs';
import { fileTrouble } from '../../base/file-trouble.ts';

const MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** SHA-256 in hexadecimal. Rejects with TagproofError('file') where the file can't be read. */
export async function fileDigest(file: string): Promise<string> {
  const hash = createHash('sha256');
  let isStart = true;
  try {
    for await (const block of createReadStream(file)) {
      const bytes = block as Buffer;
      hash.update(
        isStart && bytes.subarray(0, MARK.length).equals(MARK) ? bytes.subarray(MARK.length) : bytes,
      );
      isStart = false;
    }
  } catch (error) {
    throw fileTrouble(file, error, 'read');
  }
  return hash.digest('hex');
}

/** SHA-256 in hexadecimal. */
export function digestOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return createHash('sha256').update(text).digest('hex');
}

/** The digest of all cases as they are written, whichever files hold them. */
export function suiteDigest(instances: readonly Instance[]): string {
  return digestOf([...new Set(instances.map(({ from }) => from))].map(({ written }) => written));
}

/** The document as tagproof reads it. */
const DOCUMENT = { CLAUSES, QUESTIONS, ENDPOINTS, RETURN_CODES, ERROR_CODES, MEMBER_TYPES };

/** The facts of a plan. `all`: the instances of the suite before any is chosen; `chosen`: what was made of them. */
export function planFactsOf(
  all: readonly Instance[],
  chosen: Omit<PlanFacts, 'suite' | 'document'>,
): PlanFacts {
  return { suite: suiteDigest(all), document: digestOf(DOCUMENT), ...chosen };
}
