/** Replies of a firewall: it refuses requests that look like an attack, and no others. */
import { endpointOf } from '../contract/endpoints.ts';
import { METHOD } from '../contract/endpoints.ts';
import { isSecretRef, type HeaderValue } from '../http/header-value.ts';
import type { Outcome, Reply } from '../http/exchange.ts';
import type { Request } from '../http/request.ts';
import { alterString } from '../http/alterations/string-alterations.ts';
import { holdsEnvelope, isGatewayReply } from './gateway.ts';

/** The statuses with which firewalls refuse, apart from those of a busy gateway. */
const REFUSALS: ReadonlySet<number> = new Set([401, 403, 406]);

/** Whether a firewall may have answered instead of the backend. */
export function isFirewallReply(outcome: Outcome): outcome is Reply {
  if (outcome.kind !== 'reply') return false;
  return isGatewayReply(outcome) || (REFUSALS.has(outcome.status) && !holdsEnvelope(outcome));
}

/** What plain requests are made of: JSON of names, ids and numbers. */
const PLAIN_TEXT = /^[\w\s{}[\]":,.-]*$/;
/** A body longer than this is refused by some firewalls for its length. */
const PLAIN_BYTES = 8192;

/** Words by which firewalls know attacks on JavaScript and SQL. */
const ATTACK_WORDS = /__proto__|constructor|prototype|\b(?:select|union|drop|script|exec|eval)\b/i;

/** Paths upwards, and comments of SQL. */
const ATTACK_MARKS = /\.\.|--/;

const isPlainText = (text: string): boolean =>
  PLAIN_TEXT.test(text) && !ATTACK_MARKS.test(text) && !ATTACK_WORDS.test(text);

/** Header values that plain requests have, media types and agents among them. */
const isPlainHeader = (value: string): boolean =>
  /^[\w\s{}[\]":,.;=+/@()*-]*$/.test(value) && !ATTACK_MARKS.test(value) && !ATTACK_WORDS.test(value);

/** A secret is as plain as any; what alters it may bring odd characters. */
const ANY_SECRET = 'aB3';

function textOf(value: HeaderValue): string {
  if (!isSecretRef(value)) return value;
  return value.alter === undefined ? ANY_SECRET : alterString(ANY_SECRET, value.alter);
}

/** Whether a firewall may take the request for an attack: by its characters, its size, or its form. Never by who asks. */
export function looksOdd({ endpoint, method, path, headers, body, wire }: Request): boolean {
  if (wire !== undefined || method !== METHOD || path !== endpointOf(endpoint).path) return true;
  if (headers.some(([name, value]) => !isPlainText(name) || !isPlainHeader(textOf(value)))) return true;
  if (body === undefined) return false;
  return body.length > PLAIN_BYTES || !isPlainText(Buffer.from(body).toString('latin1'));
}

/** Why a request was not judged that a firewall refused. */
export function firewallTrouble({ status }: Reply): string {
  return `something in front of the backend refuses it: HTTP ${status} without an envelope, again when it was repeated, while a plain request is answered; let this kind of request through to verify it`;
}
