/** `tagproof fuzz`: generated requests against a target, every reply judged, every failure shrunk, and saved with --save. */
import { randomInt } from 'node:crypto';
import { fixedAtOnce } from '../../run/send/pace.ts';
import { TagproofError } from '../../base/errors.ts';
import { checkWritableFolder } from '../../base/file-trouble.ts';
import { fuzz, type FuzzOutcome } from '../../fuzz/fuzz.ts';
import type { Reporting } from '../../fuzz/failures/failure-event.ts';
import { fuzzCases, runFinished } from '../../fuzz/fuzz-events.ts';
import { fuzzInputsOf } from '../../fuzz/trials/fuzz-inputs.ts';
import type { Property } from '../../fuzz/trials/properties.ts';
import { runHead, type RunEvent } from '../../report/record/events.ts';
import { withDeadline } from '../../run/send/deadline.ts';
import type { Totals } from '../../report/record/verdict.ts';
import { isLoopback } from '../../world/target-file/target-url.ts';
import { EXIT, type Exit } from '../io/exits.ts';
import { knownFacts, sendingTo } from '../../library/connect/known-facts.ts';
import { DEFAULT_TIME_MS, propertiesFor } from '../fuzz/fuzz-choices.ts';
import { knownFailures } from '../fuzz/known-failures.ts';
import { saveFailures } from '../fuzz/save-cases.ts';
import { fuzzLine, heartbeat, liveFuzz } from '../session/live-progress.ts';
import type { Io } from '../io/io.ts';
import type { CommandOptions } from '../options/command-register.ts';
import { MAX_SEED } from '../options/values.ts';
import { openTarget } from '../session/target.ts';
import { withReports, type Reports } from '../session/reports.ts';

type FuzzCommand = CommandOptions<'fuzz'>;

interface Plan {
  readonly seed: number;
  readonly properties: readonly Property[];
  readonly timeMs: number | undefined;
}

function planOf({ seed, only, skip, time, runs }: FuzzCommand): Plan {
  return {
    seed: seed ?? randomInt(1, MAX_SEED),
    properties: propertiesFor({ only, skip }),
    timeMs: time ?? (runs === undefined ? DEFAULT_TIME_MS : undefined),
  };
}

/** A run that met only refusals, or was limited throughout, has verified no property. */
function verifiedNothing({ pass, fail, error }: Totals): boolean {
  return pass + fail + error === 0;
}

function exitOf(
  { fail: all, error, ...others }: Totals,
  known: number,
  { stoppedAnswering, partial }: FuzzOutcome,
  interrupted: boolean,
): Exit {
  const fail = all - known;
  if (interrupted) return EXIT.interrupted;
  if (fail > 0) return EXIT.broken;
  if (stoppedAnswering || partial !== '' || error > 0) return EXIT.unreached;
  return verifiedNothing({ fail: all, error, ...others }) ? EXIT.usage : EXIT.ok;
}

/** A run that sent nothing has shown nothing. */
function refuseNothingSent({ properties }: Plan, { tested, requests, partial }: FuzzOutcome): void {
  if (tested.size > 0 || requests > 0 || partial !== '') return;
  throw new TagproofError(
    'nothing-selected',
    `no request was sent: none within --runs and --time could show ${properties.join(', ')}\nname other properties with --only (see --help properties), or raise --runs or --time`,
  );
}

async function fuzzInto(reports: Reports, options: FuzzCommand, io: Io): Promise<Exit> {
  const plan = planOf(options);
  const knownIn = knownFailures(options.baseline, new Date());
  if (options.save !== undefined) checkWritableFolder('--save', options.save);
  const interrupt = io.interruptSignal();
  const signal = withDeadline(interrupt, options.maxTime);
  const target = await openTarget(options, io);
  const live = liveFuzz(io);
  const { activity, beat, stop } = heartbeat(io, () => live.clear());
  const emit = (event: RunEvent): void => reports.on(event);
  io.warn(target.warnings);
  try {
    const to = sendingTo(target, options, signal);
    let phase = 'the set-up check';
    activity.describe = () => [phase, to.pace.waitingFor() ?? []].flat().join('; ');
    const head = runHead(`${target.name}, fuzzed with seed ${plan.seed}`, target.warnings);
    const facts = await reports.emitting(head, plan.properties.length, () =>
      knownFacts(target, options, to, (progress) => void (phase = progress)),
    );
    const inputs = fuzzInputsOf(facts, options.wire === true || isLoopback(target.link.baseUrl));
    emit({ kind: 'run-started', ...head, planned: plan.properties.length });
    const outcome = await fuzz({
      ...plan,
      inputs,
      transport: target.transport,
      mask: target.redaction.mask,
      target: target.name,
      concurrency: fixedAtOnce(options.concurrency),
      runs: options.runs,
      rate: options.rate,
      earlier: to,
      signal,
      watch: (progress) => {
        live.on(progress);
        if (io.err.isTerminal) beat();
        activity.describe = () => [fuzzLine(progress), to.pace.waitingFor() ?? []].flat().join('; ');
        return true;
      },
    });
    live.clear();
    refuseNothingSent(plan, outcome);
    const saved =
      options.save === undefined
        ? undefined
        : saveFailures(outcome, options.save, target, inputs, plan.seed, options);
    const reporting: Reporting = {
      inputs,
      redaction: target.redaction,
      seed: plan.seed,
      knownIn,
      ...(saved !== undefined && { saved }),
    };
    const cases = fuzzCases(outcome, plan.properties, reporting);
    for (const each of cases) emit(each);
    const finished = runFinished(cases, outcome, reporting);
    emit(finished);
    if (verifiedNothing(finished.totals))
      io.err.write('error: nothing was verified: no property was shown; see the reasons above\n');
    const known = cases.filter((each) => each.verdict === 'fail' && each.known !== undefined).length;
    return exitOf(finished.totals, known, outcome, interrupt.aborted);
  } finally {
    stop();
    live.clear();
    await target.close();
  }
}

/** Fuzzes the target and writes the reports. */
export async function fuzzCommand(options: FuzzCommand, io: Io): Promise<Exit> {
  return withReports(options.reporter, io, 'verbose', (reports) => fuzzInto(reports, options, io));
}
