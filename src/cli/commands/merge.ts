/** `tagproof merge`: the records of all shards as the one run that they are parts of, held to the same gates. */
import { recordOf } from '../../coverage/record-of.ts';
import { TagproofError } from '../../errors.ts';
import { suiteDigest } from '../../gate/plan-facts.ts';
import type { RunEvent } from '../../engine/events.ts';
import { mergeShards } from '../../shard/merge.ts';
import { expand, type Instance } from '../../suite/format/instance.ts';
import { loadSuite } from '../../suite/format/load-suite.ts';
import type { Exit } from '../exits.ts';
import { explainGates, gated } from '../gate/gated.ts';
import { runGateOf } from '../gate/run-gate-of.ts';
import type { Io } from '../io.ts';
import type { CommandOptions } from '../options/command-register.ts';
import { DEFAULT_SUITE } from '../../package-paths.ts';
import { readRecord } from '../read-record.ts';
import { withReports } from '../reports.ts';

type MergeCommand = CommandOptions<'merge'>;

function suiteOf({ suite = [DEFAULT_SUITE] }: MergeCommand, digest: string): readonly Instance[] {
  const all = expand(loadSuite(suite));
  if (suiteDigest(all) === digest) return all;
  throw new TagproofError(
    'file',
    'merge: the records are of another suite than this one\nname theirs with --suite, and use the version of tagproof that wrote them',
  );
}

function mergedEvents(files: readonly string[]): readonly RunEvent[] {
  return mergeShards(files.map((file) => ({ file, ...recordOf(readRecord(file)) })));
}

/** Merges the records and writes the reports of the whole. */
export function mergeCommand(options: MergeCommand, io: Io): Promise<Exit> {
  return withReports(options.reporter ?? [], io, async (reports) => {
    const events = mergedEvents(options.files);
    const [start] = events;
    const plan = start?.kind === 'run-started' ? start.plan : undefined;
    const ids = new Set(suiteOf(options, plan?.suite ?? '').map(({ id }) => id));
    const gate = await runGateOf(options, { ids, whole: plan?.whole === true, at: new Date() });
    const { on, end } = gated(gate, (event) => reports.on(event));
    for (const event of events) on(event);
    const ended = end();
    explainGates(ended, start?.kind === 'run-started' ? start.worldFile : undefined, io);
    return ended.judged.exit;
  });
}
