/** An exchange as an entry of an HTTP Archive. */
import type { RedactedExchange, RedactedMessage } from '../../engine/events.ts';
import { visibleLine, wellFormed } from '../../text/visible.ts';

/** What stands for the host of a target that has no URL. */
const NO_HOST = 'http://embedded.invalid';
const START = /^(\S+) (.*?)(?: \(([^()]*)\))?$/s;
/** Characters that a URI may hold as they are. */
const NO_URI = /[^\w\-.~:/?@!$&'()*+,;=%]|%(?![\dA-Fa-f]{2})/gu;

/** The base URL of the target; made up where the target is not a URL. */
export function baseOf(target: string): string {
  return URL.canParse(target) && /^https?:/.test(target) ? target : NO_HOST;
}

const uri = (text: string): string => wellFormed(text).replaceAll(NO_URI, encodeURIComponent);

function headersOf({ headers }: RedactedMessage) {
  return headers.map(([name, value]) => ({ name: visibleLine(name), value: visibleLine(value) }));
}

function headerOf({ headers }: RedactedMessage, wanted: string): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
}

/** Tells where a body is not whole: the record holds only its beginning. */
function cutNote({ body, bytes }: RedactedMessage): { readonly comment?: string } {
  return bytes > Buffer.byteLength(body)
    ? { comment: `only the beginning of ${bytes} bytes is recorded` }
    : {};
}

function requestOf({ request }: RedactedExchange, base: string) {
  const [, method = '', path = '', way] = START.exec(request.start) ?? [];
  const hasBody = request.body !== '' || request.bytes > 0;
  const mimeType = visibleLine(headerOf(request, 'content-type') ?? '');
  return {
    method: visibleLine(method),
    url: `${base}${uri(path)}`,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: headersOf(request),
    queryString: [],
    ...(hasBody && { postData: { mimeType, text: request.body, ...cutNote(request) } }),
    headersSize: -1,
    bodySize: request.bytes,
    ...(way !== undefined && { comment: `sent as ${visibleLine(way)}` }),
  };
}

const NO_REPLY = {
  status: 0,
  statusText: '',
  httpVersion: 'HTTP/1.1',
  cookies: [],
  headers: [],
  content: { size: 0, mimeType: 'x-unknown' },
  redirectURL: '',
  headersSize: -1,
  bodySize: -1,
};

function responseOf({ reply, noReply }: RedactedExchange) {
  if (reply === undefined) return { ...NO_REPLY, comment: visibleLine(noReply ?? 'no reply') };
  const mimeType = visibleLine(headerOf(reply, 'content-type') ?? 'x-unknown');
  return {
    ...NO_REPLY,
    status: Number(/\b\d{3}\b/.exec(reply.start)?.[0] ?? 0),
    headers: headersOf(reply),
    content: { size: reply.bytes, mimeType, text: reply.body, ...cutNote(reply) },
    redirectURL: visibleLine(headerOf(reply, 'location') ?? ''),
    bodySize: reply.bytes,
  };
}

/** `since`: when the run began, for records without times, in milliseconds since 1970. */
export function harEntry(exchange: RedactedExchange, caseId: string, base: string, since: number) {
  const { at = since, ms, step } = exchange;
  return {
    startedDateTime: new Date(at).toISOString(),
    time: ms,
    request: requestOf(exchange, base),
    response: responseOf(exchange),
    cache: {},
    timings: { send: 0, wait: ms, receive: 0 },
    comment: visibleLine(step === '' ? caseId : `${caseId} (${step})`),
  };
}
