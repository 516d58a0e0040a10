/** The rules of the body as a whole: its size, its Content-Type, its shape (§1, §4.2, §7.1, §8). */
import { DEFINED_REFUSALS } from '../contract/codes.ts';
import { questionOf, when, type When } from '../dialect/questions.ts';
import type { Call } from './call.ts';
import { CONTENT_TYPE_QUESTIONS } from './reading/content-type-kind.ts';
import { ALLOW, option, options, always, refuse, type HttpAnswer, type Rule } from './ruling.ts';

/** Without a declared limit a backend may find any request above this many bytes too large (size.limit). */
export const UNDECLARED_BYTES = 1024;

const TOO_LARGE = refuse('MaxSizeRequestReject');
const UNSUPPORTED: HttpAnswer = { kind: 'http', statuses: [415] };

/** §7.1: the serialised request exceeds the maximum size; question size.limit: the exact edge is not judged. */
export const SIZE_RULE: Rule = {
  id: 'size',
  after: [],
  judge: ({ bytes }, { world }) => {
    const clause = '7.1/max-size-request-reject';
    const limit = world.limits.requestBytes;
    if (limit === undefined)
      return bytes <= UNDECLARED_BYTES ? [] : [{ clause, alternatives: [ALLOW, always(TOO_LARGE)] }];
    if (bytes <= limit / 2) return [];
    if (bytes <= limit) return [{ clause, alternatives: [ALLOW, always(TOO_LARGE)] }];
    if (bytes < limit * 2)
      return [{ clause, alternatives: [option('size.limit', 'enforced', TOO_LARGE), ALLOW] }];
    return [
      {
        clause,
        alternatives: [option('size.limit', 'enforced', TOO_LARGE), option('size.limit', 'not enforced')],
      },
    ];
  },
};

/** §4.2: Content-Type is application/json; the questions contentType.*: the document binds the caller only. */
export const CONTENT_TYPE_RULE: Rule = {
  id: 'content-type',
  after: [],
  judge: ({ contentType }) =>
    CONTENT_TYPE_QUESTIONS[contentType].map((question) => ({
      clause: questionOf(question).warns,
      alternatives: [
        option(question, 'answered'),
        ...options(question, 'refused', DEFINED_REFUSALS),
        option(question, 'HTTP 415', UNSUPPORTED),
      ],
    })),
};

/** Where a body of such a Content-Type is not read, the request counts as one with an empty object, and nothing refuses its type. */
export function unread<C extends Call>(call: C): { readonly call: C; readonly when: When } | undefined {
  const { contentType } = call;
  if (contentType !== 'missing' && contentType !== 'other') return undefined;
  return {
    call: { ...call, contentType: 'json', body: { is: 'object', members: new Map() } },
    when: when(`contentType.${contentType}`, 'not read'),
  };
}

/** §7.1: the request shape is invalid; there is no member to name. */
export const SHAPE_RULE: Rule = {
  id: 'shape',
  after: [],
  judge: ({ body }) =>
    body.is === 'object'
      ? []
      : [{ clause: '1/json-body', alternatives: [always(refuse('InvalidRequestParameters'))] }],
};
