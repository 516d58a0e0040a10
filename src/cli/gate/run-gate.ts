/** The gates of one run: their files read before the first request, its events gathered, their judgement attached to its end. */
import {
  baselineNotes,
  baselineObjections,
  entriesFor,
  holdBaseline,
  isKnown,
} from '../../report/gate/hold-baseline.ts';
import { dayOf } from '../../report/gate/day.ts';
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
} from '../../report/gate/run-gates.ts';
import { NOT_STARTED } from '../../report/record/reporter.ts';
import { nothingVerifiedText, unverifiedLine } from '../../report/facts/run-facts.ts';
import type { CaseFinished, RunEvent, RunRecord } from '../../report/record/events.ts';
import type { Instance } from '../../cases/format/instance.ts';
import { fewOf, plural } from '../../base/text/quantities.ts';
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
  /** Every case of the suite on each endpoint; left out where none is run. */
  readonly suite?: readonly Instance[];
  /** Every case of tagproof is selected. */
  readonly whole: boolean;
  readonly at: Date;
}

/** `flaky: 2 cases: a, b`; none where no case is. */
function flakyLines(cases: readonly CaseFinished[]): readonly string[] {
  const ids = cases.filter(({ flaky }) => flaky !== undefined).map((event) => event.case.id);
  return ids.length === 0 ? [] : [`flaky: ${plural(ids.length, 'case')}: ${fewOf(ids)}`];
}

/** Reads the baseline where one is named, and only then loads what reads it. Rejects where it is wrong. */
export async function runGateOf(options: GateOptions, { suite, whole, at }: GateContext) {
  const { baseline: file, updateBaseline = false, failOn: words = [], minCoverage: percent } = options;
  const files = file === undefined ? undefined : await import('../../report/gate/baseline.ts');
  const read = updateBaseline ? files?.readBaselineToUpdate : files?.readBaseline;
  const today = dayOf(at);
  let entries = file === undefined ? [] : (read?.(file) ?? []);
  let known: Excused = isKnown(entries, today);
  const judged = (record: RunRecord) => {
    const { cases, finished } = record;
    const cells = cellsIn(record);
    const extent = { cases, whole: whole && finished.partial === '', suite };
    let held = holdBaseline(entries, extent, words, today);
    const written: string[] = [];
    if (updateBaseline && file !== undefined && files !== undefined) {
      if (finished.partial === '') {
        const added = entriesFor(held);
        const gone = held.stale.length;
        written.push(`${file}: ${added.length} added, ${gone} taken out, ${entries.length - gone} kept`);
        entries = files.updateBaseline(file, entries, held.stale, added);
        known = isKnown(entries, today);
        held = holdBaseline(entries, extent, words, today);
      } else written.push(`${file}: not written, since not every case ran`);
    }
    const objections = [
      ...soundRun(record, known),
      ...(file === undefined ? [] : baselineObjections(held)),
      ...failOn(words, record, known),
      ...minCoverage(percent, cells),
      ...objectIf(
        words.includes('unverified') && cells.verified < cells.mustCells,
        'broken',
        `--fail-on unverified: ${unverifiedLine(cells)}`,
      ),
    ];
    const notes = [...written, ...baselineNotes(held), ...flakyLines(cases)];
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
        if (file === undefined || !known(event)) return event;
        const note = `known: it is listed in ${file}`;
        return { ...event, known: file, notes: [...(event.notes ?? []), note] };
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
