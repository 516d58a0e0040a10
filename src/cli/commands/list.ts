/** `tagproof list`: the cases by name, how many there are, which cells they check, or what is wrong with the suite. */
import { CLAUSES } from '../../spec/clause-register.ts';
import { writtenCases } from '../session/suite.ts';
import { expand, type Instance } from '../../cases/format/instance.ts';
import { planCase } from '../../cases/plan/plan-case.ts';
import { select } from '../../cases/format/select.ts';
import { plural } from '../../base/text/quantities.ts';
import { EXIT, type Exit } from '../io/exits.ts';
import type { Io } from '../io/io.ts';
import type { TargetFacts } from '../../cases/cast/target-facts.ts';
import { needsOf, needWords, seedKitLines, type NeedGroup } from '../../report/facts/needs.ts';
import type { CaseFinished } from '../../report/record/events.ts';
import { caseSkipped, caseIdentity } from '../../run/suite/verdict/case-event.ts';
import { VERDICT_WORDS } from '../../report/record/verdict.ts';
import { inColumns } from '../../base/text/columns.ts';
import { visibleLine } from '../../base/text/visible.ts';
import type { CommandOptions } from '../options/command-register.ts';
import { type LastFailed, lastFailedOf } from '../session/records.ts';
import { readTarget } from '../session/target.ts';

type ListCommand = CommandOptions<'list'>;

/** What a run of these cases reports, if each case that the target file can serve passes. */
function foreseen(instances: readonly Instance[], facts: TargetFacts): readonly CaseFinished[] {
  return instances.map((instance) => {
    const plan = planCase(instance, facts);
    if (plan.kind === 'skip') return caseSkipped(plan);
    const { clauses } = plan;
    const nothing = { ms: 0, findings: [], reason: '', exchanges: [], decided: [] };
    return {
      kind: 'case-finished',
      case: { ...caseIdentity(instance), clauses },
      verdict: 'pass',
      ...nothing,
    };
  });
}

/** What the target file lacks, each need with the cases that a run skips for it and their places. */
const lintLines = (needs: readonly NeedGroup[]): readonly string[] =>
  needs.flatMap((each) => [
    needWords(each),
    ...each.cases.map(({ case: { file, line, id } }) => `  ${visibleLine(`${file}:${line}: ${id}`)}`),
  ]);

/** What is wrong with a suite is said when it is read, here as in every command. */
async function lint(options: ListCommand, io: Io): Promise<Exit> {
  // Read the suite last: it takes longest, and a mistake in the target file should show at once.
  const { file, dialect } = await readTarget(options, io.env);
  const cases = await writtenCases(options);
  const instances = expand(cases);
  const ended = foreseen(instances, { ...file, provocations: file.provoke, dialect });
  const skipped = ended.filter(({ verdict }) => verdict === 'skip').length;
  const found = skipped === 0 ? 'nothing is wrong' : `a run skips ${skipped}, as said above`;
  const needs = needsOf(ended);
  const lines = [
    ...lintLines(needs),
    ...seedKitLines(needs),
    `${plural(cases.length, 'written case')}, ${instances.length} expanded: ${found}`,
  ];
  io.out.write(`${lines.join('\n')}\n`);
  // A run that skips everything is refused, too.
  return skipped < instances.length ? EXIT.ok : EXIT.usage;
}

/** A line for each clause and endpoint with the cases that check it, and for each clause that no reply shows with the reason. */
function cellLines(instances: readonly Instance[]): readonly string[] {
  const ids = new Map<string, string[]>();
  for (const instance of instances)
    for (const clause of instance.from.written.clauses)
      for (const { id } of instance.endpoints) {
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

/** A line for each case, to be cut at the tabs; what a person asks for after a run is in columns instead, with its verdict and the clause that it broke. */
const caseRows = (chosen: readonly Instance[], ended?: LastFailed['cases']): readonly string[] =>
  ended === undefined
    ? chosen.map(({ id, from: { written } }) => `${id}\t${written.clauses.join(' ')}\t${written.title}`)
    : inColumns(
        chosen.map(({ id, from: { written } }) => {
          const { verdict = 'error', findings: [found] = [] } = ended.get(id) ?? {};
          return [
            VERDICT_WORDS[verdict],
            id,
            visibleLine(found?.clause ?? written.clauses[0] ?? ''),
            written.title,
          ];
        }),
      );

/** Lists the selected cases, one a line, with their clauses, and counts them in the last line; or lists the cells. */
export async function listCommand(options: ListCommand, io: Io): Promise<Exit> {
  if (options.lint === true) return lint(options, io);
  const last = options.failed === true ? lastFailedOf({}, io) : undefined;
  const cases = await writtenCases({ ...last?.words, ...options });
  const chosen = select(expand(cases), options).filter(({ id }) => last?.cases.has(id) ?? true);
  if (options.cells === true) {
    io.out.write(`${cellLines(chosen).join('\n')}\n`);
    return EXIT.ok;
  }
  for (const row of caseRows(chosen, last?.cases)) io.out.write(`${row}\n`);
  const written = new Set(chosen.map(({ from }) => from)).size;
  const ofLast = last === undefined ? '' : `: failed, warned or errored in ${last.run}`;
  io.out.write(`${plural(chosen.length, 'case')}, ${written} as written${ofLast}\n`);
  return EXIT.ok;
}
