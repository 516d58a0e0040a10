/** Judges recorded exchanges one by one, both sides of each: the reply against what is right for its request, the request against what a client owes. */
import { isConditionCode, type ReturnCode } from '../../spec/codes.ts';
import { endpointOf, RESOURCE_FACTS } from '../../spec/endpoints.ts';
import { replyHeader, type Exchange } from '../../http/exchange.ts';
import { checkExchange } from '../../judge/compare/check.ts';
import { tagsInRefusal } from '../../judge/compare/tag-owner.ts';
import type { Allowed } from '../../judge/expect/allowed.ts';
import type { Finding } from '../../judge/finding.ts';
import { readReplyBody } from '../../judge/reply/reply-body.ts';
import { headerKey } from '../../judge/rules/reading/header-values.ts';
import { hasIdLength } from '../../judge/rules/id-faults.ts';
import { subjectId } from '../../judge/rules/subject-of.ts';
import type { Subject } from '../../world/world.ts';
import { isGatewayReply } from '../send/gateway.ts';
import { LearnedFacts } from './learned-facts.ts';
import { isCredential } from './masking.ts';
import { FATES, type Fate, type Recorded, type Who } from './recorded.ts';
import { isBehind, recordedPlace, type RecordedPlace } from './recorded-place.ts';
import { leakSearch } from './recorded-secrets.ts';
import { type SecretHeader, sentCall, type RecordedCall, type TrafficFacts } from './sent.ts';

/** One side of an exchange, as it was judged: the reply of the backend, or the request of the client. */
export interface JudgedSide {
  readonly who: Who;
  readonly origin: string;
  readonly place: RecordedPlace;
  readonly exchange: Exchange;
  /** What was right for the request. */
  readonly allowed: Allowed;
  readonly findings: readonly Finding[];
  /** Those of them that do not come of `allowed`, in words that quote no reply. */
  readonly more: readonly Finding[];
}

export interface JudgedExchange {
  readonly url: string;
  readonly fate: Fate;
  /** Undefined: it is about no operation. */
  readonly place: RecordedPlace | undefined;
  /** The code that the reply has, whether or not it is judged. */
  readonly code?: ReturnCode | undefined;
  readonly sides: readonly JudgedSide[];
}

/** Cookies that a reply sets are credentials, too; nothing of it is judged by them. */
const HIDDEN = 'not shown';

type ReplyVerdict = Pick<JudgedSide, 'allowed' | 'findings' | 'more'>;

/** The one declared subject of the id that a request sends. */
function subjectIn({ request, readings: [reading], world }: RecordedCall): Subject | undefined {
  const { resource } = endpointOf(request.endpoint);
  const id = reading === undefined ? undefined : subjectId(reading.call);
  if (id === undefined || !hasIdLength(id, RESOURCE_FACTS[resource])) return undefined;
  const [only, ...others] = world.games.flatMap((game) => {
    const found = world.subject(resource, game, id);
    return found.is === 'present' ? [found.value] : [];
  });
  return others.length === 0 ? only : undefined;
}

/** Whether it leads to another origin, as what stands in front of a backend does: to https, or to a login. */
function isSentOn({ url }: Recorded, { outcome }: Exchange): boolean {
  if (outcome.kind !== 'reply' || outcome.status < 300 || outcome.status > 399) return false;
  const location = replyHeader(outcome, 'location') ?? '';
  return URL.canParse(location) && URL.canParse(url) && new URL(location).origin !== new URL(url).origin;
}

export class TrafficJudge {
  readonly #facts: TrafficFacts;
  readonly #leaks: ReturnType<typeof leakSearch>;
  readonly #learned: LearnedFacts;

  constructor(facts: TrafficFacts) {
    this.#facts = facts;
    this.#leaks = leakSearch(facts.secrets, facts.world);
    this.#learned = new LearnedFacts(facts.secrets);
  }

