/** Builders of streams of events, one for each situation that a report must handle. */
import { finding } from '../../judge/finding.ts';
import type {
  CaseFinished,
  CaseIdentity,
  RunEvent,
  RunFinished,
  RunStarted,
  RedactedExchange,
  RedactedFinding,
  RedactedMessage,
} from '../record/events.ts';
import { totalsOf } from '../record/verdict.ts';

export const started = (changes: Partial<RunStarted> = {}): RunStarted => ({
  kind: 'run-started',
  version: '0.2.0',
  target: 'https://staging.example.com/base',
  at: '2026-11-20T10:00:00.000Z',
  planned: 3,
  warnings: [],
  ...changes,
});

export function message(
  start: string,
  body: string,
  changes: Partial<RedactedMessage> = {},
): RedactedMessage {
  const headers = [['Content-Type', 'application/json']] as const;
  return { start, headers, body, bytes: Buffer.byteLength(body), ...changes };
}

const CURL = `curl -sS -X POST https://staging.example.com/base/api/rJson/gamePlayer/client/getTag -H "Secret-Key: $PLAYER_KEY" --data-binary '{"userId":"aaaaaaaaa"}'`;

export const exchange = (replyBody: string, changes: Partial<RedactedExchange> = {}): RedactedExchange => ({
  step: '',
  request: message('POST /base/api/rJson/gamePlayer/client/getTag HTTP/1.1', '{"userId":"aaaaaaaaa"}', {
    headers: [
      ['Secret-Key', '$PLAYER_KEY'],
      ['Content-Type', 'application/json'],
    ],
  }),
  reply: message('HTTP/1.1 200', replyBody),
  ms: 3,
  curl: CURL,
  ...changes,
});

/** An exchange without a reply. */
export function silent(noReply: string): RedactedExchange {
  const { reply: _, ...rest } = exchange('');
  return { ...rest, noReply };
}

type CaseChanges = Partial<Omit<CaseFinished, 'kind' | 'case'>> & { readonly case?: Partial<CaseIdentity> };

/** A case `id/one-short@gamePlayer.client`, passed by default. */
export function caseOf(changes: CaseChanges = {}): CaseFinished {
  const identity: CaseIdentity = {
    id: 'id/one-short@gamePlayer.client',
    title: 'an id one character too short is refused as StringMinLength',
    clauses: ['7.3/string-min-length'],
    endpoint: 'gamePlayer.client',
    file: 'suites/7.3-member-checks.yaml',
    line: 12,
    chapter: '7.3 Member checks',
    index: 0,
    ...changes.case,
  };
  const rest = { verdict: 'pass', ms: 4, findings: [], reason: '', exchanges: [], decided: [] } as const;
  return { kind: 'case-finished', ...rest, ...changes, case: identity };
}

export const shownBy = (found: ReturnType<typeof finding>, index = 0): RedactedFinding => ({
  ...found,
  exchange: index,
});

export const TOO_SHORT = shownBy(
  finding(
    'wrong-outcome',
    '7.3/string-min-length',
    'returnCode',
    'InvalidRequestParameters (-5) listing userId as StringMinLength (5)',
    'Ok with 1 tag {"vip": "gold"}',
  ),
);

export const NO_TYPE = shownBy(
  finding('content-type', '1/json/type', 'Content-Type', 'application/json', 'text/plain'),
);

const REPLY =
  '{"returnCode":1,"parameters":{"errorCode":1,"infoResponseParameters":{"tags":[{"key":"vip","value":"gold"}]}}}';

export const failed = (id: string, changes: CaseChanges = {}): CaseFinished =>
  caseOf({
    verdict: 'fail',
    findings: [TOO_SHORT],
    exchanges: [exchange(REPLY)],
    ...changes,
    case: { id, ...changes.case },
  });

export const warned = (id: string, changes: CaseChanges = {}): CaseFinished =>
  failed(id, { verdict: 'warn', findings: [NO_TYPE], ...changes });

export const skipped = (id: string, reason: string): CaseFinished =>
  caseOf({ verdict: 'skip', reason, case: { id } });

export const needing = (id: string, need: string): CaseFinished =>
  caseOf({ verdict: 'skip', reason: `needs ${need}`, need, case: { id } });

export const errored = (id: string, reason: string): CaseFinished =>
  caseOf({ verdict: 'error', reason, exchanges: [silent('connect ECONNREFUSED')], case: { id } });

/** A fault of many replies, reported once after the cases. */
export const throughout = (index: number): CaseFinished =>
  warned('throughout/content-type', {
    case: {
      title: 'every reply has a JSON Content-Type',
      clauses: ['1/json/type'],
      endpoint: 'group.client',
      endpoints: ['group.client', 'group.admin'],
      file: '',
      line: 0,
      chapter: 'throughout',
      index,
    },
    notes: [
      'seen in 1,566 of 4,188 replies, in 900 of 1,811 cases, first in a@group.client',
      'on group.client, group.admin',
    ],
    exchanges: [exchange(REPLY, { step: 'a@group.client' })],
  });

/** A whole run of these cases. */
export function run(
  cases: readonly CaseFinished[],
  changes: { readonly started?: Partial<RunStarted>; readonly finished?: Partial<RunFinished> } = {},
): readonly RunEvent[] {
  return [
    started({ planned: cases.length, ...changes.started }),
    ...cases,
    {
      kind: 'run-finished',
      totals: totalsOf(cases),
      ms: 1234,
      requests: cases.length,
      partial: '',
      ...changes.finished,
    },
  ];
}
