/** Asking a simulator in process, and reading its envelopes. */
import { endpointOf, METHOD, type EndpointId } from '../../src/spec/endpoints.ts';
import { AUTH_TOKEN, CONTENT_TYPE, GAME_ID, JSON_TYPE, SECRET_KEY } from '../../src/spec/headers.ts';
import { completeDialect } from '../../src/spec/dialect/dialect.ts';
import type { OptionOf, QuestionId } from '../../src/spec/dialect/question-register.ts';
import { inProcess, type InProcess, type InProcessReply } from '../server/in-process.ts';
import type { SimulatorOptions } from '../server/simulator-options.ts';
import { STORE, valueOf } from './small-world.ts';

export interface Asked {
  readonly on?: EndpointId;
  readonly method?: string;
  readonly path?: string;
  /** The names of the secret key and of the auth token; null sends none. */
  readonly key?: string | null;
  readonly token?: string | null;
  readonly game?: string;
  readonly contentType?: string | null;
  readonly headers?: readonly (readonly [string, string])[];
  /** A value to be written as JSON, or the text itself. */
  readonly body?: unknown;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true });

export const simulator = (options: Partial<SimulatorOptions> = {}): InProcess =>
  inProcess({ store: STORE, ...options });

/** A dialect that differs from the default one in a single answer. */
export const answering = <Q extends QuestionId>(question: Q, option: OptionOf<Q>) =>
  completeDialect([{ question, at: '', option }]);

function bytesOf(body: unknown): Uint8Array | undefined {
  if (body === undefined || body instanceof Uint8Array) return body;
  return encoder.encode(typeof body === 'string' ? body : JSON.stringify(body));
}

const header = (name: string, value: string | null | undefined): readonly (readonly [string, string])[] =>
  value === null || value === undefined ? [] : [[name, value]];

const secret = (name: string | null): string | null => (name === null ? null : valueOf(name));

/** Ann's own request to the player client, but for what differs. */
export function ask(backend: InProcess, asked: Asked = {}): Promise<InProcessReply> {
  const { on = 'gamePlayer.client', method = METHOD, key, token, contentType = JSON_TYPE, body = {} } = asked;
  const endpoint = endpointOf(on);
  const isClient = endpoint.variant === 'client';
  return backend({
    method,
    path: asked.path ?? endpoint.path,
    headers: [
      ...header(CONTENT_TYPE, contentType),
      ...header(SECRET_KEY, secret(key === undefined ? (isClient ? 'player' : 'admin') : key)),
      ...header(AUTH_TOKEN, secret(token === undefined ? (isClient ? 'ann' : null) : token)),
      ...header(GAME_ID, asked.game),
      ...(asked.headers ?? []),
    ],
    body: bytesOf(body),
  });
}

/** The envelope of a reply, as JSON.parse gives it. */
export const envelopeOf = ({ body }: Pick<InProcessReply, 'body'>): Record<string, unknown> =>
  JSON.parse(decoder.decode(body)) as Record<string, unknown>;

export const asked = async (backend: InProcess, what?: Asked): Promise<Record<string, unknown>> =>
  envelopeOf(await ask(backend, what));
