/**
 * Which lines of a target file would verify the most further must cells: found greedily, from what skipped cases lack;
 * and these lines as a reader pastes them, in words, then as YAML.
 */
import type { CaseFinished, Declare } from '../../engine/events.ts';
import { cellSetsOf, mustCellsOf } from '../../run/verdict/case-evidence.ts';
import { grouped } from '../../text/grouping.ts';
import { visibleLine } from '../../text/visible.ts';

export interface Suggestion {
  /** The lines to add, in addition to those of earlier suggestions. */
  readonly declare: readonly Declare[];
  /** How many more must cells can be verified then. */
  readonly cells: number;
}

/** Cases that lack the same lines, with the cells that nothing has shown yet. */
interface Lack {
  readonly declare: ReadonlyMap<string, Declare>;
  readonly cells: ReadonlySet<string>;
}

/** Lists of what only some backends have: not every user can add a line to them. */
const FEATURES: ReadonlySet<string> = new Set(['extensions', 'provoke']);

const isOfFeature = ({ declare }: Lack): boolean =>
  [...declare.values()].some(({ list }) => FEATURES.has(list));

const keyOf = ({ list, line }: Declare): string => `${list} ${line}`;

function lacksOf(cases: readonly CaseFinished[]): readonly Lack[] {
  const { failed, verified } = cellSetsOf(cases);
  const found = new Map<string, { declare: ReadonlyMap<string, Declare>; cells: Set<string> }>();
  for (const { case: identity, declare = [] } of cases) {
    const open = mustCellsOf(identity).filter((cell) => !failed.has(cell) && !verified.has(cell));
    if (declare.length === 0 || open.length === 0) continue;
    const lines = new Map(declare.map((each) => [keyOf(each), each]));
    const key = [...lines.keys()].toSorted().join('\n');
    const lack = found.get(key) ?? { declare: lines, cells: new Set() };
    for (const cell of open) lack.cells.add(cell);
    found.set(key, lack);
  }
  return [...found.values()];
}

const newLines = ({ declare }: Lack, chosen: ReadonlySet<string>): readonly string[] =>
  [...declare.keys()].filter((line) => !chosen.has(line));

/** The cells of all cases that lack nothing but these lines. */
function gained(
  lacks: readonly Lack[],
  lines: ReadonlySet<string>,
  before: ReadonlySet<string>,
): Set<string> {
  const cells = lacks.filter((lack) => newLines(lack, lines).length === 0).flatMap((lack) => [...lack.cells]);
  return new Set(cells.filter((cell) => !before.has(cell)));
}

interface Choice {
  readonly lack: Lack;
  readonly added: readonly string[];
  readonly cells: ReadonlySet<string>;
}

/** Cells for each line count first, so that one line that verifies much is not hidden behind ten that verify more. */
const isBetter = (a: Choice, b: Choice): boolean =>
  a.cells.size * b.added.length > b.cells.size * a.added.length ||
  (a.cells.size * b.added.length === b.cells.size * a.added.length && a.cells.size > b.cells.size);

function bestOf(
  lacks: readonly Lack[],
  chosen: ReadonlySet<string>,
  before: ReadonlySet<string>,
): Choice | undefined {
  let best: Choice | undefined;
  for (const lack of lacks) {
    const added = newLines(lack, chosen);
    if (added.length === 0) continue;
    const choice = { lack, added, cells: gained(lacks, new Set([...chosen, ...added]), before) };
    if (choice.cells.size > 0 && (best === undefined || isBetter(choice, best))) best = choice;
  }
  return best;
}

/** At most `most` suggestions, each on top of those before it. */
export function suggestions(cases: readonly CaseFinished[], most: number): readonly Suggestion[] {
  const lacks = lacksOf(cases);
  const chosen = new Set<string>();
  const cells = new Set<string>();
  const found: Suggestion[] = [];
  const common = lacks.filter((lack) => !isOfFeature(lack));
  while (found.length < most) {
    const best = bestOf(common, chosen, cells) ?? bestOf(lacks, chosen, cells);
    if (best === undefined) break;
    found.push({
      declare: best.added.flatMap((line) => best.lack.declare.get(line) ?? []),
      cells: best.cells.size,
    });
    for (const line of best.added) chosen.add(line);
    for (const cell of best.cells) cells.add(cell);
  }
  return found;
}

type Lines = readonly string[];

/** `  world:` and `    secretKeys:`, without the keys that the list before has opened. */
function headLines(list: string, before: string): Lines {
  const path = list.split('.');
  const known = before.split('.');
  const same = path.findIndex((key, at) => key !== known[at]);
  return path.slice(same).map((key, index) => `${'  '.repeat(same + index)}${visibleLine(key)}:`);
}

/** The lines under the keys where they belong, from the top of the file. */
export function yamlLines(declare: Suggestion['declare']): Lines {
  const lists = [...grouped(declare, ({ list }) => list)].sort(([a], [b]) => (a < b ? -1 : 1));
  return lists.flatMap(([list, its], at) => [
    ...headLines(list, lists[at - 1]?.[0] ?? ''),
    ...its.map(({ line }) => `${'  '.repeat(list.split('.').length)}${visibleLine(line)}`),
  ]);
}

/** `a secret key of role Player with every rule of its role, and a group`. */
export function declareWords(declare: Suggestion['declare']): string {
  const words = [...new Set(declare.map(({ what }) => visibleLine(what)))];
  const last = words.pop() ?? '';
  return words.length === 0 ? last : `${words.join(', ')} and ${last}`;
}

/** One suggestion: what to declare, about how many cells that verifies, and the lines. */
export function suggestionLines(suggestion: Suggestion, file: string | undefined): Lines {
  const where = file === undefined ? 'a target file' : visibleLine(file);
  return [
    `declare ${declareWords(suggestion.declare)} to verify about ${suggestion.cells} more; add to ${where}:`,
    ...yamlLines(suggestion.declare).map((line) => `  ${line}`),
  ];
}
