/** A clause in plain English. */
import type { Clause } from '../contract/clause-register.ts';
import { ENDPOINT_IDS } from '../contract/endpoints.ts';
import { clauseWords } from '../report/lines/clause-words.ts';
import type { Instance } from '../suite/format/instance.ts';
import { caseLines } from './case-list.ts';

type Lines = readonly string[];

function concerns(on: readonly string[]): string {
  return on.length === ENDPOINT_IDS.length ? 'concerns all nine endpoints' : `concerns ${on.join(', ')}`;
}

function checkedBy(id: string, instances: readonly Instance[]): Lines {
  const cases = instances.filter(({ from }) => from.written.clauses.includes(id));
  return cases.length === 0 ? ['', 'no case checks it'] : ['', 'checked by', ...caseLines(cases)];
}

/** What it says, which endpoints it concerns and which cases check it, or why no reply can show it. */
export function explainClause(clause: Clause, instances: readonly Instance[]): Lines {
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
