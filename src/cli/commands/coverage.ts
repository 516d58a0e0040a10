/** `tagproof coverage`: which clauses a run verified on which endpoints. */
import { instancesIn } from '../session/suite.ts';
import { type ReadTarget, runAgainst } from '../../connect/connect.ts';
import { cellsOf, coverageOf, type Coverage } from '../../coverage/coverage.ts';
import { coverageLines } from '../../coverage/coverage-lines.ts';
import { figuresBeside } from '../../coverage/figures.ts';
import { recordOf } from '../../report/record/reporter.ts';
import { statement } from '../../coverage/statement.ts';
import { TagproofError } from '../../errors.ts';
import { failOn, minCoverage, soundRun, objectIf, type Objection } from '../../gate/run-gates.ts';
import { countMustCells } from '../../run/verdict/case-evidence.ts';
import { exitOf } from '../gate/run-gate.ts';
import { checkOutput, writeWhole, type FileKind } from '../../file-in-place.ts';
import { oneLine } from '../../text/visible.ts';
import type { RunEvent, RunRecord } from '../../engine/events.ts';
import { run } from '../../run/run.ts';
import { type Instance } from '../../suite/format/instance.ts';
import { EXIT, type Exit } from '../io/exits.ts';
import type { Io } from '../io/io.ts';
import type { CommandOptions } from '../options/command-register.ts';
import { liveProgress } from '../session/live-progress.ts';
import { openTarget, readTargetToReach } from '../session/target.ts';
import { readRecord } from '../session/records.ts';

type CoverageCommand = CommandOptions<'coverage'>;

const STATEMENT: FileKind = { name: 'a conformance statement', begins: /^# Conformance statement: / };

/** Runs the suite for its events alone. */
async function eventsOfRun(
  instances: readonly Instance[],
  options: CoverageCommand,
  io: Io,
  signal: AbortSignal,
  read: ReadTarget | undefined,
): Promise<readonly RunEvent[]> {
  const target = await openTarget(options, io, { read });
  const live = liveProgress(io);
  const events: RunEvent[] = [];
  const emit = (event: RunEvent): void => {
    events.push(event);
    live.on(event);
  };
  io.warn(target.warnings);
  try {
    await run({ ...runAgainst(target, options), instances, signal, emit });
  } finally {
    live.clear();
    await target.close();
  }
  return events;
}

function checkOptions({ from, target, world }: CoverageCommand): void {
  if (from === undefined || (target ?? world) === undefined) return;
  throw new TagproofError(
    'usage',
    '--from: a record says what its run saw\nleave out --target and --world, or leave out --from',
  );
}

function writeStatement(
  file: string,
  instances: readonly Instance[],
  { started, finished }: RunRecord,
  coverage: Coverage,
): void {
  const text = statement({
    target: started.target,
    totals: finished.totals,
    written: new Set(instances.map(({ from }) => from)).size,
    expanded: instances.length,
    coverage,
    figures: figuresBeside(file),
  });
  writeWhole(file, text, STATEMENT);
}

/** A must that a case found broken, or a clause that no case checks. A broken should only warns. */
function isBroken(coverage: Coverage): boolean {
  return cellsOf(coverage).some(({ status }) => status === 'failed' || status === 'no case');
}

/** The gates of a run, and that no must is broken or without a case. The cells are those of the whole register. */
function judge(coverage: Coverage, record: RunRecord, options: CoverageCommand): readonly Objection[] {
  return [
    ...objectIf(isBroken(coverage), 'broken'),
    ...soundRun(record).filter(({ kind }) => kind !== 'outage'),
    ...failOn(options.failOn ?? [], record),
    ...minCoverage(options.minCoverage, countMustCells(record.cases, undefined)),
  ];
}

/** Joins the clauses to a run, or to the record of one, and shows what is verified and what is not. */
export async function coverageCommand(options: CoverageCommand, io: Io): Promise<Exit> {
  checkOptions(options);
  const { from, statement: file } = options;
  if (file !== undefined) checkOutput(file, STATEMENT);
  const signal = io.interruptSignal();
  // Read the suite last: it takes longest, and a mistake in another file should show at once.
  const written = from === undefined ? undefined : readRecord(from);
  const read = written === undefined ? await readTargetToReach(options, io.env) : undefined;
  const instances = await instancesIn(options);
  const record = recordOf(written ?? (await eventsOfRun(instances, options, io, signal, read)));
  const { partial } = record.finished;
  const coverage = coverageOf(instances, record.cases);
  const about = `${oneLine(record.started.target)}${partial === '' ? '' : `, partial: ${oneLine(partial)}`}`;
  io.out.write(`${coverageLines(coverage).join('\n')}\n${about}\n`);
  if (file !== undefined && partial !== '')
    io.err.write(`warning: ${file}: not written, since not every case ran\n`);
  if (file !== undefined && partial === '') writeStatement(file, instances, record, coverage);
  const objections = judge(coverage, record, options);
  for (const line of objections.flatMap(({ lines }) => lines)) io.err.write(`${line}\n`);
  return signal.aborted ? EXIT.interrupted : exitOf(objections);
}
