/** `tagproof report`: reports again from the record of a run, or several records side by side. */
import { readRecord, recordAt } from '../session/records.ts';
import { TagproofError } from '../../errors.ts';
import { checkOutput, writeWhole, type FileKind } from '../../file-in-place.ts';
import { matrixPage } from '../../report/html/html-reporter.ts';
import { HTML_BEGINS } from '../../report/reporter-register.ts';
import { matrixLines, matrixOf } from '../../report/facts/matrix.ts';
import { EXIT, type Exit } from '../io/exits.ts';
import type { Io } from '../io/io.ts';
import type { CommandOptions } from '../options/command-register.ts';
import { withReports } from '../session/reports.ts';

type ReportCommand = CommandOptions<'report'>;

const PAGE: FileKind = { name: 'a page of tagproof', begins: HTML_BEGINS };

function checkOptions({ files, reporter, matrix, out }: ReportCommand): void {
  if (matrix === true) {
    if (reporter !== undefined)
      throw new TagproofError('usage', '--matrix: not together with --reporter\nleave --reporter out');
    return;
  }
  if (out !== undefined)
    throw new TagproofError('usage', '--out: it needs --matrix\nwrite --reporter html=FILE instead');
  if (files.length > 1)
    throw new TagproofError(
      'usage',
      `a report is of one run, and ${files.length} records are named\nname one, or add --matrix to lay them side by side`,
    );
}

/** Folds one record into the wanted reports. */
function rebuild(file: string, wanted: readonly string[], io: Io): Promise<Exit> {
  const events = readRecord(file);
  return withReports(wanted, io, wanted.length > 0 ? undefined : 'causes', async (reports) => {
    for (const event of events) reports.on(event);
    return EXIT.ok;
  });
}

/** Every record as a column. */
function layOut(files: readonly string[], out: string | undefined, io: Io): Exit {
  if (out !== undefined) checkOutput(out, PAGE);
  const matrix = matrixOf(files.map(recordAt));
  if (out === undefined) io.out.write(`${matrixLines(matrix).join('\n')}\n`);
  else writeWhole(out, matrixPage(matrix), PAGE);
  return EXIT.ok;
}

/** Writes the reports. It judges nothing: the exit code is 0 whatever the runs found. */
export async function reportCommand(options: ReportCommand, io: Io): Promise<Exit> {
  checkOptions(options);
  const { files, reporter = [], matrix, out } = options;
  return matrix === true ? layOut(files, out, io) : rebuild(files[0] ?? '', reporter, io);
}
