/** HAR 1.2: every exchange that the record of the run holds, masked as in every report. */
import { documentReporter, type Reporter } from '../record/reporter.ts';
import type { CaseFinished, RedactedExchange, RedactedMessage } from '../record/events.ts';
import { exchangesOf } from '../lines/case-lines.ts';
import { plural } from '../../base/text/quantities.ts';
import { safeJson } from '../../base/text/safe-json.ts';
import { visibleLine, wellFormed } from '../../base/text/visible.ts';

/** What stands for the host of a target that has no URL. */
const NO_HOST = 'http://embedded.invalid';
const START_LINE = /^(\S+) (.*?)(?: \(([^()]*)\))?$/s;
/** Characters that a URI may hold as they are. */
const NO_URI = /[^\w\-.~:/?@!$&'()*+,;=%]|%(?![\dA-Fa-f]{2})/gu;

const uri = (text: string): string => wellFormed(text).replaceAll(NO_URI, encodeURIComponent);

function harHeaders({ headers }: RedactedMessage) {
  return headers.map(([name, value]) => ({ name: visibleLine(name), value: visibleLine(value) }));
}

function harHeaderValue({ headers }: RedactedMessage, wanted: string): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
}

/** Tells where a body is not whole: the record holds only its beginning. */
function cutNote({ body, bytes }: RedactedMessage): { readonly comment?: string } {
  return bytes > Buffer.byteLength(body)
    ? { comment: `only the beginning of ${bytes} bytes is recorded` }
    : {};
}

function harRequest({ request }: RedactedExchange, base: string) {
  const [, method = '', path = '', way] = START_LINE.exec(request.start) ?? [];
  const hasBody = request.body !== '' || request.bytes > 0;
  const mimeType = visibleLine(harHeaderValue(request, 'content-type') ?? '');
  return {
    method: visibleLine(method),
    url: `${base}${uri(path)}`,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: harHeaders(request),
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
  const mimeType = visibleLine(harHeaderValue(reply, 'content-type') ?? 'x-unknown');
  return {
    ...NO_REPLY,
    status: Number(/\b\d{3}\b/.exec(reply.start)?.[0] ?? 0),
    headers: harHeaders(reply),
    content: { size: reply.bytes, mimeType, text: reply.body, ...cutNote(reply) },
    redirectURL: visibleLine(harHeaderValue(reply, 'location') ?? ''),
    bodySize: reply.bytes,
  };
}

/** An exchange as an entry; `since`: when the run began, for records without times, in milliseconds since 1970. */
function entryOf(exchange: RedactedExchange, caseId: string, base: string, since: number) {
  const { at = since, ms, step } = exchange;
  return {
    startedDateTime: new Date(at).toISOString(),
    time: ms,
    request: harRequest(exchange, base),
    response: responseOf(exchange),
    cache: {},
    timings: { send: 0, wait: ms, receive: 0 },
    comment: visibleLine(step === '' ? caseId : `${caseId} (${step})`),
  };
}

/** Whether the case was sent, but the record holds nothing of it. */
const isWithout = (event: CaseFinished): boolean =>
  event.verdict !== 'skip' && exchangesOf(event).length === 0;

/** One document when the run is over, with a line for each exchange. */
export const harReporter = (): Reporter =>
  documentReporter(({ started: { version, target, at }, cases }) => {
    const base = URL.canParse(target) && /^https?:/.test(target) ? target : NO_HOST;
    const since = Date.parse(at);
    const entries = cases.flatMap((event) =>
      exchangesOf(event).map((each) =>
        safeJson(entryOf(each, event.case.id, base, Number.isNaN(since) ? 0 : since)),
      ),
    );
    const without = cases.filter(isWithout).length;
    const missing =
      without === 0 ? '' : `; of ${plural(without, 'case')} none is recorded: run with --exchanges all`;
    const log = {
      version: '1.2',
      creator: { name: 'tagproof', version: visibleLine(version) },
      browser: { name: 'tagproof', version: visibleLine(version), comment: visibleLine(target) },
      comment: `${plural(entries.length, 'exchange')}${missing}`,
    };
    return `{"log":${safeJson(log).slice(0, -1)},"entries":[\n${entries.join(',\n')}\n]}}\n`;
  });
