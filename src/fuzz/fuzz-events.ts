/** The events of a fuzz run, for every reporter: each property is a case, each cause of a failure another, each weakness a third. */
import { ENDPOINT_IDS, type EndpointId, endpointOf, RESOURCES, VARIANTS } from '../contract/endpoints.ts';
import { unansweredEvents } from '../engine/unanswered-events.ts';
import type {
  AnswersTally,
  CaseFinished,
  CaseIdentity,
  RunFinished,
  RedactedFinding,
  SeenBehaviours,
} from '../engine/events.ts';
import { hidden, maskFinding, redactExchange, type Redaction } from '../engine/redact.ts';
import { totalsOf, type Verdict } from '../engine/verdict.ts';
import type { Failure } from './failures/failure-buckets.ts';
import { REPEATS } from './failures/confirm.ts';
import { failureName } from './failures/failure-buckets.ts';
import type { JudgedRequest } from './trials/compare-replies.ts';
import type { TrialFinding } from './trials/judge-trial.ts';
import type { FuzzOutcome } from './fuzz.ts';
import { type FailedCheck, seconds, trialsText } from './campaign/health-checks.ts';
import type { Tried } from './trials/send-trial.ts';
import type { FuzzInputs } from './trials/fuzz-inputs.ts';
import { PROPERTIES, type Property } from './trials/properties.ts';
import { stepWords, requestLabel, trialWords } from './trials/trial-words.ts';

const holds = (found: ReadonlySet<EndpointId>, fits: (id: EndpointId) => boolean): boolean =>
  ENDPOINT_IDS.filter(fits).every((id) => found.has(id));

/** If at most this many are left out, they are named. */
const FEW = 2;

/** The patterns that cover exactly these endpoints, in few words: `*`, `group.*`, `*.admin`, or each by its name. */
export function endpointPattern(found: ReadonlySet<EndpointId>): string {
  if (found.size === ENDPOINT_IDS.length) return '*';
  const others = ENDPOINT_IDS.filter((id) => !found.has(id));
  if (others.length <= FEW) return `all but ${others.join(', ')}`;
  const resources = RESOURCES.filter((resource) =>
    holds(found, (id) => endpointOf(id).resource === resource),
  );
  const variants = VARIANTS.filter((variant) => holds(found, (id) => endpointOf(id).variant === variant));
  const isCovered = (id: EndpointId): boolean => {
    const { resource, variant } = endpointOf(id);
    return resources.includes(resource) || variants.includes(variant);
  };
  const rest = ENDPOINT_IDS.filter((id) => found.has(id) && !isCovered(id));
  return [...resources.map((each) => `${each}.*`), ...variants.map((each) => `*.${each}`), ...rest].join(
    ', ',
  );
}

const CHAPTER = 'fuzzing';
const ANYWHERE: EndpointId = ENDPOINT_IDS[0] as EndpointId;

/** A case without its index, which is known only at the end. */
function identity(id: string, title: string): CaseIdentity {
  return {
    id: `fuzz/${id}`,
    title,
    clauses: [],
    endpoint: ANYWHERE,
    file: '',
    line: 0,
    chapter: CHAPTER,
    index: 0,
  };
}

const finished = (parts: Pick<CaseFinished, 'case' | 'verdict'> & Partial<CaseFinished>): CaseFinished => ({
  kind: 'case-finished',
  ms: 0,
  findings: [],
  reason: '',
  exchanges: [],
  decided: [],
  ...parts,
});

/** What the events of failures need of a run. */
export interface Reporting {
  readonly inputs: FuzzInputs;
  readonly redaction: Redaction;
  readonly seed: number;
  /** Names what lists a finding as known, so that it does not fail the run; undefined if nothing does. */
  readonly knownIn?: (found: RedactedFinding) => string | undefined;
  /** Where a failure was saved; empty: nowhere. */
  readonly savedAt: (failure: Failure) => string;
  /** The commands for those requests of a failure that curl can't send. */
  readonly byteCommands: (failure: Failure) => readonly string[];
  /** The command that sends and judges all of these again; undefined: they are not saved. */
  readonly replayCommand: (failures: readonly Failure[]) => string | undefined;
}

const SHRUNK = {
  smallest: 'no single simplification keeps the failure',
  budget: 'it may shrink further: the budget for shrinking was spent; raise --runs or --time',
  'not shrunk': 'not shrunk',
} as const satisfies Record<Failure['ended'], string>;

