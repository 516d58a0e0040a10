/** `tagproof judge`: what was recorded of a backend's traffic, judged as if we had sent it. */
import { createReadStream, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { bareTarget, type TargetFile } from '../../world/target-file/target-file.ts';
import { partialDialect } from '../../spec/dialect/dialect.ts';
import { runHead, type RunEvent } from '../../report/record/events.ts';
import { TagproofError } from '../../base/errors.ts';
import { FileInPlace } from '../../base/file-in-place.ts';
import { checkWritableFolder, fileTrouble, withFile } from '../../base/file-trouble.ts';
import { caseOfRecorded, RECORDED_SUITE_CHAPTER } from '../../run/traffic/case-of-recorded.ts';
import { writeMasked } from '../../run/traffic/masked-copy.ts';
import { RecordedJudge } from '../../run/traffic/judge-recorded.ts';
import { readRecords } from '../../run/traffic/read-records.ts';
import {
  mostFirst,
  nothingJudged,
  readLines,
  recordedCases,
  recordedFigures,
  recordedTotals,
} from '../../run/traffic/recorded-events.ts';
import { maskOfValues, RecordedSecrets, redactionOf } from '../../run/traffic/recorded-secrets.ts';
import type { Ground } from '../../run/traffic/sent.ts';
import { checkServer } from '../../run/traffic/where-recorded.ts';
import type { Redaction } from '../../report/record/redact.ts';
import { countMustCells } from '../../report/record/case-evidence.ts';
import { grouped } from '../../base/text/grouping.ts';
import { fewOf } from '../../base/text/quantities.ts';
import { visibleLine } from '../../base/text/visible.ts';
import { EXIT, type Exit } from '../io/exits.ts';
import { runGateOf } from '../gate/run-gate.ts';
import type { Io } from '../io/io.ts';
import { saveCase } from '../fuzz/save-cases.ts';
import type { CommandOptions } from '../options/command-register.ts';
import { targetFile } from '../session/target.ts';
import { withReports, type Reports } from '../session/reports.ts';

type JudgeCommand = CommandOptions<'judge'>;

const STDIN = '-';
const CHUNK = 1024 * 1024;

interface Input {
  readonly path: string;
  /** How its places are named. */
  readonly name: string;
  /** It lies in a folder that was named: what is no recording there is passed over. */
  readonly isFound: boolean;
}

function inputsOf(paths: readonly string[]): readonly Input[] {
  return paths.flatMap((path): readonly Input[] => {
    if (path === STDIN) return [{ path, name: 'stdin', isFound: false }];
    if (!withFile(path, 'read', () => statSync(path)).isDirectory())
      return [{ path, name: basename(path), isFound: false }];
    const found = withFile(path, 'read', () => readdirSync(path, { recursive: true, withFileTypes: true }));
    return found
      .filter((each) => each.isFile())
      .map((each) => join(each.parentPath, each.name))
      .toSorted()
      .map((file) => ({ path: file, name: file.slice(join(path, '/').length), isFound: true }));
  });
}

async function* chunksOf({ path }: Input, signal: AbortSignal, { input }: Io): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of path === STDIN
      ? (input ?? [])
      : createReadStream(path, { highWaterMark: CHUNK })) {
      if (signal.aborted) return;
      yield chunk as Buffer;
    }
  } catch (error) {
    throw fileTrouble(path, error, 'read');
  }
}

/**
 * Judges every exchange of the inputs. `unread`: why a recording is not whole, and where it can't be read; `others`: files of
 * folders that are no recordings.
 */
async function readAll(inputs: readonly Input[], judge: RecordedJudge, signal: AbortSignal, io: Io) {
  const unread: string[] = [];
  const others: string[] = [];
  for (const input of inputs) {
    const read = await readRecords(chunksOf(input, signal, io), input.name, (each) => judge.add(each));
    if (read.error !== undefined && !input.isFound) throw read.error;
    judge.endRecording();
    judge.counts.tooLong += read.tooLong;
    if (input.isFound && read.exchanges === 0) others.push(input.name);
    else {
      judge.counts.unreadable += read.unreadable;
      unread.push(...read.trouble);
    }
  }
  return { unread, others };
}

/** What is known about the recorded backend: nothing where nothing is named. */
const knownFile = async (options: JudgeCommand, env: Io['env']): Promise<TargetFile> =>
  options.target === undefined && options.world === undefined
    ? bareTarget(new URL('http://recorded.invalid'))
    : targetFile(options, env);

/** Undefined: operations are judged wherever they lie. */
function serverFor({ server, target }: JudgeCommand, { target: url }: TargetFile): string | undefined {
  if (server !== undefined) checkServer(server);
  return server ?? (target === undefined || url?.pathname === '/' ? undefined : url?.pathname);
}

