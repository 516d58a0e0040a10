/** What a client has to handle: each allowed answer to an open question, each form of a reply that changes nothing, and faults that the document names. */
import type { FaultInput } from '../../../simulator/faults/fault-shapes.ts';
import type { FormatName } from '../../../simulator/answer/write/reply-formatting.ts';
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
import { suggest } from '../../base/text/nearest.ts';

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

const isAccepted = ({ question, option }: Answer): boolean =>
  questionOf(question).options[option] === 'accepted';

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

/** Faults are the answer to one request, and the next one is answered as usual. */
const OTHERS: readonly (Variation & { readonly words: string })[] = [
  ...Object.entries(FORMAT_WORDS).map(([format, words]) => ({
    id: `format=${format}`,
    answers: [],
    format,
    words: `replies have ${words}; it changes nothing that the document states`,
  })),
  ...CONDITION_CODES.map((returnCode) => ({
    id: `fault=${returnCode}`,
    answers: [],
    fault: { returnCode, next: 1 },
    words: `one request is answered with ${returnCode}, the next as usual`,
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
    words:
      'one request to a client route is answered with OperationNotAuthorized, as where its token has expired',
  },
];

/** What a format or a fault of `--vary` is, in a line; undefined: there is none of this name. */
export const variationWords = (wanted: string): string | undefined =>
  OTHERS.find(({ id }) => id === wanted)?.words;

/** Options that the usual dialect does not give everywhere, each as the answer for the whole backend. */
const ofQuestion = (question: QuestionId, usual: Dialect): readonly Variation[] =>
  optionsOf(question)
    .filter((option) => ENDPOINT_IDS.some((id) => usual.answer(question, id) !== option))
    .map((option) => {
      const narrower = usual.answers.filter((each) => each.question === question && each.at !== '');
      const places = ['', ...narrower.map(({ at }) => at)];
      return { id: `${question}=${option}`, answers: places.map((at) => ({ question, at, option })) };
    });

/** `each`, or one id: `codes.returnCode=name`. Throws a usage error for what there is not. */
export function variationsOf(wanted: string, usual: Dialect): readonly Variation[] {
  const all = [...QUESTION_IDS.flatMap((question) => ofQuestion(question, usual)), ...OTHERS];
  if (wanted === 'each')
    return all.filter(({ answers: [first] }) => first === undefined || isAccepted(first));
  const found = all.find(({ id }) => id === wanted);
  if (found !== undefined) return [found];
  const [question, option] = partsOfId(wanted);
  const isOwn = isQuestionId(question) && optionsOf(question).includes(option);
  const names = ['each', ...all.map(({ id }) => id), ...QUESTION_IDS];
  throw new TagproofError(
    'usage',
    isOwn
      ? `--vary ${wanted}: that is the default dialect's own answer\nname another option`
      : `--vary ${wanted}: nothing that varies is called so\n${suggest(wanted, names, 'one of')}`,
  );
}
