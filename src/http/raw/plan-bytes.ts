/** The bytes that the raw transport writes for a request. */
import { headChars } from '../../base/text/bytes.ts';
import { NO_BODY_BYTES } from '../request.ts';
import type { ResolvedRequest } from '../resolved-request.ts';
import type { Framing } from './framing.ts';
import { FRAMINGS } from './framings.ts';

/** Methods whose request says its length even where it has no body. */
const WITH_PAYLOAD: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'QUERY']);

/** Whether a request of this method with a body of this length says the length. */
export function saysLength(method: string, length: number): boolean {
  return length > 0 || WITH_PAYLOAD.has(method);
}

export function framingOf({ wire }: ResolvedRequest): Framing {
  return wire === undefined ? {} : FRAMINGS[wire];
}

/** The head of a request after its wire alteration, a character for each byte: its own lines, and the transport's where it has none of that name. */
export function headOf(request: ResolvedRequest, origin: string): string {
  const { method, path, headers, body } = request;
  const own: string[] = [];
  const names = new Set<string>();
  for (let i = 0; i < headers.length; i += 2) {
    own.push(`${headChars(headers[i] ?? '')}: ${headers[i + 1]}`);
    names.add((headers[i] ?? '').toLowerCase());
  }
  const size = body?.length ?? 0;
  const isFramed = names.has('content-length') || names.has('transfer-encoding');
  const lines = [
    `${headChars(method)} ${headChars(path)} HTTP/1.1`,
    ...(names.has('host') ? [] : [`Host: ${new URL(origin).host}`]),
    ...(names.has('connection') ? [] : ['Connection: close']),
    ...own,
    ...(saysLength(method, size) && !isFramed ? [`Content-Length: ${size}`] : []),
  ];
  const head = `${lines.join('\r\n')}\r\n\r\n`;
  return framingOf(request).head?.(head, size, origin) ?? head;
}

/** The bytes of a request, segment after segment. */
export function segmentsOf(request: ResolvedRequest, origin: string): readonly Uint8Array[] {
  const framing = framingOf(request);
  const head = Buffer.from(headOf(request, origin), 'latin1');
  const { body: plain = NO_BODY_BYTES } = request;
  const body = framing.body?.(plain) ?? plain;
  const segments = framing.segments?.(head, body) ?? [head, body];
  return segments.filter((each) => each.length > 0);
}
