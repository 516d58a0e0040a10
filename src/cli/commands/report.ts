/** `tagproof report`: reports again from the record of a run. */
import { readRecord } from '../session/records.ts';
import { EXIT, type Exit } from '../io/exits.ts';
import type { Io } from '../io/io.ts';
import type { CommandOptions } from '../options/command-register.ts';
import { withReports } from '../session/reports.ts';

/** Writes the reports. It judges nothing: the exit code is 0 whatever the run found. */
export async function reportCommand(
  { record, reporter = [] }: CommandOptions<'report'>,
  io: Io,
): Promise<Exit> {
  const events = readRecord(record);
  return withReports(reporter, io, reporter.length > 0 ? undefined : 'causes', async (reports) => {
    for (const event of events) reports.on(event);
    return EXIT.ok;
  });
}
