/** The gates of one run: their files read before the first request, its events gathered, their judgement attached to its end. */
import {
  baselineNotes,
  baselineObjections,
  entriesFor,
  holdBaseline,
  isKnown,
} from '../../report/gate/hold-baseline.ts';
import { dayOf } from '../../report/gate/day.ts';
import { gravest, type Objection, soundRun, wantedGates } from '../../report/gate/run-gates.ts';
import { recordOf } from '../../report/record/reporter.ts';
import { nothingVerifiedText } from '../../report/facts/run-facts.ts';
import { isSynthetic, type RunEvent, type RunRecord } from '../../report/record/events.ts';
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
function flakyLines({ cases }: RunRecord): readonly string[] {
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

  /** Objects to what the baseline does not know, written anew before where that is wanted. */
  const held = ({ cases, finished: { partial } }: RunRecord) => {
    if (file === undefined) return { objections: [], notes: [] };
    const extent = { cases, whole: whole && partial === '', suite };
    const hold = () => holdBaseline(entries, extent, words, today);
    const { stale, ...before } = hold();
    const notes: string[] = [];
    if (updateBaseline && partial !== '') notes.push(`${file}: not written, since not every case ran`);
    if (updateBaseline && partial === '') {
      const added = entriesFor({ stale, ...before });
      notes.push(
        `${file}: ${added.length} added, ${stale.length} taken out, ${entries.length - stale.length} kept`,
      );
      entries = files?.updateBaseline(file, entries, stale, added) ?? entries;
    }
    const now = hold();
    return { objections: baselineObjections(now), notes: [...notes, ...baselineNotes(now)] };
  };
  const judged = (record: RunRecord) => {
    const { objections: ofBaseline, notes } = held(record);
    const known = isKnown(entries, today);
    const objections = [
      ...soundRun(record, known),
      ...ofBaseline,
      ...wantedGates(record, words, percent, known),
    ];
    const lines = objections.flatMap((each) => each.lines);
    return { exit: exitOf(objections), lines: [...lines, ...notes, ...flakyLines(record)] };
  };

  const isListed = isKnown(entries, today);
  const events: RunEvent[] = [];
  let ended: ReturnType<typeof judged> | undefined;
  return {
    /**
     * Takes the events one by one, and gives each as reports get it: a case that the baseline knows says so, and the end what the
     * gates say about the whole.
     */
    on(event: RunEvent): RunEvent {
      events.push(event.kind === 'case-finished' ? { ...event, exchanges: [] } : event);
      if (event.kind === 'case-finished' && file !== undefined && isListed(event))
        return { ...event, known: file, notes: [...(event.notes ?? []), `known: it is listed in ${file}`] };
      if (event.kind !== 'run-finished') return event;
      ended = judged(recordOf(events));
      return { ...event, gate: { green: ended.exit === EXIT.ok, lines: ended.lines } };
    },
    /** Once the run has ended: says what the exit code means, where the report alone does not, and gives it. */
    explain(io: Io): Exit {
      if (ended === undefined) throw new TypeError('the run has no end');
      const { started, ...record } = recordOf(events);
      const cases = record.cases.filter((event) => !isSynthetic(event));
      if (ended.exit === EXIT.usage && cases.every(({ verdict }) => verdict === 'skip'))
        io.err.write(`error: ${nothingVerifiedText(cases, started.runWords)}\n`);
      for (const line of ended.lines) io.err.write(`${line}\n`);
      return ended.exit;
    },
  };
}
