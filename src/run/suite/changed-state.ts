/** Whether the backend changes its state: requests that were answered rightly, and later, byte for byte the same, wrongly, whenever they are asked. */
import type { CaseFinished } from '../../report/record/events.ts';
import { maskFinding, redactExchange, type Redaction } from '../../report/record/redact.ts';
import { CHANGED_STATE, runWideEvent } from '../../report/record/unanswered-events.ts';
import { fewOf } from '../../base/text/quantities.ts';
import { type HeaderLine, isSecretRef, type Request } from '../../http/request.ts';
import { showActual } from '../../judge/compare/show-actual.ts';
import { breaksMust, finding } from '../../judge/finding.ts';
import type { AskedSubject, CaseRequest } from '../../cases/planned.ts';
import { UNKNOWN } from '../../world/world.ts';
import type { CaseAttempt } from './verdict/case-records.ts';

/** So many subjects are asked about again, each so often: what fails at random is answered rightly at least once. */
const MOST_SUBJECTS_ASKED = 20;
const TIMES_ASKED = 5;

/** A request that a case sent, and when. */
export interface SentByCase {
  readonly name: string;
  readonly at: number;
  readonly subject: AskedSubject;
  /** Of a reply that may be one of the two; left out where there is no room for it. */
  readonly attempt?: CaseAttempt;
}

/** The last right reply to a request, and the first wrong one behind it. */
interface BothWays {
  readonly good: CaseAttempt;
  readonly bad: CaseAttempt;
}

const sentAt = ({ exchange }: CaseAttempt): number => exchange.sentAt ?? 0;
const nameOf = ({ resource, game, id }: AskedSubject): string => JSON.stringify([resource, game, id]);
const whoIsAsked = ({ planned: { who } }: CaseAttempt): string => nameOf(who.subject);

const headerText = ([name, value]: HeaderLine): string =>
  isSecretRef(value) ? `${name}: {${value.secret} ${value.alter ?? ''}}` : `${name}: ${value}`;
const isAgent = ([name]: HeaderLine): boolean => name.toLowerCase() === 'user-agent';

/** The same for requests that differ in the name of their case alone. */
function textOfRequest({ method, path, headers, body, wire }: Request): string {
  const lines = headers.filter((line) => !isAgent(line)).map(headerText);
  return [method, path, wire ?? '', ...lines, Buffer.from(body ?? []).toString('latin1')].join('\n');
}

/** Whether tags that are known are right for a request. */
const expectsTags = ({ planned: { allowed } }: CaseAttempt): boolean =>
  allowed.outcomes.some(({ expected }) => expected.kind === 'tags' && expected.tags !== UNKNOWN);

const isRight = ({ judgement: { envelope, findings } }: CaseAttempt): boolean =>
  envelope?.returnCode === 'Ok' && !breaksMust(findings);
const isAnsweredWrongly = ({
  exchange: { outcome },
  judgement: { findings },
  trouble,
}: CaseAttempt): boolean => outcome.kind === 'reply' && trouble === undefined && breaksMust(findings);

/** A wrong reply, as far as it matters whether a change explains it. */
export interface WrongReply {
  readonly at: number;
  readonly subject: string;
  /** Tags that are known were right for the request. */
  readonly wasOwedTags: boolean;
  /** Nothing else is wrong than the tags that came. */
  readonly hasOtherTags: boolean;
}

/** The wrong replies to a case. */
export const wrongReplies = (attempts: readonly CaseAttempt[]): readonly WrongReply[] =>
  attempts.filter(isAnsweredWrongly).map((each) => ({
    at: sentAt(each),
    subject: whoIsAsked(each),
    wasOwedTags: expectsTags(each),
    hasOtherTags: each.judgement.findings.every(
      ({ kind, level }) => kind === 'wrong-tags' || level === 'should',
    ),
  }));

const answerShown = ({ judgement: { envelope } }: CaseAttempt): string =>
  envelope === undefined ? 'no envelope' : showActual(envelope);

