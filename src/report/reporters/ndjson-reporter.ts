/** The events themselves, one a line: the record that every other report can be rebuilt from. */
import type { Reporter } from './reporter.ts';
import { safeJson } from '../../text/safe-json.ts';

export function ndjsonReporter(): Reporter {
  return { on: (event) => `${safeJson(event)}\n` };
}
