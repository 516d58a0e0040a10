/** Suggested lines as a reader pastes them: in words, then as YAML under the keys where they belong. */
import { grouped } from '../../text/grouping.ts';
import type { Suggestion } from './suggestions.ts';
import { visibleLine } from '../../text/visible.ts';

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
