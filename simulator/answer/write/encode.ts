/** The `encode` stage: an answer as status, headers and JSON text. */
import { CONTENT_TYPE, JSON_TYPE } from '../../../src/spec/headers.ts';
import { METHOD } from '../../../src/spec/endpoints.ts';
import type { TagItem } from '../../../src/spec/envelope.ts';
import type { BackendAnswer, HttpStatusAnswer, TagsAnswer } from '../answer.ts';
import { envelopeText, tagsText } from './envelope-text.ts';
import type { HeaderLines } from '../../../src/judge/rules/reading/header-values.ts';
import type { Options } from '../options-at.ts';
import type { Encoded } from '../stages.ts';
import { shuffler, formatted, type ReplyFormat } from './reply-formatting.ts';

/** §1: every reply is HTTP 200. */
const HTTP_OK = 200;
const METHOD_NOT_ALLOWED = 405;
/** Writing fewer tags than this costs less than looking up how they were written, in a large world much less. */
const KEPT_FROM_TAGS = 16;
/** The texts of this many lists are kept; then all are forgotten. */
const MAX_KEPT_TEXTS = 1000;

/** The JSON text of an answer's tags. That of a subject's whole list is kept if it is long, as the list never changes. */
function keptTagsText(): (answer: TagsAnswer) => string {
  const kept = new Map<readonly TagItem[], string>();
  return ({ tags, subject }) => {
    if (tags.length < KEPT_FROM_TAGS || tags !== subject.tags) return tagsText(tags);
    const known = kept.get(tags);
    if (known !== undefined) return known;
    if (kept.size === MAX_KEPT_TEXTS) kept.clear();
    const text = tagsText(tags);
    kept.set(tags, text);
    return text;
  };
}

/** RFC 9110 §15.5.6: a 405 says which methods are allowed; §15.4: a redirect says where to. */
function statusHeaders({ status, location }: HttpStatusAnswer): HeaderLines {
  if (location !== undefined) return ['Location', location];
  return status === METHOD_NOT_ALLOWED ? ['Allow', METHOD] : [];
}

function replyHeaders({ charset }: ReplyFormat): HeaderLines {
  return [CONTENT_TYPE, charset === undefined ? JSON_TYPE : `${JSON_TYPE}; charset=${charset}`];
}

/** The encoder of a dialect and a format. */
export function encoderOf(options: Options, format: ReplyFormat): (answer: BackendAnswer) => Encoded {
  const envelope = envelopeText(options);
  const headers = replyHeaders(format);
  const shuffle = format.shuffle === true ? shuffler() : undefined;
  const wholeText = keptTagsText();

  const tagsOf = (answer: TagsAnswer): string =>
    shuffle === undefined ? wholeText(answer) : tagsText(shuffle(answer.tags));
  const textOf = (answer: Exclude<BackendAnswer, { kind: 'http' }>): string => {
    if (answer.kind === 'tags') return envelope.tags(tagsOf(answer));
    if (answer.kind === 'not-found') return envelope.notFound(answer.resource);
    return envelope.refused(answer.code, answer.members, answer.debug);
  };
  return (answer) =>
    answer.kind === 'http'
      ? { status: answer.status, headers: statusHeaders(answer), body: '' }
      : { status: HTTP_OK, headers, body: formatted(textOf(answer), format) };
}
