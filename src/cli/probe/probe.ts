/** Probing a backend: the cases that decide questions are run, and what their replies show is gathered. */
import { partialDialect } from '../../spec/dialect/dialect.ts';
import { isSynthetic, type CaseFinished } from '../../report/record/events.ts';
import { plural } from '../../base/text/quantities.ts';
import { differingTags } from '../../judge/compare/match-tags.ts';
import type { OpenTarget } from '../../library/connect/connect.ts';
import { preflight } from '../../run/send/preflight.ts';
import type { Target } from '../../run/send/target.ts';
import { describeFact, type LearnedFact, type TagsFact } from '../../run/suite/setup/facts.ts';
import { checkSetup, plainSender } from '../../run/suite/setup/setup-check.ts';
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

const subjectOf = ({ resource, game, id }: TagsFact): string => JSON.stringify([resource, game, id]);

/**
 * Reads once more what was read before the cases. Says which entity has other tags now: what a backend answers that changes its state
 * by being asked is not to be relied on. Empty: none has.
 */
export async function whatChanged(
  { facts: { world }, name }: OpenTarget,
  facts: readonly LearnedFact[],
  to: Target,
): Promise<string> {
  const seen = facts.filter((fact) => fact.kind === 'tags');
  if (seen.length === 0) return '';
  const again = await checkSetup(world, plainSender(to), await preflight(to, name));
  const now = new Map(again.facts.flatMap((fact) => (fact.kind === 'tags' ? [[subjectOf(fact), fact]] : [])));
  for (const before of seen) {
    const after = now.get(subjectOf(before));
    if (after !== undefined && differingTags(before.tags, after.tags))
      return `the backend changes its state: the same request was answered differently: ${describeFact(before)} at first and ${plural(after.tags.length, 'tag')} after the cases`;
  }
  return '';
}