function repeatsNote({ repeats: { failed, of }, count }: Failure): readonly string[] {
  if (of === 0) return ['not confirmed: the run was over before it could be repeated'];
  if (failed === of && of < REPEATS)
    return [`confirmed by ${of} ${of === 1 ? 'repeat' : 'repeats'} in place of ${REPEATS}`];
  if (failed === of) return [];
  const seen = count === 1 ? 'once' : `${count} times`;
  return [`flaky: seen ${seen} in the run, then in ${failed} of ${of} repeats`];
}

/** How to send these again. */
function replayNote(failures: readonly Failure[], { seed, replayCommand }: Reporting): string {
  const command = replayCommand(failures);
  return command === undefined
    ? `not saved: add --failures DIR, and --seed ${seed} for the same requests, to replay it`
    : `replay: ${command}`;
}

function notesOf(failure: Failure, reporting: Reporting): readonly string[] {
  const { inputs, seed, byteCommands } = reporting;
  const { endpoints, count, at, tried, changes, ended } = failure;
  const others = count - 1;
  return [
    trialWords(tried.trial, inputs),
    ...repeatsNote(failure),
    `on ${endpointPattern(endpoints)}${others === 0 ? '' : `; ${others} more like it`}`,
    `seed ${seed}, path ${at.path}; ${changes.length} steps of shrinking: ${SHRUNK[ended]}`,
    ...byteCommands(failure).map((command) => `exact bytes: ${command}`),
    replayNote([failure], reporting),
  ];
}

/** The most requests of a trial that are shown. The last ones are: the failing one is among them. */
const MAX_SHOWN = 4;

function shownFinding(found: TrialFinding, first: number, { redaction }: Reporting): RedactedFinding {
  const masked = maskFinding(found.finding, redaction.mask);
  const isShown = found.requestIndex >= first && found.requestIndex < first + MAX_SHOWN;
  return isShown ? { ...masked, exchange: found.requestIndex - first } : masked;
}

function failureEvent(failure: Failure, reporting: Reporting): CaseFinished {
  const { tried, finding } = failure;
  const { judged, found } = tried;
  const first = Math.max(0, Math.min(judged.length - MAX_SHOWN, found[0]?.requestIndex ?? 0));
  const known = reporting.knownIn?.(finding);
  return finished({
    case: {
      ...identity(failureName(failure), PROPERTIES[failure.property].description),
      clauses: [finding.clause],
      endpoint: judged[0]?.planned.step.endpoint ?? ANYWHERE,
      file: reporting.savedAt(failure),
      line: reporting.savedAt(failure) === '' ? 0 : 1,
    },
    verdict: finding.level === 'must' ? 'fail' : 'warn',
    findings: found.map((each) => shownFinding(each, first, reporting)),
    ...(known !== undefined && { known }),
    notes: [
      ...notesOf(failure, reporting),
      ...(known === undefined ? [] : [`known: it is listed in ${known}`]),
    ],
    exchanges: judged
      .slice(first, first + MAX_SHOWN)
      .map(({ exchange }, at) =>
        redactExchange({ label: requestLabel(tried.trial, first + at), exchange }, reporting.redaction),
      ),
  });
}

/** Why a property was not tested, or not to the end: what to do. */
function untested(property: Property, outcome: FuzzOutcome): string | undefined {
  if (property === 'answered' && outcome.stoppedAnswering)
    return 'not tested to the end: the target stopped answering; fuzz/not-judged lists the requests that were under way';
  return (outcome.trials.get(property) ?? 0) > 0
    ? undefined
    : `not tested: it needs ${PROPERTIES[property].shownBy.description}, and none was sent; raise --runs or --time, or add its phase`;
}

function propertyEvents(properties: readonly Property[], outcome: FuzzOutcome): readonly CaseFinished[] {
  const broken = new Set(outcome.failures.map(({ property }) => property));
  return properties
    .filter((property) => !broken.has(property))
    .map((property) => {
      const reason = untested(property, outcome);
      return finished({
        case: identity(property, PROPERTIES[property].description),
        verdict: reason === undefined ? 'pass' : 'skip',
        reason: reason ?? '',
      });
    });
}

const isUnanswered = ({ exchange: { outcome } }: JudgedRequest): boolean => outcome.kind === 'no-reply';

/** The first request of a trial that got no answer; those that were under way with it are in its file. */
function unansweredWords({ judged }: Tried, inputs: FuzzInputs): string {
  const first = judged.find(isUnanswered);
  return first === undefined ? '' : stepWords(first.planned.step, inputs);
}

/** At most this many suspects are listed; each has its file where failures are saved. */
const MAX_SUSPECTS = 16;

