/** The records of shards, checked against one another: all parts of one plan, each once. */
import { TagproofError } from '../errors.ts';
import {
  isSynthetic,
  type CaseFinished,
  type FileRecord,
  type PlanFacts,
  type ShardFacts,
} from '../engine/events.ts';
import { plural } from '../text/quantities.ts';

export interface ShardRecord extends FileRecord {
  readonly plan: PlanFacts;
  readonly shard: ShardFacts;
}

const refuse = (what: string, todo: string): TagproofError => new TagproofError('file', `${what}\n${todo}`);

function asShard(record: FileRecord): ShardRecord {
  const { file, started, cases, finished } = record;
  const { plan } = started;
  if (finished.partial !== '' && cases.length === 0)
    throw refuse(`${file}: this run judged nothing: ${finished.partial}`, 'run this part again');
  if (plan?.shard !== undefined) return { ...record, plan, shard: plan.shard };
  throw refuse(
    `${file}: it is not the record of a shard`,
    'merge what run --shard … --reporter ndjson=FILE wrote',
  );
}

/** What all parts of one run have in common, by the words of messages. */
const COMMON: Readonly<Record<string, (record: ShardRecord) => unknown>> = {
  'number of shards': ({ shard }) => shard.of,
  target: ({ started }) => started.target,
  'version of tagproof': ({ started }) => started.version,
  suite: ({ plan }) => plan.suite,
  document: ({ plan }) => plan.document,
  selection: ({ plan: { only, skip, whole, repeat, quick } }) => [only, skip, whole, repeat, quick],
  'target file': ({ plan }) => plan.world,
  'number of cases': ({ shard }) => shard.cases,
};

function refuseStrangers(records: readonly ShardRecord[]): void {
  const [first, ...others] = records;
  if (first === undefined) throw refuse('merge: no record is named', 'name the records of all shards');
  for (const other of others)
    for (const [what, of] of Object.entries(COMMON))
      if (JSON.stringify(of(first)) !== JSON.stringify(of(other)))
        throw refuse(
          `${other.file}: its ${what} is not that of ${first.file}`,
          'merge the shards of one run',
        );
}

function refuseGaps(records: readonly ShardRecord[]): void {
  const of = records[0]?.shard.of ?? 0;
  const byIndex = new Map<number, string>();
  for (const { file, shard } of records) {
    const other = byIndex.get(shard.index);
    if (other !== undefined)
      throw refuse(`${file}: shard ${shard.index} of ${of} is ${other} already`, 'name each shard once');
    byIndex.set(shard.index, file);
  }
  const missing = Array.from({ length: of }, (_, at) => at + 1).filter((index) => !byIndex.has(index));
  if (missing.length > 0)
    throw refuse(
      `merge: ${missing.length === 1 ? 'shard' : 'shards'} ${missing.join(', ')} of ${of} ${missing.length === 1 ? 'is' : 'are'} missing`,
      'run them again and name their records, too: without them the result says nothing',
    );
}

const suiteCases = ({ cases }: FileRecord): readonly CaseFinished[] =>
  cases.filter((event) => !isSynthetic(event));

/** Each case once, and no case lost on the way. */
function refuseOverlaps(records: readonly ShardRecord[]): void {
  const seen = new Map<string, string>();
  for (const record of records) {
    const its = suiteCases(record);
    for (const { case: identity } of its) {
      const other = seen.get(identity.id);
      if (other !== undefined)
        throw refuse(
          `${record.file}: the case ${identity.id} is also in ${other}`,
          'merge the shards of one run',
        );
      seen.set(identity.id, record.file);
    }
    const missing = record.started.planned - its.length;
    if (missing !== 0 && record.finished.partial === '')
      throw refuse(`${record.file}: ${plural(missing, 'case')} of this shard is missing`, 'run it again');
  }
  const cut = records.some(({ finished }) => finished.partial !== '');
  const cases = records[0]?.shard.cases ?? 0;
  if (!cut && seen.size !== cases)
    throw refuse(
      `merge: the shards hold ${seen.size} of ${cases} cases`,
      'their plans differ: give every shard the same target file and options',
    );
}

/** The records as shards of one run, in their order. Throws a `file` error where they do not belong to one run. */
export function shardsOf(records: readonly FileRecord[]): readonly ShardRecord[] {
  const shards = records.map(asShard);
  refuseStrangers(shards);
  refuseGaps(shards);
  refuseOverlaps(shards);
  return shards.toSorted((a, b) => a.shard.index - b.shard.index);
}
