/** The one comparer: what is wrong with an exchange, against what is allowed. From the outside in, so that the first finding names the cause. */
import type { RegisteredClause } from '../../spec/clause-register.ts';
import { type Answer, observedAnswer, breaches, type Dialect } from '../../spec/dialect/dialect.ts';
import type { QuestionId } from '../../spec/dialect/questions.ts';
import { replyHeader, type Exchange, type Reply } from '../../http/exchange.ts';
import { codingsOf } from '../../http/reply-bounds.ts';
import { asText, type Request } from '../../http/request.ts';
import { type EndpointId, endpointOf } from '../../spec/endpoints.ts';
import { type Allowed, type AllowedOutcome, isOwedHttp } from '../expect/allowed.ts';
import type { Envelope } from '../reply/envelope.ts';
import { breaksMust, finding, type Finding } from '../finding.ts';
import { leakFindings, leaksInHead } from '../reply/leaks.ts';
import { judgeOutcome } from './match-outcome.ts';
import type { Match } from './match-members.ts';
import { readReplyBody } from '../reply/reply-body.ts';
import { showOutcomes } from '../show.ts';

export interface Judgement {
  readonly findings: readonly Finding[];
  /** The envelope, where the reply is one. */
  readonly envelope: Envelope | undefined;
  /** The options on which every way of reading the reply rests, each at the scope of its question; none where it breaks a must. */
  readonly evidence: readonly Answer[];
  /** Every question on which some way of reading the reply rests, whether or not it shows the answer. */
  readonly questions: readonly QuestionId[];
}

/** Whether the reply is an Ok as it should be: nothing about it is left to look at. */
export const isRightOk = ({ findings, envelope }: Judgement): boolean =>
  findings.length === 0 && envelope?.returnCode === 'Ok';

const judged = (findings: readonly Finding[]): Judgement => ({
  findings,
  envelope: undefined,
  evidence: [],
  questions: [],
});
const FINE = judged([]);

/** Outside the nine endpoints the universal checks are only shoulds. */
function softened(found: Finding, allowed: Allowed): Finding {
  if (allowed.strictness === 'endpoint' || found.level === 'should') return found;
  // §7.1: whatever the status of an unknown operation, the code of its envelope is not free.
  if (found.kind === 'unknown-code' && allowed.clause === '7.1/operation-invalid')
    return { ...found, clause: allowed.clause, level: 'must' };
  const clause: RegisteredClause =
    found.kind === 'status' ? '1/http-200/elsewhere' : '7.1/operation-invalid/status';
  return { ...found, clause, level: 'should' };
}

/** A finding on a reply that is not an outcome at all: a user's own case expects one, even outside the nine endpoints. */
function unmet(found: Finding, allowed: Allowed): Finding {
  return allowed.asWritten === true ? found : softened(found, allowed);
}

/** 304 says that the caller has the reply already: it leads nowhere. */
const NOT_MODIFIED = 304;
const isRedirect = ({ status }: Reply): boolean => status >= 300 && status <= 399 && status !== NOT_MODIFIED;

/** In place of the target's own address, which is not known here. */
const ANY_ORIGIN = 'http://target';

/** Whether a redirect leads to the canonical path of the endpoint, below any base path (path.spelling). */
function leadsToEndpoint(reply: Reply, { endpoint }: Allowed): boolean {
  const location = replyHeader(reply, 'location') ?? '';
  const isUrl = URL.canParse(location, ANY_ORIGIN);
  return isUrl && new URL(location, ANY_ORIGIN).pathname.endsWith(endpointOf(endpoint).path);
}

const RANGE_OF_BYTES = /^bytes=(\d{1,9})-(\d{1,9})$/;

/** Whether a reply has just the bytes for which a Range asks: it is a part, whatever its status says (question http.range). */
function isPart({ body }: Reply, { headers }: Request): boolean {
  for (const [name, value] of headers) {
    if (name.toLowerCase() !== 'range') continue;
    const [, from, to] = RANGE_OF_BYTES.exec(asText(value)) ?? [];
    return to !== undefined && body.length === Number(to) - Number(from) + 1;
  }
  return false;
}

/** Findings about a body, without that it is compressed where the request asks for its codings. */
function withoutAsked(findings: readonly Finding[], reply: Reply, { headers }: Request): readonly Finding[] {
  if (!findings.some(({ kind }) => kind === 'compressed')) return findings;
  const lines = headers.filter(([name]) => name.toLowerCase() === 'accept-encoding');
  const accepted = lines.map(([, value]) => asText(value).toLowerCase()).join();
  const asked = new Set(accepted.split(/[,;\s]+/));
  const isAsked = codingsOf(reply).every((coding) => asked.has(coding));
  return isAsked ? findings.filter(({ kind }) => kind !== 'compressed') : findings;
}

/** The allowed outcome that a status is. A redirect has to be allowed by its own status, and to lead to the endpoint. */
function outcomeOfStatus(allowed: Allowed, reply: Reply): AllowedOutcome | undefined {
  const fitting = allowed.outcomes.find(
    ({ expected }) =>
      expected.kind === 'http' && expected.statuses !== 'any' && expected.statuses.includes(reply.status),
  );
  if (isRedirect(reply))
    return allowed.asWritten === true || leadsToEndpoint(reply, allowed) ? fitting : undefined;
  return (
    fitting ??
    allowed.outcomes.find(({ expected }) => expected.kind === 'http' && expected.statuses === 'any')
  );
}

