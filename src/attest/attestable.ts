/** Which records a statement can be made of: whole runs of the whole suite, with nothing lost. */
import { TagproofError } from '../errors.ts';
import {
  isBesideSuite,
  type CaseFinished,
  type PlanFacts,
  type RunFinished,
  type RunStarted,
} from '../engine/events.ts';

export interface RecordToAttest {
  readonly started: RunStarted;
  readonly cases: readonly CaseFinished[];
  readonly finished: RunFinished;
}

export interface Attestable extends RecordToAttest {
  readonly plan: PlanFacts;
}

/** Why no statement can be made; undefined: it can. */
function whyNot({ started, cases, finished }: RecordToAttest): string | undefined {
  const { plan, planned } = started;
  if (plan === undefined) return 'it does not say which suite was run';
  if (plan.shard !== undefined)
    return `it is shard ${plan.shard.index} of ${plan.shard.of}: merge all of them first`;
  if (finished.partial !== '') return `the run was cut: ${finished.partial}`;
  if (!plan.whole) return 'it is of selected cases, or of another suite than that of tagproof';
  const suite = cases.filter((event) => !isBesideSuite(event));
  if (new Set(suite.map((event) => event.case.id)).size !== suite.length) return 'it has a case twice';
  if (suite.length !== planned) return `it has ${suite.length} of ${planned} planned cases`;
  if (cases.some(({ verdict }) => verdict === 'error')) return 'some cases got no reply to judge';
  if (!cases.some(({ verdict }) => verdict === 'pass')) return 'no case passed, so it verified nothing';
  return undefined;
}

/** The record, where it can be attested. Throws a `file` error that says why it can't. */
export function attestable(record: RecordToAttest, file: string): Attestable {
  const why = whyNot(record);
  const { plan } = record.started;
  if (why === undefined && plan !== undefined) return { ...record, plan };
  throw new TagproofError(
    'file',
    `${file}: no statement can be made of this record: ${why ?? ''}\nattest a whole run: tagproof run --target … --reporter ndjson=${file}`,
  );
}
