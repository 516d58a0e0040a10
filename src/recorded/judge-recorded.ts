/** Judges recorded exchanges one by one, and counts what they come to. */
import { ENDPOINT_IDS, endpointOf, type EndpointId } from '../contract/endpoints.ts';
import { isConditionCode, type ReturnCode } from '../contract/codes.ts';
import { AUTH_TOKEN, HEADER_RULES, SECRET_KEY } from '../contract/headers.ts';
import type { Extension } from '../contract/members.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { isGatewayReply } from '../engine/gateway.ts';
import type { Exchange } from '../http/exchange.ts';
import { check, type Judgement } from '../judge/compare/check.ts';
import { allowedForRequest } from '../judge/expect/allowed-for-request.ts';
import type { Allowed } from '../judge/expect/allowed.ts';
import { bucketKey, breaksMust } from '../judge/finding.ts';
import { readingsOf } from '../judge/expect/readings.ts';
import { brokenDuties, placeOf as dutyPlaceOf } from '../rules/duties.ts';
import { headerKey } from '../rules/reading/header-values.ts';
import type { DeclaredWorld } from '../world/declared-world.ts';
import { exchangeOf } from './exchange-of.ts';
import { KeptFindings } from './kept-findings.ts';
import { LearnedFacts } from './learned-facts.ts';
import { leakSearch } from './leaked-secrets.ts';
import type { NamedSecrets } from './named-secrets.ts';
import type { Lack, Recorded, RecordedReply } from './recorded.ts';
import { ShownClauses } from './shown-clauses.ts';
import { elsewhereWord, isAt, misspeltAt, placeOf, type Place, type Server } from './where-recorded.ts';

/** What recordings are judged by. */
export interface Ground {
  readonly world: DeclaredWorld;
  readonly extensions: readonly Extension[];
  readonly dialect: Dialect;
  readonly server: Server;
  readonly secrets: NamedSecrets;
  /** Headers that ask the backend for a refusal; a request that has one and gets it shows nothing. */
  readonly provoke: ReadonlyMap<string, { readonly header: readonly [name: string, value: string] }>;
}

/** Exchanges that wait until it shows whether the recording holds a header at all. */
const MAX_WAITING = 1000;
const MAX_WORDS = 1000;

const SECRETS = [SECRET_KEY, AUTH_TOKEN] as const;

type Answered = Recorded & { readonly reply: RecordedReply };
const isAnswered = (recorded: Recorded): recorded is Answered => typeof recorded.reply !== 'string';

interface Waiting<R extends Recorded = Answered> {
  readonly recorded: R;
  readonly place: Place;
}

interface View {
  readonly exchange: Exchange;
  readonly world: DeclaredWorld;
}

const count = <K>(counts: Map<K, number>, key: K): void => {
  if (counts.has(key) || counts.size < MAX_WORDS) counts.set(key, (counts.get(key) ?? 0) + 1);
};

export class RecordedJudge {
  readonly #ground: Ground;
  read = 0;
  judged = 0;
  preflights = 0;
  elsewhere = 0;
  /** Refused for load, or by a gateway: that says nothing about the backend. */
  conditions = 0;
  readonly lacks = new Map<Lack, number>();
  /** Where the others lead, by the beginning of their paths. */
  readonly elsewhereWords = new Map<string, number>();
  /** The base URLs of the operations, judged or not. */
  readonly bases = new Map<string, number>();
  readonly codes = new Set<ReturnCode>();
  readonly passed = new Map<EndpointId, number>();
  readonly failedEndpoints = new Set<EndpointId>();
  readonly failed = { fail: 0, warn: 0 };
  /** Requests that break a duty of the client. */
  clientFailed = 0;
  readonly kept = new KeptFindings();
  readonly shown = new ShownClauses();
  /** Headers that no request of some recording has, though requests were served that need them. */
  readonly cutHeaders = new Set<string>();
  /** Of the recording that is read: which headers some request has, and the requests before the first that has them. */
  #present = new Set<string>();
  #absent = new Set<string>();
  #waiting: Waiting[] = [];

