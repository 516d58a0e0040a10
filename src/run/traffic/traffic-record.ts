/** What judging recordings comes to: each exchange counted, those with findings as cases, and what to say of what was read. */
import { RETURN_CODES, type ReturnCode } from '../../spec/codes.ts';
import { ENDPOINT_IDS, type EndpointId } from '../../spec/endpoints.ts';
import { digits, fewOf, plural } from '../../base/text/quantities.ts';
import { breaksMust, bucketKey, type Finding } from '../../judge/finding.ts';
import {
  caseWithoutSuite,
  RECORDED_CHAPTER,
  type CaseFinished,
  type RunStarted,
} from '../../report/record/events.ts';
import { hidden, maskFinding, redactExchange } from '../../report/record/redact.ts';
import { judgeMasked } from '../../report/record/judge-masked.ts';
import { noTotals } from '../../report/record/verdict.ts';
import type { JudgedExchange, JudgedSide } from './judge-exchange.ts';
import { FATE_NAMES, FATES, type Fate } from './recorded.ts';
import { elsewhereWord } from './recorded-place.ts';
import type { TrafficFacts } from './sent.ts';

const MAX_PER_CAUSE = 20;
const MAX_WORDS = 1000;

const count = (counts: Map<string, number>, key: string): void => {
  if (counts.has(key) || counts.size < MAX_WORDS) counts.set(key, (counts.get(key) ?? 0) + 1);
};

/** The keys with the highest counts first. */
const mostFirst = (counts: ReadonlyMap<string, number>): readonly string[] =>
  [...counts].toSorted(([, a], [, b]) => b - a).map(([key]) => key);

/** What to do about operations of which nothing can be said. */
const REMEDIES: Partial<Record<Fate, string>> = {
  judged: 'give --fail-on client, or record what the operations answer',
  preflights: 'record the requests that follow, too',
  conditions: 'record while the backend itself answers',
  withoutReply: 'let each request end before the recording does',
  withoutBody: 'record the bodies of requests and replies, too',
  cut: 'record bodies whole, and as the bytes that were sent',
  tooLong: 'no reply of these operations is that long: look at what answers',
};

export class TrafficRecord {
  readonly #facts: TrafficFacts;
  /** How many exchanges became what, and how many of those that are judged passed, warned and failed. */
  readonly counts = Object.fromEntries(FATE_NAMES.map((fate) => [fate, 0])) as Record<Fate, number>;
  readonly totals = noTotals();
  /** The base URLs of the operations, judged or not, and the beginnings of the paths of what is elsewhere. */
  readonly #bases = new Map<string, number>();
  readonly #elsewhere = new Map<string, number>();
  readonly #codes = new Set<ReturnCode>();
  /** How many replies of each endpoint are right. */
  readonly #right = new Map<EndpointId, number>();
  readonly #causes = new Map<string, { cases: CaseFinished[]; count: number }>();

  constructor(facts: TrafficFacts) {
    this.#facts = facts;
  }

