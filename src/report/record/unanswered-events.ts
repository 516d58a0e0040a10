/** What a run reports of requests that were not answered when they were first sent: a finding about all of them, each a case of its own. */
import type { RegisteredClause } from '../../spec/clause-register.ts';
import { ENDPOINT_IDS, type EndpointId } from '../../spec/endpoints.ts';
import { finding, type FindingKind } from '../../judge/finding.ts';
import { digits, percent, showDuration } from '../../base/text/quantities.ts';
import {
  caseWithoutSuite,
  SYNTHETIC_CHAPTERS,
  type AnswersTally,
  type CaseFinished,
  type UnansweredTally,
} from './events.ts';

/**
 * What a request met in place of its answer. `late`: the answer came, but after the time-out; `raced`: a used connection was closed on
 * it, as HTTP allows, and it was answered over a new one.
 */
export const UNANSWERED_WORDS = ['hung-up', 'late', 'gateway', 'firewall', 'limited', 'raced'] as const;
export type UnansweredWord = (typeof UNANSWERED_WORDS)[number];

/** Of a run that ended before it was known whether a reply comes late. */
export const STILL_OPEN = 'still waited for at the end';

interface UnansweredRow {
  /** What holds of a backend without this finding, as the title of a case says it. */
  readonly title: string;
  readonly expected: string;
  /** `got no reply at first`. */
  readonly words: string;
  readonly kind: FindingKind;
  readonly notes: (tally: UnansweredTally) => readonly string[];
}

const CLAUSE: RegisteredClause = '1/http-200/first-try';
/** What breaks a must: the network is to blame for one or two, an outage for any number at one time. */
const BROKEN_MUST = { clause: '1/http-200/reply', kind: 'no-reply', from: 3 } as const;

/** What is limited is never more than a warning: the document lets a backend refuse too many requests. */
export const UNANSWERED = {
  'hung-up': {
    title: 'every request is answered when it is first sent',
    expected: 'a reply to every request when it is first sent',
    words: 'got no reply at first',
    kind: 'hung-up',
    notes: ({ incidents }) => [
      incidents === 1
        ? 'all at one time, as in an outage'
        : 'others were answered in between, so this is no single outage',
      "look into the target's log at the times of these requests; a proxy or load balancer in between may lose them, too",
    ],
  },
  late: {
    title: 'every request is answered within the time-out',
    expected: 'a reply within the time-out',
    words: 'were answered after the time-out',
    kind: 'late',
    notes: ({ slowestMs }) => [
      `the slowest took ${showDuration(slowestMs)}; the document promises no speed: with a higher --timeout these replies are judged`,
    ],
  },
  gateway: {
    title: 'no gateway answers in place of the backend',
    expected: 'a reply of the backend itself',
    words: 'were answered by a gateway or load balancer in place of the backend',
    kind: 'gateway',
    notes: () => ['they were sent again; look whether the backend behind it was restarted, or is too busy'],
  },
  firewall: {
    title: 'nothing in front of the backend refuses a request',
    expected: 'a reply of the backend itself',
    words: 'were refused by something in front of the backend',
    kind: 'gateway',
    notes: () => [
      'their cases are skipped: let such requests through, or run tagproof behind what refuses them; if the backend itself answers so, it breaks 1/http-200/status',
    ],
  },
  raced: {
    title: 'no used connection is closed on a request',
    expected: 'a reply over the connection on which a request is sent',
    words: 'were sent again, as the used connection was closed on them',
    kind: 'hung-up',
    notes: () => [
      'HTTP lets a server do so (RFC 9112, 9.6): say "Connection: close" with the last reply, or keep connections open for longer than clients do',
    ],
  },
  limited: {
    title: 'no request is refused for how much is sent, where no declared limit says so',
    expected: 'a reply that can be judged to every request when it is first sent',
    words: 'were refused for how much is sent',
    kind: 'limited',
    notes: () => [
      'run with a lower --rate, or declare the limits of the keys; with --fail-on unverified the run fails for what it did not verify',
    ],
  },
} as const satisfies Record<UnansweredWord, UnansweredRow>;

export const countOf = ({ kinds }: Pick<UnansweredTally, 'kinds'>): number =>
  kinds.reduce((sum, [, each]) => sum + each, 0);

