/** An entry of the journal as it is shown: made when it is read, not when it happens. */
import { type ErrorCode, type ReturnCode, NOT_FOUND_CODES } from '../../src/spec/codes.ts';
import { gameOf, subjectId } from '../../src/judge/rules/subject-of.ts';
import type { Delivery, ReadCall, ReplyDelivery } from '../answer/stages.ts';
import type { Duty } from '../../src/judge/rules/duties.ts';
import { headerPairs } from '../../src/judge/rules/reading/header-values.ts';
import { shortened } from '../../src/base/text/quantities.ts';
import type { LiveWorld } from '../world/live-world.ts';
import { decisionPath, pathLine } from './explain/decision-path.ts';
import { nearMisses } from './explain/near-misses.ts';
import { redactedHeaders, redactorOf, type Redact } from './explain/redact.ts';
import type { Entry, Journal } from './journal.ts';
import type { ClientList, EntryDetails, EntrySummary } from './journal-shapes.ts';

/** What entries are read with. */
export interface EntryContext {
  readonly world: LiveWorld;
  readonly rules: readonly string[];
  readonly redact: Redact;
}

export const readingOf = ({ world, rules }: Omit<EntryContext, 'redact'>): EntryContext => ({
  world,
  rules,
  redact: redactorOf(world.state),
});

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

const dutyView = ({ id: duty, section, text, guess }: Duty): EntrySummary['duties'][number] => ({
  duty,
  section,
  text,
  ...(guess !== undefined && { guess }),
});

/** Of a longer name of a client only the beginning is shown. */
const MAX_NAME = 200;

/** Who has called so far, and which duties they broke. */
export const clientsView = ({ clients }: Journal, { redact }: Pick<EntryContext, 'redact'>): ClientList => ({
  items: clients.list().map(({ by, name, requests, broken }) => ({
    by,
    name: shortened(redact(name), MAX_NAME),
    requests,
    broken: [...broken].map(([duty, times]) => ({ ...dutyView(duty), ...times })),
  })),
});

export function entrySummary(entry: Entry, { world, rules, redact }: EntryContext): EntrySummary {
  const { id, at, incoming, call, delivery, fault, duties } = entry;
  const path = decisionPath(entry, rules);
  const shown = (text: string | null): string | null => (text === null ? null : redact(text));
  return {
    id,
    at: new Date(at).toISOString(),
    method: incoming.method,
    target: redact(incoming.target),
    endpoint: call?.endpoint.id ?? null,
    key: nameOf(call?.key),
    token: nameOf(call?.token),
    game: shown(gameOfEntry(entry, world)),
    subject: shown(subjectOfEntry(entry)),
    status: isBroken(delivery) ? null : (replyOf(delivery)?.status ?? null),
    returnCode: returnCodeOf(entry),
    errorCode: errorCodeOf(entry),
    fault: fault?.id ?? null,
    duties: duties.map(dutyView),
    why: redact(pathLine(path)),
    reason: redact(path.at(-1)?.text ?? ''),
  };
}

function requestOf(
  { incoming, requestBytes }: Entry,
  { world, redact }: EntryContext,
): EntryDetails['request'] {
  return {
    headers: redactedHeaders(incoming.headers, world.state, redact),
    body: redact(decoder.decode(incoming.body)),
    bytes: requestBytes,
  };
}

function replyView({ delivery, replyBody, replyBytes }: Entry): EntryDetails['reply'] {
  const isFaulty = delivery.kind === 'faulty';
  return {
    headers: headerPairs(replyOf(delivery)?.headers ?? []),
    body: replyBody,
    bytes: replyBytes,
    delayMs: isFaulty ? Math.round(delivery.delayMs) : 0,
    breakage: isFaulty ? (delivery.breakage ?? null) : null,
  };
}

export function detail(entry: Entry, reading: EntryContext): EntryDetails {
  return {
    ...entrySummary(entry, reading),
    request: requestOf(entry, reading),
    reply: replyView(entry),
    path: decisionPath(entry, reading.rules).map((step) => ({ ...step, text: reading.redact(step.text) })),
    nearMisses: nearMisses(entry, reading.world).map(reading.redact),
  };
}
