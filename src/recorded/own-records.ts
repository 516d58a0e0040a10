/** Exchanges in our own records: the events of a run, its JSON report, and the journal of the simulator. */
import {
  isText,
  type Lack,
  listOf,
  type Loose,
  msOf,
  objectOf,
  type Recorded,
  type RecordedReply,
  textOf,
  type TextLines,
  timeOf,
  wireOf,
} from './recorded.ts';

const linesOf = (value: unknown): TextLines =>
  listOf(value).map((line) => {
    const [name, text] = listOf(line);
    return [textOf(name), textOf(text)] as const;
  });

/** A body as it is recorded; undefined: only its beginning is there. */
function bodyOf({ body, bytes }: Loose): Uint8Array | undefined {
  const whole = Buffer.from(textOf(body));
  return isText(textOf(body)) && (typeof bytes !== 'number' || bytes <= whole.length) ? whole : undefined;
}

function replyOf(reply: Loose, status: unknown): RecordedReply | Lack {
  if (typeof status !== 'number' || status < 100) return 'no reply';
  const body = bodyOf(reply);
  return body === undefined ? 'cut' : { status, headers: linesOf(reply['headers']), body };
}

const START = /^(\S+) (.*?)(?: \(([^()]*)\))?$/s;

/** An exchange of an event, or of a case in the JSON report. */
function ofCase(exchange: unknown, origin: string): Recorded | undefined {
  const { request: sent, reply: got, at, ms } = objectOf(exchange);
  const request = objectOf(sent);
  const reply = objectOf(got);
  const [, method, url, way] = START.exec(textOf(request['start'])) ?? [];
  if (method === undefined || url === undefined) return undefined;
  const body = bodyOf(request);
  const status = Number(/\b\d{3}\b/.exec(textOf(reply['start']))?.[0]);
  return {
    origin,
    at: timeOf(at),
    method,
    url,
    headers: linesOf(request['headers']),
    body: body === undefined || body.length === 0 ? undefined : body,
    isBodyCut: body === undefined,
    ...wireOf(way),
    reply: body === undefined ? 'cut' : replyOf(reply, status),
    ms: msOf(ms),
  };
}

/** The exchanges of a case; undefined: this is none. */
export function exchangesOfCase(value: unknown, origin: string): readonly Recorded[] | undefined {
  const { exchanges, others } = objectOf(value);
  if (!Array.isArray(exchanges)) return undefined;
  return [...exchanges, ...listOf(others)].flatMap(
    (each, index) => ofCase(each, `${origin}.exchanges[${index}]`) ?? [],
  );
}

/** An entry of the journal with its details; undefined: this is none. */
export function journalEntry(value: unknown, origin: string): Recorded | undefined {
  const { method, target, at, status, request: sent, reply: got } = objectOf(value);
  if (typeof method !== 'string' || typeof target !== 'string') return undefined;
  const request = objectOf(sent);
  const body = bodyOf(request);
  const isWhole = sent !== undefined && body !== undefined;
  return {
    origin,
    at: timeOf(at),
    method,
    url: target,
    headers: linesOf(request['headers']),
    body: body === undefined || body.length === 0 ? undefined : body,
    isBodyCut: !isWhole,
    reply: isWhole ? replyOf(objectOf(got), status) : 'cut',
    ms: 0,
  };
}
