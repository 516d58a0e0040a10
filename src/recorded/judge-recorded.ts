/** Judges recorded exchanges one by one, and counts what they come to. */
import { isConditionCode, type ReturnCode } from '../contract/codes.ts';
import { endpointOf, type EndpointId } from '../contract/endpoints.ts';
import { AUTH_TOKEN, HEADER_RULES, SECRET_KEY } from '../contract/headers.ts';
import type { Extension } from '../contract/members.ts';
import type { ClauseId } from '../contract/clauses.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { isGatewayReply } from '../engine/gateway.ts';
import { replyHeader, type Exchange } from '../http/exchange.ts';
import { check, type Judgement } from '../judge/compare/check.ts';
import { allowedForRequest } from '../judge/expect/allowed-for-request.ts';
import type { Allowed } from '../judge/expect/allowed.ts';
import { readingsOf } from '../judge/expect/readings.ts';
import { tagsInRefusal } from '../judge/compare/tag-owner.ts';
import { breaksMust, type Finding } from '../judge/finding.ts';
import { brokenDuties, dutyClause, type Duty } from '../rules/duties.ts';
import { headerKey } from '../rules/reading/header-values.ts';
import type { DeclaredWorld } from '../world/declared-world.ts';
import { subjectIn } from './case-of-recorded.ts';
import { seenAs, type Seen } from './exchange-of.ts';
import { KeptFindings } from './kept-findings.ts';
import { LearnedFacts } from './learned-facts.ts';
import { leakSearch } from './leaked-secrets.ts';
import type { NamedSecrets } from './named-secrets.ts';
import { FATE_NAMES, type Fate, type Recorded } from './recorded.ts';
import { shownClauses } from './shown-clauses.ts';
import { elsewhereWord, isAt, placeOf, type Place } from './where-recorded.ts';

/** What recordings are judged by. */
export interface Ground {
  readonly world: DeclaredWorld;
  readonly extensions: readonly Extension[];
  readonly dialect: Dialect;
  /** The URL or the path before that of an operation; undefined: any. */
  readonly server: string | undefined;
  readonly secrets: NamedSecrets;
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

/** Exchanges that wait until it shows whether the recording holds a header at all. */
const MAX_WAITING = 1000;
const MAX_WORDS = 1000;

const SECRETS = ([SECRET_KEY, AUTH_TOKEN] as const).map((name) => [name, headerKey(name)] as const);
/** Stands for a header that was cut out of the recording. */
const CUT_OUT = '***';

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
  level: 'must',
  at: '',
  expected: `a request as §${duty.section} has it`,
  actual: duty.text,
});

export class RecordedJudge {
  readonly #ground: Ground;
  /** How many exchanges became what. */
  readonly counts = Object.fromEntries(FATE_NAMES.map((fate) => [fate, 0])) as Record<Fate, number>;
  /** Where the others lead, by the beginning of their paths. */
  readonly elsewhereWords = new Map<string, number>();
  /** The base URLs of the operations, judged or not. */
  readonly bases = new Map<string, number>();
  readonly codes = new Set<ReturnCode>();
  readonly tallies = new Map<EndpointId, Tally>();
  /** Replies that fail and warn, and requests that break a duty of the client. */
  readonly failed = { fail: 0, warn: 0, client: 0 };
  readonly kept = new KeptFindings();
  /** Headers that no request of some recording has, though requests were served that need them. */
  readonly cutHeaders = new Set<string>();
  /** Of the recording that is read: which headers some request has, and which were cut out. */
  #present = new Set<string>();
  #absent = new Set<string>();
  #waiting: Seen[] = [];

  readonly #leaks: ReturnType<typeof leakSearch>;
  readonly #facts: LearnedFacts;

  constructor(ground: Ground) {
    this.#ground = ground;
    this.#leaks = leakSearch(ground.secrets, ground.world);
    this.#facts = new LearnedFacts(ground);
  }

  add(recorded: Recorded): void {
    const { url, method, reply } = recorded;
    const { server } = this.#ground;
    const place = placeOf(url);
    if (place?.isReached === true) count(this.bases, place.base);
    if (place?.isReached !== true || (server !== undefined && !isAt(place, server))) {
      if (place?.isReached === false) this.#client(this.#seen(recorded, place), false);
      this.counts.elsewhere += 1;
      count(this.elsewhereWords, elsewhereWord(url));
    } else if (method === 'OPTIONS') this.counts.preflights += 1;
    else if (typeof reply === 'string') {
      this.counts[reply] += 1;
      this.#client(this.#seen(recorded, place), true);
    } else this.#answered(recorded, place);
  }

  /** Ends a recording: what was never seen in it was cut out of it, or never sent. */
  endRecording(): void {
    this.#settle();
    this.#present = new Set();
    this.#absent = new Set();
  }

  #seen(recorded: Recorded, place: Place): Seen {
    return seenAs(recorded, place, this.#ground.secrets, this.#ground.world);
  }

  /** The headers that an operation needs, which neither the request nor an earlier one of the recording has. */
  #missing({ headers }: Recorded, { endpoint }: Place): readonly string[] {
    const { variant } = endpointOf(endpoint);
    return SECRETS.filter(([name]) => HEADER_RULES[name][variant] === 'required')
      .map(([, key]) => key)
      .filter((key) => !this.#present.has(key))
      .filter((key) => !headers.some(([name, value]) => headerKey(name) === key && value !== ''));
  }

