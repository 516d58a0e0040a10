/** Saying any case, clause or question in plain English, from the data. */
import { CLAUSES } from '../contract/clause-register.ts';
import { clauseOf, dialectClause } from '../contract/clauses.ts';
import { isQuestionId, QUESTION_IDS } from '../dialect/questions.ts';
import { TagproofError } from '../errors.ts';
import { inColumns } from '../text/columns.ts';
import type { Instance } from '../suite/format/instance.ts';
import { didYouMean } from '../text/nearest.ts';
import { explainCase } from './explain-case.ts';
import { explainClause } from './explain-clause.ts';
import { explainQuestion } from './explain-question.ts';

type Lines = readonly string[];

const AGAINST =
  'a reply that goes against what this backend answers elsewhere, or in its target file: never more than a should';

function asQuestion(name: string, instances: readonly Instance[]): Lines | undefined {
  const id = name.replace(/^dialect\//, '');
  if (!isQuestionId(id)) return undefined;
  const lines = explainQuestion(id, instances);
  return id === name ? lines : [`${name}: ${AGAINST}`, '', ...lines];
}

function asClause(name: string, instances: readonly Instance[]): Lines | undefined {
  const clause = clauseOf(name);
  return clause === undefined ? undefined : explainClause(clause, instances);
}

function asCase(name: string, instances: readonly Instance[]): Lines | undefined {
  const all = instances.filter(({ from }) => from.written.id === name.split('@')[0]);
  const instance = name.includes('@') ? all.find(({ id }) => id === name) : all[0];
  return instance === undefined ? undefined : explainCase(instance, all);
}

/** `7.3` or `4.2/game-id`: every clause below it. */
function asSection(name: string): Lines | undefined {
  const below = CLAUSES.filter(({ id }) => id.startsWith(`${name}/`) || id.startsWith(`${name}.`));
  return below.length === 0
    ? undefined
    : inColumns(below.map(({ id, level, description }) => [id, level, description]));
}

function unknown(name: string, instances: readonly Instance[]): TagproofError {
  const names = [
    ...QUESTION_IDS,
    ...QUESTION_IDS.map(dialectClause),
    ...CLAUSES.map(({ id }) => id),
    ...new Set(instances.map(({ from }) => from.written.id)),
    ...instances.map(({ id }) => id),
  ];
  const hint =
    didYouMean(name, names) ??
    'tagproof list shows the cases with their clauses, tagproof probe the questions';
  return new TagproofError('usage', `explain ${name}: no such case, clause or question\n${hint}`);
}

/** The lines about whatever has this name. Throws a `usage` error with the nearest name where nothing has it. */
export function explain(name: string, instances: readonly Instance[]): Lines {
  const found =
    asQuestion(name, instances) ?? asClause(name, instances) ?? asCase(name, instances) ?? asSection(name);
  if (found === undefined) throw unknown(name, instances);
  return found;
}
