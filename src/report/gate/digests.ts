/** The digests in a record that say what was run: equal digests, equal suites, worlds and documents. */
import { createHash } from 'node:crypto';
import { CLAUSES } from '../../spec/clause-register.ts';
import { ERROR_CODES, MEMBER_TYPES, RETURN_CODES } from '../../spec/codes.ts';
import { ENDPOINTS } from '../../spec/endpoints.ts';
import { QUESTIONS } from '../../spec/dialect/question-register.ts';
import type { PlanFacts } from '../record/events.ts';
import type { Instance } from '../../cases/format/instance.ts';
import { readSource } from '../../world/yaml/source.ts';

/** SHA-256 in hexadecimal. */
export function digestOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return createHash('sha256').update(text).digest('hex');
}

/** The digest of the text of a file. Throws TagproofError('file') where it can't be read. */
export const fileDigest = (file: string): string => digestOf(readSource(file).text);

/** The digest of all cases as they are written, whichever files hold them. */
function suiteDigest(instances: readonly Instance[]): string {
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
