/** HAR 1.2: an entry of `log.entries` as an exchange. Recorders differ in what they leave out, so only the URL is demanded. */
import { CONTENT_TYPE } from '../contract/headers.ts';
import { WIRE_ALTERATIONS, type WireAlteration } from '../http/alterations/wire-alterations.ts';
import { remembered } from '../remembered.ts';
import { headerKey } from '../rules/reading/header-values.ts';
import type { Lack, Recorded, RecordedReply, TextLines } from './recorded.ts';

/** What JSON may hold, looked at without trust. */
type Loose = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Loose => typeof value === 'object' && value !== null;
export const objectOf = (value: unknown): Loose => (isObject(value) ? value : {});
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A time in milliseconds since 1970. */
function timeOf(value: unknown): number | undefined {
  const at = typeof value === 'string' ? Date.parse(value) : value;
  return typeof at === 'number' && at >= 0 && at < 8e15 ? at : undefined;
}

const msOf = (value: unknown): number =>
  typeof value === 'number' && value >= 0 && value < 1e12 ? value : 0;

/** A character that stands where a body was no text: what was sent is then not known. */
const REPLACEMENT = '\uFFFD';
export const isText = (text: string): boolean => !text.includes(REPLACEMENT);

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
    if (Array.isArray(line)) return [[textOf(line[0]), textOf(line[1])] as const];
    const { name, value: text } = objectOf(line);
    return typeof name === 'string' && !isOfTransfer(name).is ? [[name, textOf(text)] as const] : [];
  });
}

/** Our own records say where a body is cut. */
const CUT = /^only the beginning of /;
const isCut = ({ comment, truncated }: Loose): boolean => CUT.test(textOf(comment)) || truncated === true;

/** Browsers that record only the headers that the page set leave this one out, but not what it says. */
function withType(headers: TextLines, mimeType: string): TextLines {
  const key = headerKey(CONTENT_TYPE);
  return mimeType === '' || headers.some(([name]) => headerKey(name) === key)
    ? headers
    : [...headers, [CONTENT_TYPE, mimeType]];
}

function replyOf(value: unknown): RecordedReply | Lack {
  const { status, headers, content: recorded } = objectOf(value);
  if (typeof status !== 'number' || !Number.isInteger(status) || status < 100 || status > 999)
    return 'withoutReply';
  const content = objectOf(recorded);
  const { text, encoding, size } = content;
  const isKnownEmpty = size === 0 && content['_file'] === undefined;
  if (typeof text !== 'string' && !isKnownEmpty) return 'withoutBody';
  if (isCut(content)) return 'cut';
  const body = Buffer.from(textOf(text), encoding === 'base64' ? 'base64' : 'utf8');
  return { status, headers: headersOf(headers), body };
}

export function harEntry(entry: unknown, origin: string): Recorded | undefined {
  const { request: sent, response, startedDateTime, time } = objectOf(entry);
  const { method, url, headers, postData: posted, bodySize, comment } = objectOf(sent);
  if (typeof url !== 'string' || typeof method !== 'string') return undefined;
  const postData = objectOf(posted);
  const { text: body, mimeType, encoding } = postData;
  // Some recorders keep a body in a file beside the HAR, or only say how long it was.
  const isLost = typeof body !== 'string' && (Number(bodySize) > 0 || postData['_file'] !== undefined);
  const isWhole = !isLost && !isCut(postData) && isText(textOf(body));
  return {
    origin,
    at: timeOf(startedDateTime),
    method,
    url,
    headers: withType(headersOf(headers), textOf(mimeType)),
    body: typeof body === 'string' ? Buffer.from(body, encoding === 'base64' ? 'base64' : 'utf8') : undefined,
    isBodyCut: !isWhole,
    ...wireOf(/^sent as (\S+)$/.exec(textOf(comment))?.[1]),
    reply: isWhole ? replyOf(response) : 'cut',
    ms: msOf(time),
  };
}
