/** Says what a case, a clause, a question, a code, a choice of --vary or a word of tagproof is, from the data. */
import { CLAUSES, type Clause } from '../../spec/clause-register.ts';
import { CLAUSE_IDS, clauseOf, codeInClauses, dialectClause } from '../../spec/clauses.ts';
import { CODE_TABLES } from '../../spec/codes.ts';
import {
  isQuestionId,
  QUESTION_IDS,
  optionsOf,
  questionOf,
  type Grade,
  type QuestionId,
  type Scope,
} from '../../spec/dialect/questions.ts';
import { TagproofError } from '../../base/errors.ts';
import { inColumns, indented } from '../../base/text/columns.ts';
import type { Instance } from '../../cases/format/instance.ts';
import { didYouMean } from '../../base/text/nearest.ts';
import type { TargetFile } from '../../world/target-file/target-file.ts';
import { explainCase } from './explain-case.ts';
import { ENDPOINT_IDS, isEndpointId } from '../../spec/endpoints.ts';
import { clauseWords } from '../../report/facts/clause-words.ts';
import { grouped } from '../../base/text/grouping.ts';
import { DUTY_CLAUSES, dutyClause, dutyOf } from '../../judge/rules/duties.ts';
import { partsOfId, variationWords } from '../vary/variations.ts';
import { plural } from '../../base/text/quantities.ts';

type Lines = readonly string[];

const SCOPES = {
  backend: 'one answer holds for the whole backend',
  resource: 'each resource may have its own answer',
  endpoint: 'each endpoint may have its own answer',
} as const satisfies Record<Scope, string>;

const GRADES = {
  accepted: 'accepted',
  warn: 'discouraged',
} as const satisfies Record<Grade, string>;

function optionLines(id: QuestionId): Lines {
  const { options, settled } = questionOf(id);
  return inColumns(
    optionsOf(id).map((option) => [
      `  ${option}`,
      GRADES[options[option] ?? 'accepted'],
      option === settled ? "the simulator's choice" : '',
    ]),
  );
}

function discouraged(id: QuestionId): Lines {
  const { options, warns } = questionOf(id);
  if (!Object.values(options).includes('warn')) return [];
  return [`a discouraged answer breaks ${warns}: ${clauseWords(warns).description}`];
}

/** A question that the document leaves open: what it asks, its options, what the simulator does, and which cases decide it. */
function explainQuestion(id: QuestionId, instances: readonly Instance[]): Lines {
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
    '',
    ...(cases.length === 0 ? ['no case decides it'] : ['decided by', ...explainedCases(cases)]),
    '',
    `all questions: docs/open-questions.md#${id}`,
  ];
}

function concerns(on: readonly string[]): string {
  return on.length === ENDPOINT_IDS.length ? 'concerns all nine endpoints' : `concerns ${on.join(', ')}`;
}

function checkedBy(id: string, instances: readonly Instance[]): Lines {
  const cases = instances.filter(({ from }) => from.written.clauses.includes(id));
  return cases.length === 0 ? ['', 'no case checks it'] : ['', 'checked by', ...explainedCases(cases)];
}

/** A clause: what it says, which endpoints it concerns and which cases check it, or why no reply can show it. */
function explainClause(clause: Clause, instances: readonly Instance[]): Lines {
  const { id, level, description } = clause;
  const head = [`${id} (${level}, ${clauseWords(id).section})`, description];
  if (clause.level === 'unobservable') return [...head, `no reply shows it: ${clause.because}`];
  return [
    ...head,
    concerns(clause.on),
    ...checkedBy(id, instances),
    '',
    `all clauses: docs/clauses.md#${id}`,
  ];
}

const AGAINST = "a reply that contradicts the target file or the backend's other replies; a warning at most";

