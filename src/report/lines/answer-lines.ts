/** Which requests were not answered at once, which were refused for how much is sent, and what was learned about the limits. */
import type { AnswersTally, CaseFinished, RunFinished, UnansweredTally } from '../../engine/events.ts';
import { countOf, kindWords, saidOf, UNANSWERED, UNANSWERED_EVENTS } from '../../engine/unanswered-events.ts';
import { plural } from '../../text/plural.ts';
import { visibleLine } from '../../text/visible.ts';

const aboutRate = (perSecond: number): string =>
  `slowed down to about ${Number(perSecond.toPrecision(2))} requests/s`;

/** `slowed down to about 18 requests/s; 42 requests were sent again`; empty where the target set no limit. */
function paceLines({ pace }: RunFinished): readonly string[] {
  if (pace === undefined) return [];
  const { perSecond, atOnce, resent } = pace;
  return [
    [
      ...(perSecond === undefined ? [] : [aboutRate(perSecond)]),
      ...(atOnce === undefined ? [] : [`at most ${plural(atOnce, 'request')} at once`]),
      `${plural(resent, 'request')} ${resent === 1 ? 'was' : 'were'} sent again`,
    ].join('; '),
  ];
}

const ofWord = ({ tallies }: AnswersTally, word: string): UnansweredTally | undefined =>
  tallies.find((each) => each.word === word);

function unanswered(answers: AnswersTally): readonly string[] {
  const parts = UNANSWERED_EVENTS.flatMap((word) => {
    const tally = ofWord(answers, word);
    return tally === undefined ? [] : [`${countOf(tally)} ${saidOf(tally, UNANSWERED[word])}`];
  });
  return parts.length === 0 ? [] : [`of ${plural(answers.requests, 'request')}: ${parts.join('; ')}`];
}

/** How many cases are named that were not verified for a limit. */
const MAX_NAMED = 5;

/** How often the target refused for how much is sent, and which cases that left unverified; none where it did not. */
export function refusedLines(answers: AnswersTally, cases: readonly CaseFinished[]): readonly string[] {
  const tally = ofWord(answers, 'limited');
  if (tally === undefined) return [];
  const head = `refused for how much is sent: ${kindWords(tally)}`;
  const unverified = cases.filter(({ limited }) => limited === true).map((each) => visibleLine(each.case.id));
  if (unverified.length === 0) return [head];
  const more = unverified.length - MAX_NAMED;
  const named = `${unverified.slice(0, MAX_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return [
    `${head}; not verified for it: ${named}; with --fail-on-unverified the run fails for what it did not verify`,
  ];
}

/** None where every request was answered at once. */
export function answerLines(finished: RunFinished, cases: readonly CaseFinished[]): readonly string[] {
  const { answers } = finished;
  if (answers === undefined) return paceLines(finished);
  return [...unanswered(answers), ...refusedLines(answers, cases), ...paceLines(finished)];
}
