/** A passed exchange as an entry of a HAR: the form in which it is judged, recorded and shown. */
import { isUtf8 } from 'node:buffer';
import type { WireAlteration } from '../../http/alterations/wire-alterations.ts';
import { headerKey } from '../../judge/rules/reading/header-values.ts';
import type { KeptMessage } from './kept-message.ts';
import type { PassedExchange } from './passage.ts';

/** The text of a body, with the sign that it is not whole where it is not kept. */
function contentOf({ body, size, isWhole }: KeptMessage) {
  if (!isWhole || body === undefined)
    return { size, text: '', comment: `only the beginning of ${size} bytes is recorded` };
  const text = body.toString();
  // What a text can't hold byte for byte.
  const isText = isUtf8(body) && !text.includes('\uFFFD');
  return isText ? { size, text } : { size, text: body.toString('base64'), encoding: 'base64' };
}

const namedPairs = ({ headers }: KeptMessage) => headers.map(([name, value]) => ({ name, value }));

/** Heads beyond this may be refused by HTTP. */
const USUAL_HEAD = 8192;
const USUAL_LINES = 100;

/** What servers may refuse of a request by HTTP itself, in the words of the alterations; undefined: nothing. */
function oddWire({ version, target, request: { headers } }: PassedExchange): WireAlteration | undefined {
  const of = (wanted: string): readonly string[] =>
    headers.flatMap(([name, value]) => (headerKey(name) === wanted ? [value.toLowerCase()] : []));
  const size = headers.reduce((sum, [name, value]) => sum + name.length + value.length, target.length);
  const [expect] = of('expect');
  if (of('host').length !== 1 && version === '1.1') return 'no-host';
  if (of('upgrade').some((protocol) => protocol !== 'h2c')) return 'upgrade';
  if (size > USUAL_HEAD || headers.length > USUAL_LINES) return 'huge-head';
  if (expect !== undefined) return expect === '100-continue' ? 'expect-continue' : 'expect-odd';
  if (version === '1.0') return 'http-1.0';
  if (!target.startsWith('/')) return 'absolute-form';
  return of('transfer-encoding').length > 0 ? 'chunked' : undefined;
}

/** `origin`: that of the upstream. */
export function harEntryOf(exchange: PassedExchange, origin: string) {
  const { at, ms, method, target, request, reply } = exchange;
  const wire = oddWire(exchange);
  return {
    startedDateTime: new Date(at).toISOString(),
    time: Math.round(ms * 1000) / 1000,
    request: {
      method,
      url: target.startsWith('/') ? origin + target : target,
      headers: namedPairs(request),
      bodySize: request.size,
      postData: contentOf(request),
      ...(wire !== undefined && { comment: `sent as ${wire}` }),
    },
    response: {
      status: reply?.status ?? 0,
      headers: reply === undefined ? [] : namedPairs(reply.message),
      content: reply === undefined ? { size: 0, text: '' } : contentOf(reply.message),
      ...(reply?.message.isWhole !== true && { _error: 'the connection ended before the whole reply' }),
    },
  };
}

export type HarEntry = ReturnType<typeof harEntryOf>;
