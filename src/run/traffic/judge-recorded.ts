/** Judges recorded exchanges one by one, and counts what they come to. */
import { isConditionCode, type ReturnCode } from '../../spec/codes.ts';
import type { EndpointId } from '../../spec/endpoints.ts';
import type { ClauseId } from '../../spec/clauses.ts';
import { isGatewayReply } from '../send/gateway.ts';
import { replyHeader, type Exchange } from '../../http/exchange.ts';
import { check } from '../../judge/compare/check.ts';
import type { Allowed } from '../../judge/expect/allowed.ts';
import { tagsInRefusal } from '../../judge/compare/tag-owner.ts';
import type { Envelope } from '../../judge/reply/envelope.ts';
import { breaksMust, type Finding } from '../../judge/finding.ts';
import { dutyClause, type Duty } from '../../judge/rules/duties.ts';
import { headerKey } from '../../judge/rules/reading/header-values.ts';
import { subjectIn } from './case-of-recorded.ts';
import { KeptFindings } from './kept-findings.ts';
import { learnedFacts } from './learned-facts.ts';
import { onceForReplies } from './once-for-replies.ts';
import { FATE_NAMES, FATES, type Fate, type Recorded } from './recorded.ts';
import { isCredential, leakSearch } from './recorded-secrets.ts';
import { sentRequests, type Ground, type RecordedCall } from './sent.ts';
import { shownClauses } from './shown-clauses.ts';
import { elsewhereWord, isAt, recordedPlace, type RecordedPlace } from './where-recorded.ts';

/** Also of which server, and what refuses on demand. */
interface JudgeGround extends Ground {
  /** The URL or the path before that of an operation; undefined: any. */
  readonly server: string | undefined;
  /** Headers that ask the backend for a refusal; a request that has one and gets it shows nothing. */
  readonly provoke: ReadonlyMap<string, { readonly header: readonly [name: string, value: string] }>;
}

/** What the replies of an endpoint came to. */
interface Tally {
  /** How many are right. */
  passed: number;
  /** What right ones show; what one reply breaks no other verifies. */
  readonly shown: Set<ClauseId>;
  readonly broken: Set<ClauseId>;
}

/** What a reply comes to. */
interface Verdict {
  readonly allowed: Allowed;
  readonly envelope: Envelope | undefined;
  readonly findings: readonly Finding[];
  /** Those of them that do not come of `allowed`. */
  readonly more: readonly Finding[];
  /** It was refused for load, by a gateway or on demand. */
  readonly isLoad: boolean;
}

/** What one side of an exchange comes to, the backend's or the client's. */
type SideVerdict = 'pass' | 'warn' | 'fail';
/** Of the reply, and of the request; a reply that was not judged has none. */
export type ExchangeVerdicts = `${SideVerdict | 'none'} ${SideVerdict}`;

const verdictOf = (findings: readonly Finding[]): SideVerdict =>
  findings.length === 0 ? 'pass' : breaksMust(findings) ? 'fail' : 'warn';

/** Exchanges that wait until it shows whether the recording holds a header at all, and the bytes of their bodies. */
const MAX_WAITING = 1000;
const MAX_WAITING_BYTES = 16 * 1024 * 1024;
const MAX_WORDS = 1000;

/** Stands for a header that was cut out of the recording. */
const CUT_OUT = '***';
/** Cookies that a reply sets are credentials, too; nothing of it is judged by them. */
const HIDDEN = 'not shown';

/** Whether it leads to another origin, as what stands in front of a backend does: to https, or to a login. */
function isSentOn({ url }: Recorded, { outcome }: Exchange): boolean {
  if (outcome.kind !== 'reply' || outcome.status < 300 || outcome.status > 399) return false;
  const location = replyHeader(outcome, 'location') ?? '';
  return URL.canParse(location) && URL.canParse(url) && new URL(location).origin !== new URL(url).origin;
}

const count = (counts: Map<string, number>, key: string): void => {
  if (counts.has(key) || counts.size < MAX_WORDS) counts.set(key, (counts.get(key) ?? 0) + 1);
};

const dutyFinding = (duty: Duty): Finding => ({
  kind: 'client-duty',
  clause: dutyClause(duty),
  level: duty.guess ? 'should' : 'must',
  at: '',
  expected: duty.guess ? duty.todo : `${duty.todo} (§${duty.section})`,
  actual: duty.wrong,
});

