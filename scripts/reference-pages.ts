/** The reference pages of `docs/`, written from the registers, and the number of cases in the README. */
import { readFileSync } from 'node:fs';
import { CLAUSES, type Clause } from '../src/spec/clause-register.ts';
import { ENDPOINT_IDS } from '../src/spec/endpoints.ts';
import { chapterOf } from '../src/spec/clauses.ts';
import { DUTY_CLAUSES, dutyOf } from '../src/judge/rules/duties.ts';
import { grouped } from '../src/base/text/grouping.ts';
import {
  isQuestionId,
  optionsOf,
  QUESTION_IDS,
  questionOf,
  type QuestionId,
} from '../src/spec/dialect/questions.ts';
import { DEFAULT_SUITE } from '../src/base/package-paths.ts';
import { clauseWords } from '../src/report/facts/clause-words.ts';
import { expand } from '../src/cases/format/instance.ts';
import { loadSuite } from '../src/cases/format/load-suite.ts';

type Lines = readonly string[];

/** Text inside a cell of a Markdown table. */
const cell = (text: string): string => text.replaceAll('|', String.raw`\|`).replaceAll('<', '&lt;');
const tableRow = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const anchor = (id: string): string => `<a id="${id}"></a>`;

const table = (head: readonly string[], rows: readonly (readonly string[])[]): Lines => [
  tableRow(head),
  tableRow(head.map(() => '---')),
  ...rows.map(tableRow),
];

function endpointsOf(clause: Clause): string {
  if (clause.level === 'unobservable') return '';
  return clause.on.length === ENDPOINT_IDS.length ? 'all' : clause.on.join(', ');
}

function clauseRow(clause: Clause): readonly string[] {
  const reason = clause.level === 'unobservable' ? `. Not checked: ${clause.because}` : '';
  return [
    `${anchor(clause.id)}\`${clause.id}\``,
    clause.level === 'unobservable' ? 'not checked' : clause.level,
    cell(clause.description + reason),
    endpointsOf(clause),
  ];
}

function dutyRow(clause: string): readonly string[] {
  const { wrong = '', todo = '' } = dutyOf(clause) ?? {};
  return [`${anchor(clause)}\`${clause}\``, cell(wrong), cell(todo)];
}

function clausesPage(): Lines {
  const chapters = grouped(CLAUSES, ({ id }) => chapterOf(id));
  return [
    '# The clauses',
    '',
    'Every statement of the getTag document that a reply can keep or break. The number in front of a clause is the section of the document.',
    '',
    '- **must**: the document says it flatly. A reply that breaks it makes its case fail, and the run exits with 1.',
    '- **should**: an inference, or a sentence that another sentence weakens. A reply that breaks it makes its case warn.',
    '- **not checked**: no reply can show whether it is kept; the reason is given.',
    '',
    '`tagproof explain <clause>` lists the cases that check a clause; `tagproof list --cells` all of them; the reports of a run say which clauses it verified.',
    ...[...chapters].flatMap(([chapter, its]) => [
      '',
      `## ${chapter}`,
      '',
      ...table(['clause', 'level', 'what it says', 'endpoints'], its.map(clauseRow)),
    ]),
    '',
    '## What a client owes',
    '',
    'No reply shows these: `tagproof judge` names them for recorded requests, `exec` and `simulate` for those that they serve, whatever the answer is.',
    '',
    ...table(['clause', 'broken where', 'what to do'], DUTY_CLAUSES.map(dutyRow)),
  ];
}

const SCOPES = {
  backend: 'One answer holds for the whole backend.',
  resource: 'Each resource may have its own answer.',
  endpoint: 'Each endpoint may have its own answer.',
} as const;

function optionRows(id: QuestionId): readonly (readonly string[])[] {
  const { options, settled } = questionOf(id);
  return optionsOf(id).map((option) => [
    `\`${cell(option)}\``,
    options[option] === 'warn' ? 'warning' : 'accepted',
    option === settled ? 'the simulator does this' : '',
  ]);
}

function questionSection(id: QuestionId): Lines {
  const { asks, section, scope, warns, options } = questionOf(id);
  const warning = Object.values(options).includes('warn')
    ? [
        '',
        `A warning names the clause [\`${warns}\`](clauses.md#${warns}): ${clauseWords(warns).description}.`,
      ]
    : [];
  return [
    '',
    `## ${id} ${anchor(id)}`,
    '',
    `${asks} (§${section}) ${SCOPES[scope]}`,
    '',
    ...table(['answer', 'is', ''], optionRows(id)),
    ...warning,
  ];
}

function questionsPage(): Lines {
  return [
    '# The open questions',
    '',
    'The document does not say everything. Where it is silent or contradicts itself, a backend may choose, and tagproof accepts every choice',
    'that some reading of the document permits ([how it judges](running.md)). Each such choice is a question with named answers:',
    '',
    '- **accepted**: the case passes.',
    '- **warning**: the document suggests something else, but does not say so flatly. The case warns.',
    '- any other answer breaks a *must*, and the case fails.',
    '',
    '`tagproof probe` prints what a backend answers. Declare it under `dialect:` in the target file',
    '(`tagproof probe --target FILE --write` does it for you), and a reply that contradicts your choice is a warning, too.',
    '`run --fail-on dialect` fails for it, and `compare` names what two releases answer differently ([gate.md](gate.md)).',
    '',
    `\`tagproof explain <question>\` lists the cases that show the answer. There are ${QUESTION_IDS.length} questions.`,
    ...QUESTION_IDS.filter(isQuestionId).flatMap(questionSection),
  ];
}

const page = (lines: Lines): string => `${lines.join('\n')}\n`;

const COUNTS = /\d+ cases, sent to each endpoint they fit: \d+/;

/** The README with the number of cases of today; the rest is written by hand. */
function readme(): string {
  const cases = loadSuite([DEFAULT_SUITE]);
  const counts = `${cases.length} cases, sent to each endpoint they fit: ${expand(cases).length}`;
  return readFileSync('README.md', 'utf8').replace(COUNTS, counts);
}

/** The pages by their paths. */
export const referencePages = (): Readonly<Record<string, string>> => ({
  'docs/clauses.md': page(clausesPage()),
  'docs/open-questions.md': page(questionsPage()),
  'README.md': readme(),
});
