/** `tagproof explain`: a case, a clause or a question in plain English. */
import { explain } from '../../explain/explain.ts';
import { expand } from '../../suite/format/instance.ts';
import { suiteAt } from '../../suite/format/suite-at.ts';
import { EXIT, type Exit } from '../exits.ts';
import type { Io } from '../io.ts';
import type { CommandOptions } from '../options/command-register.ts';
import { DEFAULT_SUITE } from '../../package-paths.ts';

type ExplainCommand = CommandOptions<'explain'>;

/** Says what the name stands for. */
export async function explainCommand({ name, suite }: ExplainCommand, io: Io): Promise<Exit> {
  io.out.write(`${explain(name, expand(await suiteAt(suite ?? [DEFAULT_SUITE]))).join('\n')}\n`);
  return EXIT.ok;
}
