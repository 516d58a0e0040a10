/** `tagproof probe`: how a backend answers what the document leaves open, and what its world is like. */
import { instancesIn } from '../session/suite.ts';
import { type OpenTarget, runAgainst } from '../../library/connect/connect.ts';
import { TagproofError } from '../../base/errors.ts';
import { checkWritable, statIfThere } from '../../base/file-trouble.ts';
import { dialectAdditions, heldAgainst, type HeldAgainst } from '../probe/against-file.ts';
import { factAdditions, leftOutLine } from '../probe/fact-additions.ts';
import {
  contradictionLine,
  factLines,
  probeLines,
  probeSummary,
  withheldLine,
} from '../probe/probe-lines.ts';
import { mapTexts } from '../../report/record/redact.ts';
import { probeJson, type Written } from '../probe/probe-json.ts';
import { probe, type Probed } from '../probe/probe.ts';
import { writeAdditions } from '../probe/write-additions.ts';
import { plural } from '../../base/text/quantities.ts';
import { safeJson } from '../../base/text/safe-json.ts';
import { oneLine } from '../../base/text/visible.ts';
import { EXIT, type Exit } from '../io/exits.ts';
import type { Io } from '../io/io.ts';
import type { CommandOptions } from '../options/command-register.ts';
import { liveProgress } from '../session/live-progress.ts';
import { openTarget } from '../session/target.ts';

type ProbeCommand = CommandOptions<'probe'>;

/** The file to write to; undefined where nothing is written. */
function fileToWrite({ write, target, world }: ProbeCommand): string | undefined {
  if (write !== true) return undefined;
  const file = target === undefined ? undefined : (world ?? target);
  if (file !== undefined && statIfThere(file, 'read') !== undefined) {
    checkWritable(file);
    return file;
  }
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
  const live = liveProgress(io);
  try {
    return await probe({
      ...runAgainst(target, options),
      instances: await instancesIn(options),
      signal,
      emit: (event) => live.on(event),
    });
  } finally {
    live.clear();
  }
}

/** Adds what was found to the file; undefined: nothing is written. */
function writeInto(
  file: string | undefined,
  { slots, facts, outcome }: Probed,
  { additions, withheld }: HeldAgainst,
  { facts: { world }, redaction }: OpenTarget,
  io: Io,
): Written | undefined {
  if (file === undefined || outcome.partial !== '') return undefined;
  const holdsSecret = (text: string): boolean =>
    redaction.secretIn(text) !== undefined || redaction.mask(text) !== text;
  const learned = factAdditions(facts, { world, holdsSecret });
  const all = [...learned.additions, ...dialectAdditions(additions, slots)];
  return { file, additions: writeAdditions(file, all, io.env), leftOut: learned.leftOut, withheld };
}

/** What became of the file; empty where it was not to be written. */
function writtenLines(
  file: string | undefined,
  written: Written | undefined,
  mask: (text: string) => string,
): string {
  if (file === undefined) return '';
  if (written === undefined) return `${file}: nothing is written, since not every case ran\n`;
  const facts = written.additions.filter(({ path }) => path[0] === 'world').length;
  const answers = written.additions.length - facts;
  const counts = [
    ...(facts > 0 ? [plural(facts, 'fact')] : []),
    ...(answers > 0 ? [plural(answers, 'answer')] : []),
  ];
  const said = counts.length === 0 ? 'there is nothing to add' : `${counts.join(' and ')} added`;
  const left = written.leftOut.map((each) => `${file}: not written: ${oneLine(mask(leftOutLine(each)))}\n`);
  const withheld = written.withheld.map((slot) => `${file}: not written: ${withheldLine(slot)}\n`);
  return [`${file}: ${said}\n`, ...left, ...withheld].join('');
}

function exitOf({ outcome }: Probed, interrupted: boolean): Exit {
  if (interrupted) return EXIT.interrupted;
  return outcome.partial === '' ? EXIT.ok : EXIT.unreached;
}

function warnOf({ failed }: Probed, { contradictions }: HeldAgainst, io: Io): void {
  for (const each of contradictions)
    io.err.write(`warning: ${contradictionLine(each)}; the file is unchanged\n`);
  if (failed === 0) return;
  io.err.write(
    `warning: ${plural(failed, 'case')} failed (tagproof run says how): answers may be about what is wrong there\n`,
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
  const signal = io.interruptSignal();
  io.warn(target.warnings);
  const found = await probed(target, options, io, signal);
  const held = heldAgainst(found.slots, target.facts.dialect.answers);
  const { cases, slots, facts, outcome } = found;
  if (options.json !== true) {
    const columns = io.out.isTerminal ? io.out.columns() : 120;
    const lines = [...factLines(facts), ...probeLines(slots, columns)];
    io.out.write(target.redaction.mask(lines.map((line) => `${line}\n`).join('')));
  }
  warnOf(found, held, io);
  const written = writeInto(file, found, held, target, io);
  if (options.json === true) {
    const { partial } = outcome;
    const { contradictions } = held;
    const report = { target: target.name, cases, partial, facts, slots, contradictions, written };
    io.out.write(`${safeJson(mapTexts(probeJson(report), target.redaction.mask) as object, 2)}\n`);
  } else io.out.write(lastLines(found, target.name, writtenLines(file, written, target.redaction.mask)));
  return exitOf(found, signal.aborted);
}

/** Runs the cases that decide questions, and reports the answers and the learned facts. */
export async function probeCommand(options: ProbeCommand, io: Io): Promise<Exit> {
  const file = fileToWrite(options);
  const target = await openTarget(options, io);
  try {
    return await probeInto(target, file, options, io);
  } finally {
    await target.close();
  }
}
