/** A passed exchange as an entry of a HAR: the form in which it is judged, recorded and shown. */
import { isUtf8 } from 'node:buffer';
import type { WireAlteration } from '../../http/alterations/wire-alterations.ts';
import { CONTENT_TYPE } from '../../spec/headers.ts';
import { headerKey } from '../../judge/rules/reading/header-values.ts';
import type { KeptMessage } from './kept-message.ts';
import type { PassedExchange } from './passage.ts';

const NO_LENGTHS = { cookies: [], headersSize: -1 } as const;

/** The body, its text with the sign that it is not whole where it is not kept. */
function contentOf({ headers, body, size, isWhole, lacks }: KeptMessage) {
  const mimeType = headers.find(([name]) => headerKey(name) === headerKey(CONTENT_TYPE))?.[1] ?? '';
  if (!isWhole || lacks !== undefined)
    return { mimeType, size, text: '', comment: `only the beginning of ${size} bytes is recorded` };
  const text = body.toString();
  // What a text can't hold byte for byte.
  return isUtf8(body) && !text.includes('\uFFFD')
    ? { mimeType, size, text }
    : { mimeType, size, text: body.toString('base64'), encoding: 'base64' };
}

const linesOf = ({ headers }: KeptMessage) => headers.map(([name, value]) => ({ name, value }));

/** Heads beyond this may be refused by HTTP. */
const USUAL_HEAD = 8192;
const USUAL_LINES = 100;

/** What servers may refuse of a request by HTTP itself, in the words of the alterations; undefined: nothing. */
function wireOf({ version, target, request: { headers } }: PassedExchange): WireAlteration | undefined {
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
  const { at, ms, version, method, target, request, reply } = exchange;
  const wire = wireOf(exchange);
  const { size, ...posted } = contentOf(request);
  const hasBody = size > 0 || posted.text !== '' || !request.isWhole;
  return {
    startedDateTime: new Date(at).toISOString(),
    time: Math.round(ms * 1000) / 1000,
    request: {
      ...NO_LENGTHS,
      method,
      url: target.startsWith('/') ? origin + target : target,
      httpVersion: `HTTP/${version}`,
      headers: linesOf(request),
      queryString: [],
      bodySize: size,
      ...(hasBody && { postData: posted }),
      ...(wire !== undefined && { comment: `sent as ${wire}` }),
    },
    response: {
      ...NO_LENGTHS,
      status: reply?.status ?? 0,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      headers: reply === undefined ? [] : linesOf(reply.message),
      content: reply === undefined ? { size: 0, mimeType: '', text: '' } : contentOf(reply.message),
      redirectURL: '',
      bodySize: reply?.message.size ?? -1,
      ...(reply?.message.isWhole !== true && { _error: 'the connection ended before the whole reply' }),
    },
    cache: {},
    timings: { send: 0, wait: ms, receive: 0 },
  };
}

export type HarEntry = ReturnType<typeof harEntryOf>;
