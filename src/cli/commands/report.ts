/** `tagproof report`: reports again from the record of a run, or one case of it with everything that is known about it. */
import { TagproofError } from '../../base/errors.ts';
import type { CaseFinished } from '../../report/record/events.ts';
import { recordOf } from '../../report/record/reporter.ts';
import { wholeCaseLines } from '../../report/lines/case-lines.ts';
import { paletteOf } from '../../report/lines/colours.ts';
import { globToPattern } from '../../cases/format/select.ts';
import { indented } from '../../base/text/columns.ts';
import { nearest } from '../../base/text/nearest.ts';
import { fewLines, fewOf } from '../../base/text/quantities.ts';
import { lastRecordOf, readRecord } from '../session/records.ts';
import { EXIT, type Exit } from '../io/exits.ts';
import type { Io } from '../io/io.ts';
import type { CommandOptions } from '../options/command-register.ts';
import { withReports } from '../session/reports.ts';

const MAX_LISTED = 20;

const withoutEndpoint = (id: string): string => id.replace(/@.*/, '');

/** The case that was probably meant: the endpoint, which half of all names share, makes none near. */
function hintOf(name: string, ids: readonly string[]): string {
  const meant = nearest(withoutEndpoint(name), new Set(ids.map(withoutEndpoint)));
  const near = ids.filter((id) => withoutEndpoint(id) === meant);
  const [first] = near;
  if (first !== undefined) return `\ndid you mean ${JSON.stringify(nearest(name, near) ?? first)}?`;
  const [folder = ''] = name.split('/');
  const beside = ids.filter((id) => id.startsWith(`${folder}/`));
  if (beside.length > 0) return `\ncases of ${folder}/: ${fewOf([...new Set(beside.map(withoutEndpoint))])}`;
  return ids.length === 0 ? '' : `\nthe first cases: ${fewOf(ids)}`;
}

/** The one case that the name matches. Throws where it matches none or several. */
function caseNamed(name: string, from: string, cases: readonly CaseFinished[]): CaseFinished {
  const exact = cases.find((event) => event.case.id === name);
  if (exact !== undefined) return exact;
  const matches = cases.filter((event) => globToPattern(name).test(event.case.id));
  const [only] = matches;
  if (only !== undefined && matches.length === 1) return only;
  const listed = fewLines(
    matches.map((event) => event.case.id),
    MAX_LISTED,
  );
  if (only !== undefined)
    throw new TagproofError(
      'usage',
      `${matches.length} cases match "${name}"; name one:\n${indented(listed).join('\n')}`,
    );
  const hint = hintOf(
    name,
    cases.map((event) => event.case.id),
  );
  throw new TagproofError('usage', `${from}: the run has no case "${name}"${hint}`);
}

/** Writes the reports, or prints the one case. It judges nothing: the exit code is 0 whatever the run found. */
export async function reportCommand(
  { record: named, reporter = [], case: name }: CommandOptions<'report'>,
  io: Io,
): Promise<Exit> {
  const record = named ?? lastRecordOf(io);
  const events = readRecord(record);
  if (named === undefined) io.err.write(`${record}: the run of ${recordOf(events).started.at}\n`);
  if (name !== undefined) {
    const cases = events.filter((event) => event.kind === 'case-finished');
    const lines = wholeCaseLines(caseNamed(name, record, cases), paletteOf(io.out.colour));
    io.out.writeStyled(`${lines.join('\n')}\n`);
    return EXIT.ok;
  }
  return withReports(reporter, io, reporter.length > 0 ? undefined : 'causes', async (reports) => {
    for (const event of events) reports.on(event);
    return EXIT.ok;
  });
}
