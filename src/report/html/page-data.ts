/** From the record of a run to what its page embeds. */
import { headlineOf } from '../facts/headline.ts';
import { clauseWords } from '../facts/clause-words.ts';
import { chapterOf, type ClauseId } from '../../spec/clauses.ts';
import { ENDPOINT_IDS } from '../../spec/endpoints.ts';
import { FINDING_KINDS } from '../../judge/finding.ts';
import type { CaseFinished, RedactedExchange, RedactedFinding, RunRecord } from '../record/events.ts';
import { endpointsOfCase } from '../record/case-evidence.ts';
import { showDuration } from '../../base/text/quantities.ts';
import { answerLines, knownLines, uncountedLines, verifiedLine, whyPartial } from '../lines/run-lines.ts';
import { causesOf, isNew, type Cause } from '../facts/causes.ts';
import { clauseGrid, type GridRow } from '../facts/clause-grid.ts';
import { erroredOf, needsOf, seedKitLines, skippedOf, type NotJudged } from '../facts/needs.ts';
import { capital, tablesFor } from '../tables.ts';

/** How many characters of requests and replies a page holds; what is beyond stays in the record. */
const MAX_CHARACTERS = 24_000_000;

/** Gives things their places in a list, each once. */
class Places<T> {
  readonly #places = new Map<T, number>();

  constructor(known: Iterable<T>) {
    for (const each of known) this.of(each);
  }

  of(value: T): number {
    const place = this.#places.get(value) ?? this.#places.size;
    this.#places.set(value, place);
    return place;
  }

  get all(): readonly T[] {
    return [...this.#places.keys()];
  }
}

/** Lets exchanges pass until they are too many. */
function budget(most: number): (exchanges: readonly RedactedExchange[]) => readonly RedactedExchange[] {
  let room = most;
  return (exchanges) =>
    exchanges.filter((each) => {
      room -= JSON.stringify(each).length;
      return room > 0;
    });
}

/** Its cells are one for each endpoint; null where the clause does not concern it. */
function clauseOf(id: ClauseId, row: GridRow | undefined) {
  const { section, description } = clauseWords(id);
  const cells = ENDPOINT_IDS.map((endpoint) => {
    const cell = row?.cells.find((each) => each.endpoint === endpoint);
    return cell === undefined ? null : ([cell.status, cell.by.length] as const);
  });
  return { id, level: row?.level ?? 'must', section, description, chapter: chapterOf(id) || section, cells };
}

type ClausePlaces = Places<ClauseId>;

/** `clause` is its place among the clauses, `exchange` that among the exchanges of the case. */
function findingOf(found: RedactedFinding, clauses: ClausePlaces) {
  const { kind, clause, level, at, expected, actual, exchange } = found;
  return {
    words: FINDING_KINDS[kind],
    clause: clauses.of(clause),
    level,
    at,
    expected,
    actual,
    ...(exchange !== undefined && { exchange }),
  };
}

const endpointPlaces = new Places<string>(ENDPOINT_IDS);

/** Endpoints and clauses by their places; `left` is how many exchanges are left out, so that the page stays small enough to open. */
function caseOf(
  event: CaseFinished,
  clauses: ClausePlaces,
  fit: (exchanges: readonly RedactedExchange[]) => readonly RedactedExchange[],
) {
  const { id, title, file, line } = event.case;
  const { verdict, ms, reason, notes = [], findings } = event;
  const exchanges = fit(event.exchanges);
  const left = event.exchanges.length - exchanges.length;
  return {
    id,
    title,
    verdict,
    endpoints: endpointsOfCase(event.case).map((each) => endpointPlaces.of(each)),
    clauses: event.case.clauses.map((each) => clauses.of(each)),
    ...(file !== '' && { place: `${file}:${line}` }),
    ms,
    ...(reason !== '' && { reason }),
    ...(notes.length > 0 && { notes }),
    ...(findings.length > 0 && { findings: findings.map((each) => findingOf(each, clauses)) }),
    ...(exchanges.length > 0 && { exchanges }),
    ...(left > 0 && { left }),
  };
}

/** Its cases by their places; the first is the example. */
function causeOf(cause: Cause, clauses: ClausePlaces, cases: Places<CaseFinished>) {
  const { words, clause, level, endpoints, example } = cause;
  const others = cause.cases.filter((each) => each !== example);
  return {
    words,
    clause: clauses.of(clause),
    level,
    endpoints: endpoints.map((each) => endpointPlaces.of(each)),
    cases: [example, ...others].map((each) => cases.of(each)),
  };
}

function groupOf({ words, cases }: NotJudged, places: Places<CaseFinished>) {
  return { words, cases: cases.map((each) => places.of(each)) };
}

/** Examples of causes get their exchanges first, so that a bound leaves out only repetitions. */
function pageCases(
  cases: readonly CaseFinished[],
  causes: readonly Cause[],
  clauses: ClausePlaces,
): readonly PageCase[] {
  const fit = budget(MAX_CHARACTERS);
  const examples = new Map(causes.map(({ example }) => [example, caseOf(example, clauses, fit)]));
  return cases.map((event) => examples.get(event) ?? caseOf(event, clauses, fit));
}

/** Everything that the page shows of a run, in the order in which it is shown. Lists refer to one another by places. */
export function runPage(record: RunRecord) {
  const { started, cases, finished } = record;
  const grid = new Map(clauseGrid(cases).map((row) => [row.clause, row]));
  const clauses: ClausePlaces = new Places(grid.keys());
  const places = new Places(cases);
  const causes = causesOf(cases.filter(isNew));
  const shown = pageCases(cases, causes, clauses);
  return {
    kind: 'run' as const,
    target: started.target,
    version: started.version,
    at: started.at,
    planned: started.planned,
    // The first digits of the digest of its cases as they are written; older records have none.
    ...(started.plan !== undefined && { suite: started.plan.suite.slice(0, 12) }),
    files: new Set(cases.map((each) => each.case.file).filter((file) => file !== '')).size,
    requests: finished.requests,
    took: showDuration(finished.ms),
    headline: headlineOf(record),
    totals: finished.totals,
    verified: finished.cells === undefined ? '' : verifiedLine(finished.cells),
    uncounted: finished.cells === undefined ? [] : uncountedLines(finished.cells),
    partial: whyPartial(record),
    warnings: [...started.warnings, ...knownLines(record), ...answerLines(finished, cases)],
    learned: started.orientation?.summary ?? [],
    endpoints: ENDPOINT_IDS,
    causes: causes.map((each) => causeOf(each, clauses, places)),
    cases: shown,
    seedKit: seedKitLines(needsOf(cases)),
    skipped: skippedOf(cases).map((each) => groupOf(each, places)),
    errored: erroredOf(cases).map((each) => groupOf(each, places)),
    tables: tablesFor('page', record).map((each) => ({ ...each, heading: capital(each.heading) })),
    clauses: clauses.all.map((id) => clauseOf(id, grid.get(id))),
  };
}

export type PageClause = ReturnType<typeof clauseOf>;
export type PageFinding = ReturnType<typeof findingOf>;
export type PageCase = ReturnType<typeof caseOf>;
export type PageCause = ReturnType<typeof causeOf>;
export type PageNotJudged = ReturnType<typeof groupOf>;
export type RunPage = ReturnType<typeof runPage>;

/** What a page embeds as JSON. */
export type Page = RunPage;
