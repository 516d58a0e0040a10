/** What judging recordings came to, as the events of a run: a case for each exchange with findings, one for the right ones of each endpoint. */
import type { Dialect } from '../dialect/dialect.ts';
import {
  caseWithoutSuite,
  RECORDED_CHAPTER,
  type CaseFinished,
  type CaseIdentity,
  type RedactedFinding,
} from '../engine/events.ts';
import type { Exchange } from '../http/exchange.ts';
import { judgeMasked } from '../engine/judge-masked.ts';
import { hidden, maskFinding, redactExchange, type Redaction } from '../engine/redact.ts';
import type { Totals } from '../engine/verdict.ts';
import { breaksMust } from '../judge/finding.ts';
import type { FailOnWho } from './recorded.ts';
import { dutyClause } from '../rules/duties.ts';
import { plural } from '../text/quantities.ts';
import { inOrder, type RecordedJudge } from './judge-recorded.ts';
import type { Kept, Wrong } from './kept-findings.ts';

/** How findings are shown, and whether they count. */
export interface Showing {
  /** Whose findings fail; those of the other only warn. */
  readonly failOn: FailOnWho;
  readonly redaction: Redaction;
  readonly dialect: Dialect;
}

const counts = (who: Wrong['who'], failOn: FailOnWho): boolean => failOn === 'both' || failOn === who;

const number = (count: number): string => count.toLocaleString('en-US');

/** A case that was recorded. */
const recordedCase = (
  id: string,
  title: string,
  about: Partial<CaseIdentity>,
  event: Parameters<typeof caseWithoutSuite>[1],
): CaseFinished =>
  caseWithoutSuite({ id: `${RECORDED_CHAPTER}/${id}`, title, chapter: RECORDED_CHAPTER, ...about }, event);

const timeText = ({ sentAt }: Exchange): string =>
  sentAt === undefined ? '' : ` at ${new Date(Math.round(performance.timeOrigin + sentAt)).toISOString()}`;

/** Findings are worded from what is shown, so that they quote no secret. */
function findingsOf({ exchange, wrong }: Kept, { redaction, dialect }: Showing): readonly RedactedFinding[] {
  if (wrong.who === 'backend')
    return [
      ...judgeMasked(wrong.allowed, exchange, dialect, redaction.mask).findings,
      ...wrong.more.map((found) => maskFinding(found, redaction.mask)),
    ];
  return wrong.duties.map(({ section, text, ...duty }) => ({
    kind: 'client-duty',
    clause: dutyClause({ ...duty, section }),
    level: 'must',
    at: '',
    expected: `a request as §${section} has it`,
    actual: text,
  }));
}

function caseOfKept(kept: Kept, notes: readonly string[], showing: Showing): CaseFinished {
  const { redaction, failOn } = showing;
  const { origin, exchange, wrong, more } = kept;
  const findings = findingsOf(kept, showing);
  const isCounted = counts(wrong.who, failOn);
  const { endpoint } = exchange.request;
  const [what, id] =
    wrong.who === 'client'
      ? [`a request to ${endpoint}`, `client/${origin}`]
      : [`a reply of ${endpoint}`, origin];
  const clauses = [...new Set(findings.map(({ clause }) => clause))];
  return recordedCase(
    redaction.mask(id),
    `${what}, recorded${timeText(exchange)}`,
    { endpoint, clauses },
    {
      verdict: isCounted && breaksMust(findings) ? 'fail' : 'warn',
      ms: exchange.ms,
      findings: findings.map((found) => ({ ...found, ...(!isCounted && { level: 'should' }), exchange: 0 })),
      exchanges: [redactExchange({ label: '', exchange }, redaction)],
      notes: [...(more > 0 ? [`${number(more)} more exchanges are the same`] : []), ...notes],
    },
  );
}

/** The cases, those with findings first as they were read, each with its place in the order of the report. */
export function recordedCases(judge: RecordedJudge, showing: Showing): readonly CaseFinished[] {
  const passing = inOrder(judge.passed).map(([endpoint, count]) =>
    recordedCase(
      endpoint,
      `${number(count)} recorded replies of ${endpoint} are right`,
      { endpoint, clauses: judge.shown.clausesOn(endpoint) },
      { verdict: 'pass' },
    ),
  );
  const broken = [...judge.kept.causes.values()].flatMap(({ kept, count }) => {
    const left = count - kept.reduce((sum, { more }) => sum + 1 + more, 0);
    const notes = left > 0 ? [`${plural(left, 'more exchange')} with this finding: too many to keep`] : [];
    return kept.map((each, at) => caseOfKept(each, at === 0 ? notes : [], showing));
  });
  return [...passing, ...broken].map((each, index) =>
    hidden({ ...each, case: { ...each.case, index } }, showing.redaction),
  );
}

/** How many exchanges, not cases, came to each verdict. */
export function recordedTotals({ passed, failed, clientFailed }: RecordedJudge, failOn: FailOnWho): Totals {
  const pass = [...passed.values()].reduce((sum, each) => sum + each, 0);
  const isBackend = counts('backend', failOn);
  const isClient = counts('client', failOn);
  const fail = (isBackend ? failed.fail : 0) + (isClient ? clientFailed : 0);
  return { pass, fail, warn: failed.fail + failed.warn + clientFailed - fail, skip: 0, error: 0 };
}
