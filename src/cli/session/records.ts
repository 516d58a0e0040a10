/** The records of runs that commands are given, and that of the last run in this folder. */
import { existsSync } from 'node:fs';
import { TagproofError } from '../../base/errors.ts';
import { fewOf, plural } from '../../base/text/quantities.ts';
import { visibleLine } from '../../base/text/visible.ts';
import { recordOf } from '../../report/record/reporter.ts';
import { readSource } from '../../world/yaml/source.ts';
import { readNdjson } from '../../report/record/read-ndjson.ts';
import {
  isOfSuite,
  type RunEvent,
  type FileRecord,
  type KeptWords,
  type RunStarted,
} from '../../report/record/events.ts';
import type { Io } from '../io/io.ts';
import type { TargetWords } from '../options/option-register.ts';
import { SIMULATOR, TARGET_FILE } from '../options/values.ts';
import { isLoopback, looksLikeUrl } from '../../world/target-file/target-url.ts';

/** A record with every exchange of a large suite fits well; a longer text is more than the platform can hold. */
const MAX_BYTES = 256 * 1024 * 1024;

/** The events of a record. Throws a `file` error that names the line. */
export function readRecord(file: string): readonly RunEvent[] {
  return readNdjson(readSource(file, MAX_BYTES).text, file);
}

/** The record of one whole run. */
export const recordAt = (file: string): FileRecord => ({ file, ...recordOf(readRecord(file)) });

/** The file with the last run in this folder. Throws where none was kept. */
export function lastRecordOf({ lastRecord = '' }: Io): string {
  if (existsSync(lastRecord)) return lastRecord;
  throw new TagproofError(
    'usage',
    'no run was kept in this folder\nrun it here first, or name a record, which --reporter ndjson=FILE writes',
  );
}

/** What --last-failed takes from the last run in this folder. */
export type LastFailed = ReturnType<typeof lastFailedOf>;

/** The cases that failed, warned or errored in the last run; what named its target and world, unless either is named now, and its suites. */
export function lastFailedOf({ target, world }: Partial<TargetWords>, io: Io) {
  const file = lastRecordOf(io);
  const { started, cases } = recordAt(file);
  if (started.kept === undefined)
    throw new TagproofError('file', `${file}: is not what a run keeps\nrun without --last-failed first`);
  const { target: _, world: __, ...others } = started.kept;
  const failed = cases.filter((event) => isOfSuite(event) && !['pass', 'skip'].includes(event.verdict));
  const words: KeptWords = target === undefined && world === undefined ? started.kept : others;
  return {
    run: `the run of ${started.at}${narrowedWords(started)}`,
    words,
    cases: new Map(failed.map((event) => [event.case.id, event])),
  };
}

/** `, which had 1 case (--only id/x)`: one case that ran alone is now all that is known. Empty for a run that no option narrowed. */
function narrowedWords({ planned, options: { only, lastFailed } = {} }: RunStarted): string {
  const by = [
    ...(lastFailed === true ? ['--last-failed'] : []),
    ...(Array.isArray(only) ? [fewOf(only.map((each) => `--only ${visibleLine(String(each))}`))] : []),
  ];
  return by.length === 0 ? '' : `, which had ${plural(planned, 'case')} (${by.join(' ')})`;
}

/** Whether a record may name this target: keys are sent to no other machine because a file says so that somebody else may have put here. */
export const mayRecordName = (target: string = SIMULATOR): boolean =>
  [SIMULATOR, TARGET_FILE].includes(target) || (looksLikeUrl(target) && isLoopback(new URL(target)));
