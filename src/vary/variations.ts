/** What a client has to bear: each permitted answer to an open question, each form of a reply that changes nothing, and faults that the document names. */
import { answersOf, COMBINATIONS, orderOf } from '../../simulator/choices-in-pairs.ts';
import type { FaultInput } from '../../simulator/faults/fault-shapes.ts';
import { type FormatName, FORMATS } from '../../simulator/pipeline/write/reply-formatting.ts';
import { CONDITION_CODES } from '../contract/codes.ts';
import { ENDPOINTS, ENDPOINT_IDS } from '../contract/endpoints.ts';
import type { Answer, Dialect } from '../dialect/dialect.ts';
import { isQuestionId, optionsOf, QUESTION_IDS, questionOf, type QuestionId } from '../dialect/questions.ts';
import { TagproofError } from '../errors.ts';
import { grouped } from '../text/grouping.ts';
import { didYouMean } from '../text/nearest.ts';

/** One way in which a simulator differs from the usual one. */
export interface Variation {
  /** What `--vary` calls it: `codes.returnCode=name`, `format=shuffled`, `fault=expired-token`, `dialect=7`. */
  readonly id: string;
  readonly answers: readonly Answer[];
  /** A name of `--format`, and a number of `--order`. */
  readonly format?: string;
  readonly order?: number;
  /** Made for one request. */
  readonly fault?: FaultInput;
}

/** The name of what varies, and what it becomes: `codes.returnCode` and `name`. */
export function partsOfId(id: string): readonly [name: string, option: string] {
  const at = id.indexOf('=');
  return [id.slice(0, at), id.slice(at + 1)];
}

/** Everything that a dialect chooses, each by itself, named as `--set`, `--format` and `--order` have it. */
export const choicesOf = ({ answers, format, order }: Variation): readonly Variation[] => [
  ...[...grouped(answers, ({ question, option }) => `${question}=${option}`)].map(([id, own]) => ({
    id,
    answers: own,
  })),
  ...(format === undefined ? [] : [{ id: `format=${format}`, answers: [], format }]),
  ...(order === undefined ? [] : [{ id: `order=${order}`, answers: [], order }]),
];

/** One answer for the whole backend, wherever the usual dialect has another. */
function everywhere(question: QuestionId, option: string, usual: Dialect): readonly Answer[] {
  const narrower = usual.answers.filter((each) => each.question === question && each.at !== '');
  return ['', ...narrower.map(({ at }) => at)].map((at) => ({ question, at, option }));
}

/** The options of a question that the usual dialect does not give everywhere. */
const otherOptions = (question: QuestionId, usual: Dialect): readonly string[] =>
  optionsOf(question).filter((option) => ENDPOINT_IDS.some((id) => usual.answer(question, id) !== option));

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

/** Dialects in which together each pair of accepted options, formats and orders of the checks occurs. */
const dialects = (usual: Dialect): readonly Variation[] =>
  COMBINATIONS.map((combination, index) => {
    const order = orderOf(combination);
    return {
      id: `dialect=${index + 1}`,
      answers: answersOf(combination).flatMap(({ question, option }) => everywhere(question, option, usual)),
      format: combination.get('format') ?? 'plain',
      ...(order > 0 && { order }),
    };
  });

const isAccepted = (question: QuestionId, option: string): boolean =>
  questionOf(question).options[option] === 'accepted';

/** `each`, `pairs`, one id, or all of one name: `codes.returnCode`, `format`. Throws a usage error for what there is not. */
export function variationsOf(wanted: string, usual: Dialect): readonly Variation[] {
  const options = QUESTION_IDS.flatMap((question) =>
    otherOptions(question, usual).map((option) => ({ question, option })),
  );
  const varied = ({ question, option }: (typeof options)[number]): Variation => ({
    id: `${question}=${option}`,
    answers: everywhere(question, option, usual),
  });
  if (wanted === 'pairs') return [...dialects(usual), ...FAULTS];
  if (wanted === 'each') {
    const accepted = options.filter(({ question, option }) => isAccepted(question, option));
    return [...accepted.map(varied), ...FORMS, ...FAULTS];
  }
  const all = [...options.map(varied), ...FORMS, ...FAULTS, ...dialects(usual)];
  const found = all.filter(({ id }) => id === wanted || partsOfId(id)[0] === wanted);
  if (found.length > 0) return found;
  const [question, option] = partsOfId(wanted);
  if (isQuestionId(question) && optionsOf(question).includes(option))
    throw new TagproofError(
      'usage',
      `--vary ${wanted}: that is the default dialect's own answer\nname another option`,
    );
  const names = all.flatMap(({ id }) => [id, partsOfId(id)[0]]);
  throw new TagproofError(
    'usage',
    `--vary ${wanted}: there is no such option\n${didYouMean(wanted, ['each', 'pairs', ...names]) ?? 'write each, pairs, or QUESTION=OPTION as tagproof explain QUESTION lists them'}`,
  );
}

/** What a format, a fault or a dialect of `--vary` is, in lines; undefined: there is none of this name. */
export function variationWords(id: string, usual: Dialect): readonly string[] | undefined {
  const [, option] = partsOfId(id);
  const found = [...FORMS, ...FAULTS, ...dialects(usual)].find((each) => each.id === id);
  if (found === undefined) return undefined;
  const { format, fault, answers } = found;
  if (answers.length > 0)
    return ['these choices together:', ...choicesOf(found).map((each) => `  ${each.id}`)];
  if (fault !== undefined)
    return [
      option === fault.returnCode
        ? `one request is answered with ${option}, the next as usual`
        : `one request to a client route is answered with ${fault.returnCode}, as where its token has expired`,
    ];
  return [
    `replies have ${FORMAT_WORDS[format as keyof typeof FORMAT_WORDS]}; it changes nothing that the document states`,
  ];
}
