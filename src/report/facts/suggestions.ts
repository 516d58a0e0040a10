/**
 * Which lines of a target file would show the most of what is open (must cells of a run, questions of a probe): found greedily, from
 * what skipped cases lack; and these lines as a reader pastes them, in words, then as YAML.
 */
import type { CaseFinished, Declare } from '../record/events.ts';
import { cellSetsOf, mustCellsOf } from '../record/case-evidence.ts';
import { grouped } from '../../base/text/grouping.ts';
import { visibleLine } from '../../base/text/visible.ts';

interface Suggestion {
  /** The lines to add, in addition to those of earlier suggestions. */
  readonly declare: readonly Declare[];
  /** What more can be shown then: must cells, unless the caller counts something else. */
  readonly gained: readonly string[];
}

/** Which of what a case is about nothing has shown yet. */
type OpenOf = (event: CaseFinished) => readonly string[];

/** Cases that lack the same lines, with what is open of them. */
interface Lack {
  readonly declare: ReadonlyMap<string, Declare>;
  readonly open: ReadonlySet<string>;
}

/** Lists of what only some backends have: not every user can add a line to them. */
const FEATURES: ReadonlySet<string> = new Set(['extensions', 'provoke']);

const isOfFeature = ({ declare }: Lack): boolean =>
  [...declare.values()].some(({ list }) => FEATURES.has(list));

const keyOf = ({ list, line }: Declare): string => `${list} ${line}`;

function openCells(cases: readonly CaseFinished[]): OpenOf {
  const { failed, verified } = cellSetsOf(cases);
  return (event) => mustCellsOf(event.case).filter((cell) => !failed.has(cell) && !verified.has(cell));
}

function lacksOf(cases: readonly CaseFinished[], openOf: OpenOf): readonly Lack[] {
  const found = new Map<string, { declare: ReadonlyMap<string, Declare>; open: Set<string> }>();
  for (const event of cases) {
    const { declare = [] } = event;
    const open = declare.length === 0 ? [] : openOf(event);
    if (open.length === 0) continue;
    const lines = new Map(declare.map((each) => [keyOf(each), each]));
    const key = [...lines.keys()].toSorted().join('\n');
    const lack = found.get(key) ?? { declare: lines, open: new Set() };
    for (const each of open) lack.open.add(each);
    found.set(key, lack);
  }
  return [...found.values()];
}

const newLines = ({ declare }: Lack, chosen: ReadonlySet<string>): readonly string[] =>
  [...declare.keys()].filter((line) => !chosen.has(line));

/** What is open of all cases that lack nothing but these lines. */
function gained(
  lacks: readonly Lack[],
  lines: ReadonlySet<string>,
  before: ReadonlySet<string>,
): Set<string> {
  const open = lacks.filter((lack) => newLines(lack, lines).length === 0).flatMap((lack) => [...lack.open]);
  return new Set(open.filter((each) => !before.has(each)));
}

interface Choice {
  readonly lack: Lack;
  readonly added: readonly string[];
  readonly gained: ReadonlySet<string>;
}

/** What is gained for each line counts first, so that one line that shows much is not hidden behind ten that show more. */
const isBetter = (a: Choice, b: Choice): boolean =>
  a.gained.size * b.added.length > b.gained.size * a.added.length ||
  (a.gained.size * b.added.length === b.gained.size * a.added.length && a.gained.size > b.gained.size);

function bestOf(
  lacks: readonly Lack[],
  chosen: ReadonlySet<string>,
  before: ReadonlySet<string>,
): Choice | undefined {
  let best: Choice | undefined;
  for (const lack of lacks) {
    const added = newLines(lack, chosen);
    if (added.length === 0) continue;
    const choice = { lack, added, gained: gained(lacks, new Set([...chosen, ...added]), before) };
    if (choice.gained.size > 0 && (best === undefined || isBetter(choice, best))) best = choice;
  }
  return best;
}

/** At most `most` suggestions, each on top of those before it. */
export function suggestions(
  cases: readonly CaseFinished[],
  most: number,
  openOf: OpenOf = openCells(cases),
): readonly Suggestion[] {
  const lacks = lacksOf(cases, openOf);
  const chosen = new Set<string>();
  const shown = new Set<string>();
  const found: Suggestion[] = [];
  const common = lacks.filter((lack) => !isOfFeature(lack));
  while (found.length < most) {
    const best = bestOf(common, chosen, shown) ?? bestOf(lacks, chosen, shown);
    if (best === undefined) break;
    found.push({
      declare: best.added.flatMap((line) => best.lack.declare.get(line) ?? []),
      gained: [...best.gained],
    });
    for (const line of best.added) chosen.add(line);
    for (const each of best.gained) shown.add(each);
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

/** One suggestion: what to declare, about how much more that shows, and the lines. */
export function suggestionLines(
  suggestion: Suggestion,
  file: string | undefined,
  verb: 'verify' | 'decide' | 'compare' = 'verify',
): Lines {
  const where = file === undefined ? 'a target file' : visibleLine(file);
  return [
    `declare ${declareWords(suggestion.declare)} to ${verb} about ${suggestion.gained.length} more; add to ${where}:`,
    ...yamlLines(suggestion.declare).map((line) => `  ${line}`),
  ];
}
