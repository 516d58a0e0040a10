/** A backend's answers to the questions: all of them (complete: a simulator's) or some (partial: a target's). */
import { ENDPOINT_IDS, type EndpointId } from '../endpoints.ts';
import { dialectClause, type ClauseId } from '../clauses.ts';
import { questionOf, scopeAt, type QuestionId, type When } from './questions.ts';

/** One answer, for a whole backend (`at: ''`), a resource or an endpoint. */
export interface Answer {
  readonly question: QuestionId;
  readonly at: string;
  readonly option: string;
}

export interface Dialect {
  /** The option of a question at an endpoint; undefined where it is open. */
  answer(question: QuestionId, endpoint: EndpointId): string | undefined;
  readonly answers: readonly Answer[];
}

const resourceOf = (endpoint: EndpointId): string => endpoint.slice(0, endpoint.indexOf('.'));

/** Makes a dialect of these answers: later and narrower ones win; the rest stays open or, in a complete dialect, is as the simulator does by default. */
function dialectOver(answers: readonly Answer[], isComplete: boolean): Dialect {
  const table = new Map<QuestionId, Map<string, string>>();
  for (const { question, at, option } of answers)
    table.set(question, (table.get(question) ?? new Map<string, string>()).set(at, option));
  const answer = (question: QuestionId, endpoint: EndpointId): string | undefined => {
    const options = table.get(question);
    return (
      options?.get(endpoint) ??
      options?.get(resourceOf(endpoint)) ??
      options?.get('') ??
      (isComplete ? questionOf(question).settled : undefined)
    );
  };
  return { answer, answers };
}

/** A dialect in which questions without an answer stay open. */
export const partialDialect = (answers: readonly Answer[] = []): Dialect => dialectOver(answers, false);

/** A dialect in which the simulator's defaults answer all other questions. */
export const completeDialect = (answers: readonly Answer[] = []): Dialect => dialectOver(answers, true);

/** An answer, where the dialect has none yet: as it is, or for each endpoint that is still open. */
function openAnswers(answer: Answer, dialect: Dialect): readonly Answer[] {
  const { question, at, option } = answer;
  const endpoints = ENDPOINT_IDS.filter((id) => at === '' || at === id || at === resourceOf(id));
  const open = endpoints.filter((id) => dialect.answer(question, id) === undefined);
  return open.length === endpoints.length ? [answer] : open.map((id) => ({ question, at: id, option }));
}

/** The dialect with more answers; those it has already stay. A complete one has no more to learn. */
export function learn(dialect: Dialect, found: readonly Answer[]): Dialect {
  const news = found.flatMap((answer) => openAnswers(answer, dialect));
  return news.length === 0 ? dialect : partialDialect([...news, ...dialect.answers]);
}

/** The answer that an observed option gives, at the scope of its question. */
export function observedAnswer({ question, option }: When, endpoint: EndpointId): Answer {
  return { question, at: scopeAt(question, endpoint), option };
}

/**
 * The should-clauses that an outcome on these conditions breaks; none: it is right without a warning.
 * An option against the backend's own answer breaks `dialect/<question>`; an option graded `warn` the question's clause.
 */
export function breaches(
  conditions: readonly When[],
  dialect: Dialect,
  endpoint: EndpointId,
): readonly ClauseId[] {
  const broken: ClauseId[] = [];
  for (const { question, option } of conditions) {
    const { options, warns } = questionOf(question);
    const answer = dialect.answer(question, endpoint);
    if (options[option] === 'warn') broken.push(warns);
    else if (answer !== undefined && answer !== option) broken.push(dialectClause(question));
  }
  return broken.length < 2 ? broken : [...new Set(broken)];
}