async function judgeInto(reports: Reports, options: JudgeCommand, io: Io): Promise<Exit> {
  const began = performance.now();
  const signal = io.interruptSignal();
  const at = new Date();
  const file = await knownFile(options, io.env);
  const inputs = inputsOf(options.files);
  const { failOn, maskedCopy, save: folder, ...gates } = options;
  const copied = maskedCopy === undefined ? undefined : { path: maskedCopy, input: copiedInput(inputs) };
  if (folder !== undefined) checkWritableFolder('--save', folder);
  const gate = await runGateOf(gates, { whole: false, at });
  const { world, extensions, provoke, variables } = file;
  const secrets = new RecordedSecrets(file.secrets, world.complete);
  const dialect = partialDialect(file.dialectAnswers);
  const server = serverFor(options, file);
  const ground = { world, extensions, dialect, secrets };
  const judge = new RecordedJudge({ ...ground, provoke, server });
  const { unread, others } = await readAll(inputs, judge, signal, io);
  const [base = ''] = mostFirst(judge.bases);
  const redaction = redactionOf(secrets, variables, base);
  const mask = maskOfValues(secrets.all());
  if (copied !== undefined) await copyMasked(copied.path, copied.input, redaction.mask, signal, io);
  if (signal.aborted) return EXIT.interrupted;
  const names = fewOf(inputs.map(({ name }) => name));
  if (judge.counts.judged === 0)
    throw new TagproofError(
      'nothing-selected',
      [visibleLine(nothingJudged(judge, names)).replaceAll('\\x0a', '\n'), ...unread].join('\n'),
    );
  const warnings = [...file.warnings, ...warningsOf(judge, others)].map(mask);
  io.warn(warnings);
  const cases = recordedCases(judge, { redaction, dialect, failOn });
  const figures = recordedFigures(judge);
  const emit = (event: RunEvent): void => reports.on(gate.on(event));
  emit({
    kind: 'run-started',
    ...runHead(mask(base === '' ? names : `${names}, recorded from ${base}`), warnings, at),
    planned: cases.length,
    read: readLines(figures, judge).map(mask),
    recorded: figures,
  });
  for (const each of cases) emit(each);
  if (folder !== undefined) saveRecorded(judge, ground, mask, folder, io);
  emit({
    kind: 'run-finished',
    totals: recordedTotals(judge, failOn),
    ms: performance.now() - began,
    requests: judge.counts.judged,
    partial: unread.map(mask).join('\n'),
    cells: { ...countMustCells(cases, undefined), recorded: true },
  });
  return gate.explain(undefined, io);
}

/** For each cause the first exchange on each endpoint, as a suite file. */
function saveRecorded(
  judge: RecordedJudge,
  ground: Ground,
  mask: Redaction['mask'],
  folder: string,
  io: Io,
): void {
  for (const { kept } of judge.kept.causes.values())
    for (const [first] of grouped(kept, ({ exchange }) => exchange.request.endpoint).values()) {
      if (first?.allowed === undefined) continue;
      const written = caseOfRecorded(first, ground, mask);
      const said =
        typeof written === 'string'
          ? `not saved: ${first.origin}: ${written}`
          : `saved ${saveCase(written, folder, RECORDED_SUITE_CHAPTER)}`;
      io.err.write(`${mask(said)}\n`);
    }
}

/** The one file of which a copy is made. */
function copiedInput([only, ...others]: readonly Input[]): Input {
  if (only !== undefined && others.length === 0 && only.path !== STDIN) return only;
  throw new TagproofError(
    'usage',
    '--masked-copy: a copy is made of one file, which is read twice\nname one recording, not a folder of several and not -',
  );
}

async function copyMasked(
  path: string,
  input: Input,
  mask: Redaction['mask'],
  signal: AbortSignal,
  io: Io,
): Promise<void> {
  const copy = new FileInPlace(path, { name: 'a recording', begins: /^\uFEFF?\s*[[{]/ });
  io.onExit(() => copy.discard());
  try {
    const write = (text: string): void => copy.write(text);
    await writeMasked(input.path, chunksOf(input, signal, io), mask, write);
    if (!signal.aborted) copy.finish();
  } finally {
    copy.discard();
  }
}

const warningsOf = ({ cutHeaders, bases }: RecordedJudge, others: readonly string[]): readonly string[] => [
  ...[...cutHeaders].map(
    (name) =>
      `no request of the recording has ${name}, though such requests were served: it was taken out, so nothing is judged by it`,
  ),
  ...(bases.size > 1
    ? [`operations occur below several base URLs: ${fewOf(mostFirst(bases))}; --server takes one`]
    : []),
  ...(others.length > 0 ? [`passed over, since they are no recordings: ${fewOf(others)}`] : []),
];

/** Judges recordings and writes the reports. */
export function judgeCommand(options: JudgeCommand, io: Io): Promise<Exit> {
  return withReports(options.reporter, io, 'causes', (reports) => judgeInto(reports, options, io));
}