export class RecordedJudge {
  readonly #ground: JudgeGround;
  /** How many exchanges became what. */
  readonly counts = Object.fromEntries(FATE_NAMES.map((fate) => [fate, 0])) as Record<Fate, number>;
  /** Where the others lead, by the beginning of their paths. */
  readonly elsewhereWords = new Map<string, number>();
  /** The base URLs of the operations, judged or not. */
  readonly bases = new Map<string, number>();
  readonly codes = new Set<ReturnCode>();
  readonly tallies = new Map<EndpointId, Tally>();
  /** How many exchanges came to each pair of verdicts. */
  readonly verdicts = new Map<ExchangeVerdicts, number>();
  readonly kept = new KeptFindings();
  /** Headers that no request of some recording has, though requests were served that need them. */
  readonly cutHeaders = new Set<string>();
  /** Of the recording that is read: the headers with a secret that some request has, those that were cut out, and the exchanges that lack one that none has so far. */
  #present = new Set<string>();
  #absent = new Set<string>();
  #waiting: Recorded[] = [];
  #waitingBytes = 0;

  readonly #sent: ReturnType<typeof sentRequests>;
  readonly #leaks: ReturnType<typeof leakSearch>;
  readonly #once: ReturnType<typeof onceForReplies<Verdict>>;
  readonly #facts: ReturnType<typeof learnedFacts>;

  constructor(ground: JudgeGround) {
    this.#ground = ground;
    this.#sent = sentRequests(ground);
    this.#leaks = leakSearch(ground.secrets, ground.world);
    this.#once = onceForReplies(this.#leaks);
    this.#facts = learnedFacts(ground);
  }

  add(recorded: Recorded): void {
    const { url, method, reply } = recorded;
    const { server } = this.#ground;
    const place = recordedPlace(url);
    if (place?.isReached === true) count(this.bases, place.base);
    if (place?.isReached !== true || (server !== undefined && !isAt(place, server))) {
      if (place?.isReached === false)
        this.#count('none', this.#client(recorded, this.#sent(recorded, place), false));
      this.counts.elsewhere += 1;
      count(this.elsewhereWords, elsewhereWord(url));
    } else if (method === 'OPTIONS') this.counts.preflights += 1;
    else if (typeof reply === 'string') {
      this.counts[reply] += 1;
      this.#count('none', this.#client(recorded, this.#sent(recorded, place), true));
    } else {
      const sent = this.#sent(recorded, place);
      for (const key of sent.present) this.#present.add(key);
      if (this.#missing(sent).length === 0) return this.#judge(recorded, sent, []);
      this.#waiting.push(recorded);
      this.#waitingBytes += reply.body.length + (recorded.body?.length ?? 0);
      if (this.#waiting.length >= MAX_WAITING || this.#waitingBytes > MAX_WAITING_BYTES) this.#settle();
    }
  }

  /** Ends a recording: what was never seen in it was cut out of it, or never sent. */
  endRecording(): void {
    this.#settle();
    this.#present = new Set();
    this.#absent = new Set();
  }

  /** The headers that an operation needs, which neither the request nor an earlier one of the recording has. */
  #missing({ lacking }: RecordedCall): readonly string[] {
    return lacking.filter((key) => !this.#present.has(key));
  }

  /** Headers that were never seen were cut out of the recording where requests without them were served. */
  #settle(): void {
    const waiting = this.#waiting.map((recorded) => {
      const place = recordedPlace(recorded.url) as RecordedPlace;
      const sent = this.#sent(recorded, place);
      return { recorded, place, sent, missing: this.#missing(sent) };
    });
    this.#waiting = [];
    this.#waitingBytes = 0;
    for (const { recorded, sent, missing } of waiting) {
      const { envelope } = check(sent.allowed, this.#exchange(recorded, sent), this.#ground.dialect);
      for (const key of envelope?.returnCode === 'Ok' ? missing : []) this.#absent.add(key);
    }
    for (const key of this.#absent) this.cutHeaders.add(key);
    for (const { recorded, place, missing } of waiting) {
      const cut = missing.filter((key) => this.#absent.has(key));
      const left = recorded.headers.filter(([name, value]) => value !== '' || !cut.includes(headerKey(name)));
      const whole = { ...recorded, headers: [...left, ...cut.map((key) => [key, CUT_OUT] as const)] };
      this.#judge(whole, this.#sent(whole, place), cut);
    }
  }

  /** The exchange as one of our own requests would have made it. A secret that is known is found, and masked, as anywhere. */
  #exchange({ reply, at, ms }: Recorded, { request }: RecordedCall): Exchange {
    const sent = { request, ms, ...(at !== undefined && { sentAt: at - performance.timeOrigin }) };
    if (typeof reply === 'string')
      return { ...sent, outcome: { kind: 'no-reply', why: 'aborted', detail: `recorded ${FATES[reply]}` } };
    const { secrets } = this.#ground;
    const headers = reply.headers.map(([name, value]): readonly [string, string] =>
      isCredential(name) && !secrets.isKnown(value) ? [name, HIDDEN] : [name, value],
    );
    return { ...sent, outcome: { ...reply, kind: 'reply', headers } };
  }

  /** Judges what a client owes. Where headers were cut out of the recording, nothing is known of those that are missing. */
  #client(recorded: Recorded, sent: RecordedCall, isCut: boolean): SideVerdict {
    if (sent.broken.length === 0) return 'pass';
    const { isBodyCut = false, origin } = recorded;
    const more = sent.broken
      .filter(({ absent, ofBody }) => !(isCut && absent !== undefined) && !(isBodyCut && ofBody === true))
      .map(dutyFinding);
    const [first] = more;
    if (first !== undefined)
      this.kept.add({ origin, exchange: this.#exchange(recorded, sent), allowed: undefined, more }, first);
    return verdictOf(more);
  }

  #count(ofReply: SideVerdict | 'none', ofRequest: SideVerdict): void {
    const verdicts: ExchangeVerdicts = `${ofReply} ${ofRequest}`;
    this.verdicts.set(verdicts, (this.verdicts.get(verdicts) ?? 0) + 1);
  }

  /** `cut`: headers that the recording does not show, though they were sent. */
  #judge(recorded: Recorded, sent: RecordedCall, cut: readonly string[]): void {
    const ofRequest = this.#client(recorded, sent, cut.length > 0);
    this.#count(this.#replyVerdict(recorded, sent), ofRequest);
  }

  #replyVerdict(recorded: Recorded, sent: RecordedCall): SideVerdict | 'none' {
    const { reply, origin } = recorded;
    if (typeof reply === 'string') return 'none';
    const exchange = this.#exchange(recorded, sent);
    const verdict = this.#once(sent, reply, exchange, () => this.#verdict(recorded, sent, exchange));
    const { allowed, envelope, findings, isLoad } = verdict;
    if (envelope !== undefined) this.codes.add(envelope.returnCode);
    if (isLoad || recorded.isOfFault === true) {
      this.counts.conditions += 1;
      return 'none';
    }
    this.counts.judged += 1;
    const { endpoint } = allowed;
    const tally = this.tallies.get(endpoint) ?? { passed: 0, shown: new Set(), broken: new Set() };
    this.tallies.set(endpoint, tally);
    const isServed =
      findings.length === 0 && envelope?.returnCode === 'Ok' && allowed.strictness === 'endpoint';
    const more = isServed ? this.#facts(sent, exchange, envelope, origin) : verdict.more;
    const all = isServed ? more : findings;
    const [first] = all;
    if (first === undefined) {
      tally.passed += 1;
      for (const clause of shownClauses(allowed, envelope)) tally.shown.add(clause);
      return 'pass';
    }
    for (const { clause, level } of all) if (level === 'must') tally.broken.add(clause);
    this.kept.add({ origin, exchange, allowed, more }, first);
    return verdictOf(all);
  }

