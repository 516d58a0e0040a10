/**
 * The behaviours that a trial shows: for each alteration of a request the endpoint, the alteration and the judged reply.
 * They hold no id, no number of a request and no secret, so that runs in other worlds show the same ones.
 */
import { endpointOf } from '../../contract/endpoints.ts';
import type { Exchange } from '../../http/exchange.ts';
import { sameTag, type JudgedRequest } from '../trials/compare-replies.ts';
import type { Tried } from '../trials/send-trial.ts';
import { askedSubjectOf, type FuzzInputs } from '../trials/fuzz-inputs.ts';
import type { Step } from '../trials/step.ts';
import { namedAlterations, type NamedAlteration } from './named-alterations.ts';
import type { TagItem } from '../../contract/envelope.ts';
import { TAG_KEYS } from '../../contract/members.ts';
import { questionOf } from '../../dialect/questions.ts';
import type { Envelope } from '../../judge/reply/envelope.ts';
import { UNKNOWN } from '../../world/world.ts';

/** A reply in a few words, and details for where a single alteration explains it. */
interface ReplyWords {
  /** `Ok`, `GroupNotFound`, `SecretInvalid`, `HTTP 404`. */
  readonly code: string;
  /** The same with whose tags it holds: `Ok, all tags`. */
  readonly answer: string;
  /** Members that are listed, options that are shown. */
  readonly details: string;
}

/** The tags of a reply beside those of the subject. */
function tagsWord(
  tags: readonly TagItem[],
  { planned: { step } }: JudgedRequest,
  inputs: FuzzInputs,
): string {
  if (tags.length === 0) return 'no tags';
  const own = askedSubjectOf(inputs, endpointOf(step.endpoint), step.given).exists?.tags;
  if (own === undefined || own === UNKNOWN) return 'tags';
  if (!tags.every((tag) => own.some((each) => sameTag(each, tag)))) return 'other tags';
  return tags.length < own.length ? 'some tags' : 'all tags';
}

const ELEMENT = /\[\d+\]$/;

/** The name of a listed member if the endpoint has it; `another` for names that the target makes up. */
function memberWord(code: string | undefined, { planned: { step } }: JudgedRequest): string {
  const name = (code ?? '').replace(ELEMENT, '').toLowerCase();
  if (name === TAG_KEYS.toLowerCase()) return TAG_KEYS;
  return name === endpointOf(step.endpoint).idMember.toLowerCase() ? 'id' : 'another';
}

const unique = (words: readonly string[]): string => [...new Set(words)].toSorted().join(', ');

const codeOf = ({ returnCode, payload }: Envelope): string =>
  returnCode === 'Ok' ? (payload.errorCode ?? 'Ok') : returnCode;

function tagsOf(envelope: Envelope | undefined, judged: JudgedRequest, inputs: FuzzInputs): string {
  return envelope?.returnCode === 'Ok' ? `, ${tagsWord(envelope.payload.tags, judged, inputs)}` : '';
}

/** Describes the reply to one request; undefined if there was none to judge. */
function replyWords(judged: JudgedRequest, inputs: FuzzInputs): ReplyWords | undefined {
  const { exchange, judgement, notJudgedBecause } = judged;
  if (notJudgedBecause !== undefined) return undefined;
  const { envelope, findings, evidence } = judgement;
  const { outcome } = exchange;
  const status = outcome.kind === 'reply' ? `HTTP ${outcome.status}` : 'no reply';
  const [broken] = findings;
  const wrong = broken === undefined ? '' : `, ${broken.kind} of ${broken.clause}`;
  const listed = (envelope?.listed ?? []).map(
    (each) => `${memberWord(each.code, judged)} ${each.type ?? ''}`,
  );
  const shown = evidence
    .filter(({ question }) => questionOf(question).about !== 'reply')
    .map(({ question, option }) => `${question}: ${option}`);
  const code = envelope === undefined ? status : codeOf(envelope);
  return {
    code: code + wrong,
    answer: code + tagsOf(envelope, judged, inputs) + wrong,
    details: unique([...listed, ...shown]),
  };
}

