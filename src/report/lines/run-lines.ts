/** What a run says as a whole, in lines that several reports share: how much of it ran, what was not answered at once, what was verified. */
import {
  type AnswersTally,
  type CaseFinished,
  isSynthetic,
  type MustCells,
  type RunFinished,
  type RunStarted,
  type UnansweredTally,
  type RunRecord,
} from '../record/events.ts';
import { fewOf, plural, showDuration } from '../../base/text/quantities.ts';
import type { Palette } from './colours.ts';
import { countOf, saidOf, UNANSWERED, UNANSWERED_WORDS } from '../record/unanswered-events.ts';
import { oneLine, visibleLine } from '../../base/text/visible.ts';
import { type Totals, totalsOf, type Verdict, VERDICT_WORDS, VERDICTS } from '../record/verdict.ts';
import { counted, grouped } from '../../base/text/grouping.ts';
import { needLines, needsOf } from '../facts/needs.ts';

/** `https://staging.example.com: 9,870 requests in 4.9 s`. */
export function factsLine({ target }: RunStarted, { requests, ms, atOnce }: RunFinished): string {
  const grown = atOnce === undefined ? '' : `, ${atOnce} at once in the end`;
  return `${oneLine(target)}: ${plural(requests, 'request')} in ${showDuration(ms)}${grown}`;
}

/** What the first requests showed: a head and a line each; nothing where nothing was learned. */
function learnedText({ orientation }: RunStarted): string {
  if (orientation === undefined || orientation.summary.length === 0) return '';
  const lines = orientation.summary.map((line) => `  ${oneLine(line)}\n`);
  return `learned from ${plural(orientation.requests, 'plain request')}:\n${lines.join('')}`;
}

export function startText(started: RunStarted, { colours }: Palette): string {
  const { version, target, planned, warnings, read } = started;
  const lines = warnings.map((warning) => `${colours.yellow('warning')}: ${oneLine(warning)}\n`);
  const [what = `${plural(planned, 'case')} against ${oneLine(target)}`, ...more] = (read ?? []).map(oneLine);
  const others = more.map((line) => `  ${line}\n`).join('');
  return `tagproof ${visibleLine(version)}: ${what}\n${others}${lines.join('')}${learnedText(started)}`;
}

/** Why a run is not whole, and how much of it ran: `5 of 9 cases ran: interrupted`, then a line for each thing more to say; none where every planned case ran. */
export function whyPartial({ started, cases, finished: { partial } }: RunRecord): readonly string[] {
  if (partial === '') return [];
  const ran = cases.filter((each) => !isSynthetic(each)).length;
  const counts = ran < started.planned ? `${ran} of ${started.planned} cases ran: ` : '';
  const [first = '', ...more] = partial.split('\n').map(visibleLine);
  return [`${counts}${first}`, ...more];
}

/** The same for a terminal: `partial: 5 of 9 cases ran: interrupted`. */
export function partialLines(record: RunRecord): readonly string[] {
  const [first, ...more] = whyPartial(record);
  return first === undefined ? [] : [`partial: ${first}`, ...more.map((line) => `  ${line}`)];
}

/** How many cases show only what a baseline knows; none without them. */
export function knownLines({ cases }: RunRecord): readonly string[] {
  const known = cases.filter((each) => each.known !== undefined);
  const [first] = known;
  if (first?.known === undefined) return [];
  return [`${plural(known.length, 'case')} with findings that ${visibleLine(first.known)} knows`];
}

const aboutRate = (perSecond: number): string =>
  `slowed down to about ${Number(perSecond.toPrecision(2))} requests/s`;

/** `slowed down to about 18 requests/s; 42 requests were sent again`; empty where the target set no limit. */
function paceLines({ pace }: RunFinished): readonly string[] {
  if (pace === undefined) return [];
  const { perSecond, resent } = pace;
  return [
    [
      ...(perSecond === undefined ? [] : [aboutRate(perSecond)]),
      `${plural(resent, 'request')} ${resent === 1 ? 'was' : 'were'} sent again`,
    ].join('; '),
  ];
}

const ofWord = ({ tallies }: AnswersTally, word: string): UnansweredTally | undefined =>
  tallies.find((each) => each.word === word);

function unanswered(answers: AnswersTally): readonly string[] {
  const parts = UNANSWERED_WORDS.flatMap((word) => {
    const tally = ofWord(answers, word);
    return tally === undefined ? [] : [`${countOf(tally)} ${saidOf(tally, UNANSWERED[word])}`];
  });
  return parts.length === 0 ? [] : [`of ${plural(answers.requests, 'request')}: ${parts.join('; ')}`];
}

