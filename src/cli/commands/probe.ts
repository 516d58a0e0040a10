/** `tagproof probe`: how a backend answers what the document leaves open, and what its world is like. */
import { instancesIn } from '../session/suite.ts';
import { type OpenTarget, runAgainst } from '../../library/connect/connect.ts';
import { sendingTo } from '../../library/connect/known-facts.ts';
import { TagproofError } from '../../base/errors.ts';
import { checkWritable, statIfThere } from '../../base/file-trouble.ts';
import { heldAgainst, type HeldAgainst } from '../probe/against-file.ts';
import { factAdditions } from '../probe/fact-additions.ts';
import {
  contradictionLine,
  factLines,
  probeLines,
  probeSummary,
  writtenLines,
} from '../probe/probe-lines.ts';
import { mapTexts } from '../../report/record/redact.ts';
import { probeJson, type Written } from '../probe/probe-json.ts';
import { probe, whatChanged, type Probed } from '../probe/probe.ts';
import { writeAdditions } from '../probe/write-additions.ts';
import { plural } from '../../base/text/quantities.ts';
import { safeJson } from '../../base/text/safe-json.ts';
import { oneLine } from '../../base/text/visible.ts';
import { EXIT, type Exit } from '../io/exits.ts';
import type { Io } from '../io/io.ts';
import type { CommandOptions } from '../options/command-register.ts';
import { SIMULATOR } from '../options/values.ts';
import { liveProgress } from '../session/live-progress.ts';
import { openTarget } from '../session/target.ts';

type ProbeCommand = CommandOptions<'probe'>;

/** The file to write to; undefined where nothing is written. */
function fileToWrite({ write, target, world }: ProbeCommand): string | undefined {
  if (write !== true) return undefined;
  const file = target === undefined || target === SIMULATOR ? undefined : (world ?? target);
  if (file !== undefined && statIfThere(file, 'read') !== undefined) {
    checkWritable(file);
    return file;
  }
  throw new TagproofError(
    'usage',
    '--write: there is no target file to write to\nname one with --target FILE; tagproof init writes one',
  );
}

async function probed(
  target: OpenTarget,
  options: ProbeCommand,
  io: Io,
  signal: AbortSignal,
): Promise<Probed> {
  const live = liveProgress(io);
  const instances = await instancesIn(options);
  try {
    const emit = live.on.bind(live);
    const found = await probe({ ...runAgainst(target, options), instances, signal, emit });
    if (found.partial !== '') return found;
    return { ...found, partial: await whatChanged(target, found.facts, sendingTo(target, options, signal)) };
  } finally {
    live.clear();
  }
}

/** Adds what was found to the file; undefined: nothing is written. */
function writeInto(
  file: string | undefined,
  { facts, partial }: Probed,
  { additions, withheld }: HeldAgainst,
  { facts: { world }, redaction }: OpenTarget,
  io: Io,
): Written | undefined {
  if (file === undefined || partial !== '') return undefined;
  const holdsSecret = (text: string): boolean =>
    redaction.secretIn(text) !== undefined || redaction.mask(text) !== text;
  const learned = factAdditions(facts, world, holdsSecret);
  const all = [...learned.additions, ...additions];
  return { file, additions: writeAdditions(file, all, io.env), leftOut: learned.leftOut, withheld };
}

async function probeInto(
  target: OpenTarget,
  file: string | undefined,
  options: ProbeCommand,
  io: Io,
): Promise<Exit> {
  const signal = io.interruptSignal();
  io.warn(target.warnings);
  const { name, redaction } = target;
  const found = await probed(target, options, io, signal);
  const { slots, facts, cases, failed, partial } = found;
  const held = heldAgainst(slots, target.facts.dialect.answers);
  const print = (lines: readonly string[]): void =>
    io.out.write(redaction.mask(lines.map((line) => `${line}\n`).join('')));
  if (options.json !== true)
    print([...factLines(facts), ...probeLines(slots, io.out.isTerminal ? io.out.columns() : 120), '']);
  for (const each of held.contradictions)
    io.err.write(`warning: ${contradictionLine(each)}; the file is unchanged\n`);
  if (failed > 0)
    io.err.write(
      `warning: ${plural(failed, 'case')} failed (tagproof run says how): answers may be about what is wrong there\n`,
    );
  const written = writeInto(file, found, held, target, io);
  if (options.json === true) {
    const document = probeJson(name, found, held, written);
    io.out.write(`${safeJson(mapTexts(document, redaction.mask) as object, 2)}\n`);
  } else
    print([
      ...(partial === '' ? [] : [`partial: ${oneLine(partial)}`]),
      ...(file === undefined ? [] : writtenLines(file, written, partial)),
      `${oneLine(name)}: ${plural(cases, 'case')}, ${probeSummary(slots)}`,
    ]);
  if (signal.aborted) return EXIT.interrupted;
  return partial === '' ? EXIT.ok : EXIT.unreached;
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
