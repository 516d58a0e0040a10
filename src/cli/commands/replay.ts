/** `tagproof replay`: sends saved failures again and says whether they are fixed. */
import { fuzzInputsOf } from '../../fuzz/trials/fuzz-inputs.ts';
import type { TargetWords } from '../options/option-register.ts';
import type { OpenTarget } from '../../connect/connect.ts';
import { realpathSync } from 'node:fs';
import { dirname, isAbsolute, sep } from 'node:path';
import { replay, REPLAY_WORDS, type Replayed } from '../../fuzz/failures/replay.ts';
import { type FailureFile, secretsNeeded, withValues } from '../../fuzz/failures/failure-file.ts';
import { namesOf } from '../../suite/format/schema/schema-parts.ts';
import { requestLabel } from '../../fuzz/trials/trial-words.ts';
import { paletteOf, type Palette } from '../../report/lines/colours.ts';
import { exchangeLines, findingLines } from '../../report/lines/case-lines.ts';
import { grouped } from '../../text/grouping.ts';
import { oneLine, visibleLine } from '../../text/visible.ts';
import { maskFinding, redactExchange } from '../../engine/redact.ts';
import type { CaseFinished } from '../../engine/events.ts';
import { unansweredEvents, unansweredLine } from '../../engine/unanswered-events.ts';
import type { Verdict } from '../../engine/verdict.ts';
import { TagproofError } from '../../errors.ts';
import { checkWritableFolder } from '../../file-trouble.ts';
import { EXIT, type Exit } from '../io/exits.ts';
import { knownFacts, paceFor, senderTo } from '../../connect/known-facts.ts';
import { failureFiles, readFailureFile } from '../fuzz/saved-failures.ts';
import { saveCase } from '../fuzz/save-cases.ts';
import type { Io } from '../io/io.ts';
import type { CommandOptions } from '../options/command-register.ts';
import { openTarget } from '../session/target.ts';

type ReplayCommand = CommandOptions<'replay'>;

/** What came of the files that share a target. */
interface OnTarget {
  readonly replayed: readonly Replayed[];
  /** Findings about all requests: of those that were not answered at once. */
  readonly unanswered: readonly CaseFinished[];
}

interface Saved {
  readonly path: string;
  readonly file: FailureFile;
}

const MARKS = {
  fixed: 'pass',
  'still-failing': 'fail',
  'still-warned': 'warn',
  changed: 'warn',
  'not-judged': 'error',
} as const satisfies Record<Replayed['status'], Verdict>;

/** Whether a path that a failure's file names is a file of the user: in the current folder, and not one that came with the failure. */
function isOwnFile(named: string, saved: string): boolean {
  if (isAbsolute(named)) return false;
  try {
    const file = realpathSync(named);
    const isIn = (folder: string): boolean => file.startsWith(realpathSync(folder) + sep);
    return isIn('.') && !isIn(dirname(saved));
  } catch {
    return false;
  }
}

/** What the failure was found with, unless the user names another target. Somebody else's file never says where keys go, or which file is read. */
function optionsFor(
  {
    path,
    file: {
      found: { run },
    },
  }: Saved,
  options: ReplayCommand,
): TargetWords {
  if (options.target !== undefined || options.world !== undefined) return options;
  const named = [run.targetOption, run.worldOption].filter((each) => each !== null);
  const foreign = named.find((each) => !isOwnFile(each, path));
  if (foreign !== undefined)
    throw new TagproofError(
      'usage',
      `${path}: it names ${visibleLine(foreign)}, but a failure's file does not decide where your keys are sent or which file is read\ngive --target with the address or the target file that you mean, and --world where it needs one`,
    );
  return {
    ...options,
    ...(run.targetOption !== null && { target: run.targetOption }),
    ...(run.worldOption !== null && { world: run.worldOption }),
  };
}

function refuseUnknownSecrets({ path, file }: Saved, { link: { secretStore } }: OpenTarget): void {
  const missing = secretsNeeded(file).filter((name) => secretStore.get(name) === undefined);
  if (missing.length === 0) return;
  throw new TagproofError(
    'usage',
    `${path}: it was sent with the secret ${missing.join(', ')}, which the target's world lacks\ngive --target FILE or --world FILE with a key or token of that name`,
  );
}

