/** Whether the backend changes its state: requests that were answered rightly, and later, byte for byte the same, wrongly, whenever they are asked. */
import type { CaseFinished } from '../../../report/record/events.ts';
import { keptToShow, maskFinding, redactExchange, type Redaction } from '../../../report/record/redact.ts';
import { CHANGED_STATE, runWideEvent } from '../../../report/record/unanswered-events.ts';
import { fewOf } from '../../../base/text/quantities.ts';
import { isSecretRef, type HeaderLine } from '../../../http/header-value.ts';
import type { Request } from '../../../http/request.ts';
import { showActual } from '../../../judge/compare/show-actual.ts';
import { breaksMust, finding } from '../../../judge/finding.ts';
import type { CaseRequest } from '../../../cases/planned.ts';
import { UNKNOWN } from '../../../world/world.ts';
import type { CaseAttempt } from './case-records.ts';

/** At most this many requests are remembered, and this many names of what was sent; of large ones, none. */
const MAX_REMEMBERED = 2000;
const MAX_SENT = 50_000;
const MAX_REQUEST = 4096;
const MAX_REPLY = 16_384;
/** So many subjects are asked about again, each so often: what fails at random is answered rightly at least once. */
const MOST_SUBJECTS_ASKED = 20;
const TIMES_ASKED = 5;

/** A request and its reply, by when it was sent. */
interface Noted {
  readonly attempt: CaseAttempt;
  readonly at: number;
}

/** The last right reply to a request, and the first wrong one behind it. */
interface BothWays {
  readonly good: Noted;
  readonly bad?: Noted;
}

const sentAt = ({ exchange }: CaseAttempt): number => exchange.sentAt ?? 0;
const whoIsAsked = ({ planned: { who } }: CaseAttempt): string =>
  JSON.stringify([who.subject.resource, who.subject.game, who.subject.id]);

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

const isSmall = ({ planned: { request }, exchange: { outcome } }: CaseAttempt): boolean =>
  (request.body?.length ?? 0) <= MAX_REQUEST &&
  (outcome.kind !== 'reply' || outcome.body.length <= MAX_REPLY);

export class ServedBefore {
  readonly #served = new Map<string, BothWays>();
  readonly #sent: { readonly at: number; readonly subject: string; readonly name: string }[] = [];
  /** From when on, and the subjects of which that is known. */
  #since = Number.POSITIVE_INFINITY;
  readonly #changed = new Set<string>();
  #shown: Required<BothWays> | undefined;

  /** Notes what a case sent and got. */
  add(caseId: string, attempts: readonly CaseAttempt[]): void {
    for (const attempt of attempts) {
      const noted = { attempt, at: sentAt(attempt) };
      if (this.#sent.length < MAX_SENT)
        this.#sent.push({ at: noted.at, subject: whoIsAsked(attempt), name: caseId });
      if (expectsTags(attempt) && isSmall(attempt)) this.#note(textOfRequest(attempt.planned.request), noted);
    }
  }

  #note(key: string, noted: Noted): void {
    const known = this.#served.get(key);
    if (known === undefined && this.#served.size >= MAX_REMEMBERED) return;
    const kept = (): Noted => ({
      ...noted,
      attempt: { ...noted.attempt, exchange: keptToShow(noted.attempt.exchange) },
    });
    if (isRight(noted.attempt)) {
      const isLater = known === undefined || noted.at > known.good.at;
      if (isLater && (known?.bad === undefined || noted.at < known.bad.at))
        this.#served.set(key, { ...known, good: kept() });
    } else if (known !== undefined && isAnsweredWrongly(noted.attempt) && noted.at > known.good.at) {
      if (known.bad === undefined || noted.at < known.bad.at)
        this.#served.set(key, { ...known, bad: kept() });
    }
  }

  /** Asks again, one request after the other, what was answered in both ways: a subject has changed if each answer is wrong now. */
  async askAgain(send: (planned: CaseRequest) => Promise<CaseAttempt>): Promise<void> {
    const both = [...this.#served.values()]
      .filter((each): each is Required<BothWays> => each.bad !== undefined)
      .toSorted((a, b) => a.bad.at - b.bad.at);
    const asked = new Set<string>();
    for (const each of both) {
      const subject = whoIsAsked(each.good.attempt);
      if (asked.has(subject) || asked.size >= MOST_SUBJECTS_ASKED) continue;
      asked.add(subject);
      let wrong = 0;
      while (wrong < TIMES_ASKED && isAnsweredWrongly(await send(each.good.attempt.planned))) wrong += 1;
      if (wrong < TIMES_ASKED) continue;
      this.#changed.add(subject);
      this.#since = Math.min(this.#since, each.good.at);
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
    const subject = whoIsAsked(good.attempt);
    const between = this.#sent
      .filter((each) => each.at > good.at && each.at < bad.at && each.subject === subject)
      .toSorted((a, b) => b.at - a.at);
    const found = finding(
      'changed-state',
      '1/read-only',
      '',
      `as before: ${answerShown(good.attempt)}`,
      answerShown(bad.attempt),
    );
    const names = [...new Set(between.map(({ name }) => name))];
    return runWideEvent(
      CHANGED_STATE,
      {
        title: 'the same request gets the same answer as long as the run lasts',
        clause: '1/read-only',
        verdict: 'fail',
        endpoints: new Set([good.attempt.planned.request.endpoint]),
        findings: [{ ...maskFinding(found, redaction.mask), exchange: 1 }],
        notes: [
          'it is answered wrongly ever since, also each time it is sent alone',
          names.length === 0
            ? 'nothing else was sent about the subject between the last good reply and the first bad one'
            : `sent about the subject between the last good reply and the first bad one, the last first: ${fewOf(names)}`,
        ],
        exchanges: [
          redactExchange({ label: 'the last good reply', exchange: good.attempt.exchange }, redaction),
          redactExchange({ label: 'the first bad reply', exchange: bad.attempt.exchange }, redaction),
        ],
      },
      index,
    );
  }
}
