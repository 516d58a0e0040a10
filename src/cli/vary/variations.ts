/** What a client has to bear: each permitted answer to an open question, each form of a reply that changes nothing, and faults that the document names. */
import type { FaultInput } from '../../../simulator/faults/fault-shapes.ts';
import { type FormatName, FORMATS } from '../../../simulator/answer/write/reply-formatting.ts';
import { CONDITION_CODES } from '../../spec/codes.ts';
import { ENDPOINTS, ENDPOINT_IDS } from '../../spec/endpoints.ts';
import type { Answer, Dialect } from '../../spec/dialect/dialect.ts';
import {
  isQuestionId,
  optionsOf,
  QUESTION_IDS,
  questionOf,
  type QuestionId,
} from '../../spec/dialect/questions.ts';
import { TagproofError } from '../../base/errors.ts';
import { didYouMean } from '../../base/text/nearest.ts';

/** One way in which a simulator differs from the usual one. */
export interface Variation {
  /** What `--vary` calls it: `codes.returnCode=name`, `format=shuffled`, `fault=expired-token`. */
  readonly id: string;
  readonly answers: readonly Answer[];
  /** A name of `--format`. */
  readonly format?: string;
  /** Made for one request. */
  readonly fault?: FaultInput;
}

/** The name of what varies, and what it becomes: `codes.returnCode` and `name`. */
export function partsOfId(id: string): readonly [name: string, option: string] {
  const at = id.indexOf('=');
  return [id.slice(0, at), id.slice(at + 1)];
}

/** One answer for the whole backend, wherever the usual dialect has another. */
function everywhere(question: QuestionId, option: string, usual: Dialect): readonly Answer[] {
  const narrower = usual.answers.filter((each) => each.question === question && each.at !== '');
  return ['', ...narrower.map(({ at }) => at)].map((at) => ({ question, at, option }));
}

/** The options of a question that the usual dialect does not give everywhere. */
const otherOptions = (question: QuestionId, usual: Dialect): readonly string[] =>
  optionsOf(question).filter((option) => ENDPOINT_IDS.some((id) => usual.answer(question, id) !== option));

/** The options that the usual dialect gives somewhere; none of what is no question. */
export const ownOptions = (question: string, usual: Dialect): readonly string[] =>
  isQuestionId(question)
    ? optionsOf(question).filter((option) => ENDPOINT_IDS.some((id) => usual.answer(question, id) === option))
    : [];

/** What replies have in each format. */
const FORMAT_WORDS = {
  shuffled: 'their tags in another order each time, and the members of each object in reverse',
  'extra-fields': 'a member in each object that the document does not name',
  indented: 'JSON on several lines',
  escaped: 'escapes in each string: its first character, and all beyond ASCII',
  charset: 'a charset behind the Content-Type',
  chunked: 'their body in chunks, without a Content-Length',
  closing: 'a connection that ends with them',
} as const satisfies Record<Exclude<FormatName, 'plain'>, string>;

const FORMS: readonly Variation[] = Object.keys(FORMATS)
  .filter((name) => name !== 'plain')
  .map((name) => ({ id: `format=${name}`, answers: [], format: name }));

/** Each is the answer to one request, and the next one is answered as usual. */
const FAULTS: readonly Variation[] = [
  ...CONDITION_CODES.map((returnCode) => ({
    id: `fault=${returnCode}`,
    answers: [],
    fault: { returnCode, next: 1 },
  })),
  {
    id: 'fault=expired-token',
    answers: [],
    // Question token.expired: its one accepted answer. Only clients send tokens.
    fault: {
      returnCode: 'OperationNotAuthorized',
      endpoint: ENDPOINTS.filter(({ variant }) => variant === 'client').map(({ id }) => id),
      next: 1,
    },
  },
];

const isAccepted = (question: QuestionId, option: string): boolean =>
  questionOf(question).options[option] === 'accepted';

/** `each`, or one id: `codes.returnCode=name`. Throws a usage error for what there is not. */
export function variationsOf(wanted: string, usual: Dialect): readonly Variation[] {
  const ofQuestions = (isWanted: typeof isAccepted): readonly Variation[] =>
    QUESTION_IDS.flatMap((question) =>
      otherOptions(question, usual)
        .filter((option) => isWanted(question, option))
        .map((option) => ({ id: `${question}=${option}`, answers: everywhere(question, option, usual) })),
    );
  if (wanted === 'each') return [...ofQuestions(isAccepted), ...FORMS, ...FAULTS];
  const all = [...ofQuestions(() => true), ...FORMS, ...FAULTS];
  const found = all.find(({ id }) => id === wanted);
  if (found !== undefined) return [found];
  const [question, option] = partsOfId(wanted);
  const isOwn = isQuestionId(question) && optionsOf(question).includes(option);
  const names = ['each', ...all.map(({ id }) => id)];
  throw new TagproofError(
    'usage',
    isOwn
      ? `--vary ${wanted}: that is the default dialect's own answer\nname another option`
      : `--vary ${wanted}: there is no such option\n${didYouMean(wanted, names) ?? 'write each, or QUESTION=OPTION as tagproof explain QUESTION lists them'}`,
  );
}

/** What a format or a fault of `--vary` is, in a line; undefined: there is none of this name. */
export function variationWords(id: string): string | undefined {
  const [, option] = partsOfId(id);
  const found = [...FORMS, ...FAULTS].find((each) => each.id === id);
  if (found === undefined) return undefined;
  const { format, fault } = found;
  if (fault === undefined)
    return `replies have ${FORMAT_WORDS[format as keyof typeof FORMAT_WORDS]}; it changes nothing that the document states`;
  return option === fault.returnCode
    ? `one request is answered with ${option}, the next as usual`
    : `one request to a client route is answered with ${fault.returnCode}, as where its token has expired`;
}
