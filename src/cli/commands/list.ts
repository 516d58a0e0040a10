/** `tagproof list`: the cases by name, how many there are, which cells they check, or what is wrong with the suite. */
import { CLAUSES } from '../../spec/clause-register.ts';
import { writtenCases } from '../session/suite.ts';
import { endpointsOf, expand, type Instance } from '../../cases/format/instance.ts';
import { planCase } from '../../cases/plan/plan-case.ts';
import { select } from '../../cases/format/select.ts';
import { plural } from '../../base/text/quantities.ts';
import { EXIT, type Exit } from '../io/exits.ts';
import type { Io } from '../io/io.ts';
import type { TargetFile } from '../../world/target-file/target-file.ts';
import type { Dialect } from '../../spec/dialect/dialect.ts';
import type { CommandOptions } from '../options/command-register.ts';
import { readTarget } from '../session/target.ts';

type ListCommand = CommandOptions<'list'>;

/** The cases that the world of a target file can't serve, a line each: a run skips them. */
function unserved(instances: readonly Instance[], target: TargetFile, dialect: Dialect): readonly string[] {
  return instances.flatMap((instance) => {
    const plan = planCase(instance, { ...target, provocations: target.provoke, dialect });
    const { file, line, column } = instance.from;
    return plan.kind === 'skip'
      ? [`${file}:${line}:${column}: ${instance.id}: the world ${target.file} lacks ${plan.needs}`]
      : [];
  });
}

/** What is wrong with a suite is said when it is read, here as in every command. */
async function lint(options: ListCommand, io: Io): Promise<Exit> {
  // Read the suite last: it takes longest, and a mistake in the target file should show at once.
  const { file, dialect } = await readTarget(options, io.env);
  const cases = await writtenCases(options);
  const instances = expand(cases);
  const skipped = unserved(instances, file, dialect);
  io.warn(skipped);
  const found =
    skipped.length === 0 ? 'nothing is wrong' : `a run skips ${skipped.length}, as the warnings say`;
  io.out.write(`${plural(cases.length, 'written case')}, ${instances.length} expanded: ${found}\n`);
  // A run that skips everything is refused, too.
  return skipped.length < instances.length ? EXIT.ok : EXIT.usage;
}

/** A line for each clause and endpoint with the cases that check it, and for each clause that no reply shows with the reason. */
function cellLines(instances: readonly Instance[]): readonly string[] {
  const ids = new Map<string, string[]>();
  for (const instance of instances)
    for (const clause of instance.from.written.clauses)
      for (const { id } of endpointsOf(instance)) {
        const cell = `${clause}\t${id}`;
        const known = ids.get(cell);
        if (known === undefined) ids.set(cell, [instance.id]);
        else known.push(instance.id);
      }
  return CLAUSES.flatMap((clause) =>
    clause.level === 'unobservable'
      ? [`${clause.id}\t\tunobservable\t${clause.because}`]
      : clause.on.map((endpoint) => {
          const cell = `${clause.id}\t${endpoint}`;
          return `${cell}\t${clause.level}\t${ids.get(cell)?.join(' ') ?? 'no case'}`;
        }),
  );
}

/** Lists the selected cases, one a line, with their clauses, and counts them in the last line; or lists the cells. */
export async function listCommand(options: ListCommand, io: Io): Promise<Exit> {
  if (options.lint === true) return lint(options, io);
  const cases = await writtenCases(options);
  const chosen = select(expand(cases), options);
  if (options.cells === true) {
    io.out.write(`${cellLines(chosen).join('\n')}\n`);
    return EXIT.ok;
  }
  for (const { id, from } of chosen) {
    io.out.write(`${id}\t${from.written.clauses.join(' ')}\t${from.written.title}\n`);
  }
  const written = new Set(chosen.map(({ from }) => from)).size;
  io.out.write(`${plural(chosen.length, 'case')}, ${written} as written\n`);
  return EXIT.ok;
}
