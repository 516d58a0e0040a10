/** What a run says as a whole, in lines that all reports share: how much of it ran, what was not answered at once, what was verified. */
import {
  isSynthetic,
  type CaseFinished,
  type MustCells,
  type RunFinished,
  type RunRecord,
} from '../record/events.ts';
import { countOf, saidOf, UNANSWERED, UNANSWERED_WORDS } from '../record/unanswered-events.ts';
import { fewOf, plural, showDuration } from '../../base/text/quantities.ts';
import { visibleLine } from '../../base/text/visible.ts';
import { needLines, needsOf } from './needs.ts';

/** `9,780 requests in 6.1 s`; a killed run has no count. */
export const requestsText = ({ requests, ms }: RunFinished): string =>
  requests === 0 ? 'requests not counted' : `${plural(requests, 'request')} in ${showDuration(ms)}`;

/** How much of the plan ran: `5 of 9 cases ran`; empty where every planned case did. */
export function howMuchRan({ started, cases }: RunRecord): string {
  const ran = cases.filter((each) => !isSynthetic(each)).length;
  return ran < started.planned ? `${ran} of ${started.planned} cases ran` : '';
}

/** Why a run is not whole, and how much of it ran, a line for each thing to say; none where it is whole. */
export function whyPartial(record: RunRecord): readonly string[] {
  const { partial } = record.finished;
  if (partial === '') return [];
  const [first = '', ...more] = partial.split('\n').map(visibleLine);
  return [[howMuchRan(record), first].filter((part) => part !== '').join(': '), ...more];
}

/** Which requests were not answered at once, which were refused for how much is sent, and what was learned about the limits. */
export function answerLines({ cases, finished: { answers, pace } }: RunRecord): readonly string[] {
  const unanswered = UNANSWERED_WORDS.flatMap((word) => {
    const tally = answers?.tallies.find((each) => each.word === word);
    return tally === undefined ? [] : [`${countOf(tally)} ${saidOf(tally, UNANSWERED[word])}`];
  });
  const limited = cases.filter((each) => each.limited === true).map((each) => visibleLine(each.case.id));
  const { perSecond, resent = 0, inVain = false } = pace ?? {};
  const rate = perSecond === undefined ? undefined : Number(perSecond.toPrecision(2));
  const slowed = rate === undefined ? '' : `slowed down to about ${rate} requests/s; `;
  const limit = rate === undefined ? '' : `: run with --rate ${rate}, or declare the limits of the keys`;
  const advice = inVain
    ? ', and slowing down did not help: the log of the target says what it refuses'
    : limit;
  return [
    ...(answers === undefined || unanswered.length === 0
      ? []
      : [`of ${plural(answers.requests, 'request')}: ${unanswered.join('; ')}`]),
    ...(limited.length === 0
      ? []
      : [
          `not verified because the target limits how much is sent: ${fewOf(limited)}; with --fail-on unverified the run fails for what it did not verify`,
        ]),
    ...(pace === undefined
      ? []
      : [`${slowed}${plural(resent, 'request')} ${resent === 1 ? 'was' : 'were'} sent again${advice}`]),
  ];
}

const countWords = ({ whole, mustCells }: MustCells): string =>
  whole ? plural(mustCells, 'must cell') : `the ${plural(mustCells, 'must cell')} of the selected cases`;

/** `348 of 760 must cells not verified`: broken ones are not, either. */
export const unverifiedLine = (cells: MustCells): string =>
  `${cells.mustCells - cells.verified} of ${countWords(cells)} not verified`;

/** `this run verified 412 of 760 must cells; 12 failed, 336 not verified`, and which do not count; none where no cell is counted. */
export function verifiedLines({ finished: { cells } }: RunRecord): readonly string[] {
  if (cells === undefined || cells.mustCells === 0) return [];
  const { verified, failed, notVerified, uncounted } = cells;
  const rest = [
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(notVerified > 0 ? [`${notVerified} not verified`] : []),
  ].join(', ');
  return [
    `this run verified ${verified} of ${countWords(cells)}${rest && `; ${rest}`}`,
    ...(uncounted === undefined
      ? []
      : [
          `not counted: ${plural(uncounted.cells, 'must cell')} that ${uncounted.cells === 1 ? 'needs' : 'need'} ${uncounted.needs.map(visibleLine).join(', ')}, which no world is required to have`,
        ]),
  ];
}

/** For a run that only skipped cases: nothing was verified, and what to declare. */
export function nothingVerifiedText(cases: readonly CaseFinished[], runWords: string | undefined): string {
  const needs = needLines(needsOf(cases), runWords);
  const lines = needs.length === 0 ? ['the reasons above say what to do'] : needs;
  const skipped = cases.length === 1 ? 'the one case was' : `all ${cases.length} cases were`;
  return [`nothing was verified: ${skipped} skipped`, ...lines].join('\n');
}
