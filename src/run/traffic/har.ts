/** HAR 1.2: an entry of `log.entries` as an exchange. Recorders differ in what they leave out, so only the URL is demanded. Our own records are read as such entries. */
import { CONTENT_TYPE } from '../../spec/headers.ts';
import { beyondBounds } from '../../http/reply-bounds.ts';
import { WIRE_ALTERATIONS, type WireAlteration } from '../../http/alterations/wire-alterations.ts';
import { remembered } from '../../base/remembered.ts';
import { headerKey } from '../../judge/rules/reading/header-values.ts';
import { recordedBody } from './recorded-body.ts';
import type { RecordedLack, Recorded, RecordedReply, RecordedLines } from './recorded.ts';

/** What JSON may hold, looked at without trust. */
type Loose = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Loose => typeof value === 'object' && value !== null;
export const looseObject = (value: unknown): Loose => (isObject(value) ? value : {});
export const looseList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A time in milliseconds since 1970. */
function timeOf(value: unknown): number | undefined {
  const at = typeof value === 'string' ? Date.parse(value) : value;
  return typeof at === 'number' && at >= 0 && at < 8e15 ? at : undefined;
}

const msOf = (value: unknown): number =>
  typeof value === 'number' && value >= 0 && value < 1e12 ? value : 0;

const wireOf = (word: string | undefined): { readonly wire?: WireAlteration } =>
  word !== undefined && Object.hasOwn(WIRE_ALTERATIONS, word) ? { wire: word as WireAlteration } : {};

/** Pseudo-headers of HTTP/2, and what belongs to one connection or one transfer: a body is recorded as it was read. Names are few. */
const isOfTransfer = remembered((name) => ({
  is: /^(?::.*|host|connection|keep-alive|transfer-encoding|content-length|content-encoding|accept-encoding)$/i.test(
    name,
  ),
}));

/** Header lines; our own records have pairs. */
const linesOf = (value: unknown): RecordedLines =>
  looseList(value).flatMap((line) => {
    const [name, text] = Array.isArray(line) ? line : [looseObject(line)['name'], looseObject(line)['value']];
    return typeof name === 'string' ? [[name, textOrEmpty(text)] as const] : [];
  });

function valueOf(lines: RecordedLines, wanted: string): string {
  return lines.find(([name]) => headerKey(name) === wanted)?.[1] ?? '';
}

/** Browsers that record only the headers that the page set leave this one out, but not what it says. */
function withType(lines: RecordedLines, mimeType: unknown): RecordedLines {
  const own = lines.filter(([name]) => !isOfTransfer(name).is);
  const key = headerKey(CONTENT_TYPE);
  return textOrEmpty(mimeType) === '' || own.some(([name]) => headerKey(name) === key)
    ? own
    : [...own, [CONTENT_TYPE, textOrEmpty(mimeType)]];
}

/** Our own records say where a body is cut. */
const isCut = ({ comment, truncated }: Loose): boolean =>
  textOrEmpty(comment).startsWith('only the beginning of ') || truncated === true;

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

function replyOf(response: Loose): RecordedReply | RecordedLack {
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
  return { status, headers: withType(lines, lines.length === 0 ? content['mimeType'] : ''), body };
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

/** Undefined: it is no entry. */
export function harEntry(entry: unknown, origin: string): Recorded | undefined {
  const { request, response, startedDateTime, time } = looseObject(entry);
  const { method, url, headers, postData, bodySize, comment } = looseObject(request);
  if (typeof url !== 'string' || typeof method !== 'string') return undefined;
  const posted = looseObject(postData);
  const lines = linesOf(headers);
  const reply = replyOf(looseObject(response));
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
    at: timeOf(startedDateTime),
    method,
    url,
    headers: withType(lines, posted['mimeType']),
    body: typeof body === 'string' ? undefined : body,
    isBodyLost,
    ...wireOf(/^sent as (\S+)$/.exec(textOrEmpty(comment))?.[1]),
    reply: isBodyLost && typeof reply !== 'string' ? 'cut' : reply,
    ms: msOf(time),
  };
}

/** What a HAR has of a body of our own records: cut where only its beginning was recorded, or where it was no text. */
function ownBody(message: unknown): Loose {
  const { body, bytes } = looseObject(message);
  const text = textOrEmpty(body);
  const isWhole = typeof bytes !== 'number' || bytes <= Buffer.byteLength(text);
  return { text, truncated: message === undefined || !isWhole };
}

const START = /^(\S+) (.*?)(?: \(([^()]*)\))?$/s;

/** An exchange of a case, or of the simulator's journal. */
function ownExchange(value: Loose, origin: string): Recorded | undefined {
  const { target, at, ms, request, reply, fault } = value;
  const [, method = value['method'], url = target, way = ''] =
    START.exec(textOrEmpty(looseObject(request)['start'])) ?? [];
  const status = value['status'] ?? Number(/\b\d{3}\b/.exec(textOrEmpty(looseObject(reply)['start']))?.[0]);
  const posted = ownBody(request);
  const entry = {
    startedDateTime: at,
    time: ms,
    request: {
      method,
      url,
      headers: looseObject(request)['headers'],
      ...((posted['text'] !== '' || posted['truncated'] === true) && { postData: posted }),
      comment: `sent as ${way}`,
    },
    response: { status, headers: looseObject(reply)['headers'], content: ownBody(reply) },
  };
  const recorded = harEntry(entry, origin);
  return recorded === undefined || typeof fault !== 'string' ? recorded : { ...recorded, isOfFault: true };
}

/** The exchanges of one record of a file; undefined: it is none. Events of a run that are no cases hold none. */
export function exchangesIn(value: unknown, origin: string): readonly Recorded[] | undefined {
  const { kind, exchanges, others, request, method } = looseObject(value);
  if (kind === 'run-started' || kind === 'run-finished') return [];
  if (Array.isArray(exchanges))
    return [...exchanges, ...looseList(others)].flatMap(
      (each, index) => ownExchange(looseObject(each), `${origin}.exchanges[${index}]`) ?? [],
    );
  if (request === undefined && method === undefined) return undefined;
  const isEntry = typeof looseObject(request)['url'] === 'string';
  const found = isEntry ? harEntry(value, origin) : ownExchange(looseObject(value), origin);
  return found === undefined ? undefined : [found];
}