  #verdict(recorded: Recorded, { allowed, request }: RecordedCall, exchange: Exchange): Verdict {
    const { dialect, world } = this.#ground;
    let right = allowed;
    let judgement = check(right, exchange, dialect);
    const { returnCode = 'Ok' } = judgement.envelope ?? {};
    const isCondition =
      returnCode !== 'Ok' && (isConditionCode(returnCode) || this.#isProvoked(recorded, returnCode));
    if (isCondition) {
      // It may come at any time, but in the form of a refusal.
      const expected = { kind: 'refused', code: returnCode } as const;
      right = { ...allowed, outcomes: [{ expected, when: [], clause: allowed.clause }] };
      judgement = check(right, exchange, dialect);
    }
    const isOfGateway = isGatewayReply(exchange.outcome) || isSentOn(recorded, exchange);
    const { envelope, findings } = judgement;
    if (isOfGateway || (isCondition && findings.length === 0))
      return { allowed: right, envelope, findings, more: [], isLoad: true };
    const ofSubject =
      returnCode === 'Ok'
        ? []
        : tagsInRefusal(judgement, exchange, { exists: subjectIn(request, world) }, world);
    const more = [...this.#leaks(exchange), ...ofSubject];
    return { allowed: right, envelope, findings: [...findings, ...more], more, isLoad: false };
  }

  #isProvoked({ headers }: Recorded, code: ReturnCode): boolean {
    const [wanted, value] = this.#ground.provoke.get(code)?.header ?? [];
    return headers.some(([name, text]) => headerKey(name) === wanted?.toLowerCase() && text === value);
  }
}
