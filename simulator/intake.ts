/** One request on a connection: its body is collected, and it is answered once, whatever becomes of the body. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Trouble } from './incoming.ts';
import type { Lingering } from './lingering.ts';
import type { Pipeline } from './pipeline.ts';
import type { SimulatorLimits } from './simulator-options.ts';
import { writeReply } from './write-reply.ts';

/** What all requests of one server share. */
export interface Desk {
  readonly answer: Pipeline;
  readonly limits: SimulatorLimits;
  readonly lingering: Lingering;
  /** Told when nothing more is to come of a request. */
  readonly ended: (intake: Intake) => void;
}

export class Intake {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The tick of the server's clock at which the request began. */
  readonly since: number;
  readonly #desk: Desk;
  #chunks: Uint8Array[] = [];
  #size = 0;
  #answered = false;

  constructor(request: IncomingMessage, response: ServerResponse, since: number, desk: Desk) {
    this.request = request;
    this.response = response;
    this.since = since;
    this.#desk = desk;
    request.on('data', (chunk: Uint8Array) => this.#take(chunk));
    request.on('end', () => this.#end());
  }

  /** Answers a request that will not be read to its end. Its connection ends too, once the client had time to read. */
  giveUp(trouble: Trouble): void {
    const { socket } = this.request;
    this.#desk.ended(this);
    if (this.#answered) {
      socket.destroy();
      return;
    }
    socket.destroySoon = () => this.#desk.lingering.add(socket);
    this.#reply(trouble, true);
  }

  /** Row T26: a body beyond the limit is answered while it still comes. What follows is read and dropped. */
  #take(chunk: Uint8Array): void {
    const { bodyBytes, drainBytes } = this.#desk.limits;
    this.#size += chunk.length;
    if (this.#size <= bodyBytes) this.#chunks.push(chunk);
    else if (!this.#answered) this.#reply('body too large', false);
    else if (this.#size > bodyBytes + drainBytes) this.request.socket.destroy();
  }

  #end(): void {
    this.#desk.ended(this);
    if (!this.#answered) this.#reply(undefined, false);
  }

  #body(): Uint8Array | undefined {
    return this.#chunks.length > 1 ? Buffer.concat(this.#chunks) : this.#chunks[0];
  }

  #reply(trouble: Trouble | undefined, close: boolean): void {
    this.#answered = true;
    const { method = '', url: target = '', rawHeaders: headers } = this.request;
    const body = this.#body();
    this.#chunks = [];
    writeReply(this.response, this.#desk.answer({ method, target, headers, body, trouble }), close);
  }
}
