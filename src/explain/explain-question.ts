/** A question that the document leaves open, in plain English. */
import { driftOf } from '../dialect/drift-register.ts';
import { optionsOf, questionOf, type Grade, type QuestionId, type Scope } from '../dialect/questions.ts';
import { clauseWords } from '../report/lines/clause-words.ts';
import { inColumns } from '../text/columns.ts';
import type { Instance } from '../suite/format/instance.ts';
import { caseLines } from './case-list.ts';

const SCOPES = {
  backend: 'one answer holds for the whole backend',
  resource: 'each resource may have its own answer',
  endpoint: 'each endpoint may have its own answer',
} as const satisfies Record<Scope, string>;

const GRADES = {
  accepted: 'accepted',
  warn: 'discouraged',
} as const satisfies Record<Grade, string>;

function optionLines(id: QuestionId): readonly string[] {
  const { options, settled } = questionOf(id);
  return inColumns(
    optionsOf(id).map((option) => [
      `  ${option}`,
      GRADES[options[option] ?? 'accepted'],
      option === settled ? "the simulator's choice" : '',
    ]),
  );
}

function discouraged(id: QuestionId): readonly string[] {
  const { options, warns } = questionOf(id);
  if (!Object.values(options).includes('warn')) return [];
  return [`what is discouraged goes against ${warns}: ${clauseWords(warns).description}`];
}

/** What it asks, its options, what the simulator does, and which cases decide it. */
export function explainQuestion(id: QuestionId, instances: readonly Instance[]): readonly string[] {
  const { asks, section, scope } = questionOf(id);
  const cases = instances.filter(({ from }) => from.written.decides === id);
  return [
    `${id} (left open by §${section})`,
    asks,
    SCOPES[scope],
    '',
    'options',
    ...optionLines(id),
    ...discouraged(id),
    'any other answer breaks a must',
    `another answer than before (${driftOf(id).class}): ${driftOf(id).breaks}`,
    '',
    ...(cases.length === 0 ? ['no case decides it'] : ['decided by', ...caseLines(cases)]),
    '',
    `all questions: docs/open-questions.md#${id}`,
  ];
}
