/** HAR 1.2: an entry of `log.entries` as an exchange. Recorders differ in what they leave out, so only method and URL are demanded. */
import { CONTENT_TYPE, JSON_TYPE } from '../../spec/headers.ts';
import type { Reply } from '../../http/exchange.ts';
import { beyondBounds } from '../../http/reply-bounds.ts';
import { WIRE_ALTERATIONS, type WireAlteration } from '../../http/alterations/wire-alterations.ts';
import { headerKey } from '../../judge/rules/reading/header-values.ts';
import { recordedBody } from './recorded-body.ts';
import type { RecordedLack, Recorded, RecordedLines } from './recorded.ts';

/** What JSON may hold, looked at without trust. */
type Loose = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Loose => typeof value === 'object' && value !== null;
export const looseObject = (value: unknown): Loose => (isObject(value) ? value : {});
export const looseList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '');

const msOf = (value: unknown): number =>
  typeof value === 'number' && value >= 0 && value < 1e12 ? value : 0;

/** How our own HAR says that a request was put on the wire. */
function wireOf(comment: unknown): { readonly wire?: WireAlteration } {
  const [, word = ''] = /^sent as (\S+)$/.exec(textOrEmpty(comment)) ?? [];
  return Object.hasOwn(WIRE_ALTERATIONS, word) ? { wire: word as WireAlteration } : {};
}

/** What belongs to one connection or one transfer, as a body is recorded as it was read. Pseudo-headers of HTTP/2 begin with a colon. */
const OF_TRANSFER = new Set(
  'host connection keep-alive transfer-encoding content-length content-encoding accept-encoding'.split(' '),
);
const isOfTransfer = (name: string): boolean => name.startsWith(':') || OF_TRANSFER.has(headerKey(name));

const linesOf = (value: unknown): RecordedLines =>
  looseList(value).flatMap((line) => {
    const { name, value: text } = looseObject(line);
    return typeof name === 'string' ? [[name, textOrEmpty(text)] as const] : [];
  });

const valueOf = (lines: RecordedLines, wanted: string): string =>
  lines.find(([name]) => headerKey(name) === wanted)?.[1] ?? '';

/** Browsers that record only the headers that the page set leave this one out, but not what it says. */
function withType(lines: RecordedLines, mimeType: unknown): RecordedLines {
  const own = lines.filter(([name]) => !isOfTransfer(name));
  const key = headerKey(CONTENT_TYPE);
  return textOrEmpty(mimeType) === '' || own.some(([name]) => headerKey(name) === key)
    ? own
    : [...own, [CONTENT_TYPE, textOrEmpty(mimeType)]];
}

/** Our own HAR says where a body is cut. */
const isCut = ({ comment }: Loose): boolean => textOrEmpty(comment).startsWith('only the beginning of ');

/** The body of a message: undefined where no text of it is recorded. */
function bodyOf(
  kept: Loose,
  lines: RecordedLines,
  size: unknown,
): ReturnType<typeof recordedBody> | undefined {
  const { text, encoding, compression } = kept;
  if (typeof text !== 'string') return undefined;
  if (isCut(kept)) return 'cut';
  const coding = valueOf(lines, 'content-encoding').trim().toLowerCase();
  const length = coding === '' ? Number(valueOf(lines, 'content-length')) : 0;
  const isBase64 = /^base64$/i.test(textOrEmpty(encoding));
  return recordedBody({ text, isBase64, coding, sizes: [size, Number(size) + Number(compression), length] });
}

function replyOf(response: Loose): Reply | RecordedLack {
  const { status } = response;
  const isReply = typeof status === 'number' && Number.isInteger(status) && status >= 100 && status <= 999;
  const isAborted = [response['_error'], response['_failureText']].some((why) => textOrEmpty(why) !== '');
  if (!isReply || isAborted) return 'withoutReply';
  const content = looseObject(response['content']);
  const lines = linesOf(response['headers']);
  const isEmpty =
    content['size'] === 0 &&
    content['_file'] === undefined &&
    !(Number(response['bodySize']) > 0) &&
    !(Number(valueOf(lines, 'content-length')) > 0);
  const body = bodyOf(content, lines, content['size']) ?? (isEmpty ? Buffer.alloc(0) : 'withoutBody');
  if (typeof body === 'string') return body;
  if (beyondBounds(body) !== undefined) return 'tooLong';
  // Each reply has headers: where none is recorded, nothing is said of them.
  const type = lines.length > 0 ? '' : textOrEmpty(content['mimeType']) || JSON_TYPE;
  return { kind: 'reply', status, headers: withType(lines, type), body };
}

/** Whether a request without the text of a body had one: there are a file, parameters or a length in its place. */
function hadBody({ params, _file }: Loose, lines: RecordedLines, bodySize: unknown): boolean {
  const length = valueOf(lines, 'content-length');
  return (
    Number(bodySize) > 0 ||
    Number(length) > 0 ||
    (bodySize === -1 && length !== '0') ||
    looseList(params).length > 0 ||
    _file !== undefined
  );
}

/** What an entry can't be read without, where it lacks that. */
export function lackOf(entry: unknown): 'request.method' | 'request.url' | undefined {
  const { method, url } = looseObject(looseObject(entry)['request']);
  return typeof method !== 'string' ? 'request.method' : typeof url !== 'string' ? 'request.url' : undefined;
}

/** Undefined: it is no entry. */
export function harEntry(entry: unknown, origin: string): Recorded | undefined {
  const { request, response, startedDateTime, time } = looseObject(entry);
  const { method, url, headers, postData, bodySize, comment } = looseObject(request);
  if (typeof url !== 'string' || typeof method !== 'string') return undefined;
  const posted = looseObject(postData);
  const lines = linesOf(headers);
  const reply = replyOf(looseObject(response));
  const at = Date.parse(textOrEmpty(startedDateTime));
  // What a backend makes of a body that was sent packed is open.
  const isPacked =
    valueOf(lines, 'content-encoding') !== '' || textOrEmpty(posted['text']).startsWith('\x1f\x8b');
  const body = posted['text'] === '' ? undefined : isPacked ? 'cut' : bodyOf(posted, lines, bodySize);
  // Of a request that a page cancelled, recorders often lack the body.
  const isBodyLost =
    typeof body === 'string' ||
    (body === undefined && (reply === 'withoutReply' || hadBody(posted, lines, bodySize) || isCut(posted)));
  return {
    origin,
    at: at >= 0 ? at : undefined,
    method,
    url,
    headers: withType(lines, posted['mimeType']),
    body: typeof body === 'string' ? undefined : body,
    isBodyLost,
    ...wireOf(comment),
    reply: isBodyLost && typeof reply !== 'string' ? 'cut' : reply,
    ms: msOf(time),
  };
}
