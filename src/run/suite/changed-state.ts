/** Whether the backend changes its state: requests that were answered rightly, and later, byte for byte the same, wrongly, whenever they are asked. */
import type { CaseFinished } from '../../report/record/events.ts';
import { maskFinding, redactExchange, type Redaction } from '../../report/record/redact.ts';
import { CHANGED_STATE, runWideEvent } from '../../report/record/unanswered-events.ts';
import { fewOf } from '../../base/text/quantities.ts';
import { isSecretRef, type HeaderLine } from '../../http/header-value.ts';
import type { Request } from '../../http/request.ts';
import { showActual } from '../../judge/compare/show-actual.ts';
import { breaksMust, finding } from '../../judge/finding.ts';
import type { AskedSubject, CaseRequest } from '../../cases/planned.ts';
import { UNKNOWN } from '../../world/world.ts';
import type { CaseAttempt } from './verdict/case-records.ts';

/** At most this many requests are remembered by name, and as long as there is room with their replies, but for long ones. */
const MAX_SENT = 50_000;
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_BYTES_EACH = 20_000;
/** What a request and its reply take beside their bodies. */
const BYTES_BESIDE = 2000;
/** So many subjects are asked about again, each so often: what fails at random is answered rightly at least once. */
const MOST_SUBJECTS_ASKED = 20;
const TIMES_ASKED = 5;

/** A request that a case sent, by when it was. */
interface Sent {
  readonly name: string;
  readonly at: number;
  readonly subject: AskedSubject;
  /** Left out where it is not remembered. */
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
function answeredBothWays(sent: readonly Sent[]): readonly BothWays[] {
  const owed = sent.flatMap(({ attempt }) =>
    attempt !== undefined && expectsTags(attempt) ? [attempt] : [],
  );
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

/** Remembers what was sent, and looks into it only where a case failed. */
export class ServedBefore {
  readonly #sent: Sent[] = [];
  #room = MAX_BYTES;
  /** From when on, and the subjects of which that is known. */
  #since = Number.POSITIVE_INFINITY;
  readonly #changed = new Set<string>();
  #shown: BothWays | undefined;

  /** Notes what a case sent and got. */
  add(caseId: string, attempts: readonly CaseAttempt[]): void {
    for (const attempt of attempts) {
      if (this.#sent.length >= MAX_SENT) return;
      const { request, who } = attempt.planned;
      const { outcome, sentAt: at = 0 } = attempt.exchange;
      const body = outcome.kind === 'reply' ? outcome.body.length : 0;
      const bytes = body + (request.body?.length ?? 0) + BYTES_BESIDE;
      const isKept = bytes <= Math.min(this.#room, MAX_BYTES_EACH);
      if (isKept) this.#room -= bytes;
      this.#sent.push({ name: caseId, at, subject: who.subject, ...(isKept && { attempt }) });
    }
  }

  /** Asks again, one request after the other, what was answered in both ways: a subject has changed if each answer is wrong now. */
  async askAgain(send: (planned: CaseRequest) => Promise<CaseAttempt>): Promise<void> {
    const asked = new Set<string>();
    for (const each of answeredBothWays(this.#sent)) {
      const subject = whoIsAsked(each.good);
      if (asked.has(subject) || asked.size >= MOST_SUBJECTS_ASKED) continue;
      asked.add(subject);
      let wrong = 0;
      while (wrong < TIMES_ASKED && isAnsweredWrongly(await send(each.good.planned))) wrong += 1;
      if (wrong < TIMES_ASKED) continue;
      this.#changed.add(subject);
      this.#since = Math.min(this.#since, sentAt(each.good));
      this.#shown ??= each;
    }
  }

  /** Whether the failure of a case follows from the change: tags were expected, of what has changed or of which others came, after it. */
  explains(wrong: readonly WrongReply[]): boolean {
    return (
      this.#shown !== undefined &&
      wrong.length > 0 &&
      wrong.every(
        ({ at, subject, wasOwedTags, hasOtherTags }) =>
          at > this.#since && wasOwedTags && (hasOtherTags || this.#changed.has(subject)),
      )
    );
  }

  /** The finding, with the last good and the first bad reply, and what was sent between them about the subject; undefined: nothing has changed. */
  event(index: number, redaction: Redaction): CaseFinished | undefined {
    if (this.#shown === undefined) return undefined;
    const { good, bad } = this.#shown;
    const subject = whoIsAsked(good);
    const between = this.#sent
      .filter(({ at, subject: its }) => at > sentAt(good) && at < sentAt(bad) && nameOf(its) === subject)
      .toSorted((a, b) => b.at - a.at);
    const found = finding(
      'changed-state',
      '1/read-only',
      '',
      `as before: ${answerShown(good)}`,
      answerShown(bad),
    );
    const names = [...new Set(between.map(({ name }) => name))];
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
          names.length === 0
            ? 'nothing else was sent about the subject between the last good reply and the first bad one'
            : `sent about the subject between the last good reply and the first bad one, the last first: ${fewOf(names)}`,
        ],
        exchanges: [
          redactExchange({ label: 'the last good reply', exchange: good.exchange }, redaction),
          redactExchange({ label: 'the first bad reply', exchange: bad.exchange }, redaction),
        ],
      },
      index,
    );
  }
}
