/** HAR 1.2: an entry of `log.entries` as an exchange. Recorders differ in what they leave out, so only the URL is demanded. */
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { CONTENT_TYPE } from '../../spec/headers.ts';
import { WIRE_ALTERATIONS, type WireAlteration } from '../../http/alterations/wire-alterations.ts';
import { remembered } from '../../base/remembered.ts';
import { headerKey } from '../../judge/rules/reading/header-values.ts';
import { parsedJson } from '../../base/text/parsed-json.ts';
import { MAX_RECORD } from './json-scanner.ts';
import type { RecordedLack, Recorded, RecordedReply, TextLines } from './recorded.ts';

/** What JSON may hold, looked at without trust. */
type Loose = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Loose => typeof value === 'object' && value !== null;
export const objectOf = (value: unknown): Loose => (isObject(value) ? value : {});
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const textOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A time in milliseconds since 1970. */
function timeOf(value: unknown): number | undefined {
  const at = typeof value === 'string' ? Date.parse(value) : value;
  return typeof at === 'number' && at >= 0 && at < 8e15 ? at : undefined;
}

const msOf = (value: unknown): number =>
  typeof value === 'number' && value >= 0 && value < 1e12 ? value : 0;

/** A character that stands where a body was no text: what was sent is then not known. */
const REPLACEMENT = '\uFFFD';
export const isUtf8Text = (text: string): boolean => !text.includes(REPLACEMENT);

const wireOf = (word: string | undefined): { readonly wire?: WireAlteration } =>
  word !== undefined && Object.hasOwn(WIRE_ALTERATIONS, word) ? { wire: word as WireAlteration } : {};

/** Pseudo-headers of HTTP/2, and what belongs to one connection or one transfer: a body is recorded as it was read, decompressed. */
const OF_TRANSFER =
  /^(?::.*|host|connection|keep-alive|transfer-encoding|content-length|content-encoding|accept-encoding)$/i;

/** Header names are few. */
const isOfTransfer = remembered((name) => ({ is: OF_TRANSFER.test(name) }));

function headersOf(value: unknown): TextLines {
  return listOf(value).flatMap((line) => {
    // Our own records have pairs, and what was sent, not what was read.
    if (Array.isArray(line)) return [[textOrEmpty(line[0]), textOrEmpty(line[1])] as const];
    const { name, value: text } = objectOf(line);
    return typeof name === 'string' && !isOfTransfer(name).is ? [[name, textOrEmpty(text)] as const] : [];
  });
}

/** Our own records say where a body is cut. */
const CUT = /^only the beginning of /;
const isCut = ({ comment, truncated }: Loose): boolean =>
  CUT.test(textOrEmpty(comment)) || truncated === true;

/** Browsers that record only the headers that the page set leave this one out, but not what it says. */
function withType(headers: TextLines, mimeType: string): TextLines {
  const key = headerKey(CONTENT_TYPE);
  return mimeType === '' || headers.some(([name]) => headerKey(name) === key)
    ? headers
    : [...headers, [CONTENT_TYPE, mimeType]];
}

/** The value of a header of a recording, whether or not it is of one transfer only. */
function valueOf(headers: unknown, wanted: string): string {
  const lines = listOf(headers).map(objectOf);
  return textOrEmpty(lines.find(({ name }) => headerKey(textOrEmpty(name)) === wanted)?.['value']);
}

const bytesOf = ({ text, encoding }: Loose): Buffer =>
  Buffer.from(textOrEmpty(text), /^base64$/i.test(textOrEmpty(encoding)) ? 'base64' : 'utf8');

const [OPEN, CLOSE] = Buffer.from('{}');
const isInBraces = (body: Buffer): boolean => body[0] === OPEN && body.at(-1) === CLOSE;

const DECODERS = new Map([
  ['gzip', gunzipSync],
  ['deflate', inflateSync],
  ['br', brotliDecompressSync],
]);

/** A body as it was sent: some proxies record the compressed bytes. */
function decompressed(body: Buffer, coding: string): Buffer {
  try {
    return DECODERS.get(coding.toLowerCase())?.(body, { maxOutputLength: MAX_RECORD }) ?? body;
  } catch {
    return body;
  }
}

/** Whether a text that is no JSON may be the recorder's fault: it is longer than what is recorded, or it was no text. `compression`: below zero, `size` is that of the compressed bytes. */
function isSpoilt(body: Buffer, { text, size, compression }: Loose): boolean {
  const length = Number(size) + Math.min(Number(compression ?? 0), 0);
  return (
    (length > body.length || !isUtf8Text(textOrEmpty(text))) && parsedJson(body.toString()) === undefined
  );
}

/** Chrome's word for a request that it sends by HTTPS without asking: no backend has answered. */
const OF_BROWSER = headerKey('Non-Authoritative-Reason');

function replyOf(value: unknown): RecordedReply | RecordedLack {
  const response = objectOf(value);
  const { status, headers, content: recorded } = response;
  const isReply = typeof status === 'number' && Number.isInteger(status) && status >= 100 && status <= 999;
  if (!isReply || textOrEmpty(response['_error']) !== '' || valueOf(headers, OF_BROWSER) !== '')
    return 'withoutReply';
  const content = objectOf(recorded);
  const { text, size, mimeType } = content;
  const isKnownEmpty =
    size === 0 && content['_file'] === undefined && !(Number(valueOf(headers, 'content-length')) > 0);
  if (typeof text !== 'string' && !isKnownEmpty) return 'withoutBody';
  if (isCut(content)) return 'cut';
  const recordedBody = bytesOf(content);
  const coding = isInBraces(recordedBody) ? '' : valueOf(headers, 'content-encoding');
  const body = decompressed(recordedBody, coding);
  if (isSpoilt(body, content) || (coding !== '' && !isUtf8Text(body.toString()))) return 'cut';
  const lines = headersOf(headers);
  return {
    status,
    headers: listOf(headers).length === 0 ? withType(lines, textOrEmpty(mimeType)) : lines,
    body,
  };
}

/** Whether a request had a body whose bytes the HAR lacks: it has a file name, parameters or a length in their place. */
function isLost(posted: Loose, headers: unknown, bodySize: unknown): boolean {
  if (typeof posted['text'] === 'string') return false;
  const length = valueOf(headers, 'content-length');
  return (
    Number(bodySize) > 0 ||
    Number(length) > 0 ||
    (bodySize === -1 && length !== '0') ||
    listOf(posted['params']).length > 0 ||
    posted['_file'] !== undefined
  );
}

export function harEntry(entry: unknown, origin: string): Recorded | undefined {
  const { request: sent, response, startedDateTime, time } = objectOf(entry);
  const { method, url, headers, postData: posted, bodySize, comment } = objectOf(sent);
  if (typeof url !== 'string' || typeof method !== 'string') return undefined;
  const postData = objectOf(posted);
  const { text, mimeType } = postData;
  const body = typeof text === 'string' ? bytesOf(postData) : undefined;
  const isWhole =
    !isLost(postData, headers, bodySize) &&
    !isCut(postData) &&
    isUtf8Text(textOrEmpty(text)) &&
    !(body !== undefined && isSpoilt(body, { size: bodySize }));
  return {
    origin,
    at: timeOf(startedDateTime),
    method,
    url,
    headers: withType(headersOf(headers), textOrEmpty(mimeType)),
    body,
    isBodyCut: !isWhole,
    ...wireOf(/^sent as (\S+)$/.exec(textOrEmpty(comment))?.[1]),
    reply: isWhole ? replyOf(response) : 'cut',
    ms: msOf(time),
  };
}
