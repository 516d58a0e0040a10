/** Passes the events of a run on to the reports: gathers what the gates need, and adds their outcome to the last event. */
import { factsOf, suiteCases, type RunFacts } from '../../gate/run-facts.ts';
import { nothingVerifiedText } from '../../report/lines/run-lines.ts';
import type { CaseFinished, RunEvent } from '../../engine/events.ts';
import { EXIT } from '../exits.ts';
import type { Io } from '../io.ts';
import type { Judged, RunGate } from './run-gate.ts';

/** The events of the run as reports get them: the last one with what the gates say about the whole. */
export function gated(
  gate: RunGate,
  emit: (event: RunEvent) => void,
): { on(event: RunEvent): void; end(): EndedRun } {
  const cases: CaseFinished[] = [];
  let planned = 0;
  let ended: EndedRun | undefined;
  return {
    on(event) {
      if (event.kind === 'run-started') planned = event.planned;
      if (event.kind === 'case-finished') cases.push({ ...event, exchanges: [] });
      if (event.kind === 'case-finished') return emit(gate.on(event));
      if (event.kind !== 'run-finished') return emit(event);
      const facts = factsOf({ cases, started: { planned }, finished: event });
      ended = { facts, judged: gate.judge(facts) };
      const { green, lines } = ended.judged;
      emit({ ...event, gate: { green, lines } });
    },
    end() {
      if (ended === undefined) throw new TypeError('the run has no end');
      return ended;
    },
  };
}

export interface EndedRun {
  readonly facts: RunFacts;
  readonly judged: Judged;
}

/** What the exit code means, where the report alone does not say so. */
export function explainGates(
  { facts, judged: { exit, lines } }: EndedRun,
  file: string | undefined,
  io: Io,
): void {
  const skipped = suiteCases(facts);
  if (exit === EXIT.usage && skipped.every(({ verdict }) => verdict === 'skip'))
    io.err.write(`error: ${nothingVerifiedText(skipped, file)}\n`);
  for (const line of lines) io.err.write(`${line}\n`);
}
