/** From an exchange to what is shown of it: secrets masked once, here, and bodies cut to a bound. */
import { type HeaderLine, isSecretRef, type Request } from '../../http/request.ts';
import type { Exchange, Reply } from '../../http/exchange.ts';
import type { Secret } from '../../http/secrets/secrets.ts';
import type { Finding } from '../../judge/finding.ts';
import { bodyText, readReplyBody } from '../../judge/reply/reply-body.ts';
import { beginning, cut } from '../../judge/show.ts';
import type { RedactedExchange, RedactedMessage, RunEvent } from './events.ts';

/** How requests are shown, for one target. */
export interface Redaction {
  readonly mask: (text: string) => string;
  /** The name of a secret whose value the text of a reply to a request carries, plainly or encoded; undefined: it carries none. */
  readonly secretIn: (text: string, request?: Request) => string | undefined;
  readonly curl: (request: Request) => string;
  /** A reference to a secret as people are shown it. */
  readonly secret: (name: string, alter: string | undefined) => string;
  /** Hides values of the environment in what is not masked by then; left out where the target's file has none. */
  readonly hide?: (text: string) => string;
  /** Events keep every exchange, not only those that show why a case did not pass. */
  readonly keepsAll?: boolean;
}

/** How many characters of a body are kept. */
const BODY_CHARACTERS = 4000;
/** How many bytes more are masked, so that no secret is cut before it is found. */
const BEYOND = 65_536;
/** How much of a body it takes to show it. */
export const SHOWN_BYTES = BODY_CHARACTERS * 4 + BEYOND;

function shownBody(
  body: Uint8Array,
  mask: Redaction['mask'],
  bytes = body.length,
): Pick<RedactedMessage, 'body' | 'bytes'> {
  const text = mask(bodyText(body.subarray(0, SHOWN_BYTES)));
  const shown = text.length <= BODY_CHARACTERS ? text : beginning(text, BODY_CHARACTERS);
  return { body: shown, bytes };
}

function shownHeader([name, value]: HeaderLine, { secret, mask }: Redaction): readonly [string, string] {
  return [name, isSecretRef(value) ? secret(value.secret, value.alter) : mask(value)];
}

function redactRequest(
  { method, path, headers, body, wire }: Request,
  redaction: Redaction,
): RedactedMessage {
  const way = wire === undefined ? '' : ` (${wire})`;
  return {
    start: `${method} ${redaction.mask(path)}${way}`,
    headers: headers.map((line) => shownHeader(line, redaction)),
    ...shownBody(body ?? new Uint8Array(), redaction.mask),
  };
}

/** The most header lines of a reply that are shown, and the most characters of each name and value. */
const KEPT_HEADERS = 50;
const MAX_OF_HEADER = 1000;

/** A name or a value masked, then cut. */
function shownPart(text: string, mask: Redaction['mask']): string {
  return cut(mask(text), MAX_OF_HEADER);
}

function shownHeaders(headers: Reply['headers'], mask: Redaction['mask']): RedactedMessage['headers'] {
  const shown = headers
    .slice(0, KEPT_HEADERS)
    .map(([name, value]) => [shownPart(name, mask), shownPart(value, mask)] as const);
  const more = headers.length - shown.length;
  return more === 0 ? shown : [...shown, ['…', `${more} more header lines`]];
}

function redactReply({ status, headers, body, cutFrom }: Reply, { mask }: Redaction): RedactedMessage {
  return {
    start: `HTTP ${status}`,
    headers: shownHeaders(headers, mask),
    ...shownBody(body, mask, cutFrom),
  };
}

/** An exchange as it is shown. `label` says which of several it is. */
export function redactExchange(
  { label, exchange }: { readonly label: string; readonly exchange: Exchange },
  redaction: Redaction,
): RedactedExchange {
  const { outcome, request, ms, sentAt } = exchange;
  const common = {
    step: label,
    request: redactRequest(request, redaction),
    ms: Math.round(ms * 10) / 10,
    ...(sentAt !== undefined && { at: Math.round(performance.timeOrigin + sentAt) }),
    curl: redaction.curl(request),
  };
  return outcome.kind === 'reply'
    ? { ...common, reply: redactReply(outcome, redaction) }
    : { ...common, noReply: redaction.mask(outcome.detail) };
}

/** A finding's texts quote replies, so they are masked, too. */
export function maskFinding(found: Finding, mask: Redaction['mask']): Finding {
  return { ...found, at: mask(found.at), expected: mask(found.expected), actual: mask(found.actual) };
}

/** The same value with each text changed, but for those behind these names. */
export function mapTexts(
  value: unknown,
  change: (text: string) => string,
  kept: ReadonlySet<string> = new Set(),
): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item: unknown) => mapTexts(item, change, kept));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      kept.has(key) ? member : mapTexts(member, change, kept),
    ]),
  );
}

/** A value that is saved without values of the environment; `withValues` puts them back. */
export const withoutValues = <T extends object>(written: T, { hide }: Pick<Redaction, 'hide'>): T =>
  hide === undefined ? written : (mapTexts(written, hide) as T);

/** What `withoutValues` saved, with the values of the user's own target file in their places. */
export function withValues<T extends object>(saved: T, variables: readonly Secret[]): T {
  const fill = (text: string): string =>
    variables.reduce((all, { name, value }) => all.replaceAll(`<secret:${name}>`, () => value), text);
  return variables.length === 0 ? saved : (mapTexts(saved, fill) as T);
}

/** Members of events that are words of ours, times, and what is masked already. */
const KEPT_MEMBERS = new Set(
  'kind id clause clauses endpoint endpoints level leak verdict confirmation flaky version at plan cells list file chapter word field form caseId decided known exchange exchanges others examples'.split(
    ' ',
  ),
);

/** An event without values of the environment. */
export function hidden<E extends RunEvent>(event: E, { hide }: Pick<Redaction, 'hide'>): E {
  return hide === undefined ? event : (mapTexts(event, hide, KEPT_MEMBERS) as E);
}

/** What is kept of a reply once it is judged: of a long body as much as reports show, so that many hostile ones fit into memory. */

const isLong = ({ body }: Reply, most = SHOWN_BYTES): boolean => body.length > most;

/** Copies the part that is kept: a view would keep the whole body in memory. */
const cutReply = (reply: Reply, most = SHOWN_BYTES): Reply => ({
  ...reply,
  body: Uint8Array.from(reply.body.subarray(0, most)),
  cutFrom: reply.body.length,
});

/** The exchange for as long as its case runs: a long body is cut, and what it was read as remembered, so that it can be judged again. */
export function cutOnceRead<E extends Exchange>(exchange: E): E {
  const { outcome } = exchange;
  if (outcome.kind === 'no-reply' || !isLong(outcome)) return exchange;
  const reply = cutReply(outcome);
  readReplyBody.standsFor(reply, outcome);
  return { ...exchange, outcome: reply };
}

/** The exchange for as long as the run: the same, and what it was read as is forgotten. It is shown, and not judged any more. `most`: bytes of the body. */
export function keptToShow<E extends Exchange>(exchange: E, most = SHOWN_BYTES): E {
  const { outcome } = exchange;
  if (outcome.kind === 'no-reply') return exchange;
  return { ...exchange, outcome: isLong(outcome, most) ? cutReply(outcome, most) : { ...outcome } };
}

/** Whether only the beginning of a reply is left. */
export const isCut = ({ outcome }: Exchange): boolean =>
  outcome.kind === 'reply' && outcome.cutFrom !== undefined;
