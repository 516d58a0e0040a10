/** A finding as it is shown to people. */
import { FINDING_KINDS } from '../../judge/compare/finding.ts';
import { cut } from '../../judge/compare/show.ts';
import type { RedactedFinding } from '../../engine/events.ts';
import { clauseWords } from './clause-words.ts';
import type { Palette } from './colours.ts';
import { visibleLine } from '../../text/visible.ts';

const MOST_OF_VALUE = 800;
const value = (text: string) => visibleLine(cut(text, MOST_OF_VALUE));

/** `7.3/known (must, §7.3): invalidMemberType is a type of the table in 7.3`. */
function clauseText({ clause, level }: RedactedFinding): string {
  const { section, description } = clauseWords(clause);
  return visibleLine(`${clause} (${level}, ${section})${description === '' ? '' : `: ${description}`}`);
}

/** What is wrong in words, the clause, the place in the reply, and expected above actual. */
export function findingLines(found: RedactedFinding, { colours }: Palette): readonly string[] {
  const line = (word: string, text: string) => `    ${colours.dim(word.padEnd(8))}  ${text}`;
  return [
    `  ${colours.bold(FINDING_KINDS[found.kind])}`,
    line('clause', clauseText(found)),
    ...(found.at === '' ? [] : [line('where', value(found.at))]),
    line('expected', colours.green(value(found.expected))),
    line('actual', colours.red(value(found.actual))),
  ];
}

/** A finding in one line, where a format has room for no more. */
export function findingLine({ kind, clause, expected, actual }: RedactedFinding): string {
  return visibleLine(
    `${FINDING_KINDS[kind]} (${clause}): expected ${cut(expected, MOST_OF_VALUE)}, actual ${cut(actual, MOST_OF_VALUE)}`,
  );
}
