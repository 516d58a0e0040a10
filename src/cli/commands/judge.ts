/** `tagproof judge`: what was recorded of a backend's traffic, judged as if we had sent it. */
import { basename } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { TagproofError } from '../../base/errors.ts';
import { checkOutput, writeWhole } from '../../base/file-in-place.ts';
import { digits, fewOf } from '../../base/text/quantities.ts';
import { visibleLine } from '../../base/text/visible.ts';
import { runHead, type RunEvent } from '../../report/record/events.ts';
import { TrafficJudge } from '../../run/traffic/judge-exchange.ts';
import { COPY_KIND, maskedCopy } from '../../run/traffic/masking.ts';
import { readRecording } from '../../run/traffic/read-recording.ts';
import { checkServer } from '../../run/traffic/recorded-place.ts';
import { maskingOf, RecordedSecrets, trafficRedaction } from '../../run/traffic/recorded-secrets.ts';
import { lostHeaders } from '../../run/traffic/sent.ts';
import { TrafficRecord } from '../../run/traffic/traffic-record.ts';
import { partialDialect } from '../../spec/dialect/dialect.ts';
import { bareTarget, type TargetFile } from '../../world/target-file/target-file.ts';
import { runGateOf } from '../gate/run-gate.ts';
import { EXIT, type Exit } from '../io/exits.ts';
import type { Io } from '../io/io.ts';
import type { CommandOptions } from '../options/command-register.ts';
import { withReports, type Reports } from '../session/reports.ts';
import { targetFile } from '../session/target.ts';

type JudgeCommand = CommandOptions<'judge'>;

/** So many exchanges are judged between two looks at whether the user has interrupted. */
const AT_ONCE = 500;

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
  const { failOn, files, maskedCopy: copy, ...gates } = options;
  if (copy !== undefined && files.length > 1)
    throw new TagproofError('usage', '--masked-copy: a copy is made of one file\nname one recording');
  if (copy !== undefined) checkOutput(copy, COPY_KIND);
  const gate = await runGateOf(gates, { whole: false, at });
  const { world, extensions, provoke, variables } = file;
  const secrets = new RecordedSecrets(file.secrets, world.complete);
  const dialect = partialDialect(file.dialectAnswers);
  const server = serverFor(options, file);
  const judge = new TrafficJudge({ world, extensions, dialect, secrets, provoke, failOn, server });
  const record = new TrafficRecord(failOn, dialect);
  const warnings = [...file.warnings];
  /** Why the result is partial. */
  const unread: string[] = [];
  let masking = maskingOf(secrets, variables);
  for (const path of files) {
    const recording = readRecording(path);
    const lost = lostHeaders(recording.exchanges(), secrets);
    for (const name of lost)
      warnings.push(`no request of ${recording.name} has ${name}, so nothing is judged by it`);
    masking = maskingOf(secrets, variables);
    const shownAt = trafficRedaction(secrets, variables, masking.text);
    let [turns, unreadable] = [0, 0];
    for (const [place, each] of recording.exchanges()) {
      if (turns++ % AT_ONCE === 0) await nextTurn();
      if (signal.aborted) return EXIT.interrupted;
      if (each !== undefined) record.add(judge.judge(each, lost), each.url, shownAt);
      else if (unreadable++ === 0) unread.push(`${place}: no exchange that can be read`);
    }
    record.counts.unreadable += unreadable;
    if (copy !== undefined) writeWhole(copy, maskedCopy(recording, masking.document), COPY_KIND);
  }
  const { text: mask } = masking;
  const { tooLong, judged } = record.counts;
  const [base = '', ...otherBases] = record.bases();
  if (tooLong > 0) unread.push(`${digits(tooLong)} of the replies are too long to be read`);
  if (otherBases.length > 0)
    warnings.push(`operations occur below several base URLs: ${fewOf(record.bases())}; --server takes one`);
  const names = fewOf(files.map((path) => basename(path)));
  const why = record.whyNothing(names);
  if (why !== undefined)
    throw new TagproofError(
      'nothing-selected',
      [...why, ...unread].map((line) => visibleLine(mask(line))).join('\n'),
    );
  const said = warnings.map(mask);
  io.warn(said);
  const cases = record.cases();
  const emit = (event: RunEvent): void => reports.on(gate.on(event));
  emit({
    kind: 'run-started',
    ...runHead(mask(base === '' ? names : `${names}, recorded from ${base}`), said, at),
    planned: cases.length,
    read: record.lines().map(mask),
    recorded: record.figures(),
  });
  for (const each of cases) emit(each);
  emit({
    kind: 'run-finished',
    totals: record.totals,
    ms: performance.now() - began,
    requests: judged,
    partial: unread.map(mask).join('\n'),
  });
  return gate.explain(io);
}

/** Judges recordings and writes the reports. */
export function judgeCommand(options: JudgeCommand, io: Io): Promise<Exit> {
  return withReports(options.reporter, io, 'causes', (reports) => judgeInto(reports, options, io));
}
