/** GitHub annotations: workflow commands, at most ten of a kind, one for each cause. */
import type { Level } from '../../spec/clause-register.ts';
import type { CaseFinished } from '../record/events.ts';
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
  readonly file?: string;
  readonly line?: number;
}

/** Escapes for a message, by the rules of the runner. */
const escapeMessage = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

/** Escapes for a property: its value also ends at a colon or a comma. */
const escapeProperty = (text: string): string =>
  escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

function annotationCommand(kind: AnnotationKind, { title, message, file, line }: Annotation): string {
  const properties = [
    ...(file === undefined ? [] : [`file=${escapeProperty(file)}`, `line=${Math.max(1, line ?? 1)}`]),
    `title=${escapeProperty(title)}`,
  ];
  return `::${kind} ${properties.join(',')}::${escapeMessage(message)}`;
}

/** Whether a file can lie in the user's repository: not absolute, not above it, not a dependency. */
function isOwnFile(path: string): boolean {
  return path !== '' && !/^(?:\/|\.\.|[A-Za-z]:)|(?:^|\/)node_modules\//.test(path);
}

function annotationPlace({ case: { file, line } }: CaseFinished): Pick<Annotation, 'file' | 'line'> {
  const path = visibleLine(file);
  return isOwnFile(path) ? { file: path, line } : {};
}

function ofCause(cause: Cause): Annotation {
  const { clause, words, example, finding } = cause;
  const { section, description } = clauseWords(clause);
  return {
    title: `${visibleLine(clause)}: ${words}`,
    message: [
      visibleLine(description === '' ? section : `${description} (${section})`),
      `expected ${visibleLine(finding.expected)}`,
      `actual   ${visibleLine(finding.actual)}`,
      `${extentText(cause)}, for example ${visibleLine(example.case.id)}`,
    ].join('\n'),
    ...annotationPlace(example),
  };
}

const ofLevel = ({ causes }: Summary, level: Level): readonly Annotation[] =>
  causes.filter((each) => each.level === level).map(ofCause);

function errors(summary: Summary): readonly Annotation[] {
  const { partial, errored } = summary;
  return [
    ...(partial.length === 0 ? [] : [{ title: 'the run is incomplete', message: partial.join('\n') }]),
    ...ofLevel(summary, 'must'),
    ...errored.map(({ words, cases }) => ({
      title: `${plural(cases.length, 'case')} could not be judged`,
      message: words,
    })),
  ];
}

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
