/** The bytes that the raw transport writes for a request. */
import { headChars } from '../../base/text/head-chars.ts';
import { NO_BODY_BYTES } from '../request.ts';
import type { ResolvedRequest } from '../secrets/secrets.ts';
import type { Draft, Framing } from './framing.ts';
import { FRAMINGS } from './framings.ts';

/** What is written on a connection, segment after segment. */
export interface BytePlan {
  readonly segments: readonly Uint8Array[];
  /** Milliseconds between two segments; undefined: they only must not be joined. */
  readonly pauseMs: number | undefined;
  /** Whether the stream ends after the last segment. */
  readonly ends: boolean;
  /** How many requests the segments hold: the reply to the last one counts. */
  readonly requests: number;
}

/** Methods whose request says its length even where it has no body. */
const WITH_PAYLOAD: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'QUERY']);

export function planBytes(request: ResolvedRequest, origin: string): BytePlan {
  const { segments, before, pauseMs, ends = false } = framingOf(request);
  const draft = draftOf(request, origin);
  const segmentsOf = (each: Draft): readonly Uint8Array[] =>
    segments?.(headOf(each), each.body ?? NO_BODY_BYTES) ?? [headOf(each), each.body ?? NO_BODY_BYTES];
  const planned =
    before === undefined
      ? segmentsOf(draft)
      : [Buffer.concat([...segmentsOf(before(draft)), ...segmentsOf(draft)])];
  return {
    segments: planned.filter((each) => each.length > 0),
    pauseMs,
    ends,
    requests: before === undefined ? 1 : 2,
  };
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

function framingOf({ wire }: ResolvedRequest): Framing {
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
