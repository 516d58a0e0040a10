/**
 * The behaviours that a trial shows: for each alteration of a request the endpoint, the alteration and the judged reply.
 * They hold no id, no number of a request and no secret, so that runs in other worlds show the same ones.
 */
import { endpointOf } from '../../contract/endpoints.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { JudgedRequest } from '../execute/compare.ts';
import type { Tried } from '../execute/perform.ts';
import type { Material } from '../generate/material.ts';
import type { Step } from '../generate/step.ts';
import { namedAlterations, type NamedAlteration } from './named-alterations.ts';
import { replyWords, type ReplyWords } from './reply-words.ts';

/** What one request of a trial shows, or all of them together. */
export interface Shown {
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

function shownBy(judged: JudgedRequest, material: Material): readonly Shown[] {
  const reply = replyWords(judged, material);
  if (reply === undefined) return [];
  const { planned, exchange } = judged;
  const { step, allowed } = planned;
  const names = namedAlterations(step, material);
  if (allowed.strictness === 'only liveness')
    return [{ step, behaviours: unjudged(step, names, exchange), pairs: [] }];
  return [{ step, behaviours: behavioursOf(step, names, reply), pairs: pairsOf(step, names, reply) }];
}

/** What several replies have in common: how they are related, and what each is. */
function shownTogether({ trial, judged }: Tried, material: Material): readonly Shown[] {
  const { relation, form, steps } = trial;
  if (relation === 'none' || judged.length < steps.length) return [];
  const replies = judged.map((each) => replyWords(each, material)?.code);
  if (replies.includes(undefined)) return [];
  const answers = [...new Set(replies)].join(' then ');
  const behaviour = join(form === undefined ? relation : `${relation} ${form}`, answers);
  return [{ step: undefined, behaviours: [behaviour], pairs: [] }];
}

/** What a trial shows; a request that is sent again counts once. */
export function shownOf(tried: Tried, material: Material): readonly Shown[] {
  const once = new Map(tried.judged.map((each) => [each.planned, each]));
  return [
    ...[...once.values()].flatMap((each) => shownBy(each, material)),
    ...shownTogether(tried, material),
  ];
}