  #answered(recorded: Recorded, place: Place): void {
    for (const [name, value] of recorded.headers)
      for (const [, key] of SECRETS) if (value !== '' && headerKey(name) === key) this.#present.add(key);
    const missing = this.#missing(recorded, place);
    if (missing.every((key) => this.#absent.has(key))) return this.#judge(recorded, place, missing);
    this.#waiting.push(this.#seen(recorded, place));
    if (this.#waiting.length >= MAX_WAITING) this.#settle();
  }

  /** Headers that were never seen were cut out of the recording where requests without them were served. */
  #settle(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const each of waiting)
      if (this.#judgement(each).judgement.envelope?.returnCode === 'Ok')
        for (const key of this.#missing(each.recorded, each.place)) {
          this.#absent.add(key);
          this.cutHeaders.add(key);
        }
    for (const { recorded, place } of waiting)
      this.#judge(
        recorded,
        place,
        this.#missing(recorded, place).filter((key) => this.#absent.has(key)),
      );
  }

  #judgement({ exchange, world }: Seen): { readonly allowed: Allowed; readonly judgement: Judgement } {
    const { extensions, dialect } = this.#ground;
    const allowed = allowedForRequest(exchange.request, { world, extensions });
    return { allowed, judgement: check(allowed, exchange, dialect) };
  }

  /** Judges what a client owes. Where headers were cut out of the recording, nothing is known of those that are missing. */
  #client({ recorded, place, exchange, world }: Seen, isCut: boolean): void {
    const { method, url, headers, body, isBodyCut = false, origin } = recorded;
    const call = place.isReached ? readingsOf(exchange.request, world)[0]?.call : undefined;
    const sent = { method, target: place.isReached ? place.path : url, headers: headers.flat(), body };
    const more = brokenDuties(sent, call)
      .filter(({ absent, ofBody }) => !(isCut && absent !== undefined) && !(isBodyCut && ofBody === true))
      .map(dutyFinding);
    const [first] = more;
    if (first === undefined) return;
    this.failed.client += 1;
    this.kept.add({ origin, exchange, allowed: undefined, more }, first);
  }

  /** `cut`: headers that the recording does not show, though they were sent. */
  #judge(whole: Recorded, place: Place, cut: readonly string[]): void {
    const left = whole.headers.filter(([name, value]) => value !== '' || !cut.includes(headerKey(name)));
    const lines = cut.map((key) => [key, CUT_OUT] as const);
    const recorded = cut.length === 0 ? whole : { ...whole, headers: [...left, ...lines] };
    const seen = this.#seen(recorded, place);
    const { exchange } = seen;
    this.#client(seen, cut.length > 0);
    let { allowed, judgement } = this.#judgement(seen);
    const { returnCode } = judgement.envelope ?? {};
    if (returnCode !== undefined) this.codes.add(returnCode);
    const isCondition =
      returnCode !== undefined &&
      returnCode !== 'Ok' &&
      (isConditionCode(returnCode) || this.#isProvoked(recorded, returnCode));
    if (isCondition) {
      // It may come at any time, but in the form of a refusal.
      const expected = { kind: 'refused', code: returnCode } as const;
      allowed = { ...allowed, outcomes: [{ expected, when: [], clause: allowed.clause }] };
      judgement = check(allowed, exchange, this.#ground.dialect);
    }
    const isOfGateway = isGatewayReply(exchange.outcome) || isSentOn(recorded, exchange);
    if (isOfGateway || (isCondition && judgement.findings.length === 0)) {
      this.counts.conditions += 1;
      return;
    }
    this.counts.judged += 1;
    const { envelope, findings } = judgement;
    const leaks = [...this.#leaks(exchange), ...this.#tagLeaks(exchange, judgement)];
    const isServed =
      findings.length + leaks.length === 0 &&
      envelope?.returnCode === 'Ok' &&
      allowed.strictness === 'endpoint';
    const more = isServed ? this.#facts.against(seen, envelope) : leaks;
    this.#note(seen, allowed, judgement, more);
  }

  #note(
    { exchange, recorded: { origin } }: Seen,
    allowed: Allowed,
    { envelope, findings }: Judgement,
    more: readonly Finding[],
  ): void {
    const { endpoint } = allowed;
    const tally = this.tallies.get(endpoint) ?? { passed: 0, shown: new Set(), broken: new Set() };
    this.tallies.set(endpoint, tally);
    const all = [...findings, ...more];
    const [first] = all;
    if (first === undefined) {
      tally.passed += 1;
      for (const clause of shownClauses(allowed, envelope)) tally.shown.add(clause);
      return;
    }
    for (const { clause, level } of all) if (level === 'must') tally.broken.add(clause);
    this.failed[breaksMust(all) ? 'fail' : 'warn'] += 1;
    this.kept.add({ origin, exchange, allowed, more }, first);
  }

  #tagLeaks(exchange: Exchange, judgement: Judgement): readonly Finding[] {
    const { world } = this.#ground;
    if (judgement.envelope === undefined || judgement.envelope.returnCode === 'Ok') return [];
    return tagsInRefusal(judgement, exchange, { exists: subjectIn(exchange.request, world) }, world);
  }

  #isProvoked({ headers }: Recorded, code: ReturnCode): boolean {
    const [wanted, value] = this.#ground.provoke.get(code)?.header ?? [];
    return headers.some(([name, text]) => headerKey(name) === wanted?.toLowerCase() && text === value);
  }
}
