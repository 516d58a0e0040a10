/** The streams of events that every reporter is tested with. */
import type { RunEvent } from '../record/events.ts';
import {
  caseOf,
  errored,
  exchange,
  failed,
  message,
  needing,
  NO_TYPE,
  run,
  throughout,
  TOO_SHORT,
  warned,
} from './streams.ts';

/** Every control character, direction marks, XML's own characters, halves of surrogate pairs, a non-character. */
export const HOSTILE = [
  '\u001b[31mred\u001b]0;title\u0007\u009b2J\u0000\b\r\n\t\v\u007f',
  '<!-- ]]> & " \' </failure><![CDATA[ %s ${HOME} $(id)',
  '\ud800 alone \udc00 \u202eesrever\u202c\u200b\ufeff\u2028\u2029\ufffe\uffff',
  '😀 漢字 ä',
].join(' ');

/** A run in which every text from outside is this one. */
export function runOf(text: string): readonly RunEvent[] {
  const every = message(`HTTP/1.1 200 ${text}`, text, { headers: [[text, text]] });
  const parts = {
    case: { title: text, file: text, chapter: text },
    reason: text,
    findings: [{ ...TOO_SHORT, at: text, expected: text, actual: text, clause: text }],
    exchanges: [exchange(text, { step: text, request: every, reply: every, curl: `curl ${text}` })],
    decided: [text],
  } as const;
  const cases = [
    failed('', parts),
    warned('', parts),
    errored('', ''),
    caseOf({ verdict: 'error', ...parts }),
    caseOf({ verdict: 'skip', ...parts }),
    caseOf({ ...parts, findings: [] }),
  ];
  return run(
    cases.map((each, at) => ({ ...each, case: { ...each.case, id: `${text}/${at}@group.client` } })),
    { started: { target: text, version: text, warnings: [text] }, finished: { partial: text } },
  );
}

const big = 'x'.repeat(200_000);
const bigMessage = message('HTTP/1.1 200', big, {
  headers: Array.from({ length: 1000 }, (_, i) => [`X-${i}`, big.slice(0, 200)] as const),
});

const failures = [failed('id/one-short@gamePlayer.client'), failed('id/one-short@group.client')];

export const STREAMS = {
  'no event at all': [],
  'no case': run([]),
  'all pass': run([caseOf(), caseOf({ case: { id: 'id/right@group.client' } })]),
  'one failure': run([failed('id/one-short@gamePlayer.client')]),
  repetitions: run([...failures, ...['b', 'c', 'd', 'e'].map((id) => failed(`id/${id}@group.admin`))]),
  'known failures': run([
    { ...failed('id/one-short@group.client'), known: 'baseline.yaml' },
    { ...warned('read/plain@group.server'), known: HOSTILE },
  ]),
  'a warning': run([warned('read/plain@group.server')]),
  'a warning of every reply': run([caseOf(), throughout(1)], { started: { planned: 1 } }),
  'warnings of the start': run([caseOf()], { started: { warnings: ['the secret ann is short'] } }),
  'skips for two reasons': run([
    needing('limit/rate@group.client', 'a Player key with limits.requestsPerSecond'),
    needing('limit/ccu@group.client', 'a Player key with limits.sessions'),
    needing('limit/rate@group.server', 'a Player key with limits.requestsPerSecond'),
  ]),
  'an error': run([errored('read/plain@group.client', 'the target refused the connection')]),
  'a partial run': run(failures, { started: { planned: 500 }, finished: { partial: 'interrupted' } }),
  'a failure without a kept exchange': run([failed('id/x@group.client', { exchanges: [] })]),
  'a failure without findings': run([failed('id/x@group.client', { findings: [] })]),
  'a finding of an unknown clause': run([
    warned('id/x@group.client', { findings: [{ ...NO_TYPE, clause: 'dialect/no.such' }] }),
  ]),
  'hostile texts': runOf(HOSTILE),
  'a huge body': run([
    failed('id/big@group.client', {
      exchanges: [exchange('', { request: bigMessage, reply: bigMessage, curl: `curl ${big}` })],
      findings: [{ ...TOO_SHORT, actual: big }],
    }),
  ]),
  'a missing start': run(failures).slice(1),
  'a missing end': run(failures).slice(0, -1),
  'an invalid time': run(failures, { started: { at: 'yesterday' } }),
} as const satisfies Record<string, readonly RunEvent[]>;

/** The streams that a record can hold: one run from start to end. */
export const WHOLE_STREAMS = Object.entries<readonly RunEvent[]>(STREAMS).filter(
  ([, events]) => events[0]?.kind === 'run-started' && events.at(-1)?.kind === 'run-finished',
);
