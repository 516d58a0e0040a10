/** What a run verified of the document, and what to declare to verify more: the head of its summary. */
import type { CaseFinished, MustCells } from '../../engine/events.ts';
import { suggestionLines } from './declare-lines.ts';
import { plural } from '../../text/plural.ts';
import type { RunRecord } from '../reporters/run-record.ts';
import { suggestions } from './suggestions.ts';

const MOST_SUGGESTIONS = 3;

const countWords = ({ whole, mustCells }: MustCells): string =>
  whole ? plural(mustCells, 'must cell') : `the ${plural(mustCells, 'must cell')} of the selected cases`;

/** `348 of 760 must cells not verified`: broken ones are not, either. */
export function unverifiedLine(cells: MustCells): string {
  return `${cells.mustCells - cells.verified} of ${countWords(cells)} not verified`;
}

/** `this run verified 412 of 760 must cells; 12 failed, 336 not verified`. */
export function verifiedLine(cells: MustCells): string {
  const { verified, failed, notVerified } = cells;
  const rest = [
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(notVerified > 0 ? [`${notVerified} not verified`] : []),
  ];
  return [
    `this run verified ${verified} of ${countWords(cells)}`,
    ...(rest.length > 0 ? [rest.join(', ')] : []),
  ].join('; ');
}

/** The line of figures, then at most three suggestions; empty where the run counts no cells. */
export function verifiedLines({ started, cases, finished: { cells } }: RunRecord): readonly string[] {
  if (cells === undefined || cells.mustCells === 0) return [];
  return [
    verifiedLine(cells),
    ...suggestions(cases, MOST_SUGGESTIONS).flatMap((each) => suggestionLines(each, started.worldFile)),
  ];
}

/** For a run that only skipped cases: nothing was verified, and what to declare first. */
export function nothingVerifiedText(cases: readonly CaseFinished[], file: string | undefined): string {
  const [first] = suggestions(cases, 1);
  const lines =
    first === undefined ? ['the reasons above say what to declare'] : suggestionLines(first, file);
  const skipped = cases.length === 1 ? 'the one case was' : `all ${cases.length} cases were`;
  return [`nothing was verified: ${skipped} skipped`, ...lines].join('\n');
}
