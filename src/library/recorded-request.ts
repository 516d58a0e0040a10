/** A request that a simulator answered, as tests look at it. Secrets are shown by their names. */
import { errorCodeOf, returnCodeOf } from '../../simulator/journal/entry-view.ts';
import type { Entry } from '../../simulator/journal/journal.ts';
import type { Incoming } from '../../simulator/answer/incoming.ts';
import { headerKey, headerPairs } from '../judge/rules/reading/header-values.ts';
import type { Delivery } from '../../simulator/answer/stages.ts';
import type { ErrorCode, ReturnCode } from '../spec/codes.ts';
import type { EndpointId } from '../spec/endpoints.ts';
import { AUTH_TOKEN, SECRET_KEY } from '../spec/headers.ts';
import { idSent, type Call, type Presented } from '../judge/rules/call.ts';

export interface RecordedRequest {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly method: string;
  /** Path and query, as they were sent. */
  readonly target: string;
  /** Header lines in their order; values of secrets are replaced by `<key:name>`, `<token:name>` or `<unknown>`. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The body as text, cut after 65,536 bytes. */
  readonly body: string;
  /** Undefined: no operation of the document was reached. */
  readonly endpoint: EndpointId | undefined;
  /** The name of the secret key; undefined: none that was issued. */
  readonly key: string | undefined;
  /** The name of the auth token; undefined: none that was issued. */
  readonly token: string | undefined;
  /** The id that was asked for; undefined: none, or no text. */
  readonly id: string | undefined;
  /** The HTTP status of the reply; 0: the connection was ended without one. */
  readonly status: number;
  /** Undefined where the reply is not an envelope. */
  readonly returnCode: ReturnCode | undefined;
  /** Undefined where the request was refused. */
  readonly errorCode: ErrorCode | undefined;
}

/** Of longer bodies the beginning is kept. */
export const RECORDED_BODY_BYTES = 65_536;
const decoder = new TextDecoder();

const nameIn = (presented: Presented<{ readonly name: string }> | undefined): string | undefined =>
  presented?.is === 'known' ? presented.value.name : undefined;

function hidden(kind: 'key' | 'token', name: string | undefined): string {
  return name === undefined ? '<unknown>' : `<${kind}:${name}>`;
}

function shownHeaders({ headers }: Incoming, call: Call | undefined): RecordedRequest['headers'] {
  return headerPairs(headers).map(([name, value]): readonly [string, string] => {
    if (headerKey(name) === headerKey(SECRET_KEY)) return [name, hidden('key', nameIn(call?.key))];
    if (headerKey(name) === headerKey(AUTH_TOKEN)) return [name, hidden('token', nameIn(call?.token))];
    return [name, value];
  });
}

function statusOf(delivery: Delivery): number {
  if (delivery.kind === 'reply') return delivery.status;
  return delivery.kind === 'faulty' && delivery.breakage === undefined ? delivery.reply.status : 0;
}

/** @internal An entry of the journal, as a test sees it. */
export function recordedRequest(entry: Entry): RecordedRequest {
  const { at, incoming, call, delivery } = entry;
  const id = call === undefined ? undefined : idSent(call);
  return {
    at,
    method: incoming.method,
    target: incoming.target,
    headers: shownHeaders(incoming, call),
    body: decoder.decode(incoming.body),
    endpoint: call?.endpoint.id,
    key: nameIn(call?.key),
    token: nameIn(call?.token),
    id: typeof id === 'string' ? id : undefined,
    status: statusOf(delivery),
    returnCode: returnCodeOf(entry) ?? undefined,
    errorCode: errorCodeOf(entry) ?? undefined,
  };
}
