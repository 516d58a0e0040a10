/** The server of node beneath a simulator, by TLS or without. */
import { createServer, type Server, type ServerOptions } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { SimulatorLimits } from '../simulator-options.ts';
import { Message } from './message.ts';

/** A private key and its certificate, as PEM. */
export interface TlsPair {
  readonly key: string;
  readonly cert: string;
}

export interface MadeServer {
  readonly server: Server<typeof Message>;
  /** Ends connections on which TLS was not agreed yet: the server itself does not know about them. */
  readonly endHandshakes: () => void;
}

const optionsOf = ({ bodyTimeoutMs }: SimulatorLimits): ServerOptions<typeof Message> => ({
  IncomingMessage: Message,
  requireHostHeader: false,
  // A client must not find its connection closed just as it uses it: it would not send a POST again.
  keepAliveTimeout: 0,
  headersTimeout: bodyTimeoutMs,
  // OpenRequests times bodies out.
  requestTimeout: 0,
  connectionsCheckingInterval: Math.min(bodyTimeoutMs, 1000),
});

function tlsServer(limits: SimulatorLimits, tls: TlsPair): MadeServer {
  const server = createTlsServer({
    ...optionsOf(limits),
    ...tls,
    minVersion: 'TLSv1.2',
    handshakeTimeout: limits.bodyTimeoutMs,
  });
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  const endHandshakes = (): void => {
    for (const socket of open) socket.destroy();
  };
  return { server, endHandshakes };
}

export function makeServer(limits: SimulatorLimits, tls: TlsPair | undefined): MadeServer {
  const made =
    tls === undefined
      ? { server: createServer(optionsOf(limits)), endHandshakes: () => {} }
      : tlsServer(limits, tls);
  // All header lines are read; their bytes are limited, not their number.
  made.server.maxHeadersCount = 0;
  return made;
}
