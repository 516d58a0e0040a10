/** Writes the record of a run of the whole suite in which every case passed, but for what a test changes. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunFinished, RunStarted } from '../../engine/events.ts';
import { totalsOf } from '../../engine/verdict.ts';
import { planFactsOf } from '../../gate/digests.ts';
import { finished } from '../../probe/test-helpers/finished.ts';
import { foldAll } from '../../report/record/reporter.ts';
import { ndjsonReporter } from '../../report/reporters.ts';
import { started } from '../../report/test-helpers/streams.ts';
import { expand } from '../../suite/format/instance.ts';
import { loadSuite } from '../../suite/format/load-suite.ts';
import { folder } from './captured.ts';

const INSTANCES = expand(loadSuite(['suites']));
export const CASES = INSTANCES.length;
export const PLAN = planFactsOf(INSTANCES, { whole: true, only: [], skip: [] });

export interface Changes {
  /** What the first case came to. */
  readonly first?: Parameters<typeof finished>[1];
  readonly start?: Partial<RunStarted>;
  readonly end?: Partial<RunFinished>;
  /** How many cases at the beginning are missing. */
  readonly lost?: number;
}

/** Returns the path, in a folder of its own. */
export function recorded({ first = {}, start = {}, end = {}, lost = 0 }: Changes = {}): string {
  const cases = INSTANCES.map((instance, index) => finished(instance, index === 0 ? first : {})).slice(lost);
  const events = [
    started({ planned: CASES, plan: PLAN, ...start }),
    ...cases,
    { kind: 'run-finished', totals: totalsOf(cases), ms: 1, requests: 1, partial: '', ...end } as const,
  ];
  const path = join(folder(), 'events.ndjson');
  writeFileSync(path, foldAll(ndjsonReporter(), events));
  return path;
}
