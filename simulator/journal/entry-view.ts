/** An entry of the journal as it is shown: made when it is read, not when it happens. */
import { type ErrorCode, type ReturnCode, NOT_FOUND_CODES } from '../../src/spec/codes.ts';
import { gameOf, subjectId } from '../../src/judge/rules/subject-of.ts';
import type { Delivery, ReadCall, ReplyDelivery } from '../answer/stages.ts';
import type { Duty } from '../../src/judge/rules/duties.ts';
import { headerPairs } from '../../src/judge/rules/reading/header-values.ts';
import type { Finding } from '../../src/judge/finding.ts';
import { shortened } from '../../src/base/text/quantities.ts';
import type { LiveWorld } from '../world/live-world.ts';
import { decisionPath } from './decision-path.ts';
import { MAX_KEPT_BYTES, type Entry, type Journal } from './journal.ts';
import { nearMisses } from './near-misses.ts';
import { redactNow } from './redact.ts';

/** What entries are read with: the world as it is now, and the rules in the order in which they are asked. */
export interface EntryContext {
  readonly world: LiveWorld;
  readonly rules: readonly string[];
}

const replyOf = (delivery: Delivery): ReplyDelivery | undefined => {
  if (delivery.kind === 'reply') return delivery;
  return delivery.kind === 'faulty' ? delivery.reply : undefined;
};

const isBroken = (delivery: Delivery): boolean =>
  delivery.kind === 'hang-up' || (delivery.kind === 'faulty' && delivery.breakage !== undefined);

const nameOf = (presented: ReadCall['key'] | ReadCall['token'] | undefined): string | null =>
  presented?.is === 'known' ? presented.value.name : null;

/** The game that a call is about, as far as it is known now. */
export function gameOfEntry({ call }: Entry, world: LiveWorld): string | null {
  if (call === undefined) return null;
  const game = gameOf(call, world.store);
  if (game.is === 'present') return game.value;
  return call.game.is === 'given' ? call.game.id : null;
}

export const subjectOfEntry = ({ call }: Entry): string | null => (call && subjectId(call)) ?? null;

export function returnCodeOf({ answer }: Entry): ReturnCode | null {
  if (answer.kind === 'http') return null;
  return answer.kind === 'refused' ? answer.code : 'Ok';
}

export function errorCodeOf({ answer }: Entry): ErrorCode | null {
  if (answer.kind === 'tags') return 'Ok';
  return answer.kind === 'not-found' ? NOT_FOUND_CODES[answer.resource] : null;
}

const decoder = new TextDecoder('utf-8', { fatal: false });

/** The beginning of a body as text. */
function textOf(body: string | Uint8Array = ''): string {
  if (typeof body !== 'string') return decoder.decode(body.subarray(0, MAX_KEPT_BYTES));
  return body.slice(0, MAX_KEPT_BYTES);
}

const dutyView = ({ id: duty, section, text, guess }: Duty) => ({
  duty,
  section,
  text,
  ...(guess !== undefined && { guess }),
});

/** Of a longer name of a client only the beginning is shown. */
const MAX_NAME = 200;

/** Who has called so far, and which duties they broke; those first that broke the most. */
export const clientsView = ({ clients }: Journal, world: LiveWorld) => ({
  items: clients.list().map(({ name, requests, broken }) => ({
    name: shortened(redactNow(world).text(name), MAX_NAME),
    requests,
    broken: [...broken].map(([duty, times]) => ({ ...dutyView(duty), ...times })),
  })),
});

/** What a list shows of a request. What was not sent, or is not known, is null. */
export function entrySummary(entry: Entry, { world, rules }: EntryContext) {
  const { id, at, incoming, call, delivery, fault, duties } = entry;
  const { text, target } = redactNow(world);
  const path = decisionPath(entry, rules);
  const shown = (given: string | null): string | null => (given === null ? null : text(given));
  return {
    id,
    at: new Date(at).toISOString(),
    method: incoming.method,
    target: target(incoming.target),
    endpoint: call?.endpoint.id ?? null,
    /** The names of the secret key and of the auth token. */
    key: nameOf(call?.key),
    token: nameOf(call?.token),
    game: shown(gameOfEntry(entry, world)),
    /** The id of the player, character or group. */
    subject: shown(subjectOfEntry(entry)),
    /** Null: the connection was ended without one. */
    status: isBroken(delivery) ? null : (replyOf(delivery)?.status ?? null),
    returnCode: returnCodeOf(entry),
    errorCode: errorCodeOf(entry),
    /** The id of the fault that was made. */
    fault: fault?.id ?? null,
    duties: duties.map(dutyView),
    /** How the answer came about, and the last step of it: what decided. */
    why: text(path.map((step) => step.text).join(', ')),
    reason: text(path.at(-1)?.text ?? ''),
  };
}

/** A request with its reply, each step of the decision, and what would have come close by the world as it is now. */
export function entryDetails(entry: Entry, context: EntryContext) {
  const { incoming, requestBytes, delivery } = entry;
  const { text, headers } = redactNow(context.world);
  const reply = replyOf(delivery);
  const isFaulty = delivery.kind === 'faulty';
  return {
    ...entrySummary(entry, context),
    request: { headers: headers(incoming.headers), body: text(textOf(incoming.body)), bytes: requestBytes },
    reply: {
      headers: headerPairs(reply?.headers ?? []),
      body: textOf(reply?.body),
      bytes: reply?.body.length ?? 0,
      delayMs: isFaulty ? Math.round(delivery.delayMs) : 0,
      breakage: isFaulty ? (delivery.breakage ?? null) : null,
    },
    path: decisionPath(entry, context.rules).map((step) => ({ ...step, text: text(step.text) })),
    nearMisses: nearMisses(entry, context.world).map(text),
  };
}

/** How one side of an exchange was judged. */
export type SideVerdict = 'right' | 'warned' | 'broken' | 'not judged';

/** `sides`: in the journal of the proxy, which answers nothing itself. */
export type EntrySummary = ReturnType<typeof entrySummary> & {
  readonly sides?: Readonly<Record<'backend' | 'client', SideVerdict>> | undefined;
};
export type EntryDetails = ReturnType<typeof entryDetails> & {
  readonly sides?: EntrySummary['sides'] | undefined;
  readonly findings?: readonly (Finding & { readonly who: 'backend' | 'client' })[];
  /** Where the request went. */
  readonly origin?: string;
  /** A suite file with the request as a case. */
  readonly suite?: string | null;
};
