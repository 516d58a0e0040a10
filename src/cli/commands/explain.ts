/** `tagproof explain`: what a case, a clause, a question, a code or a choice of --vary is. */
import { CONFORMANCE_WORLD } from '../../base/package-paths.ts';
import { targetFileAt } from '../../world/compiled/compiled-world.ts';
import { instancesIn } from '../session/suite.ts';
import { explainCases } from '../explain/explain.ts';
import { EXIT, type Exit } from '../io/exits.ts';
import type { Io } from '../io/io.ts';
import type { CommandOptions } from '../options/command-register.ts';

/** Says what the name stands for. */
export async function explainCommand({ name, ...words }: CommandOptions<'explain'>, io: Io): Promise<Exit> {
  const [instances, file] = await Promise.all([instancesIn(words), targetFileAt(CONFORMANCE_WORLD, io.env)]);
  io.out.write(`${explainCases(name, instances, file).join('\n')}\n`);
  return EXIT.ok;
}