function suspectNotes(suspects: readonly Failure[], reporting: Reporting): readonly string[] {
  if (suspects.length === 0) return [];
  const listed = suspects.slice(0, MAX_SUSPECTS);
  const more = suspects.length - listed.length;
  return [
    'under way when the target stopped answering; one of them may be the cause:',
    ...listed.map(({ suspect, tried }) => `${suspect}. ${unansweredWords(tried, reporting.inputs)}`),
    ...(more > 0 ? [`and ${more} more`] : []),
    'start the target again, and send them one after the other: the one that stops the target is STILL FAILING',
    replayNote(suspects, reporting),
  ];
}

/** The target stopped answering. This is not a finding, as it may have been stopped on purpose; but a request under way may be the cause. */
function outageEvent({ notJudged, suspects }: FuzzOutcome, reporting: Reporting): CaseFinished {
  return finished({
    case: identity('not-judged', 'every request gets a reply'),
    verdict: 'error',
    reason: [...notJudged.keys()].at(-1) ?? '',
    notes: suspectNotes(suspects, reporting),
    exchanges: suspects.slice(0, MAX_SHOWN).flatMap(({ suspect, tried: { judged } }) => {
      const unanswered = judged.find(isUnanswered);
      if (unanswered === undefined) return [];
      const { exchange } = unanswered;
      return [redactExchange({ label: `suspect ${suspect}`, exchange }, reporting.redaction)];
    }),
  });
}

/** Counts the trials that hung when the time was over, if no other request was answered meanwhile: the target may no longer serve any. */
function hangingTrials({ unfinished }: FuzzOutcome): readonly (readonly [reason: string, count: number])[] {
  const { trials, longestMs, nothingAnswered } = unfinished;
  if (!nothingAnswered) return [];
  const why = `no request was answered any more in the last ${seconds(longestMs)} of --time; raise --time`;
  return [[why, trials]];
}

/** Requests without a reply to judge, by reason. */
function notJudgedEvents(outcome: FuzzOutcome, reporting: Reporting): readonly CaseFinished[] {
  const { notJudged, stoppedAnswering } = outcome;
  if (stoppedAnswering) return [outageEvent(outcome, reporting)];
  return [...notJudged, ...hangingTrials(outcome)].map(([reason, count], index) =>
    finished({
      case: identity(`not-judged/${index + 1}`, 'every request gets a reply'),
      verdict: 'error',
      reason: `${trialsText(count)} could not be judged: ${reason}`,
    }),
  );
}

function healthCheckEvents(failedChecks: readonly FailedCheck[], verdict: Verdict): readonly CaseFinished[] {
  return failedChecks.map(({ name, description, details }) =>
    finished({
      case: identity(`health-check/${name}`, 'the run saw what it could'),
      verdict,
      reason: `health check: ${description}`,
      notes: details,
    }),
  );
}

/** The cases of a run in the order of the report: properties that hold, failures, failed health checks. */
export function fuzzCases(
  outcome: FuzzOutcome,
  properties: readonly Property[],
  failedChecks: readonly FailedCheck[],
  strict: boolean,
  reporting: Reporting,
): readonly CaseFinished[] {
  const all = [
    ...propertyEvents(properties, outcome),
    ...outcome.failures.map((failure) => failureEvent(failure, reporting)),
    ...unansweredEvents(answersOf(outcome, reporting), 0).map((each) => withKnown(each, reporting)),
    ...notJudgedEvents(outcome, reporting),
    ...healthCheckEvents(failedChecks, strict ? 'fail' : 'warn'),
  ];
  // Reports that sort the cases keep this order.
  return all.map((each, index) => hidden({ ...each, case: { ...each.case, index } }, reporting.redaction));
}

const answersOf = (
  { answers, stoppedAnswering }: FuzzOutcome,
  { redaction }: Reporting,
): AnswersTally | undefined =>
  answers.tally((exchange) => redactExchange({ label: '', exchange }, redaction), {
    ended: stoppedAnswering,
  });

/** A finding about all requests that is known does not fail the run either. */
function withKnown(event: CaseFinished, { knownIn }: Reporting): CaseFinished {
  const [found] = event.findings;
  const known = found === undefined ? undefined : knownIn?.(found);
  return known === undefined ? event : { ...event, known };
}

/** What was seen of the target's behaviours. */
export function behavioursOf({ behaviours, partial, ended }: FuzzOutcome): SeenBehaviours {
  const { count, isCapped, sinceLast, random, once } = behaviours;
  return {
    count,
    ...(isCapped && { capped: true }),
    sinceLast,
    random,
    once,
    ...(partial === '' && { ended }),
  };
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
    behaviours: behavioursOf(outcome),
  };
}
