/** From the bytes of a reply to an envelope: encoding, grammar (§1), and what the JSON is read as. */
import { replyHeader, type Reply } from '../../http/exchange.ts';
import { codingsOf, staysCoded } from '../../http/reply-bounds.ts';
import { remembered, rememberedPer } from '../../base/remembered.ts';
import { decodeUtf8 } from '../../base/text/bytes.ts';
import { fromPlain } from '../rules/json.ts';
import { readEnvelope, type ReadEnvelope } from './envelope.ts';
import { finding, type Finding } from '../finding.ts';
import { leakInText, leaksIn, type Leak } from './leaks.ts';
import { cut } from '../show.ts';

const JSON_MEDIA_TYPE = /^\s*application\/([\w.-]+\+)?json\s*(;|$)/i;

/** The body's text for people: whatever it is, with U+FFFD where it is not UTF-8. */
export const bodyText = (body: Uint8Array): string => decodeUtf8(body).text;

/** Parses the text of a body: the JSON, or why it is not valid. */
type ReadText = { readonly leaks: readonly Leak[] } & (
  | { readonly read: ReadEnvelope }
  | { readonly why: string }
);

const parsedText = remembered((text: string): ReadText => {
  let plain: unknown;
  try {
    plain = JSON.parse(text);
  } catch (error) {
    const leak = leakInText(text, 'body');
    return {
      why: error instanceof Error ? error.message : String(error),
      leaks: leak === undefined ? [] : [leak],
    };
  }
  const json = fromPlain(plain);
  return { read: readEnvelope(json), leaks: leaksIn(json) };
});

const notJson = (actual: string): Finding => finding('not-json', '1/json', 'body', 'one JSON value', actual);
const NOTHING_LEAKED: readonly Leak[] = [];

/**
 * Reads the body of a reply, once for each reply. `read`: undefined where it is not valid JSON, and a finding says why, unless the
 * body is still compressed; `leaks`: those of its texts.
 */
export const readReplyBody = rememberedPer((reply: Reply) => {
  const findings: Finding[] = [];
  // The transport has decompressed what it could: here only that the reply came compressed is left.
  const codings = codingsOf(reply);
  if (codings.length > 0) {
    const actual = cut(codings.join(', '));
    findings.push(
      finding('compressed', 'principle/uncompressed', 'Content-Encoding', 'no content coding', actual),
    );
  }
  const { text, valid } = decodeUtf8(reply.body);
  if (!valid) {
    if (!staysCoded(reply)) findings.push(notJson('bytes that are not UTF-8'));
    return { read: undefined, findings, leaks: NOTHING_LEAKED };
  }
  const isMarked = text.startsWith('\uFEFF');
  const parsed = parsedText(isMarked ? text.slice(1) : text);
  const { leaks } = parsed;
  if (!('read' in parsed)) {
    const actual = text.trim() === '' ? 'an empty body' : `${cut(text.trim(), 80)}: ${cut(parsed.why)}`;
    return { read: undefined, findings: [...findings, notJson(actual)], leaks };
  }
  if (isMarked)
    findings.push(
      finding('byte-order-mark', '1/json/bom', 'body', 'no byte order mark', 'U+FEFF before the JSON'),
    );
  const type = replyHeader(reply, 'content-type');
  if (type === undefined || !JSON_MEDIA_TYPE.test(type)) {
    const actual = type === undefined ? 'no Content-Type' : cut(type);
    findings.push(finding('content-type', '1/json/type', 'Content-Type', 'application/json', actual));
  }
  return { read: parsed.read, findings, leaks };
});

/** Whether the body is a JSON object with a returnCode: then the backend itself has answered. */
export function holdsEnvelope(reply: Reply): boolean {
  const { read } = readReplyBody(reply);
  return read !== undefined && !read.findings.some(({ kind }) => kind === 'not-envelope');
}

/** In which codings a reply came that nothing here undoes, so that its body can't be judged; undefined: it can. */
export function unreadCoding(reply: Reply): string | undefined {
  return staysCoded(reply) && !decodeUtf8(reply.body).valid ? cut(codingsOf(reply).join(', ')) : undefined;
}

/** The reply's body as text, at most `most` bytes of it. */
export function replyText(reply: Reply, most: number): string {
  return decodeUtf8(reply.body.subarray(0, most)).text;
}
