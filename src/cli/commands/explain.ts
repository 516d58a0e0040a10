/** `tagproof explain`: a case, a clause, a question or a choice of --vary in plain English. */
import { instancesIn } from '../session/suite.ts';
import { explainCases } from '../explain/explain.ts';
import { EXIT, type Exit } from '../io/exits.ts';
import type { Io } from '../io/io.ts';
import type { CommandOptions } from '../options/command-register.ts';

/** Says what the name stands for. */
export async function explainCommand({ name, ...words }: CommandOptions<'explain'>, io: Io): Promise<Exit> {
  io.out.write(`${explainCases(name, await instancesIn(words)).join('\n')}\n`);
  return EXIT.ok;
}