  readonly #leaks: ReturnType<typeof leakSearch>;
  readonly #facts: LearnedFacts;

  constructor(ground: Ground) {
    this.#ground = ground;
    this.#leaks = leakSearch(ground.secrets, ground.world);
    this.#facts = new LearnedFacts(ground, (name) => ground.secrets.isMasked(name));
  }

  add(recorded: Recorded): void {
    this.read += 1;
    const place = placeOf(recorded.url);
    if (place === undefined) {
      if (dutyPlaceOf(recorded.url) === 'misspelt') {
        const each = { recorded, place: misspeltAt(recorded.url) };
        this.#client(each, this.#viewOf(each, []), false, false);
      }
      return this.#passOver(recorded.url);
    }
    count(this.bases, place.base);
    if (!isAt(place, this.#ground.server)) return this.#passOver(recorded.url);
    if (recorded.method === 'OPTIONS') this.preflights += 1;
    else if (isAnswered(recorded)) this.#when(recorded, place);
    else {
      count(this.lacks, recorded.reply as Lack);
      this.#client({ recorded, place }, this.#viewOf({ recorded, place }, []), true);
    }
  }

  /** Ends a recording: what was never seen in it was cut out of it, or never sent. */
  endRecording(): void {
    this.#settle();
    this.#present = new Set();
    this.#absent = new Set();
  }

  #passOver(url: string): void {
    this.elsewhere += 1;
    count(this.elsewhereWords, elsewhereWord(url));
  }

  /** The headers that an operation needs, which neither the request nor an earlier one of the recording has. */
  #missing({ headers }: Recorded, { endpoint }: Place): readonly string[] {
    const { variant } = endpointOf(endpoint);
    return SECRETS.filter((name) => HEADER_RULES[name][variant] === 'required')
      .map(headerKey)
      .filter((key) => !this.#present.has(key))
      .filter((key) => !headers.some(([name, value]) => headerKey(name) === key && value !== ''));
  }

  #when(recorded: Answered, place: Place): void {
    const before = this.#present.size;
    if (before === SECRETS.length) return this.#decide({ recorded, place });
    for (const [name, value] of recorded.headers)
      for (const each of SECRETS)
        if (value !== '' && headerKey(name) === headerKey(each)) this.#present.add(headerKey(each));
    if (this.#present.size > before) {
      const waiting = this.#waiting;
      this.#waiting = [];
      for (const each of waiting) this.#decide(each);
    }
    this.#decide({ recorded, place });
  }

