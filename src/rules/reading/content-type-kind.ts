/** How a Content-Type reads (§4.2). */
import { JSON_TYPE } from '../../contract/headers.ts';
import type { QuestionId } from '../../dialect/question-register.ts';

export type ContentTypeKind =
  | 'json'
  | 'json in other case'
  | 'json with charset'
  | 'json in other case with charset'
  | 'missing'
  | 'other';

/** The questions that decide what a Content-Type gets; none: it is accepted. */
export const CONTENT_TYPE_QUESTIONS = {
  json: [],
  'json in other case': ['contentType.case'],
  'json with charset': ['contentType.charset'],
  'json in other case with charset': ['contentType.case', 'contentType.charset'],
  missing: ['contentType.missing'],
  other: ['contentType.other'],
} as const satisfies Record<ContentTypeKind, readonly QuestionId[]>;

/** Names and values of charsets are the same in any case. */
const UTF8_PARAMETER = /^\s*;\s*charset="?utf-8"?$/i;

/** Reads the value of a Content-Type without the blanks around it; undefined: there is none. Frameworks take an empty one for none. */
export function contentTypeKind(value: string | undefined): ContentTypeKind {
  if (value === JSON_TYPE) return 'json';
  if (value === undefined || value === '') return 'missing';
  const type = value.slice(0, JSON_TYPE.length);
  const parameter = value.slice(JSON_TYPE.length);
  if (type.toLowerCase() !== JSON_TYPE) return 'other';
  if (parameter !== '' && !UTF8_PARAMETER.test(parameter)) return 'other';
  const inOtherCase = type !== JSON_TYPE;
  if (parameter === '') return 'json in other case';
  return inOtherCase ? 'json in other case with charset' : 'json with charset';
}
