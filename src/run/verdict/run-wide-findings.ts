/** Findings that concern every reply, whatever was asked: a case does not answer for them, the run reports each once. */
import type { RegisteredClause } from '../../contract/clause-register.ts';
import type { Exchange, Reply } from '../../http/exchange.ts';
import type { Finding, FindingKind, LeakKind } from '../../judge/compare/finding.ts';
import { secretLeak } from '../../judge/reply/leaks.ts';
import { replyText } from '../../judge/reply/reply-body.ts';
import type { Redaction } from '../../engine/redact.ts';
import type { ByParts } from '../conduct/split-by-key.ts';
import type { Attempt } from '../../engine/send.ts';

interface ThroughoutRow {
  readonly clause: RegisteredClause;
  readonly kind: FindingKind;
  readonly leak?: LeakKind;
  /** What the reply has in place of what is expected, and another clause that names the same cause; left out: anything, none. */
  readonly actual?: string;
  readonly or?: RegisteredClause;
  /** What holds of a backend without this finding, as the title of a case says it. */
  readonly title: string;
}

const leak = (kind: LeakKind, title: string) =>
  ({ clause: 'principle/no-leak', kind: 'leak', leak: kind, title }) as const;

/** Shoulds alone: what breaks a must fails its case. The keys are the ids of the reports: `throughout/content-type`. */
export const THROUGHOUT = {
  'content-type': {
    clause: '1/json/type',
    kind: 'content-type',
    title: 'every reply has a JSON Content-Type',
  },
  compression: {
    clause: 'principle/uncompressed',
    kind: 'compressed',
    title: 'no reply is compressed unless the request asks for it',
  },
  'byte-order-mark': {
    clause: '1/json/bom',
    kind: 'byte-order-mark',
    title: 'no reply begins with a byte order mark',
  },
  framing: {
    clause: '1/http-200/framing',
    kind: 'bad-framing',
    title: 'every reply is framed as HTTP demands',
  },
  'stray-bytes': {
    clause: '1/http-200/framing',
    kind: 'stray-bytes',
    title: 'nothing but one reply to each request comes on a connection',
  },
  'router-page': {
    clause: '7.1/operation-invalid/status',
    or: '4.1/path/spelling',
    kind: 'discouraged',
    actual: 'HTTP 404',
    title: 'an unknown operation is answered with an envelope, not with the page of a router',
  },
  'error-code': {
    clause: '2.4/error-code/present',
    kind: 'discouraged',
    title: 'every success carries an errorCode',
  },
  'typed-defaults': {
    clause: '4.4/parameters/defaults',
    kind: 'discouraged',
    title: 'no refusal fills parameters with default values',
  },
  'member-spelling': {
    clause: '2.5/code/spelling',
    kind: 'wrong-member',
    title: 'every list of failing members names them as the document does',
  },
  'code-forms': {
    clause: '7.1/form',
    kind: 'discouraged',
    title: 'each code field keeps to one form in all replies, number or name',
  },
  'leaked-secret': leak('secret', 'no reply shows a secret key or an auth token'),
  'leaked-stack-trace': leak('stack-trace', 'no reply shows a stack trace'),
  'leaked-sql': leak('sql', 'no reply shows SQL'),
  'leaked-credential': leak('credential', 'no reply shows credentials of the server'),
  'leaked-file-path': leak('file-path', 'no reply shows a file path of the server'),
  'leaked-tags': leak('tags', 'no refusal shows tags of the subject'),
} as const satisfies Record<string, ThroughoutRow>;

export type ThroughoutWord = keyof typeof THROUGHOUT;

export const THROUGHOUT_WORDS = Object.keys(THROUGHOUT) as readonly ThroughoutWord[];

/** The row of a finding; undefined: it belongs to its case. */
export function throughoutOf({
  clause,
  kind,
  level,
  leak: leaked,
  actual,
}: Finding): ThroughoutWord | undefined {
  if (level === 'must') return undefined;
  return THROUGHOUT_WORDS.find((word) => {
    const row: ThroughoutRow = THROUGHOUT[word];
    const isOf = clause === row.clause || clause === row.or;
    return isOf && row.kind === kind && row.leak === leaked && actual === (row.actual ?? actual);
  });
}

const isOwn = (found: Finding): boolean => throughoutOf(found) === undefined;

/** The findings that a case answers for. */
export function ownFindings(findings: readonly Finding[]): readonly Finding[] {
  return findings.every(isOwn) ? findings : findings.filter(isOwn);
}

/** A reply may be hostile: only this many bytes of its body are searched for secrets. */
const MOST_BYTES = 1024 * 1024;

function secretLeakIn(reply: Reply, secretIn: (text: string) => string | undefined): Finding | undefined {
  if (reply.statusText !== undefined) {
    const inStatus = secretIn(reply.statusText);
    if (inStatus !== undefined) return secretLeak('status', inStatus);
  }
  const lines = reply.headers.map(([name, value]) => `${name}: ${value}`);
  const inHead = secretIn(lines.join('\n'));
  if (inHead !== undefined) {
    const at = reply.headers.find((_, index) => secretIn(lines[index] ?? '') !== undefined)?.[0] ?? '';
    return secretLeak(at, inHead);
  }
  const inBody = secretIn(replyText(reply, MOST_BYTES));
  return inBody === undefined ? undefined : secretLeak('body', inBody);
}

/** The judgement of a reply, with the findings that concern every reply kept apart. */
export interface SetApart extends Attempt {
  readonly throughout: readonly Finding[];
  /** The exchange is one of several that took the place of a request whose keys were refused. */
  readonly byParts?: ByParts;
}

const NONE: readonly Finding[] = [];

function leakedIn({ outcome, request }: Exchange, secretIn: Redaction['secretIn']): readonly Finding[] {
  const inIt = (text: string): string | undefined => secretIn(text, request);
  const found = outcome.kind === 'reply' ? secretLeakIn(outcome, inIt) : undefined;
  return found === undefined ? NONE : [found];
}

/** Takes out of a judgement what concerns every reply, and looks for secrets. */
export function setApart(judged: Attempt, secretIn: Redaction['secretIn']): SetApart {
  const { judgement } = judged;
  const findings = ownFindings(judgement.findings);
  const throughout = leakedIn(judged.exchange, secretIn);
  if (findings === judgement.findings) return { ...judged, throughout };
  const common = judgement.findings.filter((found) => !isOwn(found));
  return { ...judged, judgement: { ...judgement, findings }, throughout: [...common, ...throughout] };
}