/** Judges a reply by its HTTP status: another than 200, or a part of the reply. */
function judgeStatus(allowed: Allowed, reply: Reply, isOfPart: boolean, dialect: Dialect): Judgement {
  const outcome = outcomeOfStatus(allowed, isOfPart ? { ...reply, status: 206 } : reply);
  if (outcome === undefined) {
    const [expected, actual] = ['HTTP 200', `HTTP ${reply.status}`];
    if (!isRedirect(reply))
      return judged([unmet(finding('status', '1/http-200/status', 'status', expected, actual), allowed)]);
    const to = `${actual} to ${replyHeader(reply, 'location') ?? 'nowhere'}`;
    return judged([finding('redirect', 'principle/no-redirect', 'status', expected, to)]);
  }
  const findings = breaches(outcome.when, dialect, allowed.endpoint).map((clause) =>
    finding(
      'discouraged',
      clause,
      'status',
      showOutcomes(allowed.outcomes.slice(0, 1)),
      isOfPart ? 'HTTP 200 with a part of the reply' : `HTTP ${reply.status}`,
    ),
  );
  return { findings, envelope: undefined, ...restingOn([outcome], allowed.endpoint, findings) };
}

/** The options on which a reply rests: where several readings are right, only what they share is shown; nothing by a reply that breaks a must. */
function restingOn(
  readings: readonly Pick<Match, 'when'>[],
  endpoint: EndpointId,
  findings: readonly Finding[],
): Pick<Judgement, 'evidence' | 'questions'> {
  const questions = new Set<QuestionId>();
  for (const { when } of readings) for (const { question } of when) questions.add(question);
  const evidence: Answer[] = [];
  const [first, ...others] = readings;
  if (first !== undefined && (findings.length === 0 || !breaksMust(findings)))
    for (const each of first.when)
      if (others.every(({ when }) => when.includes(each))) evidence.push(observedAnswer(each, endpoint));
  return { evidence, questions: [...questions] };
}

const isPayload = ({ kind }: Finding): boolean => kind === 'missing-data' || kind === 'wrong-type';

/**
 * Puts the cause first: a wrong outcome explains missing payload members, and an unreadable payload explains
 * missing tags.
 */
function inCausalOrder(
  universal: readonly Finding[],
  outcome: readonly Finding[],
  unreadable: boolean,
): readonly Finding[] {
  if (outcome.some(({ kind }) => kind === 'wrong-outcome')) {
    return [...universal.filter((found) => !isPayload(found)), ...outcome, ...universal.filter(isPayload)];
  }
  return [...universal, ...(unreadable ? outcome.filter(({ kind }) => kind !== 'wrong-tags') : outcome)];
}

/** Judges a reply: its status, then its body as an envelope. Where nothing is wrong with either, only the outcome is left to compare. */
function judgeReply(allowed: Allowed, reply: Reply, request: Request, dialect: Dialect): Judgement {
  const body = readReplyBody(reply);
  const inHead = leaksInHead(reply);
  const leaks =
    inHead.length + body.leaks.length === 0 ? [] : leakFindings([...inHead, ...body.leaks], request);
  const isOfPart = reply.status === 200 && isPart(reply, request);
  if (reply.status !== 200 || isOfPart) {
    const byStatus = judgeStatus(allowed, reply, isOfPart, dialect);
    return { ...byStatus, findings: [...byStatus.findings, ...leaks] };
  }
  const { envelope, findings = [], shown = [] } = body.read ?? {};
  const found = [...findings, ...withoutAsked(body.findings, reply, request), ...leaks];
  if (envelope === undefined) return judged(found.map((each) => unmet(each, allowed)));
  const universal = found.map((each) => softened(each, allowed));
  const unreadable = universal.some((each) => isPayload(each) && each.level === 'must');
  const outcome = judgeOutcome(allowed, envelope, shown, dialect, unreadable);
  const all =
    universal.length === 0 ? outcome.findings : inCausalOrder(universal, outcome.findings, unreadable);
  return { findings: all, envelope, ...restingOn(outcome.matches, allowed.endpoint, all) };
}

const EXPECTED_ON_WIRE = 'a reply that is HTTP/1.1 when the request is first sent';

/** Compares one exchange with what is allowed, by what is known about the backend's choices. */
export function checkExchange(
  allowed: Allowed,
  { outcome, request, unreadableAtFirst }: Exchange,
  dialect: Dialect,
): Judgement {
  const judgement =
    allowed.strictness === 'only liveness'
      ? FINE
      : outcome.kind === 'no-reply'
        ? judged([finding('no-reply', '1/http-200/reply', '', 'a reply', outcome.detail)])
        : judgeReply(allowed, outcome, request, dialect);
  if (unreadableAtFirst === undefined || !isOwedHttp(allowed, request)) return judgement;
  const framing = finding('bad-framing', '1/http-200/framing', '', EXPECTED_ON_WIRE, unreadableAtFirst);
  return { ...judgement, findings: [...judgement.findings, framing] };
}
