/** The records of runs that commands are given. */
import { recordOf } from '../../report/record/reporter.ts';
import { readSource } from '../../world/yaml/source.ts';
import { readNdjson } from '../../report/record/read-ndjson.ts';
import type { RunEvent, FileRecord } from '../../report/record/events.ts';

/** A record with every exchange of a large suite fits well; a longer text is more than the platform can hold. */
const MAX_BYTES = 256 * 1024 * 1024;

/** The events of a record. Throws a `file` error that names the line. */
export function readRecord(file: string): readonly RunEvent[] {
  return readNdjson(readSource(file, MAX_BYTES).text, file);
}

/** The record of one whole run. */
export const recordAt = (file: string): FileRecord => ({ file, ...recordOf(readRecord(file)) });
