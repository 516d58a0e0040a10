/** A run that is not whole, as a test that ended in an error: readers of JUnit look at counts, not at properties. */
import type { RunRecord } from './run-record.ts';
import { partialLines } from '../lines/partial-lines.ts';
import { element, textElement, type Attributes } from './xml.ts';

/** The attributes that its suite shares with the others. */
type Shared = Pick<Attributes, 'timestamp' | 'hostname'>;

/** A suite with one test; undefined where every planned case ran. */
export function partialSuite(record: RunRecord, shared: Shared, properties: string): string | undefined {
  const lines = partialLines(record);
  if (lines.length === 0) return undefined;
  const error = textElement(
    'error',
    { type: 'partial', message: lines[0] },
    `this report is incomplete\n${lines.join('\n')}\n`,
  );
  const test = element('testcase', { classname: 'tagproof.run', name: 'run/complete', time: '0.000' }, [
    error,
  ]);
  const counts = { tests: 1, failures: 0, errors: 1, skipped: 0, time: '0.000' };
  return element('testsuite', { name: 'the run', ...counts, ...shared }, [properties, test]);
}
