/** Reads as many replies of one connection as there are requests on it; the last that comes is the reply. */
import type { NoReply, Reply, WireFault } from '../exchange.ts';
import { wireFaultsOf, overpromised } from './reply-faults.ts';
import { tokensOf } from './reply-head.ts';
import type { Parsed, ReplyParser } from './reply-parser.ts';

export class LastReply {
  readonly #open: () => ReplyParser;
  readonly #method: string;
  #parser: ReplyParser;
  /** Replies that may still come. */
  #missing: number;
  #before: Reply | undefined;

  /** `open` makes a parser for each of `count` replies to requests of this method. */
  constructor(open: () => ReplyParser, count: number, method: string) {
    this.#open = open;
    this.#method = method;
    this.#parser = open();
    this.#missing = count;
  }

  /** Whether any byte came. */
  get begun(): boolean {
    return this.#before !== undefined || this.#parser.begun;
  }

  /** The reply to an earlier request, where nothing came after it: it counts if the server goes. */
  get earlier(): Reply | undefined {
    return this.#parser.begun ? undefined : this.#before;
  }

  /** What is wrong around the reply, once it is whole. */
  get faults(): readonly WireFault[] {
    return wireFaultsOf(this.#parser, this.#method);
  }

  /** Why a reply that did not come in time never will; undefined: it may only be slow. */
  get overpromised(): NoReply | undefined {
    return overpromised(this.#parser);
  }

  push(chunk: Uint8Array): Parsed {
    let parsed = this.#parser.push(chunk);
    while (parsed.kind === 'reply' && this.#missing > 1 && !closes(parsed)) {
      const { rest } = this.#parser;
      this.#missing -= 1;
      this.#before = parsed;
      this.#parser = this.#open();
      parsed = this.#parser.push(rest);
    }
    return parsed;
  }

  /** The stream has ended. */
  end(): Reply | NoReply {
    return this.earlier ?? this.#parser.end();
  }
}

/** Whether a server says that it answers nothing more on this connection. */
function closes({ headers }: Reply): boolean {
  return tokensOf(headers, 'connection').includes('close');
}
