/** The last requests that a simulator answered, for a test to look at. Secrets are shown by their names. */
import type { Answer } from '../../simulator/pipeline/answer.ts';
import type { Incoming } from '../../simulator/pipeline/read/incoming.ts';
import { headerPairs } from '../rules/reading/header-values.ts';
import type { Encoded, Stages } from '../../simulator/pipeline/stages.ts';
import { NOT_FOUND_CODES, type ErrorCode, type ReturnCode } from '../contract/codes.ts';
import type { EndpointId } from '../contract/endpoints.ts';
import { AUTH_TOKEN, SECRET_KEY } from '../contract/headers.ts';
import { idSent, type Call, type Presented } from '../rules/call.ts';

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
  /** The HTTP status of the reply. */
  readonly status: number;
  /** Undefined where the reply is no envelope. */
  readonly returnCode: ReturnCode | undefined;
  /** Undefined where the request was refused. */
  readonly errorCode: ErrorCode | undefined;
}

const MOST_BODY = 65_536;
const decoder = new TextDecoder();

const nameIn = (presented: Presented<{ readonly name: string }> | undefined): string | undefined =>
  presented?.is === 'known' ? presented.value.name : undefined;

function hidden(kind: 'key' | 'token', name: string | undefined): string {
  return name === undefined ? '<unknown>' : `<${kind}:${name}>`;
}

function shownHeaders(incoming: Incoming, call: Call | undefined): RecordedRequest['headers'] {
  return headerPairs(incoming.headers).map(([name, value]): readonly [string, string] => {
    const lower = name.toLowerCase();
    if (lower === SECRET_KEY.toLowerCase()) return [name, hidden('key', nameIn(call?.key))];
    if (lower === AUTH_TOKEN.toLowerCase()) return [name, hidden('token', nameIn(call?.token))];
    return [name, value];
  });
}

const RESULTS = {
  tags: () => ({ returnCode: 'Ok', errorCode: 'Ok' }),
  'not-found': ({ resource }) => ({ returnCode: 'Ok', errorCode: NOT_FOUND_CODES[resource] }),
  refused: ({ code }) => ({ returnCode: code, errorCode: undefined }),
  http: () => ({ returnCode: undefined, errorCode: undefined }),
} as const satisfies {
  readonly [K in Answer['kind']]: (
    answer: Extract<Answer, { kind: K }>,
  ) => Pick<RecordedRequest, 'returnCode' | 'errorCode'>;
};

function resultOf(answer: Answer): Pick<RecordedRequest, 'returnCode' | 'errorCode'> {
  return RESULTS[answer.kind](answer as never);
}

function recorded(
  incoming: Incoming,
  call: Call | undefined,
  answer: Answer,
  { status }: Encoded,
): RecordedRequest {
  const id = call === undefined ? undefined : idSent(call);
  return {
    at: Date.now(),
    method: incoming.method,
    target: incoming.target,
    headers: shownHeaders(incoming, call),
    body: decoder.decode(incoming.body?.subarray(0, MOST_BODY)),
    endpoint: call?.endpoint.id,
    key: nameIn(call?.key),
    token: nameIn(call?.token),
    id: typeof id === 'string' ? id : undefined,
    status,
    ...resultOf(answer),
  };
}

/** Keeps the last requests, at most as many as it has room for. */
export class RequestLog {
  readonly #room: number;
  #kept: RecordedRequest[] = [];
  #total = 0;

  constructor(room: number) {
    this.#room = room;
  }

  /** The oldest first. */
  get kept(): readonly RecordedRequest[] {
    return this.#kept.slice(-this.#room);
  }

  /** How many requests were forgotten to make room, since the last `clear`. */
  get dropped(): number {
    return this.#total - Math.min(this.#kept.length, this.#room);
  }

  clear(): void {
    this.#kept = [];
    this.#total = 0;
  }

  /** The stages with an ear to what they make of each request. */
  over(stages: Stages): Stages {
    // The stages of one request follow one another at once: no other request comes in between.
    let call: Call | undefined;
    let answer: Answer | undefined;
    return {
      ...stages,
      read: (incoming) => {
        const reading = stages.read(incoming);
        call = reading.kind === 'call' ? reading.call : undefined;
        return reading;
      },
      encode: (given, of) => {
        answer = given;
        return stages.encode(given, of);
      },
      send: (encoded, incoming) => {
        if (answer !== undefined) this.#add(recorded(incoming, call, answer, encoded));
        return stages.send(encoded, incoming);
      },
    };
  }

  #add(request: RecordedRequest): void {
    this.#total += 1;
    this.#kept.push(request);
    // Cut now and then, so that a request costs the same however much is kept.
    if (this.#kept.length >= 2 * this.#room) this.#kept = this.#kept.slice(-this.#room);
  }
}
