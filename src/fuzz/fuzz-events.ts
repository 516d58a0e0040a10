/** The events of a fuzz run, for every reporter: each property is a case, each cause of a failure another. */
import type { Outcome } from '../http/exchange.ts';
import { unansweredEvents } from '../report/record/unanswered-events.ts';
import type { AnswersTally, CaseFinished, RunFinished } from '../report/record/events.ts';
import { hidden, redactExchange } from '../report/record/redact.ts';
import { totalsOf } from '../report/record/verdict.ts';
import { failureEvent, fuzzCase, MAX_SHOWN, againNote, type Reporting } from './failures/failure-event.ts';
import type { FuzzOutcome, Suspect } from './fuzz-options.ts';
import { plural, showDuration } from '../base/text/quantities.ts';
import type { FuzzInputs } from './trials/fuzz-inputs.ts';
import { PROPERTIES, type Property } from './trials/properties.ts';
import { trialWords } from './trials/trial-words.ts';

/** Why a property was not tested, or not to the end: what to do. */
function untested(property: Property, { stoppedAnswering, tested }: FuzzOutcome): string | undefined {
  if (property === 'answered' && stoppedAnswering)
    return 'not tested to the end: the target stopped answering; fuzz/not-judged lists the requests that were under way';
  return tested.has(property)
    ? undefined
    : `not tested: it needs ${PROPERTIES[property].needs ?? 'any request'}, and none was sent; raise --runs or --time`;
}

function propertyEvents(properties: readonly Property[], outcome: FuzzOutcome): readonly CaseFinished[] {
  const broken = new Set(outcome.failures.map(({ property }) => property));
  return properties
    .filter((property) => !broken.has(property))
    .map((property) => {
      const reason = untested(property, outcome);
      return fuzzCase(property, PROPERTIES[property].description, {
        verdict: reason === undefined ? 'pass' : 'skip',
        reason: reason ?? '',
      });
    });
}

/** At most this many suspects are listed; each has its file where failures are saved. */
const MAX_SUSPECTS = 16;

function suspectNotes(suspects: readonly Suspect[], reporting: Reporting): readonly string[] {
  if (suspects.length === 0) return [];
  const listed = suspects.slice(0, MAX_SUSPECTS);
  const more = suspects.length - listed.length;
  return [
    'under way when the target stopped answering; one of them may be the cause:',
    ...listed.map(({ trial }, at) => `${at + 1}. ${trialWords(trial, reporting.inputs)}`),
    ...(more > 0 ? [`and ${more} more`] : []),
    'start the target again, and run them one by one: a run with the cause ends without a reply',
    againNote(suspects, reporting),
  ];
}

const NO_REPLY: Outcome = { kind: 'no-reply', why: 'closed', detail: 'the target stopped answering' };

/** The target stopped answering. This is not a finding, as it may have been stopped on purpose; but a request under way may be the cause. */
function outageEvent({ partial, suspects }: FuzzOutcome, reporting: Reporting): CaseFinished {
  return fuzzCase('not-judged', 'every request gets a reply', {
    verdict: 'error',
    reason: partial,
    notes: suspectNotes(suspects, reporting),
    exchanges: suspects.slice(0, MAX_SHOWN).flatMap(({ requests: [planned] }, at) => {
      if (planned === undefined) return [];
      const exchange = { request: planned.request, outcome: NO_REPLY, ms: 0 };
      return [redactExchange({ label: `suspect ${at + 1}`, exchange }, reporting.redaction)];
    }),
  });
}

const trialsText = (count: number): string => (count === 1 ? 'one trial' : `${count} trials`);

/** Requests without a reply to judge, by reason. Where nothing else was answered any more in the end, the target may no longer serve any. */
function notJudgedEvents(outcome: FuzzOutcome, reporting: Reporting): readonly CaseFinished[] {
  const { notJudged, stoppedAnswering, cutShort } = outcome;
  if (stoppedAnswering) return [outageEvent(outcome, reporting)];
  const { trials, longestMs, nothingAnswered } = cutShort;
  const why = `no request was answered any more in the last ${showDuration(longestMs)} of --time; raise --time`;
  const all = [...notJudged, ...(nothingAnswered ? [[why, trials] as const] : [])];
  return all.map(([reason, count], index) =>
    fuzzCase(`not-judged/${index + 1}`, 'every request gets a reply', {
      verdict: 'error',
      reason: `${trialsText(count)} could not be judged: ${reason}`,
    }),
  );
}

/** One warning of what the run did not reach: endpoints that served nothing, replies that did not come in time, and what could not be sent. */
function notReached(
  { succeeded, cutShort, leftOut }: FuzzOutcome,
  { endpoints }: FuzzInputs,
): readonly CaseFinished[] {
  const { trials, longestMs, nothingAnswered } = cutShort;
  const notes = endpoints
    .filter(({ endpoint: { id } }) => !succeeded.has(id))
    .map(
      ({ endpoint: { id }, lacks }) =>
        `${id}: ${lacks === undefined ? 'raise --runs or --time; if it stays so, is the world file right?' : `declare ${lacks}`}`,
    );
  const reasons = [
    ...(notes.length > 0 ? [`no request succeeded on ${plural(notes.length, 'endpoint')}`] : []),
    ...(trials > 0 && !nothingAnswered
      ? [
          `${trialsText(trials)} had no reply when --time was over, the longest after ${showDuration(longestMs)}`,
        ]
      : []),
    ...Array.from(leftOut, ([why, count]) => `${trialsText(count)} left out: ${why}`),
  ];
  const reason = reasons.join('; ');
  return reason === ''
    ? []
    : [fuzzCase('not-reached', 'the run saw what it could', { verdict: 'warn', reason, notes })];
}

/** The cases of a run in the order of the report: properties that hold, failures, what was not reached. */
export function fuzzCases(
  outcome: FuzzOutcome,
  properties: readonly Property[],
  reporting: Reporting,
): readonly CaseFinished[] {
  const all = [
    ...propertyEvents(properties, outcome),
    ...outcome.failures.map((failure) => failureEvent(failure, reporting)),
    ...unansweredEvents(answersOf(outcome, reporting), 0).map((each) => withKnown(each, reporting)),
    ...notJudgedEvents(outcome, reporting),
    ...notReached(outcome, reporting.inputs),
  ];
  // Reports that sort the cases keep this order.
  return all.map((each, index) => hidden({ ...each, case: { ...each.case, index } }, reporting.redaction));
}

const answersOf = (
  { tally, stoppedAnswering }: FuzzOutcome,
  { redaction }: Reporting,
): AnswersTally | undefined =>
  tally.total((exchange) => redactExchange({ label: '', exchange }, redaction), stoppedAnswering);

/** A finding about all requests that is known does not fail the run either. */
function withKnown(event: CaseFinished, { knownIn }: Reporting): CaseFinished {
  const [found] = event.findings;
  const known = found === undefined ? undefined : knownIn?.(found);
  return known === undefined ? event : { ...event, known };
}

export function runFinished(
  cases: readonly CaseFinished[],
  outcome: FuzzOutcome,
  reporting: Reporting,
): RunFinished {
  const { ms, requests, partial, pace } = outcome;
  const answers = answersOf(outcome, reporting);
  return {
    kind: 'run-finished',
    totals: totalsOf(cases),
    ms,
    requests,
    partial,
    ...(answers !== undefined && { answers }),
    ...(pace !== undefined && { pace }),
  };
}
