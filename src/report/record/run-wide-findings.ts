/** Findings that concern every reply, whatever was asked: a case does not answer for them, the run reports each once. */
import type { RegisteredClause } from '../../spec/clause-register.ts';
import type { Finding, FindingKind, LeakKind } from '../../judge/finding.ts';
import type { Judgement } from '../../judge/compare/check.ts';

interface RunWideRow {
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
export const RUN_WIDE = {
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
  'router-page': {
    clause: '7.1/operation-invalid/status',
    or: '4.1/path/spelling',
    kind: 'discouraged',
    actual: 'HTTP 404',
    title: 'an unknown operation is answered with an envelope, not with the page of a router',
  },
  'chunked-body': {
    clause: '1/http-200/chunked',
    kind: 'discouraged',
    title: 'every body in chunks is read',
  },
  range: {
    clause: '1/http-200/range',
    kind: 'discouraged',
    title: 'no request with a Range gets a part of the reply',
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
} as const satisfies Record<string, RunWideRow>;

export type RunWideWord = keyof typeof RUN_WIDE;

export const RUN_WIDE_WORDS = Object.keys(RUN_WIDE) as readonly RunWideWord[];

/** The row of a finding; undefined: it belongs to its case. */
export function runWideWordOf({
  clause,
  kind,
  level,
  leak: leaked,
  actual,
}: Finding): RunWideWord | undefined {
  if (level === 'must') return undefined;
  return RUN_WIDE_WORDS.find((word) => {
    const row: RunWideRow = RUN_WIDE[word];
    const isOf = clause === row.clause || clause === row.or;
    return isOf && row.kind === kind && row.leak === leaked && actual === (row.actual ?? actual);
  });
}

const isOfCase = (found: Finding): boolean => runWideWordOf(found) === undefined;

/** The findings that a case answers for. */
export function ownFindings(findings: readonly Finding[]): readonly Finding[] {
  return findings.every(isOfCase) ? findings : findings.filter(isOfCase);
}

/** A judgement, and apart from it the findings that concern every reply. */
export function splitOff(judgement: Judgement): {
  readonly judgement: Judgement;
  readonly runWide: readonly Finding[];
} {
  const { findings } = judgement;
  return {
    judgement: { ...judgement, findings: ownFindings(findings) },
    runWide: findings.filter((found) => !isOfCase(found)),
  };
}
