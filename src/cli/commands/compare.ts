/** `tagproof compare BASE CANDIDATE`: which cases another release answers otherwise, and what it breaks or mends. */
import { changedBy, compareCases, comparisonJson, comparisonLines } from '../../report/compare/comparison.ts';
import { TagproofError } from '../../base/errors.ts';
import { runAgainst } from '../../library/connect/connect.ts';
import { withDeadline } from '../../run/send/deadline.ts';
import { isSynthetic, runHead, type RunEvent, type RunRecord } from '../../report/record/events.ts';
import { isUnanswered, unansweredLine } from '../../report/record/unanswered-events.ts';
import { objectIf, type Objection, soundRun } from '../../report/gate/run-gates.ts';
import { needLines, needsOf } from '../../report/facts/needs.ts';
import { recordOf } from '../../report/record/reporter.ts';
import { run, type RunOptions } from '../../run/suite/run.ts';
import { select } from '../../cases/format/select.ts';
import { fewOf } from '../../base/text/quantities.ts';
import { EXIT, type Exit } from '../io/exits.ts';
import { exitOf } from '../gate/run-gate.ts';
import { heartbeat } from '../session/live-progress.ts';
import type { Io } from '../io/io.ts';
import type { CommandOptions } from '../options/command-register.ts';
import { recordAt } from '../session/records.ts';
import { instancesIn } from '../session/suite.ts';
import { openTarget } from '../session/target.ts';
import { shellWord } from '../../http/curl/shell-quote.ts';

type CompareCommand = CommandOptions<'compare'>;

const recordIn = (words: string): RunRecord | undefined =>
  words.endsWith('.ndjson') ? recordAt(words) : undefined;

/** Opens a side that is no record. Throws what is wrong with its file; of one with another ending first what it could be. */
async function openSide(target: string, options: CompareCommand, io: Io): ReturnType<typeof openTarget> {
  try {
    return await openTarget({ ...options, target }, io);
  } catch (error) {
    if (!(error instanceof TagproofError) || error.code !== 'file' || /\.(?:ya?ml|json)$/i.test(target))
      throw error;
    throw new TagproofError(
      'file',
      `${target}: neither a record (.ndjson) nor a URL, so it is read as a target file\n${error.message}`,
    );
  }
}

/** Runs cases against a target, with what its own file says of it. */
async function ran(
  words: string,
  options: CompareCommand,
  about: Pick<RunOptions, 'instances' | 'signal' | 'activity'>,
  io: Io,
): Promise<RunRecord> {
  const target = await openSide(words, options, io);
  io.warn(target.warnings);
  const { worldFile } = target;
  const head = {
    ...runHead(target.name, target.warnings),
    ...(worldFile !== undefined && { worldFile, runWords: shellWord(Buffer.from(worldFile)) }),
  };
  const reach = { ...runAgainst(target, options), head };
  const events: RunEvent[] = [];
  const emit = (event: RunEvent): void => void events.push(event);
  try {
    await run({ ...reach, ...about, confirm: true, emit });
    return recordOf(events);
  } finally {
    await target.close();
  }
}

/** Why a side is not whole, or what replies it lacks: no comparison with it is green. */
function troubleOf(side: string, record: RunRecord): readonly Objection[] {
  const { cases, finished } = record;
  const broken = cases.filter((event) => isUnanswered(event) && event.verdict === 'fail');
  return [
    ...objectIf(finished.partial !== '', 'unsure', `partial: ${finished.partial}`),
    ...broken.map((event): Objection => ({ kind: 'unsure', lines: [unansweredLine(event)] })),
    ...soundRun(record).filter(({ kind }) => kind === 'outage' || kind === 'unsure'),
  ].map(({ kind, lines }) => ({ kind, lines: lines.map((line) => `${side}: ${line}`) }));
}

async function compared(
  options: CompareCommand,
  about: Pick<RunOptions, 'signal' | 'activity'>,
  io: Io,
): Promise<Exit> {
  const { only, skip, json, failOn = [] } = options;
  const isSelected = only !== undefined || skip !== undefined;
  const [baseRecord, candidateRecord] = [recordIn(options.base), recordIn(options.candidate)];
  const isRun = baseRecord === undefined || candidateRecord === undefined;
  const selected = isRun || isSelected ? select(await instancesIn(options), options) : [];
  const ids = new Set(selected.map(({ id }) => id));
  const recorded = baseRecord ?? candidateRecord;
  const recordedIds = new Set(recorded?.cases.map((event) => event.case.id));
  const instances = recorded === undefined ? selected : selected.filter(({ id }) => recordedIds.has(id));
  const base = baseRecord ?? (await ran(options.base, options, { ...about, instances }, io));
  const candidate = candidateRecord ?? (await ran(options.candidate, options, { ...about, instances }, io));
  const casesOf = ({ cases }: RunRecord) =>
    isSelected ? cases.filter((event) => ids.has(event.case.id) || isSynthetic(event)) : cases;
  const found = compareCases(casesOf(base), casesOf(candidate));
  const [regressions, differences] = [changedBy(found, 'regression'), changedBy(found, 'difference')];
  const objections = [
    ...troubleOf('base', base),
    ...troubleOf('candidate', candidate),
    ...objectIf(found.onlyBase.length > 0, 'unsure', `candidate: it lacks ${fewOf(found.onlyBase)}`),
    ...objectIf(
      found.compared + regressions.length === 0 && base.finished.partial + candidate.finished.partial === '',
      'nothing',
      'error: nothing was compared: no case was judged on both sides',
    ),
    ...objectIf(regressions.length > 0, 'broken'),
    ...objectIf(differences.length > 0 && failOn.includes('difference'), 'broken'),
  ];
  const trouble = objections.flatMap(({ lines }) => lines);
  const skipped = [...base.cases, ...candidate.cases].filter(({ verdict }) => verdict === 'skip');
  const next = needLines(needsOf(skipped), candidate.started.runWords);
  const text =
    json === true
      ? comparisonJson(found, { base, candidate }, trouble)
      : comparisonLines(found, next).join('\n');
  io.out.write(`${text}\n`);
  for (const line of trouble) io.err.write(`${line}\n`);
  return exitOf(objections);
}

/** Compares two records of runs; of a target one is made first. */
export async function compareCommand(options: CompareCommand, io: Io): Promise<Exit> {
  const interrupt = io.interruptSignal();
  const { activity, stop } = heartbeat(io);
  try {
    const exit = await compared(options, { signal: withDeadline(interrupt, options.maxTime), activity }, io);
    return interrupt.aborted ? EXIT.interrupted : exit;
  } finally {
    stop();
  }
}
