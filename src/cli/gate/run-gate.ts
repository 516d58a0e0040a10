/** The gates of one run: their files read before the first request, its events gathered, their judgement attached to its end. */
import { baselineNotes, baselineObjections, holdBaseline, isKnown } from '../../gate/hold-baseline.ts';
import { dayOf } from '../../gate/day.ts';
import {
  type Excused,
  failOn,
  minCoverage,
  soundRun,
  cellsIn,
  gravest,
  objectIf,
  type Objection,
  suiteCases,
} from '../../gate/run-gates.ts';
import { NOT_STARTED } from '../../report/record/reporter.ts';
import { nothingVerifiedText, unverifiedLine } from '../../report/lines/run-lines.ts';
import type { CaseFinished, RunEvent, RunRecord } from '../../engine/events.ts';
import { fewOf, plural } from '../../text/quantities.ts';
import { type Exit, EXIT } from '../io/exits.ts';
import type { GateOptions } from '../options/option-register.ts';
import type { Io } from '../io/io.ts';

const EXITS = {
  outage: EXIT.unreached,
  nothing: EXIT.usage,
  broken: EXIT.broken,
  unsure: EXIT.unreached,
} as const;

/** The exit code of objections; green without any. */
export function exitOf(objections: readonly Objection[]): Exit {
  const kind = gravest(objections);
  return kind === undefined ? EXIT.ok : EXITS[kind];
}

/** What a gate needs besides its options. */
interface GateContext {
  /** The ids of every case of the suite. */
  readonly ids: ReadonlySet<string>;
  /** Every case of tagproof is selected. */
  readonly whole: boolean;
  readonly at: Date;
}

/** `flaky: 2 cases: a, b`; none where no case is. */
function flakyLines(cases: readonly CaseFinished[]): readonly string[] {
  const ids = cases.filter(({ flaky }) => flaky !== undefined).map((event) => event.case.id);
  return ids.length === 0 ? [] : [`flaky: ${plural(ids.length, 'case')}: ${fewOf(ids)}`];
}

/** Reads the files of the gates that are named, and only then loads what reads them. Rejects where one is wrong. */
export async function runGateOf(options: GateOptions, { ids, whole, at }: GateContext) {
  const { baseline: file, failOn: words = [], minCoverage: percent, failOnUnverified } = options;
  const baseline =
    file === undefined ? undefined : (await import('../../gate/baseline.ts')).readBaseline(file);
  const known: Excused = baseline === undefined ? () => false : isKnown(baseline);
  const held = ({ cases, finished: { partial } }: RunRecord) => {
    if (baseline === undefined) return undefined;
    return holdBaseline(baseline, { cases, whole: whole && partial === '', ids }, dayOf(at));
  };
  const judged = (record: RunRecord) => {
    const { cases } = record;
    const cells = cellsIn(record);
    const inBaseline = held(record);
    const objections = [
      ...soundRun(record, known),
      ...(inBaseline === undefined ? [] : baselineObjections(inBaseline, words.includes('warn'))),
      ...failOn(words, record, known),
      ...minCoverage(percent, cells),
      ...objectIf(
        failOnUnverified === true && cells.verified < cells.mustCells,
        'broken',
        `--fail-on-unverified: ${unverifiedLine(cells)}`,
      ),
    ];
    const notes = [...(inBaseline === undefined ? [] : baselineNotes(inBaseline)), ...flakyLines(cases)];
    return { exit: exitOf(objections), lines: [...objections.flatMap(({ lines }) => lines), ...notes] };
  };
  const cases: CaseFinished[] = [];
  let started = NOT_STARTED;
  let ended: ReturnType<typeof judged> | undefined;
  return {
    /**
     * Takes the events one by one, and gives each as reports get it: a case that the baseline knows says so, and the end what the
     * gates say about the whole.
     */
    on(event: RunEvent): RunEvent {
      if (event.kind === 'run-started') started = event;
      if (event.kind === 'case-finished') {
        cases.push({ ...event, exchanges: [] });
        if (baseline === undefined || !known(event)) return event;
        const note = `known: it is listed in ${baseline.file}`;
        return { ...event, known: baseline.file, notes: [...(event.notes ?? []), note] };
      }
      if (event.kind !== 'run-finished') return event;
      ended = judged({ started, cases, finished: event });
      return { ...event, gate: { green: ended.exit === EXIT.ok, lines: ended.lines } };
    },
    /** Once the run has ended: says what the exit code means, where the report alone does not, and gives it. */
    explain(worldFile: string | undefined, io: Io): Exit {
      if (ended === undefined) throw new TypeError('the run has no end');
      const skipped = suiteCases({ cases });
      if (ended.exit === EXIT.usage && skipped.every(({ verdict }) => verdict === 'skip'))
        io.err.write(`error: ${nothingVerifiedText(skipped, worldFile)}\n`);
      for (const line of ended.lines) io.err.write(`${line}\n`);
      return ended.exit;
    },
  };
}
