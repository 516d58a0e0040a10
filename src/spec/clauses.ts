/** Looks up clauses, their levels and their chapters. */
import { CLAUSES, type Clause, type Level, type RegisteredClause } from './clause-register.ts';
import type { MemberType, ReturnCode } from './codes.ts';

/** A clause of the register, or `dialect/<question>`: a reply that contradicts the backend's other replies. */
export type ClauseId = string;

export const DIALECT_PREFIX = 'dialect/';
const clauseById = new Map(CLAUSES.map((clause) => [clause.id, clause]));

/** The ids of the register, in its order. */
export const CLAUSE_IDS: readonly string[] = [...clauseById.keys()];

/** The clause of an id, if the register has it. */
export function clauseOf(id: ClauseId): Clause | undefined {
  return clauseById.get(id);
}

/** `service-hashtable-null`: a code as the ids of clauses spell it. */
export const codeInClauses = (code: string): string =>
  code.replaceAll(/(?<=.)[A-Z]/g, (letter) => `-${letter}`).toLowerCase();

/** `7.3/service-hashtable-null`: the clause that says what a type answers. */
export const clauseOfType = (type: MemberType): RegisteredClause =>
  `7.3/${codeInClauses(type)}` as RegisteredClause;

/** The returnCodes that say why a request is not answered, by the clauses that they break where nothing of that is wrong. */
export const CLAUSES_OF_REFUSALS: Readonly<Partial<Record<ReturnCode, RegisteredClause>>> = {
  InternalServerError: '7.1/internal-server-error',
  OperationTimeout: '7.1/operation-timeout',
  UnknownError: '7.1/unknown-error',
  OperationNotAllow: '4.1/rule/sufficient',
  SecretInvalid: '7.1/secret-invalid',
};

/** The pseudo-clause that a reply breaks when it contradicts the backend's own answer to a question. */
export function dialectClause(question: string): ClauseId {
  return `${DIALECT_PREFIX}${question}`;
}

/** The level of a finding, which depends on its clause alone; a reply against the backend's own dialect breaks only a should. */
export function levelOf(id: ClauseId): Level {
  if (id.startsWith(DIALECT_PREFIX)) return 'should';
  const clause = clauseById.get(id);
  if (clause === undefined || clause.level === 'unobservable')
    throw new TypeError(`no observable clause ${id}`);
  return clause.level;
}

/** The chapters of the document. */

/** The chapters by the beginning of their clauses' ids; sections 3, 6, 8 and 9 state nothing that a reply shows. */
export const CLAUSE_CHAPTERS = {
  '1': 'What the service does',
  '2': 'Resources and their fields',
  '3': 'States and transitions',
  '4': 'Endpoints',
  '5': 'Authentication',
  '6': 'Events',
  '7': 'Errors',
  '8': 'Limits',
  '9': 'Versioning',
  principle: 'Principles',
  dialect: "The backend's own answers",
} as const satisfies Readonly<Record<string, string>>;

/** `7 Errors`. */
export function chapterOf(clause: ClauseId): string {
  const [, start = ''] = /^(\d+|[a-z]+)/.exec(clause) ?? [];
  const title = Object.hasOwn(CLAUSE_CHAPTERS, start)
    ? CLAUSE_CHAPTERS[start as keyof typeof CLAUSE_CHAPTERS]
    : '';
  return /^\d/.test(start) || title === '' ? `${start} ${title}`.trim() : title;
}
