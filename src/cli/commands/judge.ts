/** `tagproof judge`: what was recorded of a backend's traffic, judged as if we had sent it. */
import { basename, normalize } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { TagproofError } from '../../base/errors.ts';
import { checkOutput, writeWhole } from '../../base/file-in-place.ts';
import { fewOf } from '../../base/text/quantities.ts';
import { COPY_KIND, maskedCopy } from '../../run/traffic/masking.ts';
import { readRecording } from '../../run/traffic/read-recording.ts';
import { checkServer } from '../../run/traffic/recorded-place.ts';
import { lostHeaders } from '../../run/traffic/sent.ts';
import { bareTarget, type TargetFile } from '../../world/target-file/target-file.ts';
import { EXIT, type Exit } from '../io/exits.ts';
import type { Io } from '../io/io.ts';
import type { CommandOptions } from '../options/command-register.ts';
import { withReports, type Reports } from '../session/reports.ts';
import { targetFile } from '../session/target.ts';
import { Traffic } from '../session/traffic.ts';

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
  const signal = io.interruptSignal();
  const file = await knownFile(options, io.env);
  const { failOn, files: named, maskedCopy: copy, ...gates } = options;
  const files = [...new Set(named.map((path) => normalize(path)))];
  if (copy !== undefined && files.length > 1)
    throw new TagproofError('usage', '--masked-copy: a copy is made of one file\nname one recording');
  if (copy !== undefined) checkOutput(copy, COPY_KIND);
  const traffic = new Traffic(
    file,
    failOn,
    serverFor(options, file),
    (base) => `give --server ${base || '/'}`,
  );
  const gate = await traffic.gate(gates);
  const { judge, record, secrets, masking, unread } = traffic;
  for (const path of files) {
    const recording = readRecording(path);
    const lost = lostHeaders(recording.exchanges(), secrets);
    for (const name of lost)
      traffic.warnings.push(`no request of ${recording.name} has ${name}, so nothing is judged by it`);
    let [turns, unreadable] = [0, 0];
    for (const [place, each] of recording.exchanges()) {
      if (turns++ % AT_ONCE === 0) await nextTurn();
      if (signal.aborted) return EXIT.interrupted;
      if (each !== undefined) record.add(judge.judge(each, lost));
      else if (unreadable++ === 0) unread.push(`${place}: no exchange that can be read`);
    }
    record.counts.unreadable += unreadable;
    if (copy !== undefined) writeWhole(copy, maskedCopy(recording, masking.document), COPY_KIND);
  }
  return traffic.report(
    { names: fewOf(files.map((path) => basename(path))), from: 'recorded from' },
    gate,
    reports,
    io,
  );
}

/** Judges recordings and writes the reports. */
export function judgeCommand(options: JudgeCommand, io: Io): Promise<Exit> {
  return withReports(options.reporter, io, 'causes', (reports) => judgeInto(reports, options, io));
}
