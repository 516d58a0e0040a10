/** The event of a failure: what was sent and came, how often, and how to send it again. */
import {
  caseWithoutSuite,
  FUZZING_CHAPTER,
  type CaseFinished,
  type CaseIdentity,
  type RedactedFinding,
} from '../../report/record/events.ts';
import { plural } from '../../base/text/quantities.ts';
import { maskFinding, redactExchange, type Redaction } from '../../report/record/redact.ts';
import { endpointWords } from '../../report/record/unanswered-events.ts';
import type { Suspect } from '../fuzz-options.ts';
import type { FuzzInputs } from '../trials/fuzz-inputs.ts';
import type { TrialFinding } from '../trials/judge-trial.ts';
import { PROPERTIES } from '../trials/properties.ts';
import { requestLabel, trialWords } from '../trials/trial-words.ts';
import { unsaidOf } from './case-of-failure.ts';
import { failureName, type Failure } from './failure-buckets.ts';
import { REPEATS } from './shrink.ts';

/** A case without its index, which is known only at the end. */
export const fuzzCase = (
  id: string,
  title: string,
  event: Parameters<typeof caseWithoutSuite>[1],
  about: Partial<CaseIdentity> = {},
): CaseFinished => caseWithoutSuite({ id: `fuzz/${id}`, title, chapter: FUZZING_CHAPTER, ...about }, event);

/** What the events of failures need of a run. */
export interface Reporting {
  readonly inputs: FuzzInputs;
  readonly redaction: Redaction;
  readonly seed: number;
  /** Names what lists a finding as known, so that it does not fail the run; undefined if nothing does. */
  readonly knownIn?: (found: RedactedFinding) => string | undefined;
  /** Left out: failures are not saved. */
  readonly saved?: SavedCases;
}

/** Failures and suspects that were saved as cases. */
export interface SavedCases {
  /** The file of each; one that is missing no case can say. */
  readonly files: ReadonlyMap<Failure | Suspect, string>;
  /** The command that runs these files. */
  readonly command: (files: readonly string[]) => string;
}

const SHRUNK = {
  smallest: 'no single simplification keeps the failure',
  budget: 'it may shrink further: the budget for shrinking was spent; raise --runs or --time',
  'not shrunk': 'not shrunk',
} as const satisfies Record<Failure['ended'], string>;

function shrunkWords({ shrunk, ended }: Failure): string {
  if (shrunk === 0 && ended === 'smallest') return 'already minimal';
  return `${plural(shrunk, 'step')} of shrinking: ${SHRUNK[ended]}`;
}

function repeatsNote({ repeats: { failed, of }, count }: Failure): readonly string[] {
  if (of === 0) return ['not confirmed: the run was over before it could be repeated'];
  if (failed === of && of < REPEATS)
    return [`confirmed by ${of} ${of === 1 ? 'repeat' : 'repeats'} in place of ${REPEATS}`];
  if (failed === of) return [];
  const seen = count === 1 ? 'once' : `${count} times`;
  return [`flaky: seen ${seen} in the run, then in ${failed} of ${of} repeats`];
}

/** How to send these again. */
export function againNote(all: readonly (Failure | Suspect)[], { seed, saved }: Reporting, why = ''): string {
  const files = all.flatMap((each) => saved?.files.get(each) ?? []);
  if (saved !== undefined && files.length > 0) return `again: ${saved.command(files)}`;
  return why === ''
    ? `not saved: add --save FOLDER, and --seed ${seed} for the same requests`
    : `not saved: ${why}; --seed ${seed} sends the same requests`;
}

/** At most this many trials that were sent between are shown. */
const MAX_BETWEEN = 4;

function notesOf(failure: Failure, reporting: Reporting): readonly string[] {
  const { inputs, seed } = reporting;
  const { endpoints, count, number, tried, between = [] } = failure;
  const others = count - 1;
  const latest = between.slice(-MAX_BETWEEN).toReversed();
  return [
    trialWords(tried.trial, inputs),
    ...(between.length > 0 ? ['sent between, the latest first:'] : []),
    ...latest.map((trial, at) => `${at + 1}. ${trialWords(trial, inputs)}`),
    ...repeatsNote(failure),
    `${endpointWords(endpoints)}${others === 0 ? '' : `; ${others} more like it`}`,
    `seed ${seed}, trial ${number}; ${shrunkWords(failure)}`,
    againNote([failure], reporting, unsaidOf(failure)),
  ];
}

/** The most requests of a trial that are shown. The last ones are: the failing one is among them. */
export const MAX_SHOWN = 4;

function shownFinding(found: TrialFinding, first: number, { redaction }: Reporting): RedactedFinding {
  const masked = maskFinding(found.finding, redaction.mask);
  const isShown = found.requestIndex >= first && found.requestIndex < first + MAX_SHOWN;
  return isShown ? { ...masked, exchange: found.requestIndex - first } : masked;
}

/** A cause of a failure as a case. */
export function failureEvent(failure: Failure, reporting: Reporting): CaseFinished {
  const { tried, finding } = failure;
  const { judged, found } = tried;
  const first = Math.max(0, Math.min(judged.length - MAX_SHOWN, found[0]?.requestIndex ?? 0));
  const known = reporting.knownIn?.(finding);
  const file = reporting.saved?.files.get(failure) ?? '';
  const about = {
    clauses: [finding.clause],
    ...(judged[0] !== undefined && { endpoint: judged[0].planned.step.endpoint }),
    file,
    line: file === '' ? 0 : 1,
  };
  const event = {
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
  } as const;
  return fuzzCase(failureName(failure), PROPERTIES[failure.property].description, event, about);
}
