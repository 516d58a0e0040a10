/** What the exchanges of recordings come to: counts, and of each cause a bounded number of exchanges with findings as cases. */
import type { ReturnCode } from '../../spec/codes.ts';
import type { EndpointId } from '../../spec/endpoints.ts';
import type { ClauseId } from '../../spec/clauses.ts';
import { breaksMust, bucketKey } from '../../judge/finding.ts';
import { plural } from '../../base/text/quantities.ts';
import type { CaseFinished } from '../../report/record/events.ts';
import { noTotals } from '../../report/record/verdict.ts';
import type { JudgedExchange, JudgedSide } from './judge-exchange.ts';
import { FATE_NAMES, type FailOnWho, type Fate, type Who } from './recorded.ts';
import { elsewhereWord } from './recorded-place.ts';
import { shownClauses } from './shown-clauses.ts';

const MAX_PER_CAUSE = 20;
const MAX_WORDS = 1000;

const count = (counts: Map<string, number>, key: string): void => {
  if (counts.has(key) || counts.size < MAX_WORDS) counts.set(key, (counts.get(key) ?? 0) + 1);
};

export class RecordingTally {
  readonly #failOn: FailOnWho;
  /** How many exchanges became what, and how many of those that are judged passed, warned and failed. */
  readonly counts = Object.fromEntries(FATE_NAMES.map((fate) => [fate, 0])) as Record<Fate, number>;
  readonly totals = noTotals();
  /** The base URLs of the operations, judged or not, and of those that are not of the server. */
  readonly bases = new Map<string, number>();
  readonly otherBases = new Map<string, number>();
  /** The beginnings of the paths of what is elsewhere. */
  readonly elsewhere = new Map<string, number>();
  readonly codes = new Set<ReturnCode>();
  /** Of each endpoint how many replies are right and what they show; what one reply breaks no other verifies. */
  readonly endpoints = new Map<EndpointId, { passed: number; shown: Set<ClauseId>; broken: Set<ClauseId> }>();
  readonly #causes = new Map<string, { cases: CaseFinished[]; count: number }>();

  constructor(failOn: FailOnWho) {
    this.#failOn = failOn;
  }

  /** Counts an exchange. `caseOf` makes a case of a side of it that has findings, which fail where they count. */
  add(
    judged: JudgedExchange,
    url: string,
    caseOf: (side: JudgedSide, isCounted: boolean) => CaseFinished,
  ): void {
    const { fate, place, sides, code } = judged;
    this.counts[fate] += 1;
    if (code !== undefined && place?.isReached === true) this.codes.add(code);
    if (place?.isReached === true) count(this.bases, place.base);
    if (fate === 'elsewhere') count(this.elsewhere, elsewhereWord(url));
    if (fate === 'elsewhere' && place?.isReached === true) count(this.otherBases, place.base);
    if (fate !== 'judged') return;
    const counts = (who: Who): boolean => this.#failOn === 'both' || this.#failOn === who;
    const wrong = sides.filter(({ findings }) => findings.length > 0);
    const fails = wrong.some(({ who, findings }) => counts(who) && breaksMust(findings));
    this.totals[fails ? 'fail' : wrong.length > 0 ? 'warn' : 'pass'] += 1;
    for (const side of sides) if (side.who === 'backend') this.#countReply(side);
    for (const side of wrong) this.#countCause(side, () => caseOf(side, counts(side.who)));
  }

  #countReply({ allowed, envelope, findings }: JudgedSide): void {
    const { endpoint } = allowed;
    const tally = this.endpoints.get(endpoint) ?? { passed: 0, shown: new Set(), broken: new Set() };
    this.endpoints.set(endpoint, tally);
    if (findings.length === 0) tally.passed += 1;
    for (const { clause, level } of findings) if (level === 'must') tally.broken.add(clause);
    for (const clause of findings.length === 0 ? shownClauses(allowed, envelope) : [])
      tally.shown.add(clause);
  }

  /** The first finding names the cause. */
  #countCause({ findings: [first] }: JudgedSide, caseOf: () => CaseFinished): void {
    if (first === undefined) return;
    const cause = this.#causes.get(bucketKey(first)) ?? { cases: [], count: 0 };
    this.#causes.set(bucketKey(first), cause);
    cause.count += 1;
    if (cause.cases.length < MAX_PER_CAUSE) cause.cases.push(caseOf());
  }

  /** The cases of all causes, the first of each with how many exchanges are left out. */
  cases(): readonly CaseFinished[] {
    return [...this.#causes.values()].flatMap(({ cases, count: all }) => {
      const left = all - cases.length;
      const notes = [`${plural(left, 'more exchange')} with this finding, of which no case is made`];
      return cases.map((each, at) => (at === 0 && left > 0 ? { ...each, notes } : each));
    });
  }
}
