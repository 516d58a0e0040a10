/** Whether a mutant that a small target file let live could have been noticed with it at all. */
import type { Mutant } from '../defects/mutant.ts';
import type { CaseFinished } from '../../src/engine/events.ts';
import { runAll, type Bench } from './bench.ts';
import { matrixRow } from './matrix.ts';

export type Observability =
  /** Some case that notices it with the full file was run with this one, as it is written, and noticed nothing. */
  | { readonly kind: 'missed'; readonly cases: readonly string[] }
  /** Each case that notices it with the full file lacks something here. */
  | { readonly kind: 'not observable'; readonly reasons: readonly string[] };

/** Why a case could not show what it shows with the full file; undefined: it could. */
function lackOf(event: CaseFinished | undefined): string | undefined {
  if (event === undefined) return 'the case was not run';
  if (event.verdict === 'skip' || event.verdict === 'error') return event.reason;
  return event.notes?.[0];
}

/** Compares what notices the mutant with the full file to what a run with the small one could show. */
export async function observabilityOf(
  mutant: Mutant,
  bench: Bench,
  full: Bench,
  signal: AbortSignal,
): Promise<Observability> {
  const { kills } = await matrixRow(mutant, full, signal);
  const cases = new Map<string, CaseFinished>();
  await runAll(mutant, bench, signal, (event) => cases.set(event.case.id, event));
  const lacks = kills.map(({ caseId }) => ({ caseId, lack: lackOf(cases.get(caseId)) }));
  const able = lacks.filter(({ lack }) => lack === undefined).map(({ caseId }) => caseId);
  if (able.length > 0) return { kind: 'missed', cases: [...new Set(able)] };
  return { kind: 'not observable', reasons: [...new Set(lacks.flatMap(({ lack }) => lack ?? []))] };
}