/** `got no reply at first: 10 timed out, 2 closed`. */
export const saidOf = (
  { kinds }: UnansweredTally,
  { words, kind }: Pick<UnansweredRow, 'words' | 'kind'>,
): string =>
  kind === 'late'
    ? words
    : `${words}: ${kinds.map(([each, count]) => `${digits(count)} ${each}`).join(', ')}`;

export function endpointWords(endpoints: ReadonlySet<EndpointId>): string {
  return endpoints.size === ENDPOINT_IDS.length
    ? 'on every endpoint'
    : `on ${ENDPOINT_IDS.filter((id) => endpoints.has(id)).join(', ')}`;
}

/** What a finding about all requests of a run is reported with. */
type RunWide = Pick<CaseFinished, 'verdict' | 'findings' | 'exchanges'> & {
  readonly title: string;
  readonly clause: RegisteredClause;
  readonly notes: readonly string[];
  /** Where it was seen. */
  readonly endpoints: ReadonlySet<EndpointId>;
};

/** The word of the finding that the backend changes its state; the id of its event, which other cases name that fail for it. */
export const CHANGED_STATE = 'changed-state';
export const CHANGED_STATE_ID = `${SYNTHETIC_CHAPTERS.throughout}/${CHANGED_STATE}`;

/** The event of one: a case of its own, which no suite has. */
export function runWideEvent(
  word: string,
  { title, clause, endpoints, verdict, findings, notes, exchanges }: RunWide,
  index: number,
): CaseFinished {
  const chapter = SYNTHETIC_CHAPTERS.throughout;
  const places = ENDPOINT_IDS.filter((id) => endpoints.has(id));
  const [endpoint] = places;
  const where = { ...(endpoint !== undefined && { endpoint }), endpoints: places };
  return caseWithoutSuite(
    { id: `${chapter}/${word}`, title, chapter, clauses: [clause], ...where, index },
    { verdict, findings, notes, exchanges },
  );
}

function eventOf(tally: UnansweredTally, row: UnansweredRow, requests: number, index: number): CaseFinished {
  const { word, kinds, incidents, examples } = tally;
  const count = countOf(tally);
  const share = count / Math.max(count, requests);
  const missing = countOf({ kinds: kinds.filter(([kind]) => kind !== STILL_OPEN) });
  const isBroken = word === 'hung-up' && missing >= BROKEN_MUST.from && incidents > 1;
  const { kind, clause } = isBroken ? BROKEN_MUST : { kind: row.kind, clause: CLAUSE };
  const endpoints = new Set(tally.endpoints);
  const actual = `${digits(count)} of ${digits(requests)} requests (${percent(share)}) ${saidOf(tally, row)}`;
  const found = finding(kind, clause, '', row.expected, actual);
  return runWideEvent(
    word,
    {
      title: row.title,
      clause,
      endpoints,
      verdict: isBroken ? 'fail' : 'warn',
      findings: [{ ...found, share, ...(examples.length > 0 && { exchange: 0 }) }],
      notes: [endpointWords(endpoints), ...row.notes(tally)],
      exchanges: examples,
    },
    index,
  );
}

/** Whether an event is one of these. */
export const isUnanswered = ({ case: { id } }: CaseFinished): boolean =>
  UNANSWERED_WORDS.some((word) => id === `${SYNTHETIC_CHAPTERS.throughout}/${word}`);

/** `warning: 2 of 31 requests (6.5 %) got no reply at first: 2 closed`, for commands that report no cases. */
export function unansweredLine({ verdict, findings }: CaseFinished): string {
  const found = findings.map(({ actual, clause }) => `${actual} [${clause}]`);
  return `${verdict === 'fail' ? 'error' : 'warning'}: ${found.join('; ')}`;
}

/** An event for each way in which requests were not answered; the first has this index. */
export function unansweredEvents(
  answers: AnswersTally | undefined,
  firstIndex: number,
): readonly CaseFinished[] {
  if (answers === undefined) return [];
  return UNANSWERED_WORDS.flatMap((word, at) => {
    const tally = answers.tallies.find((each) => each.word === word);
    return tally === undefined ? [] : [eventOf(tally, UNANSWERED[word], answers.requests, firstIndex + at)];
  });
}
