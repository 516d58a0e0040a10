/** What a page embeds as JSON: the report in the order in which it is shown. Lists refer to one another by index. */
import type { Level } from '../../contract/clause-register.ts';
import type { EndpointId } from '../../contract/endpoints.ts';
import type { RedactedExchange } from '../../engine/events.ts';
import type { Totals, Verdict } from '../../engine/verdict.ts';
import type { CellStatus } from '../facts/clause-grid.ts';
import type { Headline } from '../facts/headline.ts';
import type { LatencyTable } from '../facts/latency.ts';
import type { Matrix } from '../facts/matrix.ts';
import type { ShownTable } from '../tables.ts';

export interface PageClause {
  readonly id: string;
  readonly level: Level;
  /** `§7.3`. */
  readonly section: string;
  /** The paraphrase; empty for a clause that this version does not know. */
  readonly description: string;
  readonly chapter: string;
  /** One for each endpoint of the page; null where the clause does not concern it. */
  readonly cells: readonly (readonly [status: CellStatus, cases: number] | null)[];
}

export interface PageFinding {
  /** What is wrong in words. */
  readonly words: string;
  /** Index into the clauses. */
  readonly clause: number;
  readonly level: Level;
  readonly at: string;
  readonly expected: string;
  readonly actual: string;
  /** Index into the exchanges of the case. */
  readonly exchange?: number;
}

export interface PageCase {
  readonly id: string;
  readonly title: string;
  readonly verdict: Verdict;
  /** Indices into the endpoints and clauses of the page. */
  readonly endpoints: readonly number[];
  readonly clauses: readonly number[];
  /** `suites/7.3.yaml:12`; left out where there is none. */
  readonly place?: string;
  readonly ms: number;
  readonly reason?: string;
  readonly notes?: readonly string[];
  readonly findings?: readonly PageFinding[];
  readonly exchanges?: readonly RedactedExchange[];
  /** How many exchanges are left out, so that the page stays small enough to open. */
  readonly left?: number;
}

export interface PageCause {
  readonly words: string;
  readonly clause: number;
  readonly level: Level;
  readonly endpoints: readonly number[];
  /** Indices into the cases; the first is the example. */
  readonly cases: readonly number[];
}

export interface PageMissing {
  readonly words: string;
  readonly lines: readonly string[];
  readonly cases: readonly number[];
}

export interface RunPage {
  readonly kind: 'run';
  readonly target: string;
  readonly version: string;
  readonly at: string;
  readonly planned: number;
  /** The first digits of the digest of its cases as they are written; undefined in older records. */
  readonly suite?: string;
  readonly files: number;
  readonly requests: number;
  /** As people read it. */
  readonly took: string;
  readonly worldFile: string;
  readonly headline: Headline;
  readonly totals: Totals;
  /** `this run verified 412 of 760 must cells; ...`; empty where the run counts none. */
  readonly verified: string;
  readonly partial: readonly string[];
  readonly warnings: readonly string[];
  /** What the first requests showed about the target. */
  readonly learned: readonly string[];
  readonly endpoints: readonly EndpointId[];
  readonly clauses: readonly PageClause[];
  readonly causes: readonly PageCause[];
  readonly cases: readonly PageCase[];
  /** What was skipped, by what it lacks. */
  readonly missing: readonly PageMissing[];
  /** What got no reply to judge, by why. */
  readonly unjudged: readonly PageMissing[];
  readonly tables: readonly ShownTable[];
  readonly latency?: LatencyTable;
}

export interface MatrixPage extends Matrix {
  readonly kind: 'matrix';
  /** What the clause of each row says. */
  readonly description: readonly string[];
}

/** What a client bears. */
export interface TolerancePage {
  readonly kind: 'tolerance';
  readonly client: string;
  readonly counts: string;
  readonly rows: readonly {
    readonly id: string;
    readonly asks: string;
    readonly result: string;
    readonly note: string;
    /** The exchange that showed it, and how the command ended; empty where there is nothing to show. */
    readonly lines: string;
  }[];
}

export type Page = RunPage | MatrixPage | TolerancePage;
