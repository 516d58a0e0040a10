/** Whether a mutant that a small target file let live could have been noticed with it at all. */
import type { Mutant } from '../defects/mutant.ts';
import type { CaseFinished } from '../../src/engine/events.ts';
import { openMutant, runAgainst, type Bench } from './bench.ts';
import { matrixRow } from './matrix.ts';
import { unlessUnreachable } from './observation.ts';

export type Observability =
  /** Some case that notices it with the full file was run with this one, as it is written, and noticed nothing. */
  | { readonly kind: 'missed'; readonly cases: readonly string[] }
  /** Each case that notices it with the full file lacks something here. */
  | { readonly kind: 'not observable'; readonly reasons: readonly string[] };

/** Every case of a run against a mutant, by its id. */
async function casesOf(
  mutant: Mutant,
  bench: Bench,
  signal: AbortSignal,
): Promise<Map<string, CaseFinished>> {
  const cases = new Map<string, CaseFinished>();
  const target = await openMutant(mutant, bench);
  try {
    await unlessUnreachable(() =>
      runAgainst(target, bench, bench.instances, {
        fresh: true,
        signal,
        emit: (event) => void cases.set(event.case.id, event),
      }),
    );
  } finally {
    await target.close();
  }
  return cases;
}

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
  const cases = await casesOf(mutant, bench, signal);
  const lacks = kills.map(({ caseId }) => ({ caseId, lack: lackOf(cases.get(caseId)) }));
  const able = lacks.filter(({ lack }) => lack === undefined).map(({ caseId }) => caseId);
  if (able.length > 0) return { kind: 'missed', cases: [...new Set(able)] };
  return { kind: 'not observable', reasons: [...new Set(lacks.flatMap(({ lack }) => lack ?? []))] };
}