  /** Judges one exchange, by what the earlier ones showed, too. `lost`: headers that no request of its recording has. */
  judge(recorded: Recorded, lost: readonly SecretHeader[] = []): JudgedExchange {
    const { origin, url, method, isBodyLost } = recorded;
    const { server, failOn } = this.#facts;
    const place = recordedPlace(url);
    if (place === undefined || (server !== undefined && !isBehind(place, server)))
      return { url, fate: 'elsewhere', place, sides: [] };
    if (method === 'OPTIONS') return { url, fate: 'preflights', place, sides: [] };
    const sent = sentCall(recorded, place, this.#facts, lost);
    const exchange = this.#exchange(recorded, sent);
    const { allowed, owed } = sent;
    const side = { origin, place, exchange };
    const request = { ...side, who: 'client', allowed, findings: owed, more: owed } as const;
    const reply = place.isReached ? this.#reply(recorded, sent, exchange) : 'elsewhere';
    const { outcome } = exchange;
    const code = outcome.kind === 'reply' ? readReplyBody(outcome).read?.envelope?.returnCode : undefined;
    if (typeof reply !== 'string')
      return { url, fate: 'judged', place, code, sides: [{ ...side, who: 'backend', ...reply }, request] };
    const isRight =
      failOn === 'client' && place.isReached && !isBodyLost && recorded.reply !== 'withoutReply';
    const fate = isRight || owed.length > 0 ? 'judged' : reply;
    return { url, fate, place, code, sides: [request] };
  }

  /** The exchange as one of our own requests would have made it. A secret that is known is found, and masked, as anywhere. */
  #exchange({ reply, at, ms }: Recorded, { request }: RecordedCall): Exchange {
    const sent = { request, ms, ...(at !== undefined && { sentAt: at - performance.timeOrigin }) };
    if (typeof reply === 'string')
      return { ...sent, outcome: { kind: 'no-reply', why: 'aborted', detail: `recorded ${FATES[reply]}` } };
    const { secrets } = this.#facts;
    const headers = reply.headers.map(([name, value]): readonly [string, string] =>
      isCredential(name) && !secrets.isKnown(value) ? [name, HIDDEN] : [name, value],
    );
    return { ...sent, outcome: { ...reply, headers } };
  }

  /** What the reply comes to; or what becomes of it, where it says nothing about the backend. */
  #reply(recorded: Recorded, sent: RecordedCall, exchange: Exchange): ReplyVerdict | Fate {
    const { reply, origin } = recorded;
    if (typeof reply === 'string') return reply;
    if (isGatewayReply(exchange.outcome) || isSentOn(recorded, exchange)) return 'conditions';
    const { dialect } = this.#facts;
    let { allowed } = sent;
    let judgement = checkExchange(allowed, exchange, dialect);
    const { returnCode } = judgement.envelope ?? {};
    if (returnCode !== undefined && returnCode !== 'Ok' && this.#isCondition(recorded, returnCode)) {
      // It may come at any time, but in the form of a refusal.
      const expected = { kind: 'refused', code: returnCode } as const;
      allowed = { ...allowed, outcomes: [{ expected, when: [], clause: allowed.clause }] };
      judgement = checkExchange(allowed, exchange, dialect);
      if (judgement.findings.length === 0) return 'conditions';
    }
    const { envelope, findings } = judgement;
    const more = [...this.#leaks(exchange)];
    if (envelope?.returnCode !== 'Ok')
      more.push(...tagsInRefusal(judgement, exchange, { exists: subjectIn(sent) }, sent.world));
    else if (findings.length + more.length === 0 && allowed.strictness === 'endpoint')
      more.push(...this.#learned.against(sent, envelope, origin));
    return { allowed, findings: [...findings, ...more], more };
  }

  #isCondition({ headers }: Recorded, code: ReturnCode): boolean {
    const [wanted, value] = this.#facts.provoke.get(code)?.header ?? [];
    return (
      isConditionCode(code) ||
      headers.some(([name, text]) => headerKey(name) === wanted?.toLowerCase() && text === value)
    );
  }
}
