/** Looking up questions and options; an option of a question is written as one value. */
import type { EndpointId } from '../contract/endpoints.ts';
import { QUESTIONS, type OptionOf, type Question, type QuestionId } from './question-register.ts';

export type { Grade, Question, QuestionId, Scope } from './question-register.ts';
export const QUESTION_IDS = Object.keys(QUESTIONS) as readonly QuestionId[];

/** That one option of one question holds: the condition of an allowed outcome, and the evidence when it matched. */
export interface When {
  readonly question: QuestionId;
  readonly option: string;
}

/** An option of a question; the types refuse one that the register does not have. */
export function when<Q extends QuestionId>(question: Q, option: OptionOf<Q>): When {
  return { question, option };
}

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

/** Where an answer holds: the question's whole backend, or the resource or the endpoint of the request. */
export function scopeAt(id: QuestionId, endpoint: EndpointId): string {
  const { scope } = questionOf(id);
  if (scope === 'backend') return '';
  return scope === 'endpoint' ? endpoint : endpoint.slice(0, endpoint.indexOf('.'));
}
