/** Requests on connections: the body of each is collected, and it is answered once, even if the body fails or is late. */
import type { ServerResponse } from 'node:http';
import type { Delivery } from '../answer/stages.ts';
import type { IncomingTrouble } from '../answer/incoming.ts';
import type { HeaderLines } from '../../src/judge/rules/reading/header-values.ts';
import type { Drain } from './drain.ts';
import type { Message, Sink } from './message.ts';
import type { Pipeline } from '../answer/pipeline.ts';
import type { SimulatorLimits } from './simulator-options.ts';
import { corsLines, type AllowsOrigin } from './cors.ts';
import { writeDelivery } from './write-faulty.ts';
import type { Duplex } from 'node:stream';

/** What all requests of one server share. */
export interface ServerContext {
  readonly answer: Pipeline;
  readonly limits: SimulatorLimits;
  readonly drain: Drain;
  readonly allowsOrigin: AllowsOrigin | undefined;
  /** What the plain path has answered already, and left to be written here. */
  readonly made: WeakMap<Duplex, Delivery>;
  /** The last response of each connection. */
  readonly responses: WeakMap<Duplex, ServerResponse>;
}

interface ConnectionContext extends ServerContext {
  /** Called when nothing more of a request is to come. */
  readonly ended: (reader: RequestReader) => void;
}

const NO_LINES: HeaderLines = [];

class RequestReader implements Sink {
  readonly message: Message;
  /** The tick of the server's clock at which the request began. */
  readonly since: number;
  readonly #response: ServerResponse;
  readonly #connection: ConnectionContext;
  #chunks: Uint8Array[] = [];
  #size = 0;
  #answered = false;

  constructor(message: Message, response: ServerResponse, since: number, connection: ConnectionContext) {
    this.message = message;
    this.since = since;
    this.#response = response;
    this.#connection = connection;
    message.sink = this;
  }

  /** Question size.limit: a body beyond the limit is answered while it still comes. What follows is dropped, until the time is up. */
  take(chunk: Uint8Array): void {
    this.#size += chunk.length;
    if (this.#size <= this.#connection.limits.bodyBytes) this.#chunks.push(chunk);
    else if (!this.#answered) this.#reply('body too large', false);
  }

  end(): void {
    this.#connection.ended(this);
    if (!this.#answered) this.#reply(undefined, false);
  }

  /** Answers a request that will not be read to its end. Its connection ends too, once the client had time to read. */
  giveUp(trouble: IncomingTrouble): void {
    const { socket } = this.message;
    this.#connection.ended(this);
    if (this.#answered) {
      socket.destroy();
      return;
    }
    // Node calls this once the reply is written; destroying would reset what the client still sends.
    socket.destroySoon = () => {
      this.#connection.drain.add(socket);
      socket.end();
    };
    this.#reply(trouble, true);
  }

  #body(): Uint8Array | undefined {
    return this.#chunks.length > 1 ? Buffer.concat(this.#chunks) : this.#chunks[0];
  }

  #reply(trouble: IncomingTrouble | undefined, close: boolean): void {
    this.#answered = true;
    const { method = '', url: target = '', rawHeaders: headers, httpVersion: version, socket } = this.message;
    const body = this.#body();
    this.#chunks = [];
    const { answer, allowsOrigin, made } = this.#connection;
    const extra = allowsOrigin === undefined ? NO_LINES : corsLines(headers, allowsOrigin);
    const delivery = made.get(socket) ?? answer({ method, target, headers, version, body, trouble });
    made.delete(socket);
    writeDelivery(this.#response, delivery, { close, extra });
  }
}

/** Ticks per time-out: one timer for all requests costs a request next to nothing, and is a tenth late at most. */
const TICKS = 10;

/** All requests that are not yet read to their end, and a coarse clock for their time-outs. */
export class OpenRequests {
  readonly #open = new Set<RequestReader>();
  readonly #connection: ConnectionContext;
  #tick = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(context: ServerContext) {
    this.#connection = { ...context, ended: (reader) => this.#open.delete(reader) };
  }

  start(): void {
    this.#timer = setInterval(() => this.#sweep(), this.#connection.limits.bodyTimeoutMs / TICKS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Begins to read a request. */
  add(message: Message, response: ServerResponse): RequestReader {
    const reader = new RequestReader(message, response, this.#tick, this.#connection);
    this.#open.add(reader);
    return reader;
  }

  /** The request on a connection that is not yet read to its end. */
  openOn(socket: Duplex): RequestReader | undefined {
    return [...this.#open].find(({ message }) => message.socket === socket);
  }

  #sweep(): void {
    this.#tick += 1;
    for (const reader of this.#open) {
      if (reader.message.destroyed) this.#open.delete(reader);
      else if (this.#tick - reader.since > TICKS) reader.giveUp('timed out');
    }
  }
}
