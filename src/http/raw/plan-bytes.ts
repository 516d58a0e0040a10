/** The bytes that the raw transport writes for a request. */
import { headChars } from '../../base/text/bytes.ts';
import { NO_BODY_BYTES } from '../request.ts';
import type { ResolvedRequest } from '../resolved-request.ts';
import type { Draft, Framing } from './framing.ts';
import { FRAMINGS } from './framings.ts';

/** Methods whose request says its length even where it has no body. */
const WITH_PAYLOAD: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'QUERY']);

/** The bytes of a request, segment after segment. */
export function segmentsOf(request: ResolvedRequest, origin: string): readonly Uint8Array[] {
  const draft = draftOf(request, origin);
  const [head, body] = [headOf(draft), draft.body ?? NO_BODY_BYTES];
  const segments = framingOf(request).segments?.(head, body) ?? [head, body];
  return segments.filter((each) => each.length > 0);
}

/** The message as it is before it becomes bytes, after the request's wire alteration. */
export function draftOf(request: ResolvedRequest, origin: string): Draft {
  const draft: Draft = {
    method: request.method,
    target: request.path,
    version: '1.1',
    lines: wireLines(request, origin),
    body: request.body,
  };
  return framingOf(request).draft?.(draft, origin) ?? draft;
}

/** Whether a request of this method with a body of this length says the length. */
export function saysLength(method: string, length: number): boolean {
  return length > 0 || WITH_PAYLOAD.has(method);
}

export function framingOf({ wire }: ResolvedRequest): Framing {
  return wire === undefined ? {} : FRAMINGS[wire];
}

/** The request's own header lines, plus the transport's where the request has none of that name. */
function wireLines({ method, headers, body }: ResolvedRequest, origin: string): Draft['lines'] {
  const own: (readonly [string, string])[] = [];
  for (let i = 0; i < headers.length; i += 2) own.push([headers[i] ?? '', headers[i + 1] ?? '']);
  const names = new Set(own.map(([name]) => name.toLowerCase()));
  const length = body?.length ?? 0;
  const framed = names.has('content-length') || names.has('transfer-encoding');
  return [
    ...(names.has('host') ? [] : [['Host', new URL(origin).host] as const]),
    ...(names.has('connection') ? [] : [['Connection', 'close'] as const]),
    ...own,
    ...(saysLength(method, length) && !framed ? [['Content-Length', String(length)] as const] : []),
  ];
}

function headOf({ method, target, version, lines }: Draft): Uint8Array {
  const fields = lines.map(([name, value]) => `${headChars(name)}: ${headChars(value)}\r\n`);
  const head = `${headChars(method)} ${headChars(target)} HTTP/${version}\r\n${fields.join('')}\r\n`;
  return Buffer.from(head, 'latin1');
}
