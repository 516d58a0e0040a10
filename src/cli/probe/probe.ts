/** Probing a backend: the cases that decide questions are run, and what their replies show is gathered. */
import { partialDialect } from '../../spec/dialect/dialect.ts';
import { isSynthetic, type CaseFinished } from '../../report/record/events.ts';
import type { LearnedFact } from '../../run/suite/setup/facts.ts';
import { run, type RunOptions } from '../../run/suite/run.ts';
import { slotsOf, type Slot } from './slots.ts';

export interface Probed {
  readonly slots: readonly Slot[];
  /** What the replies show about the world, without ids that were only made up. */
  readonly facts: readonly LearnedFact[];
  /** How many cases ran, and how many of them failed. */
  readonly cases: number;
  readonly failed: number;
  /** Empty: every planned case ran. */
  readonly partial: string;
}

/**
 * Runs the cases that decide questions and gathers the answers. Every question is taken as open, regardless of what the target's file
 * answers: the evidence is the backend's own, and can then be compared with the file.
 */
export async function probe(options: RunOptions): Promise<Probed> {
  const instances = options.instances.filter(({ from }) => from.written.decides !== undefined);
  const facts = { ...options.facts, dialect: partialDialect() };
  const finished: CaseFinished[] = [];
  const { learned, partial } = await run({
    ...options,
    instances,
    facts,
    emit: (event) => {
      if (event.kind === 'case-finished' && !isSynthetic(event)) finished.push(event);
      options.emit(event);
    },
  });
  return {
    slots: slotsOf(instances, finished),
    facts: learned.filter(({ kind, evidence }) => kind !== 'absent' || evidence.length > 0),
    cases: finished.length,
    failed: finished.filter(({ verdict }) => verdict === 'fail').length,
    partial,
  };
}
