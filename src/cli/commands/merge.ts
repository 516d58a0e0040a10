/** `tagproof merge`: the records of all shards as the one run that they are parts of, held to the same gates. */
import { recordAt } from '../session/records.ts';
import { instancesIn } from '../session/suite.ts';
import { TagproofError } from '../../errors.ts';
import { suiteDigest } from '../../gate/digests.ts';
import { mergeShards } from '../../shard/merge.ts';
import { type Instance } from '../../suite/format/instance.ts';
import type { Exit } from '../io/exits.ts';
import { runGateOf } from '../gate/run-gate.ts';
import type { Io } from '../io/io.ts';
import type { CommandOptions } from '../options/command-register.ts';
import { withReports } from '../session/reports.ts';

type MergeCommand = CommandOptions<'merge'>;

async function suiteOf(options: MergeCommand, digest: string): Promise<readonly Instance[]> {
  const all = await instancesIn(options);
  if (suiteDigest(all) === digest) return all;
  throw new TagproofError(
    'file',
    'merge: the records are of another suite than this one\nname theirs with --suite, and use the version of tagproof that wrote them',
  );
}

/** Merges the records and writes the reports of the whole. */
export function mergeCommand(options: MergeCommand, io: Io): Promise<Exit> {
  return withReports(options.reporter ?? [], io, 'causes', async (reports) => {
    const events = mergeShards(options.files.map(recordAt));
    const [start] = events;
    const plan = start?.kind === 'run-started' ? start.plan : undefined;
    const ids = new Set((await suiteOf(options, plan?.suite ?? '')).map(({ id }) => id));
    const gate = await runGateOf(options, { ids, whole: plan?.whole === true, at: new Date() });
    for (const event of events) reports.on(gate.on(event));
    return gate.explain(start?.kind === 'run-started' ? start.worldFile : undefined, io);
  });
}