  /** Counts an exchange. */
  add({ url, fate, place, sides, code }: JudgedExchange): void {
    this.counts[fate] += 1;
    if (fate === 'elsewhere') count(this.#elsewhere, elsewhereWord(url));
    if (place?.isReached === true) {
      if (code !== undefined) this.#codes.add(code);
      count(this.#bases, place.base);
    }
    if (fate !== 'judged') return;
    const wrong = sides.filter(({ findings }) => findings.length > 0);
    const fails = wrong.some((side) => this.isCounted(side) && breaksMust(side.findings));
    this.totals[fails ? 'fail' : wrong.length > 0 ? 'warn' : 'pass'] += 1;
    for (const { who, findings, exchange } of sides) {
      const { endpoint } = exchange.request;
      if (who === 'backend')
        this.#right.set(endpoint, (this.#right.get(endpoint) ?? 0) + Number(findings.length === 0));
    }
    for (const side of wrong) this.#addCause(side);
  }

  /** Whether findings of this side fail the judgement. */
  isCounted({ who }: Pick<JudgedSide, 'who'>): boolean {
    const { failOn } = this.#facts;
    return failOn === 'both' || failOn === who;
  }

  /** The first finding names the cause, but for one that no other case shows yet. */
  #addCause(side: JudgedSide): void {
    const keys = side.findings.map(bucketKey);
    const key = keys.find((each) => !this.#causes.has(each)) ?? keys[0] ?? '';
    const cause = this.#causes.get(key) ?? { cases: [], count: 0 };
    this.#causes.set(key, cause);
    if (cause.count++ < MAX_PER_CAUSE) cause.cases.push(this.#caseOf(side));
  }

  /** The findings of a side, worded from what is shown, so that they quote no secret. */
  findingsOf({ who, exchange, allowed, more }: JudgedSide): readonly Finding[] {
    const { dialect, secrets } = this.#facts;
    const { text: mask } = secrets.masking;
    const found = who === 'client' ? [] : judgeMasked(allowed, exchange, dialect, mask).findings;
    return [...found, ...more.map((each) => maskFinding(each, mask))];
  }

  #caseOf(side: JudgedSide): CaseFinished {
    const { who, origin, exchange } = side;
    const redaction = this.#facts.secrets.shownAt(side.place.base);
    const findings = this.findingsOf(side).map((each) => ({
      ...each,
      ...(!this.isCounted(side) && { level: 'should' as const }),
      exchange: 0,
    }));
    const { ms, sentAt, request } = exchange;
    const [what, id] = who === 'client' ? ['request to', `client/${origin}`] : ['reply of', origin];
    const at =
      sentAt === undefined
        ? ''
        : ` at ${new Date(Math.round(performance.timeOrigin + sentAt)).toISOString()}`;
    const event = caseWithoutSuite(
      {
        id: `${RECORDED_CHAPTER}/${redaction.mask(id)}`,
        title: `a ${what} ${request.endpoint}, recorded${at}`,
        chapter: RECORDED_CHAPTER,
        endpoint: request.endpoint,
        clauses: [...new Set(findings.map(({ clause }) => clause))],
      },
      {
        verdict: breaksMust(findings) ? 'fail' : 'warn',
        ms,
        findings,
        exchanges: [redactExchange({ label: '', exchange }, redaction)],
      },
    );
    return hidden(event, redaction);
  }

  /** One case for the right replies of each endpoint, then those of all causes, the first of each with how many exchanges are left out. */
  cases(): readonly CaseFinished[] {
    const passing = ENDPOINT_IDS.filter((endpoint) => (this.#right.get(endpoint) ?? 0) > 0).map(
      (endpoint) => {
        const title = `${digits(this.#right.get(endpoint) ?? 0)} recorded replies of ${endpoint} are right`;
        const about = { id: `${RECORDED_CHAPTER}/${endpoint}`, title, chapter: RECORDED_CHAPTER };
        return caseWithoutSuite({ ...about, endpoint, clauses: [] }, { verdict: 'pass' });
      },
    );
    const wrong = [...this.#causes.values()].flatMap(({ cases, count: all }) => {
      const left = all - cases.length;
      const notes = [`${plural(left, 'more exchange')} with this finding, of which no case is made`];
      return cases.map((each, at) => (at === 0 && left > 0 ? { ...each, notes } : each));
    });
    return [...passing, ...wrong].map((each, index) => ({ ...each, case: { ...each.case, index } }));
  }

  bases(): readonly string[] {
    return mostFirst(this.#bases);
  }

  /** What was read as figures, and what the traffic never showed: it verifies nothing about that. */
  figures(): NonNullable<RunStarted['recorded']> {
    return {
      exchanges: Object.values(this.counts).reduce((sum, each) => sum + each, 0),
      ...this.counts,
      neverCalled: ENDPOINT_IDS.filter((id) => !this.#right.has(id)),
      neverSeen: Object.keys(RETURN_CODES).filter((code) => !this.#codes.has(code as ReturnCode)),
    };
  }

  /** What became of how many: `980 judged, 190 elsewhere (/cdn/...), 4 without a body`. */
  #fates(words: Readonly<Record<Fate, string>> = FATES): string {
    return FATE_NAMES.filter((fate) => this.counts[fate] > 0)
      .map((fate) => {
        const what = this.counts[fate] === 1 ? words[fate].replace(/s$/, '') : words[fate];
        const where = fate === 'elsewhere' ? ` (${fewOf(mostFirst(this.#elsewhere), 3)})` : '';
        return `${digits(this.counts[fate])} ${what}${where}`;
      })
      .join(', ');
  }

  /** What was read, in a line, and one for what was never seen. */
  lines(): readonly string[] {
    const { exchanges, neverCalled, neverSeen } = this.figures();
    const never = [
      ...(neverCalled.length === 0 ? [] : [`never called: ${fewOf(neverCalled)}`]),
      ...(neverSeen.length === 0 ? [] : [`codes never seen: ${neverSeen.join(', ')}`]),
    ];
    const read = `${digits(exchanges)} exchange${exchanges === 1 ? '' : 's'}: ${this.#fates()}`;
    return [read, ...(never.length === 0 ? [] : [never.join('; ')])];
  }

  /** Why there is no verdict on what is to be judged, and what to do; undefined: there is one. `aim`: says how to judge what lies below a base URL. */
  whyNothing(files: string, aim: (base: string) => string): readonly string[] | undefined {
    if (this.#facts.failOn === 'client' ? this.counts.judged > 0 : this.#right.size > 0) return undefined;
    const became = this.#fates({ ...FATES, judged: 'judged by requests alone' });
    const why = `${files}: no reply can be judged: ${became || 'no exchange is recorded in it'}`;
    const remedies = FATE_NAMES.flatMap((fate) => (this.counts[fate] > 0 ? (REMEDIES[fate] ?? []) : []));
    if (remedies.length > 0) return [why, ...remedies];
    const [base] = this.bases();
    return [why, base === undefined ? 'record the traffic of the game itself' : aim(base)];
  }
}