/** Which cases were left unverified because the target refused requests for how much is sent; none where none was. */
export function limitedLines(cases: readonly CaseFinished[]): readonly string[] {
  const unverified = cases.filter(({ limited }) => limited === true).map((each) => visibleLine(each.case.id));
  if (unverified.length === 0) return [];
  return [
    `not verified because the target limits how much is sent: ${fewOf(unverified)}; with --fail-on unverified the run fails for what it did not verify`,
  ];
}

/**
 * Which requests were not answered at once, which were refused for how much is sent, and what was learned about the limits; none
 * where every request was answered at once.
 */
export function answerLines(finished: RunFinished, cases: readonly CaseFinished[]): readonly string[] {
  const { answers } = finished;
  if (answers === undefined) return paceLines(finished);
  return [...unanswered(answers), ...limitedLines(cases), ...paceLines(finished)];
}

const MAX_REASONS = 12;

const total = (counts: readonly (readonly [unknown, number])[]) =>
  counts.reduce((sum, [, count]) => sum + count, 0);

/** Why cases were skipped or ended in an error, each reason once: `12 skipped: needs a secret key with limits.requestsPerSecond`, a line for each reason. */
export function reasonLines(cases: readonly CaseFinished[], verdict: Verdict): readonly string[] {
  const word = VERDICT_WORDS[verdict];
  const reasons = cases.filter((each) => each.verdict === verdict).map(({ reason }) => oneLine(reason));
  const counts = counted(reasons);
  const lines = counts
    .slice(0, MAX_REASONS)
    .map(([reason, count]) => `${count} ${word}${reason === '' ? '' : `: ${reason}`}`);
  const more = counts.slice(MAX_REASONS);
  return more.length === 0 ? lines : [...lines, `${total(more)} ${word} for ${more.length} other reasons`];
}

/** Each chapter with the totals of its cases, in the order of the files. */
export function chapterCounts(cases: readonly CaseFinished[]) {
  const inOrder = cases.toSorted((a, b) => a.case.index - b.case.index);
  const chapters = grouped(inOrder, (each) => each.case.chapter);
  return [...chapters].map(([chapter, its]) => ({ chapter, totals: totalsOf(its) }));
}

/** `3 failed, 1 warned, 20 passed`: what there is, what matters most first. */
export function showTotals(totals: Totals): string {
  return [...VERDICTS.slice(1), ...VERDICTS.slice(0, 1)]
    .filter((verdict) => totals[verdict] > 0)
    .map((verdict) => `${totals[verdict]} ${VERDICT_WORDS[verdict]}`)
    .join(', ');
}

const countWords = ({ whole, mustCells }: MustCells): string =>
  whole ? plural(mustCells, 'must cell') : `the ${plural(mustCells, 'must cell')} of the selected cases`;

/** `348 of 760 must cells not verified`: broken ones are not, either. */
export function unverifiedLine(cells: MustCells): string {
  return `${cells.mustCells - cells.verified} of ${countWords(cells)} not verified`;
}

/** `this run verified 412 of 760 must cells; 12 failed, 336 not verified`; of recordings `your traffic showed ...`. */
export function verifiedLine(cells: MustCells): string {
  const { verified, failed, notVerified, recorded = false } = cells;
  const rest = [
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(notVerified > 0 && !recorded ? [`${notVerified} not verified`] : []),
  ];
  return [
    `${recorded ? 'your traffic showed' : 'this run verified'} ${verified} of ${countWords(cells)}`,
    ...(rest.length > 0 ? [rest.join(', ')] : []),
  ].join('; ');
}

/** `not counted: 9 must cells that need a dashboard token, which no world must have`; none where all count. */
export const uncountedLines = ({ uncounted }: MustCells): readonly string[] =>
  uncounted === undefined
    ? []
    : [
        `not counted: ${plural(uncounted.cells, 'must cell')} that ${uncounted.cells === 1 ? 'needs' : 'need'} ${uncounted.needs.map(visibleLine).join(', ')}, which no world must have`,
      ];

/** For a run that only skipped cases: nothing was verified, and what to declare. */
export function nothingVerifiedText(cases: readonly CaseFinished[], file: string | undefined): string {
  const needs = needLines(needsOf(cases), file);
  const lines = needs.length === 0 ? ['the reasons above say what to do'] : needs;
  const skipped = cases.length === 1 ? 'the one case was' : `all ${cases.length} cases were`;
  return [`nothing was verified: ${skipped} skipped`, ...lines].join('\n');
}
