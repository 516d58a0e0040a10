/** Judging an exchange so that no finding quotes a secret, not even a part of one that was cut. */
import type { Dialect } from '../../spec/dialect/dialect.ts';
import type { Exchange } from '../../http/exchange.ts';
import { bodyOf } from '../../http/request.ts';
import type { Mask } from '../../http/secrets/secrets.ts';
import type { Allowed } from '../../judge/expect/allowed.ts';
import { checkExchange, type Judgement } from '../../judge/compare/check.ts';
import type { Finding } from '../../judge/finding.ts';
import { bodyText } from '../../judge/reply/reply-body.ts';
import { isCut } from './redact.ts';

/** The exchange as it may be shown; the same one where it holds no secret. */
function maskedExchange(exchange: Exchange, mask: Mask): Exchange {
  const { outcome } = exchange;
  if (outcome.kind === 'no-reply')
    return { ...exchange, outcome: { ...outcome, detail: mask(outcome.detail) } };
  const text = bodyText(outcome.body);
  const shown = mask(text);
  const headers = outcome.headers.map(([name, value]) => [mask(name), mask(value)] as const);
  const statusText = outcome.statusText === undefined ? undefined : mask(outcome.statusText);
  const same =
    shown === text &&
    statusText === outcome.statusText &&
    headers.every(
      ([name, value], index) => name === outcome.headers[index]?.[0] && value === outcome.headers[index]?.[1],
    );
  if (same) return exchange;
  const masked = {
    ...outcome,
    headers,
    body: bodyOf(shown),
    ...(statusText === undefined ? {} : { statusText }),
  };
  return { ...exchange, outcome: masked };
}

const sameFindings = (a: readonly Finding[], b: readonly Finding[]): boolean =>
  a.length === b.length &&
  a.every(({ kind, clause }, index) => b[index]?.kind === kind && b[index]?.clause === clause);

/** The finding without what it quotes of the reply. */
const unquoted = (found: Finding, mask: Mask, why: string): Finding => ({
  ...found,
  at: mask(found.at),
  expected: mask(found.expected),
  actual: `not shown: ${why}`,
});

/** The judgement of the real exchange, its findings worded from the masked one. */
export const judgeMasked = (allowed: Allowed, exchange: Exchange, dialect: Dialect, mask: Mask): Judgement =>
  wordedMasked(checkExchange(allowed, exchange, dialect), allowed, exchange, dialect, mask);

/** The same of what the real exchange was judged as. */
export function wordedMasked(
  judgement: Judgement,
  allowed: Allowed,
  exchange: Exchange,
  dialect: Dialect,
  mask: Mask,
): Judgement {
  if (judgement.findings.length === 0) return judgement;
  if (isCut(exchange)) {
    const why = 'the reply is too long to be kept whole';
    return { ...judgement, findings: judgement.findings.map((found) => unquoted(found, mask, why)) };
  }
  const shown = maskedExchange(exchange, mask);
  if (shown === exchange) return judgement;
  const { findings } = checkExchange(allowed, shown, dialect);
  const reported = sameFindings(findings, judgement.findings)
    ? findings
    : judgement.findings.map((found) => unquoted(found, mask, 'it holds a secret'));
  return { ...judgement, findings: reported };
}

const HIDDEN = 'not shown: a reply holds a secret';

/** What several replies show together: without what it quotes of them where one holds a secret, which may have been cut. */
export const quotedOf = (found: Finding, exchanges: readonly Exchange[], mask: Mask): Finding =>
  exchanges.some((each) => maskedExchange(each, mask) !== each)
    ? { ...found, at: mask(found.at), expected: HIDDEN, actual: HIDDEN }
    : found;
