/** `tagproof judge`: what was recorded of a backend's traffic, judged as if we had sent it. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { TagproofError } from '../../base/errors.ts';
import { checkOutput, writeWhole } from '../../base/file-in-place.ts';
import { checkWritableFolder } from '../../base/file-trouble.ts';
import { digits, fewOf } from '../../base/text/quantities.ts';
import { visibleLine } from '../../base/text/visible.ts';
import { countMustCells } from '../../report/record/case-evidence.ts';
import { runHead, type RunEvent } from '../../report/record/events.ts';
import { caseOfRecorded, RECORDED_SUITE_CHAPTER } from '../../run/traffic/case-of-recorded.ts';
import { TrafficJudge, type JudgedSide } from '../../run/traffic/judge-exchange.ts';
import { COPY_KIND, maskedCopy } from '../../run/traffic/masking.ts';
import { documentsOf, inputsOf, recordingIn, STDIN } from '../../run/traffic/read-recording.ts';
import { checkServer } from '../../run/traffic/recorded-place.ts';
import { maskingOf, RecordedSecrets, trafficRedaction } from '../../run/traffic/recorded-secrets.ts';
import {
  mostFirst,
  nothingJudged,
  readLines,
  recordedCase,
  recordedCases,
  recordedFigures,
} from '../../run/traffic/recording-events.ts';
import { RecordingTally } from '../../run/traffic/recording-tally.ts';
import { headerWatch, namedLines, type TrafficFacts } from '../../run/traffic/sent.ts';
import type { Mask } from '../../http/secret.ts';
import { partialDialect } from '../../spec/dialect/dialect.ts';
import { bareTarget, type TargetFile } from '../../world/target-file/target-file.ts';
import { saveCase } from '../fuzz/save-cases.ts';
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

/** Throws a usage error where a copy can't be made of what is named. */
function checkCopy(copy: string, [input, another]: ReturnType<typeof inputsOf>): void {
  if (input === undefined || another !== undefined || input.path === STDIN)
    throw new TagproofError(
      'usage',
      '--masked-copy: a copy is made of one file\nname one recording, not a folder of several and not -',
    );
  checkOutput(copy, COPY_KIND);
}

/** Saves the first exchange of each cause on each endpoint as a suite file, and says so. */
function saverInto(folder: string, facts: TrafficFacts, io: Io): (side: JudgedSide, mask: Mask) => void {
  checkWritableFolder('--save', folder);
  const saved = new Set<string>();
  return (side, mask) => {
    const [first] = side.findings;
    const cause = `${first?.clause} ${first?.kind} ${side.allowed.endpoint}`;
    if (side.who === 'client' || saved.has(cause)) return;
    saved.add(cause);
    const written = caseOfRecorded(side, facts, mask);
    const said =
      typeof written === 'string'
        ? `not saved: ${side.origin}: ${written}`
        : `saved ${saveCase(written, folder, RECORDED_SUITE_CHAPTER)}`;
    io.err.write(`${mask(said)}\n`);
  };
}

async function judgeInto(reports: Reports, options: JudgeCommand, io: Io): Promise<Exit> {
  const began = performance.now();
  const signal = io.interruptSignal();
  const at = new Date();
  const file = await knownFile(options, io.env);
  const inputs = inputsOf(options.files);
  const { failOn, maskedCopy: copy, save: folder, ...gates } = options;
  if (copy !== undefined) checkCopy(copy, inputs);
  const gate = await runGateOf(gates, { whole: false, at });
  const { world, extensions, provoke, variables } = file;
  const secrets = new RecordedSecrets(file.secrets, world.complete);
  const dialect = partialDialect(file.dialectAnswers);
  const facts = { world, extensions, dialect, secrets };
  const save = folder === undefined ? undefined : saverInto(folder, facts, io);
  const judge = new TrafficJudge({ ...facts, provoke, failOn, server: serverFor(options, file) });
  const tally = new RecordingTally(failOn);
  /** Why a recording is not whole, and files of folders that are no recordings. */
  const [unread, others] = [new Array<string>(), new Array<string>()];
  const warnings = [...file.warnings];
  let masking = maskingOf(secrets, variables);
  for (const input of inputs) {
    const watch = headerWatch();
    // All secrets are known before anything is shown.
    const { exchanges, unreadable, trouble, isOther } = await recordingIn(input, io.input, (each) => {
      watch.see(each);
      namedLines(each.headers, each.url, secrets);
    });
    tally.counts.unreadable += unreadable;
    unread.push(...trouble);
    if (isOther) others.push(input.name);
    const lost = watch.lost();
    warnings.push(
      ...lost.map((name) => `no request of ${input.name} has ${name}, so nothing is judged by it`),
    );
    masking = maskingOf(secrets, variables);
    const { text: mask } = masking;
    const redactionAt = trafficRedaction(secrets, variables, mask);
    let turns = 0;
    for (const each of exchanges) {
      if (turns++ % AT_ONCE === 0) await nextTurn();
      if (signal.aborted) return EXIT.interrupted;
      tally.add(judge.judge(each, lost), each.url, (side, isCounted) => {
        save?.(side, mask);
        return recordedCase(side, redactionAt(side.place.base), dialect, isCounted);
      });
    }
    if (copy !== undefined)
      writeWhole(copy, maskedCopy(await documentsOf(input), masking.document), COPY_KIND);
  }
  const { text: mask } = masking;
  const { counts, bases, totals } = tally;
  const [base = '', ...otherBases] = mostFirst(bases);
  if (counts.tooLong > 0) unread.push(`${digits(counts.tooLong)} of the replies are too long to be read`);
  if (otherBases.length > 0)
    warnings.push(`operations occur below several base URLs: ${fewOf(mostFirst(bases))}; --server takes one`);
  if (others.length > 0) warnings.push(`passed over, since they are no recordings: ${fewOf(others)}`);
  const names = fewOf(inputs.map(({ name }) => name));
  if (failOn === 'client' ? counts.judged === 0 : tally.endpoints.size === 0) {
    const lines = [...nothingJudged(tally, names).split('\n'), ...unread];
    throw new TagproofError('nothing-selected', lines.map((line) => visibleLine(mask(line))).join('\n'));
  }
  const said = warnings.map(mask);
  io.warn(said);
  const cases = recordedCases(tally);
  const emit = (event: RunEvent): void => reports.on(gate.on(event));
  emit({
    kind: 'run-started',
    ...runHead(mask(base === '' ? names : `${names}, recorded from ${base}`), said, at),
    planned: cases.length,
    read: readLines(tally).map(mask),
    recorded: recordedFigures(tally),
  });
  for (const each of cases) emit(each);
  emit({
    kind: 'run-finished',
    totals,
    ms: performance.now() - began,
    requests: counts.judged,
    partial: unread.map(mask).join('\n'),
    cells: { ...countMustCells(cases, undefined), recorded: true },
  });
  return gate.explain(io);
}

/** Judges recordings and writes the reports. */
export function judgeCommand(options: JudgeCommand, io: Io): Promise<Exit> {
  return withReports(options.reporter, io, 'causes', (reports) => judgeInto(reports, options, io));
}
