/** An entry of the journal as it is shown: made when it is read, not when it happens. */
import { type ErrorCode, type ReturnCode, NOT_FOUND_CODES } from '../../src/contract/codes.ts';
import type { EndpointId } from '../../src/contract/endpoints.ts';
import { gameOf, subjectId } from '../../src/rules/subject-of.ts';
import type { RuleId } from '../../src/rules/ruling.ts';
import type { Delivery, ReadCall, ReplyDelivery } from '../pipeline/stages.ts';
import { headerPairs } from '../../src/rules/reading/header-values.ts';
import type { LiveWorld } from '../world/live-world.ts';
import { decisionPath, pathLine, type Step } from './explain/decision-path.ts';
import { brokenDuties, type BrokenDuty } from './explain/duties.ts';
import { nearMisses } from './explain/near-misses.ts';
import { redactedHeaders, redactorOf, type Redact } from './explain/redact.ts';
import type { Entry } from './journal.ts';

/** What a list shows of a request. What was not sent, or is not known, is null. */
export interface EntrySummary {
  readonly id: number;
  /** When it was answered, as ISO 8601 in UTC. */
  readonly at: string;
  readonly method: string;
  readonly target: string;
  readonly endpoint: EndpointId | null;
  /** The names of the secret key and of the auth token. */
  readonly key: string | null;
  readonly token: string | null;
  readonly game: string | null;
  /** The id of the subject. */
  readonly subject: string | null;
  /** Null: the connection was ended without one. */
  readonly status: number | null;
  readonly returnCode: ReturnCode | null;
  readonly errorCode: ErrorCode | null;
  /** The id of the fault that was made. */
  readonly fault: string | null;
  readonly duties: readonly BrokenDuty[];
  /** How the answer came about, in one line. */
  readonly why: string;
  /** The last step of the path: what decided. */
  readonly reason: string;
}

export interface EntryDetails extends EntrySummary {
  readonly request: {
    readonly headers: readonly (readonly [string, string])[];
    /** Of long bodies the beginning. */
    readonly body: string;
    /** The bytes of the whole. */
    readonly bytes: number;
  };
  readonly reply: {
    readonly headers: readonly (readonly [string, string])[];
    readonly body: string;
    readonly bytes: number;
    readonly delayMs: number;
    readonly breakage: string | null;
  };
  readonly path: readonly Step[];
  readonly nearMisses: readonly string[];
}

/** What entries are read with. */
export interface Reading {
  readonly world: LiveWorld;
  readonly rules: readonly RuleId[];
  readonly redact: Redact;
}

export const readingOf = (world: LiveWorld, rules: readonly RuleId[]): Reading => ({
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

export function summarise(entry: Entry, { world, rules, redact }: Reading): EntrySummary {
  const { id, at, incoming, call, delivery, fault } = entry;
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
    duties: brokenDuties(entry),
    why: redact(pathLine(path)),
    reason: redact(path.at(-1)?.text ?? ''),
  };
}

function requestOf({ incoming, requestBytes }: Entry, { world, redact }: Reading): EntryDetails['request'] {
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

export function detail(entry: Entry, reading: Reading): EntryDetails {
  return {
    ...summarise(entry, reading),
    request: requestOf(entry, reading),
    reply: replyView(entry),
    path: decisionPath(entry, reading.rules).map((step) => ({ ...step, text: reading.redact(step.text) })),
    nearMisses: nearMisses(entry, reading.world).map(reading.redact),
  };
}
