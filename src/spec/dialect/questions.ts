/** Looking up questions and options; an option of a question as one value, and how such conditions are joined and compared. */
import { ENDPOINT_IDS, RESOURCES, type EndpointId } from '../endpoints.ts';
import { QUESTIONS, type OptionOf, type Question, type QuestionId, type Scope } from './question-register.ts';

export type { Grade, Question, QuestionId, Scope } from './question-register.ts';
export const QUESTION_IDS = Object.keys(QUESTIONS) as readonly QuestionId[];

/** That one option of one question holds: the condition of an allowed outcome, and the evidence when it matched. Made by `conditionOf` alone. */
export interface When {
  readonly question: QuestionId;
  readonly option: string;
}

const conditions = new Map<QuestionId, Map<string, When>>();

/** The condition that an option holds. The same object for the same option, so that conditions are compared as they are. */
export function conditionOf(question: QuestionId, option: string): When {
  const ofQuestion = conditions.get(question) ?? new Map<string, When>();
  conditions.set(question, ofQuestion);
  const condition = ofQuestion.get(option) ?? { question, option };
  ofQuestion.set(option, condition);
  return condition;
}

/** The same; the types refuse an option that the register does not have. */
export const when = <Q extends QuestionId>(question: Q, option: OptionOf<Q>): When =>
  conditionOf(question, option);

/** The conditions of both, each once. */
export function and(some: readonly When[], more: readonly When[]): readonly When[] {
  if (some.length === 0) return more;
  const news = more.filter((condition) => !some.includes(condition));
  return news.length === 0 ? some : [...some, ...news];
}

/** Whether two options of one question are to hold. */
export const contradicts = (all: readonly When[]): boolean =>
  all.some((a, at) => all.some((b, other) => other > at && a.question === b.question && a !== b));

/** The same text for the same conditions, whatever their order. */
export const keyOfConditions = (all: readonly When[]): string =>
  all
    .map(({ question, option }) => `${question}=${option}`)
    .toSorted()
    .join('&');

/** Questions about which tagKeys a backend refuses: such a refusal hides the tags of the keys. */
export const TAG_KEY_LIMITS = [
  'tagKeys.many',
  'tagKeys.long',
  'tagKeys.twice',
  'tagKeys.characters',
  'tagKeys.unknown',
] as const satisfies readonly QuestionId[];

export function isQuestionId(id: string): id is QuestionId {
  return Object.hasOwn(QUESTIONS, id);
}

export function questionOf(id: QuestionId): Question {
  return QUESTIONS[id];
}

export function optionsOf(id: QuestionId): readonly string[] {
  return Object.keys(QUESTIONS[id].options);
}

const PLACES_BY_SCOPE: Record<Scope, readonly string[]> = {
  backend: [],
  resource: RESOURCES,
  endpoint: [...RESOURCES, ...ENDPOINT_IDS],
};

/** Where an answer to the question may hold, narrower than the whole backend. */
export const placesOf = (id: QuestionId): readonly string[] => PLACES_BY_SCOPE[questionOf(id).scope];

/** Where an answer holds: the question's whole backend, or the resource or the endpoint of the request. */
export function scopeAt(id: QuestionId, endpoint: EndpointId): string {
  const { scope } = questionOf(id);
  if (scope === 'backend') return '';
  return scope === 'endpoint' ? endpoint : endpoint.slice(0, endpoint.indexOf('.'));
}
