/** `tagproof probe`: how a backend answers what the document leaves open. */
import { existsSync } from 'node:fs';
import { TagproofError } from '../../errors.ts';
import { heldAgainst, type HeldAgainst } from '../../probe/against-file.ts';
import { contradictionLine, probeLines, probeSummary } from '../../probe/probe-lines.ts';
import { probe, type Probed } from '../../probe/probe.ts';
import { writeAnswers } from '../../probe/write-answers.ts';
import { plural } from '../../report/plural.ts';
import { oneLine } from '../../report/visible.ts';
import { expand } from '../../suite/instance.ts';
import { loadSuite } from '../../suite/load-suite.ts';
import { EXIT, type Exit } from '../exits.ts';
import type { Io } from '../io.ts';
import { LiveProgress } from '../live-progress.ts';
import { openTarget, setupPolicy, type OpenTarget, type TargetOptions } from '../open-target.ts';
import { DEFAULT_SUITE } from '../package-root.ts';

export interface ProbeCommand extends TargetOptions {
  readonly suite?: readonly string[];
  /** Requests per second. */
  readonly rate?: number;
  /** Adds the answers to the file that has the target's dialect. */
  readonly write?: boolean;
}

/** The file to write to; undefined where nothing is to be written. */
function fileToWrite({ write, target, world }: ProbeCommand): string | undefined {
  if (write !== true) return undefined;
  const file = target === undefined ? undefined : (world ?? target);
  if (file !== undefined && existsSync(file)) return file;
  throw new TagproofError(
    'usage',
    '--write: there is no target file to write to\nname one with --target FILE; fixtures/minimal-target.yaml is where to begin',
  );
}

async function probed(
  target: OpenTarget,
  options: ProbeCommand,
  io: Io,
  signal: AbortSignal,
): Promise<Probed> {
  const live = io.err.isTerminal ? new LiveProgress(io) : undefined;
  try {
    return await probe({
      instances: expand(loadSuite(options.suite ?? [DEFAULT_SUITE])),
      facts: target.facts,
      transport: target.transport,
      sight: target.sight,
      target: target.name,
      fresh: target.fresh,
      warnings: target.warnings,
      concurrency: options.concurrency,
      rate: options.rate,
      signal,
      emit: (event) => live?.on(event, []),
      at: new Date(),
      setup: setupPolicy(target, {}),
      placeOf: target.placeOf,
    });
  } finally {
    live?.clear();
  }
}

/** What became of the file, in one line; empty where nobody asked. */
function written(file: string | undefined, { additions }: HeldAgainst, whole: boolean, io: Io): string {
  if (file === undefined) return '';
  if (!whole) return `${file}: nothing is written, since not every case ran\n`;
  writeAnswers(file, additions, io.env);
  return additions.length === 0
    ? `${file}: there is nothing to add\n`
    : `${file}: ${plural(additions.length, 'answer')} added\n`;
}

function exitOf({ outcome }: Probed, interrupted: boolean): Exit {
  if (interrupted) return EXIT.interrupted;
  return outcome.partial === '' ? EXIT.ok : EXIT.unreached;
}

function warnOf({ outcome: { totals } }: Probed, { contradictions }: HeldAgainst, io: Io): void {
  for (const each of contradictions)
    io.err.write(`warning: ${contradictionLine(each)}; the file is left as it is\n`);
  if (totals.fail === 0) return;
  const failed = plural(totals.fail, 'case');
  io.err.write(
    `warning: ${failed} failed (tagproof run says how): answers may be about what is wrong there\n`,
  );
}

function lastLines({ slots, cases, outcome: { partial } }: Probed, name: string, filed: string): string {
  const part = partial === '' ? '' : `partial: ${oneLine(partial)}\n`;
  return `\n${part}${filed}${oneLine(name)}: ${plural(cases, 'case')}, ${probeSummary(slots)}\n`;
}

async function probeInto(
  target: OpenTarget,
  file: string | undefined,
  options: ProbeCommand,
  io: Io,
): Promise<Exit> {
  const interrupt = new AbortController();
  io.onInterrupt(() => interrupt.abort());
  for (const warning of target.warnings) io.err.write(`warning: ${warning}\n`);
  const found = await probed(target, options, io, interrupt.signal);
  const held = heldAgainst(found.slots, target.facts.dialect.answers);
  io.out.write(`${probeLines(found.slots).join('\n')}\n`);
  warnOf(found, held, io);
  const filed = written(file, held, found.outcome.partial === '', io);
  io.out.write(lastLines(found, target.name, filed));
  return exitOf(found, interrupt.signal.aborted);
}

/** Runs the cases that decide questions and tells the answers. */
export async function probeCommand(options: ProbeCommand, io: Io): Promise<Exit> {
  const file = fileToWrite(options);
  const target = await openTarget(options, io);
  try {
    return await probeInto(target, file, options, io);
  } finally {
    await target.close();
  }
}