  #decide(each: Waiting): void {
    const missing = this.#missing(each.recorded, each.place);
    const isOpen = missing.some((key) => !this.#absent.has(key));
    if (!isOpen) return this.#judge(each, missing);
    this.#waiting.push(each);
    if (this.#waiting.length >= MAX_WAITING) this.#settle();
  }

  /** Headers that were never seen were cut out of the recording where requests without them were served. */
  #settle(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    const served = waiting.filter(
      (each) => this.#judgement(this.#viewOf(each, [])).judgement.envelope?.returnCode === 'Ok',
    );
    for (const { recorded, place } of served)
      for (const key of this.#missing(recorded, place)) {
        this.#absent.add(key);
        this.cutHeaders.add(key);
      }
    for (const each of waiting)
      this.#judge(
        each,
        this.#missing(each.recorded, each.place).filter((key) => this.#absent.has(key)),
      );
  }

  /** The exchange, and the world with the secrets in it that no file lists. */
  #viewOf({ recorded, place }: Waiting<Recorded>, masked: readonly string[]): View {
    const { world: declared, secrets } = this.#ground;
    const { exchange, secretKeys, authTokens } = exchangeOf(recorded, place, masked, secrets);
    if (secretKeys.length + authTokens.length === 0) return { exchange, world: declared };
    const world = {
      ...declared,
      secretKeys: [...secretKeys, ...declared.secretKeys],
      authTokens: [...authTokens, ...declared.authTokens],
    };
    return { exchange, world };
  }

  #judgement({ exchange, world }: View): { readonly allowed: Allowed; readonly judgement: Judgement } {
    const { extensions, dialect } = this.#ground;
    const allowed = allowedForRequest(exchange.request, { world, extensions });
    return { allowed, judgement: check(allowed, exchange, dialect) };
  }

  /** Judges what a client owes. Where headers were cut out of the recording, nothing is known of those that are missing. */
  #client(
    { recorded, place }: Waiting<Recorded>,
    { exchange, world }: View,
    isCut: boolean,
    isReached = true,
  ): void {
    const call = isReached ? readingsOf(exchange.request, world)[0]?.call : undefined;
    const { method, headers, body, isBodyCut } = recorded;
    const sent = { method, target: isReached ? place.path : recorded.url, headers: headers.flat(), body };
    const duties = brokenDuties(sent, call).filter(
      ({ absent, ofBody }) => !(isCut && absent !== undefined) && !(isBodyCut === true && ofBody === true),
    );
    if (duties.length === 0) return;
    this.clientFailed += 1;
    this.kept.add({ origin: recorded.origin, exchange, wrong: { who: 'client', duties }, more: 0 });
  }

  #judge(each: Waiting, masked: readonly string[]): void {
    const view = this.#viewOf(each, masked);
    const { exchange } = view;
    this.#client(each, view, masked.length > 0);
    let { allowed, judgement } = this.#judgement(view);
    const { returnCode } = judgement.envelope ?? {};
    if (returnCode !== undefined) this.codes.add(returnCode);
    const isCondition =
      returnCode !== undefined &&
      returnCode !== 'Ok' &&
      (isConditionCode(returnCode) || this.#isProvoked(each.recorded, returnCode));
    if (isCondition) {
      // It may come at any time, but in the form of a refusal.
      const expected = { kind: 'refused', code: returnCode } as const;
      allowed = { ...allowed, outcomes: [{ expected, when: [], clause: allowed.clause }] };
      judgement = check(allowed, exchange, this.#ground.dialect);
    }
    if (isGatewayReply(exchange.outcome) || (isCondition && judgement.findings.length === 0)) {
      this.conditions += 1;
      return;
    }
    this.judged += 1;
    const { envelope } = judgement;
    const { origin } = each.recorded;
    const leaks = this.#leaks(exchange);
    const isRight = judgement.findings.length + leaks.length === 0;
    const isServed = isRight && envelope?.returnCode === 'Ok' && allowed.strictness === 'endpoint';
    const more = isServed ? this.#facts.against({ ...view, envelope, origin }) : leaks;
    const findings = [...judgement.findings, ...more];
    const [first] = findings;
    if (first === undefined) {
      this.shown.add(allowed, envelope);
      return count(this.passed, each.place.endpoint);
    }
    this.shown.exclude(allowed, findings);
    this.failed[breaksMust(findings) ? 'fail' : 'warn'] += 1;
    this.failedEndpoints.add(each.place.endpoint);
    const wrong = { who: 'backend', allowed, more } as const;
    this.kept.add({ origin, exchange, wrong, more: 0 }, bucketKey(first));
  }

  #isProvoked({ headers }: Recorded, code: ReturnCode): boolean {
    const [wanted, value] = this.#ground.provoke.get(code)?.header ?? [];
    return headers.some(([name, text]) => headerKey(name) === wanted?.toLowerCase() && text === value);
  }
}

/** The endpoints in the order of the document. */
export const inOrder = (
  counts: ReadonlyMap<EndpointId, number>,
): readonly (readonly [EndpointId, number])[] =>
  ENDPOINT_IDS.flatMap((id) => (counts.has(id) ? [[id, counts.get(id) ?? 0] as const] : []));
