/** From the summary of a run to what its page embeds. */
import { chapterOf } from '../../spec/clauses.ts';
import { ENDPOINT_IDS } from '../../spec/endpoints.ts';
import { dateOf } from '../../base/page/text.ts';
import { grouped } from '../../base/text/grouping.ts';
import { plural } from '../../base/text/quantities.ts';
import { oneLine } from '../../base/text/visible.ts';
import { requestsText } from '../facts/run-facts.ts';
import type { CaseFinished, RedactedExchange } from '../record/events.ts';
import { endpointsOfCase } from '../record/case-evidence.ts';
import { type Cause, findingWords } from '../facts/causes.ts';
import { clauseGrid, type GridRow } from '../facts/clause-grid.ts';
import { clauseWords } from '../facts/clause-words.ts';
import { needWords, seedKitLines, type NotJudged } from '../facts/needs.ts';
import type { Summary } from '../facts/summary.ts';
import { briefWords, extentText } from '../lines/cause-lines.ts';

/** How many characters of requests and replies a page holds; what is beyond stays in the record. */
const PAGE_CHARACTERS = 24_000_000;

/** Lets exchanges pass until they are too many. */
function budget(most: number): (exchanges: readonly RedactedExchange[]) => readonly RedactedExchange[] {
  let room = most;
  return (exchanges) =>
    exchanges.filter((each) => {
      room -= JSON.stringify(each).length;
      return room > 0;
    });
}

/** `7.3/string-min-length wrong-outcome`: holds no value of a reply, so it stays the same from run to run. */
const causeName = ({ clause, kind }: Cause): string => `${clause} ${kind}`;

/** `left`: how many exchanges are left out, so that the page stays small enough to open. */
function pageCase(
  event: CaseFinished,
  exchanges: readonly RedactedExchange[],
  causes: readonly string[] = [],
) {
  const { case: identity, verdict, ms, reason, need = '', notes = [], findings } = event;
  const { id, title, clauses, file, line } = identity;
  return {
    id,
    title,
    verdict,
    ms,
    clauses,
    exchanges,
    endpoints: endpointsOfCase(identity),
    place: file === '' ? '' : `${file}:${line}`,
    why: [reason, ...notes].filter((each) => each !== ''),
    findings: findings.map((found) => ({ ...found, words: findingWords(found) })),
    need: oneLine(need),
    causes,
    left: event.exchanges.length - exchanges.length,
  };
}

/** Examples of causes get their exchanges first, so that a bound leaves out only repetitions. */
function casesOf({ cases, causes }: Summary): readonly PageCase[] {
  const fit = budget(PAGE_CHARACTERS);
  const fitted = new Map(causes.map(({ example }) => [example, fit(example.exchanges)]));
  const shows = causes.flatMap((cause) => cause.cases.map((event) => [event, causeName(cause)] as const));
  const shownBy = grouped(shows, ([event]) => event);
  return cases.map((event) =>
    pageCase(
      event,
      fitted.get(event) ?? fit(event.exchanges),
      shownBy.get(event)?.map(([, name]) => name),
    ),
  );
}

function pageCause(cause: Cause) {
  const { clause, otherClauses, level, example, cases } = cause;
  return {
    name: causeName(cause),
    clause,
    otherClauses,
    level,
    words: briefWords(cause),
    extent: extentText(cause),
    example: example.case.id,
    cases: cases.length,
  };
}

/** Its cells are one for each endpoint; null where the clause does not concern it. */
function pageClause({ clause: id, level, cells }: GridRow) {
  return {
    id,
    level,
    ...clauseWords(id),
    chapter: chapterOf(id) || clauseWords(id).section,
    cells: ENDPOINT_IDS.map((endpoint) => {
      const cell = cells.find((each) => each.endpoint === endpoint);
      return cell === undefined ? null : ([cell.status, cell.cases] as const);
    }),
  };
}

/** A section of cases without a verdict on the target, each group with the text that finds its cases; none where there is no such case. */
function groupsOf(
  id: string,
  heading: string,
  groups: readonly (NotJudged & { readonly why?: string })[],
  intro = '',
) {
  const items = groups.map(({ words, why = words, cases }) => ({ words, why, cases: cases.length }));
  return items.length === 0 ? [] : [{ id, heading, intro, items }];
}

/** Everything that the page shows of a run, in the order in which it is shown. */
export function pageOf(summary: Summary) {
  const { started, finished, needs } = summary;
  const { target, version, at, planned, warnings } = started;
  return {
    headline: summary.headline,
    verified: summary.verified,
    totals: finished.totals,
    facts: {
      target,
      suite: plural(planned, 'case'),
      tagproof: version,
      run: requestsText(finished),
      began: dateOf(at),
    },
    partial: summary.partial,
    warnings: [...warnings, ...summary.answers],
    causes: summary.causes.map(pageCause),
    endpoints: ENDPOINT_IDS,
    clauses: clauseGrid(summary.cases).map(pageClause),
    groups: [
      ...groupsOf('unjudged', 'Not judged', summary.unjudged),
      ...groupsOf(
        'needs',
        'To declare, to verify more',
        needs.map((each) => ({ words: needWords(each), why: oneLine(each.need), cases: each.cases })),
        seedKitLines(needs).join(''),
      ),
      ...groupsOf('skipped', 'Skipped', summary.skipped),
    ],
    cases: casesOf(summary),
  };
}

export type PageCase = ReturnType<typeof pageCase>;
export type PageCause = ReturnType<typeof pageCause>;
export type PageClause = ReturnType<typeof pageClause>;
/** What a page embeds as JSON. */
export type Page = ReturnType<typeof pageOf>;
