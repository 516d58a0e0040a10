/** The server of the control API: it lets requests in, serves the console, and refuses; calls go to the routes, which are loaded with the first. */
import type { ServerResponse } from 'node:http';
import type { Drain } from '../http/drain.ts';
import type { Message } from '../http/message.ts';
import type { Beside } from '../http/server.ts';
import { MOST_BODY_BYTES } from './body-reader.ts';
import type { ControlCalls } from './control-calls.ts';
import { CONTROL_STATUSES, ControlError } from './control-error.ts';
import type { Guard } from './guard.ts';
import { HeldBody } from './held-body.ts';
import type { Rig } from './rig.ts';
import { CONTROL_PREFIX, isControlTarget } from './control-target.ts';
import { asksForStart, TO_CONSOLE } from './start-page.ts';
import { json, JSON_TYPE, SAFE, write } from './write-response.ts';

/** A file of the console, served without the token: it asks the API with it. */
export interface Page {
  readonly type: string;
  readonly body: string | Uint8Array;
  readonly headers?: readonly string[];
}

/** The page at a path below `/_tagproof`, for instance `/` or `/console.js`. */
export type Pages = (path: string) => Page | undefined;

export interface ControlServerOptions {
  readonly rig: Rig;
  readonly guard: Guard;
  readonly pages?: Pages | undefined;
  /** Whether a browser that asks for `/` is redirected to the console. */
  readonly atRoot?: boolean | undefined;
  readonly log: (line: string) => void;
  readonly bodyTimeoutMs?: number | undefined;
}

export class ControlServer implements Beside {
  readonly #options: ControlServerOptions;
  #calls: ControlCalls | undefined;
  readonly #ending = new AbortController();

  constructor(options: ControlServerOptions) {
    this.#options = options;
  }

  readonly owns = (message: Message): boolean => {
    const { url = '' } = message;
    return url === '/' ? this.#options.atRoot === true && asksForStart(message) : isControlTarget(url);
  };

  readonly end = (): void => this.#ending.abort();

  readonly serve = (message: Message, response: ServerResponse, drain: Drain): void => {
    void this.#serve(message, response).catch((error: unknown) =>
      this.#refuse(error, message, response, drain),
    );
  };

  async #serve(message: Message, response: ServerResponse): Promise<void> {
    const target = message.url ?? '';
    if (target === '/') {
      response.writeHead(TO_CONSOLE.status, [...TO_CONSOLE.headers, ...SAFE]).end();
      return;
    }
    const [path = '', search = ''] = split(target.slice(CONTROL_PREFIX.length));
    const method = message.method === 'HEAD' ? 'GET' : (message.method ?? '');
    const page = method === 'GET' ? this.#options.pages?.(path === '' ? '/' : path) : undefined;
    if (page !== undefined) {
      this.#options.guard.checkOrigin(message);
      write(response, 200, page.type, page.body, page.headers);
      return;
    }
    const held = this.#calls === undefined ? new HeldBody(message, MOST_BODY_BYTES) : undefined;
    const calls = this.#calls ?? (await this.#load());
    // The client left while the routes were loaded.
    if (response.destroyed) return;
    const served = calls.serve(message, response, { method, path, search });
    held?.release();
    await served;
  }

  async #load(): Promise<ControlCalls> {
    const { ControlCalls: Calls } = await import('./control-calls.ts');
    this.#calls ??= new Calls(this.#options, this.#ending.signal);
    return this.#calls;
  }

  #refuse(error: unknown, message: Message, response: ServerResponse, drain: Drain): void {
    if (response.headersSent || response.destroyed) {
      response.destroy();
      return;
    }
    const refused = error instanceof ControlError ? error : this.#failure(error);
    const { code, at, flaws, message: text } = refused;
    const more = [
      ...(code === 'unauthorized' ? ['WWW-Authenticate', 'Bearer'] : []),
      ...(code === 'method-not-allowed' ? ['Allow', text.replace(/^.* takes /, '')] : []),
      // What may still come of the body is not read.
      ...(message.complete ? [] : ['Connection', 'close']),
    ];
    if (!message.complete) keepReading(message, drain);
    const body = { error: { code, message: text, at, ...(flaws.length > 0 && { faults: flaws }) } };
    write(response, CONTROL_STATUSES[code], JSON_TYPE, json(body), more);
  }

  #failure(error: unknown): ControlError {
    this.#options.log(
      `control API: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
    return new ControlError(
      'internal',
      'the control API failed; the log of the simulator says more',
      'server',
    );
  }
}

/** Keeps reading from the connection for a moment, as a reset would destroy the reply. */
function keepReading({ socket }: Message, drain: Drain): void {
  socket.destroySoon = () => {
    drain.add(socket);
    socket.end();
  };
}

/** Path and query of a target. */
function split(target: string): readonly [path: string, search: string] {
  const at = target.indexOf('?');
  return at === -1 ? [target, ''] : [target.slice(0, at), target.slice(at + 1)];
}