function asQuestion(name: string, instances: readonly Instance[]): Lines | undefined {
  const id = name.replace(/^dialect\//, '');
  if (!isQuestionId(id)) return undefined;
  const lines = explainQuestion(id, instances);
  return id === name ? lines : [`${name}: ${AGAINST}`, '', ...lines];
}

function asCase(name: string, instances: readonly Instance[], file: TargetFile): Lines | undefined {
  const all = instances.filter(({ from }) => from.written.id === name.split('@')[0]);
  const instance = name.includes('@') ? all.find(({ id }) => id === name) : all[0];
  return instance === undefined ? undefined : explainCase(instance, all, file);
}

/** A code by its name or its number, `SecretInvalid` or `-10`: in each table that has it, with the clauses about it. */
function asCode(name: string): Lines {
  return Object.entries(CODE_TABLES).flatMap(([field, table]) =>
    Object.entries(table)
      .filter(([code, number]) => code === name || String(number) === name)
      .flatMap(([code, number]) => [`${code} (${number}, ${field})`, ...indented(clausesAbout(code, field))]),
  );
}

/** A code of a subject that is missing has no clause of its own: those of its section are about all of them. */
const clausesAbout = (code: string, field: string): Lines =>
  listed(
    CLAUSES.filter(
      ({ id, description }) =>
        (field === 'errorCode' && id.startsWith('7.2/')) ||
        id.split('/').includes(codeInClauses(code)) ||
        description.split(/\W+/).includes(code),
    ),
  );

/** A duty of the client, by its clause or its id. */
function asDuty(name: string): Lines | undefined {
  const duty = dutyOf(name) ?? DUTY_CLAUSES.map(dutyOf).find((each) => each?.id === name);
  if (duty === undefined) return undefined;
  const { section, guess, wrong, todo } = duty;
  return [
    `${dutyClause(duty)} (${guess === true ? 'a guess about a client' : `what a client owes, §${section}`})`,
    `broken where ${wrong}`,
    `what to do: ${todo}`,
    '',
    'named by tagproof judge, and by exec and simulate, whatever the backend answers; no case checks it',
    `all duties: docs/clauses.md#${dutyClause(duty)}`,
  ];
}

/** What `exec --vary` calls one of its runs: `codes.returnCode=name`, `format=shuffled`. */
function asVariation(name: string, instances: readonly Instance[]): Lines | undefined {
  const [question, option] = partsOfId(name);
  if (isQuestionId(question))
    return optionsOf(question).includes(option) ? asQuestion(question, instances) : undefined;
  const words = variationWords(name);
  return words === undefined
    ? undefined
    : [`${name} (of exec --vary)`, words, '', `try it: tagproof exec --vary ${name} -- COMMAND`];
}

/** What the reports and pages of tagproof call things, and the page about each. */
const OWN_WORDS: ReadonlyMap<string, readonly [says: string, page: string]> = new Map([
  ['must', ['a clause that the document states flatly; a reply that breaks it fails its case', 'clauses.md']],
  [
    'should',
    ['a clause that is inferred, or weakened by another; a reply that breaks it warns', 'clauses.md'],
  ],
  [
    'must cell',
    ['one must of the document on one endpoint; only a case that passed verifies it', 'running.md'],
  ],
  ['dialect', ["the backend's answers to the questions that the document leaves open", 'open-questions.md']],
  ['baseline', ['a file of known findings with their reasons, which fail no run', 'gate.md']],
  ['learned', ['seen in the first replies of a run, as the target file does not say it', 'running.md']],
]);

function asOwnWord(name: string): Lines | undefined {
  const [says, page] = OWN_WORDS.get(name) ?? [];
  return says === undefined ? undefined : [`${name}: ${says}`, '', `more: docs/${page}`];
}

/** `7.3` or `4.2/game-id`: every clause below it. */
const asSection = (name: string): Lines =>
  listed(CLAUSES.filter(({ id }) => id.startsWith(`${name}/`) || id.startsWith(`${name}.`)));

const listed = (clauses: readonly Clause[]): Lines =>
  inColumns(clauses.map(({ id, level, description }) => [id, level, description]));

function unknown(name: string, instances: readonly Instance[]): TagproofError {
  const names = [
    ...QUESTION_IDS,
    ...QUESTION_IDS.map(dialectClause),
    ...CLAUSE_IDS,
    ...DUTY_CLAUSES,
    ...OWN_WORDS.keys(),
    ...Object.values(CODE_TABLES).flatMap(Object.keys),
    ...new Set(instances.map(({ from }) => from.written.id)),
    ...instances.map(({ id }) => id),
  ];
  const hint = isEndpointId(name)
    ? `tagproof list --only ${name} shows the cases of this endpoint`
    : (didYouMean(name, names) ??
      'tagproof list shows the cases with their clauses, tagproof probe the questions');
  return new TagproofError('usage', `explain ${name}: no such case, clause, question or code\n${hint}`);
}

/** The lines about what has this name, or `§7.3`; a number may be a code and a section. Throws a `usage` error with the nearest name where nothing has it. */
export function explainCases(given: string, instances: readonly Instance[], file: TargetFile): Lines {
  const name = given.replace(/^\u00a7 ?/, '');
  const clause = clauseOf(name);
  const found = asQuestion(name, instances) ??
    (clause && explainClause(clause, instances)) ??
    asCase(name, instances, file) ??
    asDuty(name) ??
    asVariation(name, instances) ??
    asOwnWord(name) ?? [...asCode(name), ...asSection(name)];
  if (found.length === 0) throw unknown(name, instances);
  return found;
}

/** `  id/one-short  an id one character too short ...  on 9 endpoints`, a line for each. */
function explainedCases(instances: readonly Instance[]): readonly string[] {
  const rows = [...grouped(instances, ({ from }) => from)].map(([{ written }, its]) => {
    const [first = ''] = its.map(({ id }) => id.slice(written.id.length + 1));
    const where = first.includes('.') ? 'endpoint' : 'resource';
    return [
      `  ${written.id}`,
      its.length === 1 ? `on ${first}` : `on ${plural(its.length, where)}`,
      written.title,
    ];
  });
  return inColumns(rows);
}