/** What one request of a trial shows, or all of them together. */
export interface ShownBehaviours {
  /** The step that shows it; undefined: the trial as a whole. */
  readonly step: Step | undefined;
  readonly behaviours: readonly string[];
  /** Two alterations of one side that came together, with the reply: worth trying again, but no behaviours. */
  readonly pairs: readonly string[];
}

const BETWEEN = ' | ';
/** Stands between two alterations that came together. */
const TOGETHER = ' + ';

/** The two alterations of a pair, without who asks and what came; undefined: it is a behaviour. */
export const pairIn = (shown: string): string | undefined =>
  shown.split(BETWEEN).find((part) => part.includes(TOGETHER));

const wordsOf = ({ part, how }: NamedAlteration): string => `${part} ${how}`;
const join = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(BETWEEN);

/** A single alteration explains all of the reply, one of several only its code. */
function behavioursOf(
  step: Step,
  names: readonly NamedAlteration[],
  { code, answer, details }: ReplyWords,
): readonly string[] {
  if (names.length < 2) return [join(step.endpoint, names.map(wordsOf).join(''), answer, details)];
  return [...new Set(names.map((name) => join(step.endpoint, wordsOf(name), `${code}, among others`)))];
}

function pairsOf(step: Step, names: readonly NamedAlteration[], { code }: ReplyWords): readonly string[] {
  const { variant } = endpointOf(step.endpoint);
  const pairs = names.flatMap((one) =>
    names
      .filter(({ part, side }) => one.side !== 'other' && side === one.side && one.part < part)
      .map((two) => join(variant, wordsOf(one) + TOGETHER + wordsOf(two), code)),
  );
  return [...new Set(pairs)];
}

/** The behaviour of a request whose reply is not judged: the odd alterations, and whether any reply came. */
function unjudged(
  { endpoint }: Step,
  names: readonly NamedAlteration[],
  { outcome }: Exchange,
): readonly string[] {
  const odd = names.filter(({ side }) => side === 'other').map(wordsOf);
  return [join(endpoint, odd.join(' and '), outcome.kind === 'reply' ? 'any reply' : 'no reply')];
}

function shownBy(judged: JudgedRequest, inputs: FuzzInputs): readonly ShownBehaviours[] {
  const reply = replyWords(judged, inputs);
  if (reply === undefined) return [];
  const { planned, exchange } = judged;
  const { step, allowed } = planned;
  const names = namedAlterations(step, inputs);
  if (allowed.strictness === 'only liveness')
    return [{ step, behaviours: unjudged(step, names, exchange), pairs: [] }];
  return [{ step, behaviours: behavioursOf(step, names, reply), pairs: pairsOf(step, names, reply) }];
}

/** What several replies have in common: how they are related, and what each is. */
function shownTogether({ trial, judged }: Tried, inputs: FuzzInputs): readonly ShownBehaviours[] {
  const { relation, form, steps } = trial;
  if (relation === 'none' || judged.length < steps.length) return [];
  const replies = judged.map((each) => replyWords(each, inputs)?.code);
  if (replies.includes(undefined)) return [];
  const answers = [...new Set(replies)].join(' then ');
  const behaviour = join(form === undefined ? relation : `${relation} ${form}`, answers);
  return [{ step: undefined, behaviours: [behaviour], pairs: [] }];
}

/** What a trial shows; a request that is sent again counts once. */
export function shownOf(tried: Tried, inputs: FuzzInputs): readonly ShownBehaviours[] {
  const once = new Map(tried.judged.map((each) => [each.planned, each]));
  return [...[...once.values()].flatMap((each) => shownBy(each, inputs)), ...shownTogether(tried, inputs)];
}