/** The requests that were answered in both ways, as they were sent: the first wrong reply first. */
function answeredBothWays(sent: readonly SentByCase[]): readonly BothWays[] {
  const owed = sent.flatMap(({ attempt }) => attempt ?? []).filter(expectsTags);
  const known = new Map<string, { readonly good: CaseAttempt; readonly bad?: CaseAttempt }>();
  for (const attempt of owed.toSorted((a, b) => sentAt(a) - sentAt(b))) {
    const key = textOfRequest(attempt.planned.request);
    const before = known.get(key);
    if (before?.bad !== undefined) continue;
    if (isRight(attempt)) known.set(key, { good: attempt });
    else if (before !== undefined && isAnsweredWrongly(attempt)) known.set(key, { ...before, bad: attempt });
  }
  return [...known.values()]
    .filter((each): each is BothWays => each.bad !== undefined)
    .toSorted((a, b) => sentAt(a.bad) - sentAt(b.bad));
}

/** That the backend changed its state: which requests show it best, from when on, and of which subjects that is known. */
export interface ChangedState {
  readonly shown: BothWays;
  readonly since: number;
  readonly subjects: ReadonlySet<string>;
  /** The names of what was sent about the subject between its last good reply and the first bad one, the last first. */
  readonly between: readonly string[];
}

/**
 * Asks again, one request after the other, what was answered in both ways: a subject has changed if each answer is wrong now. Undefined:
 * none has.
 */
export async function findChangedState(
  sent: readonly SentByCase[],
  send: (planned: CaseRequest) => Promise<CaseAttempt>,
): Promise<ChangedState | undefined> {
  const asked = new Set<string>();
  const changed = new Map<string, BothWays>();
  for (const each of answeredBothWays(sent)) {
    const subject = whoIsAsked(each.good);
    if (asked.has(subject) || asked.size >= MOST_SUBJECTS_ASKED) continue;
    asked.add(subject);
    let wrong = 0;
    while (wrong < TIMES_ASKED && isAnsweredWrongly(await send(each.good.planned))) wrong += 1;
    if (wrong === TIMES_ASKED) changed.set(subject, each);
  }
  const [first] = changed;
  if (first === undefined) return undefined;
  const [subject, shown] = first;
  const between = sent
    .filter(
      ({ at, subject: its }) => at > sentAt(shown.good) && at < sentAt(shown.bad) && nameOf(its) === subject,
    )
    .toSorted((a, b) => b.at - a.at);
  return {
    shown,
    since: Math.min(...[...changed.values()].map(({ good }) => sentAt(good))),
    subjects: new Set(changed.keys()),
    between: [...new Set(between.map(({ name }) => name))],
  };
}

/** Whether the failure of a case follows from the change: tags were expected, of what has changed or of which others came, after it. */
export const isExplainedBy = ({ since, subjects }: ChangedState, wrong: readonly WrongReply[]): boolean =>
  wrong.length > 0 &&
  wrong.every(
    ({ at, subject, wasOwedTags, hasOtherTags }) =>
      at > since && wasOwedTags && (hasOtherTags || subjects.has(subject)),
  );

/** The finding, with the last good and the first bad reply, and what was sent between them about the subject. */
export function changedStateEvent(
  { shown: { good, bad }, between }: ChangedState,
  index: number,
  redaction: Redaction,
): CaseFinished {
  const found = finding(
    'changed-state',
    '1/read-only',
    '',
    `as before: ${answerShown(good)}`,
    answerShown(bad),
  );
  return runWideEvent(
    CHANGED_STATE,
    {
      title: 'the same request gets the same answer as long as the run lasts',
      clause: '1/read-only',
      verdict: 'fail',
      endpoints: new Set([good.planned.request.endpoint]),
      findings: [{ ...maskFinding(found, redaction.mask), exchange: 1 }],
      notes: [
        'it is answered wrongly ever since, also each time it is sent alone',
        between.length === 0
          ? 'nothing else was sent about the subject between the last good reply and the first bad one'
          : `sent about the subject between the last good reply and the first bad one, the last first: ${fewOf(between)}`,
      ],
      exchanges: [
        redactExchange({ label: 'the last good reply', exchange: good.exchange }, redaction),
        redactExchange({ label: 'the first bad reply', exchange: bad.exchange }, redaction),
      ],
    },
    index,
  );
}
