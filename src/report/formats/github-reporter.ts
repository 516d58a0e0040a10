/** GitHub annotations: workflow commands, at most ten of a kind, one for each cause. */
import type { Level } from '../../spec/clause-register.ts';
import { plural } from '../../base/text/quantities.ts';
import { visibleLine } from '../../base/text/visible.ts';
import type { Cause } from '../facts/causes.ts';
import { clauseWords } from '../facts/clause-words.ts';
import { summaryReporter, type Summary } from '../facts/summary.ts';
import { extentText } from '../lines/cause-lines.ts';
import type { Reporter, ReporterOptions } from '../record/reporter.ts';
import { lastLine } from '../record/verdict.ts';

/** The most annotations of each kind that GitHub shows for a step. */
const MAX_ANNOTATIONS = 10;

type AnnotationKind = 'error' | 'warning';

interface Annotation {
  readonly title: string;
  readonly message: string;
  readonly place?: { readonly file: string; readonly line: string };
}

/** Escapes for a message, by the rules of the runner. */
const escapeMessage = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

/** Escapes for a property: its value also ends at a colon or a comma. */
const escapeProperty = (text: string): string =>
  escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

function annotationCommand(kind: AnnotationKind, { title, message, place }: Annotation): string {
  const properties = { ...place, title };
  const said = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(value)}`);
  return `::${kind} ${said.join(',')}::${escapeMessage(message)}`;
}

/** Paths that can't lie in the user's repository: absolute, above it, of a dependency. */
const FOREIGN_FILE = /^(?:\/|\.\.|[A-Za-z]:|$)|(?:^|\/)node_modules\//;

function ofCause(cause: Cause): Annotation {
  const { clause, words, example, finding } = cause;
  const { section, description } = clauseWords(clause);
  const { id, line } = example.case;
  const file = visibleLine(example.case.file);
  return {
    title: `${visibleLine(clause)}: ${words}`,
    message: [
      visibleLine(description === '' ? section : `${description} (${section})`),
      `expected ${visibleLine(finding.expected)}`,
      `actual   ${visibleLine(finding.actual)}`,
      `${extentText(cause)}, for example ${visibleLine(id)}`,
    ].join('\n'),
    ...(!FOREIGN_FILE.test(file) && { place: { file, line: `${Math.max(1, line)}` } }),
  };
}

const ofLevel = ({ causes }: Summary, level: Level): readonly Annotation[] =>
  causes.filter((each) => each.level === level).map(ofCause);

const errors = (summary: Summary): readonly Annotation[] => [
  ...summary.partial.slice(0, 1).map(() => ({
    title: 'the run is incomplete',
    message: summary.partial.join('\n'),
  })),
  ...ofLevel(summary, 'must'),
  ...summary.unjudged.map(({ words, cases }) => ({
    title: `${plural(cases.length, 'case')} could not be judged`,
    message: words,
  })),
];

/** All of them where they fit; else the last place says how many more there are. */
function atMost(kind: AnnotationKind, all: readonly Annotation[]): readonly string[] {
  if (all.length <= MAX_ANNOTATIONS) return all.map((each) => annotationCommand(kind, each));
  const more = all.length - MAX_ANNOTATIONS + 1;
  const rest = {
    title: `${more} more`,
    message: `${more} more of this kind: see the other reports of this run`,
  };
  return [...all.slice(0, MAX_ANNOTATIONS - 1), rest].map((each) => annotationCommand(kind, each));
}

/** The commands when the run is over, and what it comes to in a line of its own, unless the console says that. */
export const githubReporter = ({ besideConsole }: Partial<ReporterOptions> = {}): Reporter =>
  summaryReporter((summary) =>
    [
      ...atMost('error', errors(summary)),
      ...atMost('warning', ofLevel(summary, 'should')),
      ...(besideConsole === true
        ? []
        : [`${visibleLine(summary.headline.words)}; ${lastLine(summary.finished.totals)}`]),
    ]
      .map((line) => `${line}\n`)
      .join(''),
  );