function detailsOf(
  { tried, found, status }: Replayed,
  { redaction }: OpenTarget,
  palette: Palette,
): readonly string[] {
  if (status === 'not-judged') return [`  ${oneLine(tried.notJudgedBecause ?? '')}`];
  const [cause] = found;
  if (cause === undefined) return [];
  const shown = tried.judged[cause.requestIndex];
  if (shown === undefined) return [];
  const label = requestLabel(tried.trial, cause.requestIndex);
  const exchange = redactExchange({ label, exchange: shown.exchange }, redaction);
  return [
    '',
    ...findingLines(maskFinding(cause.finding, redaction.mask), palette),
    '',
    ...exchangeLines(exchange, palette),
    '',
  ];
}

function linesOf({ path, file }: Saved, replayed: Replayed, target: OpenTarget, palette: Palette): string {
  const { status } = replayed;
  const head = `${palette.mark(MARKS[status])} ${palette.colours.bold(REPLAY_WORDS[status])}  ${visibleLine(path)}`;
  return `${[head, `  ${oneLine(target.redaction.mask(file.found.description))}`, ...detailsOf(replayed, target, palette)].join('\n')}\n`;
}

function keepAsCase({ path, file }: Saved, folder: string, io: Io): void {
  const [whole] = file.cases;
  if (whole === undefined) return;
  io.err.write(`saved ${saveCase(whole, folder)} from ${path}\n`);
}

/** Replays the files that share a target, one after the other. */
async function replayOn(
  saved: readonly Saved[],
  options: ReplayCommand,
  io: Io,
  signal: AbortSignal,
): Promise<OnTarget> {
  const [first] = saved;
  if (first === undefined) return { replayed: [], unanswered: [] };
  const target = await openTarget(optionsFor(first, options), io);
  const palette = paletteOf(io.out.colour);
  try {
    const filled = (each: Saved): Saved => ({
      ...each,
      file: { ...each.file, cases: withValues(each.file.cases, target.link.variables ?? []) },
    });
    for (const each of saved) refuseUnknownSecrets(filled(each), target);
    const pace = paceFor(target, options, signal);
    const { facts } = await knownFacts(target, { ...options, declaredTags: true }, signal, pace);
    const sender = senderTo(target, facts.dialect, options, signal, pace);
    const inputs = fuzzInputsOf(facts, true);
    const all: Replayed[] = [];
    for (const each of saved) {
      if (signal.aborted) break;
      const replayed = await replay(filled(each).file, sender, inputs);
      if (signal.aborted) break;
      io.out.writeStyled(linesOf(each, replayed, target, palette));
      all.push(replayed);
      if (options.saveCase !== undefined) keepAsCase(each, options.saveCase, io);
    }
    await pace.answers.settled(signal);
    const answers = pace.answers.tally((exchange) =>
      redactExchange({ label: '', exchange }, target.redaction),
    );
    return { replayed: all, unanswered: unansweredEvents(answers, 0) };
  } finally {
    await target.close();
  }
}

/** Files by the target that they are sent to. */
function byTarget(saved: readonly Saved[], options: ReplayCommand): readonly (readonly Saved[])[] {
  const groups = grouped(saved, (each) => {
    const { target, world } = optionsFor(each, options);
    return JSON.stringify([target, world]);
  });
  return [...groups.values()];
}

function exitOf({ replayed, unanswered }: OnTarget): Exit {
  if (replayed.some(({ fails }) => fails)) return EXIT.broken;
  if (unanswered.some(({ verdict }) => verdict === 'fail')) return EXIT.broken;
  return replayed.some(({ status }) => status === 'not-judged') ? EXIT.unreached : EXIT.ok;
}

/** `1 fixed, 0 still failing, 0 still warned, 0 changed, 0 not judged`. */
function countsOf(replayed: readonly Replayed[]): string {
  return namesOf(REPLAY_WORDS)
    .map((word) => {
      const count = replayed.filter(({ status }) => status === word).length;
      return `${count} ${REPLAY_WORDS[word].toLowerCase()}`;
    })
    .join(', ');
}

/** Replays saved failures; exit 0 where none of them fails. */
export async function replayCommand(options: ReplayCommand, io: Io): Promise<Exit> {
  if (options.saveCase !== undefined) checkWritableFolder('--save-case', options.saveCase);
  const saved = failureFiles(options.files).map((path): Saved => ({ path, file: readFailureFile(path) }));
  const signal = io.interruptSignal();
  const done: OnTarget[] = [];
  for (const bucket of byTarget(saved, options)) done.push(await replayOn(bucket, options, io, signal));
  const replayed = done.flatMap((each) => each.replayed);
  const unanswered = done.flatMap((each) => each.unanswered);
  for (const event of unanswered) io.err.write(`${unansweredLine(event)}\n`);
  io.out.write(`${countsOf(replayed)}\n`);
  return signal.aborted ? EXIT.interrupted : exitOf({ replayed, unanswered });
}
