/** The one fold of a finished run: what the console, the Markdown page, the HTML page and every other report say of it. */
import type { CaseFinished, RunRecord } from '../record/events.ts';
import { documentReporter, type Reporter } from '../record/reporter.ts';
import { oneLine } from '../../base/text/visible.ts';
import { plural } from '../../base/text/quantities.ts';
import { causesOf, type Cause } from './causes.ts';
import { byReason, needsOf, type NeedGroup, type NotJudged } from './needs.ts';
import { answerLines, howMuchRan, verifiedLines, whyPartial } from './run-facts.ts';

export type Tone = 'good' | 'warned' | 'bad' | 'unknown';

export interface Summary extends RunRecord {
  /** `FAILED: 6 causes in 406 cases`, `PASSED`. */
  readonly headline: { readonly tone: Tone; readonly words: string };
  /** What is wrong, without what a baseline knows. */
  readonly causes: readonly Cause[];
  /** What failed or warned without a finding, and cases without a reply to judge, by why. */
  readonly unjudged: readonly NotJudged[];
  readonly needs: readonly NeedGroup[];
  /** Skipped cases that need nothing, by why. */
  readonly skipped: readonly NotJudged[];
  /** Why not every planned case ran. */
  readonly partial: readonly string[];
  readonly verified: readonly string[];
  /** Which requests were not answered at once, and what was learned of limits. */
  readonly answers: readonly string[];
}

/** Whether its findings count: what a baseline knows is only counted. */
const isNew = ({ known }: CaseFinished): boolean => known === undefined;

const casesIn = (causes: readonly Cause[]): string =>
  plural(new Set(causes.flatMap(({ cases }) => cases)).size, 'case');

/** `PASSED`, `PASSED: 2 warnings`. */
function headlineWords(word: string, ...parts: readonly string[]): string {
  const all = parts.filter((part) => part !== '').join(', ');
  return all === '' ? word : `${word}: ${all}`;
}

/** The verdict on the target, as far as the run went: a broken must counts however much is missing, and what was not checked is no pass. */
function headlineOf(record: RunRecord, causes: readonly Cause[]): Summary['headline'] {
  const { started, cases, finished } = record;
  const { cells, gate, totals } = finished;
  const musts = causes.filter(({ level }) => level === 'must');
  const warnings = causes.length - musts.length;
  const known = causesOf(cases.filter((each) => !isNew(each))).length;
  const warned = warnings === 0 ? '' : plural(warnings, 'warning');
  const failed = cases.filter((each) => isNew(each) && each.verdict === 'fail');
  if (failed.length > 0) {
    const broken =
      musts.length === 0
        ? plural(failed.length, 'case')
        : `${plural(musts.length, 'cause')} in ${casesIn(musts)}`;
    const others = [warned, known === 0 ? '' : plural(known, 'known cause')];
    // Gates are green with a new failure only where --update-baseline has just taken it in.
    return gate?.green === true
      ? { tone: 'warned', words: headlineWords('PASSED', `${broken} taken into the baseline`, ...others) }
      : { tone: 'bad', words: headlineWords('FAILED', broken, ...others) };
  }
  if (finished.partial !== '')
    return { tone: 'unknown', words: headlineWords('INCOMPLETE', howMuchRan(record)) };
  if (totals.error > 0)
    return {
      tone: 'unknown',
      words: `INCOMPLETE: ${plural(totals.error, 'case')} got no reply to judge`,
    };
  if (totals.pass + totals.warn === 0 || (cells !== undefined && cells.verified === 0 && cells.mustCells > 0))
    return { tone: 'unknown', words: 'NOTHING VERIFIED' };
  // The gates say first what they object to.
  if (gate?.green === false)
    return { tone: 'bad', words: headlineWords('FAILED', oneLine(gate.lines[0] ?? '').replace(/:$/, '')) };
  const isQuick = started.options?.['quick'] === true;
  const isAll = cells?.whole === true && cells.verified === cells.mustCells && !isQuick;
  return {
    tone: isAll && warnings + known === 0 ? 'good' : 'warned',
    words: headlineWords(
      'PASSED',
      isQuick ? 'a quick run' : '',
      known === 0 ? '' : `${plural(known, 'known cause')}, nothing new`,
      warned,
    ),
  };
}

export function summaryOf(record: RunRecord): Summary {
  const { cases } = record;
  const causes = causesOf(cases.filter(isNew));
  const bare = cases.filter((each) => isNew(each) && each.findings.length === 0);
  return {
    ...record,
    headline: headlineOf(record, causes),
    causes,
    unjudged: [...byReason(bare, 'fail'), ...byReason(bare, 'warn'), ...byReason(cases, 'error')],
    needs: needsOf(cases),
    skipped: byReason(cases, 'skip'),
    partial: whyPartial(record),
    verified: verifiedLines(record),
    answers: answerLines(record),
  };
}

/** A report that is one document, written when the run is over. */
export const summaryReporter = (print: (summary: Summary) => string): Reporter =>
  documentReporter((record) => print(summaryOf(record)));
