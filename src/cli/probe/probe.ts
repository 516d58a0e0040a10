/** Probing a backend: the cases that decide questions are run, and what their replies show is gathered. */
import { partialDialect } from '../../spec/dialect/dialect.ts';
import { isSynthetic, type CaseFinished, type RunEvent } from '../../report/record/events.ts';
import type { LearnedFact } from '../../run/suite/setup/facts.ts';
import { run, type RunOptions, type RunOutcome } from '../../run/suite/run.ts';
import { probedSlots, type ProbedSlot } from './probed-slot.ts';
import { decides } from './slots.ts';

/** As for a run; cases that decide nothing are left out. */
type ProbeOptions = Omit<RunOptions, 'failFast' | 'maxTimeMs'>;

export interface Probed {
  readonly slots: readonly ProbedSlot[];
  /** What the replies show about the world, without ids that were only made up. */
  readonly facts: readonly LearnedFact[];
  /** How many cases ran. */
  readonly cases: number;
  /** How many of them failed. */
  readonly failed: number;
  /** How the cases ended. */
  readonly outcome: RunOutcome;
}

/**
 * Runs the cases that decide questions and gathers the answers. Every question is taken as open, regardless of what the target's file
 * answers: the evidence is the backend's own, and can then be compared with the file.
 */
export async function probe(options: ProbeOptions): Promise<Probed> {
  const instances = options.instances.filter(decides);
  const finished: CaseFinished[] = [];
  const emit = (event: RunEvent): void => {
    if (event.kind === 'case-finished' && !isSynthetic(event)) finished.push(event);
    options.emit(event);
  };
  const facts = { ...options.facts, dialect: partialDialect() };
  const outcome = await run({ ...options, instances, facts, emit, failFast: false, maxTimeMs: undefined });
  const failed = finished.filter(({ verdict }) => verdict === 'fail').length;
  const shown = outcome.learned.filter((fact) => fact.kind !== 'absent' || fact.evidence.length > 0);
  return {
    slots: probedSlots(instances, finished),
    facts: shown,
    cases: finished.length,
    failed,
    outcome,
  };
}
