/** Listening on a port: where, and in words why not. */
import type { AddressInfo, Server } from 'node:net';
import { TagproofError } from '../../src/base/errors.ts';

export interface ListenAddress {
  /** Loopback unless given: what it serves is public, but only asked for from here. */
  readonly host?: string;
  /** 0 or left out: any free port. */
  readonly port?: number;
}

const LOOPBACK = '127.0.0.1';
const HOST_TROUBLES = new Map([
  [
    'ENOTFOUND',
    'there is no such host to listen on; 127.0.0.1 is this machine alone, 0.0.0.0 all its addresses',
  ],
  ['EAI_AGAIN', 'its name could not be looked up; choose an address such as 127.0.0.1'],
  [
    'EADDRNOTAVAIL',
    'it is no address of this machine; 127.0.0.1 is this machine alone, 0.0.0.0 all its addresses',
  ],
]);
const PORT_TROUBLES = new Map([
  ['EADDRINUSE', 'is in use; stop what listens there, or choose another port, or 0 for any free one'],
  ['EACCES', 'may not be used by this user; choose one above 1023'],
]);

function portError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const ofHost = HOST_TROUBLES.get(error.code ?? '');
  if (ofHost !== undefined) return new TagproofError('port', `host ${host}: ${ofHost}`);
  const trouble = PORT_TROUBLES.get(error.code ?? '');
  return new TagproofError(
    'port',
    `port ${port} on ${host} ${trouble ?? `can't be listened on: ${error.message}`}`,
  );
}

/** Host and port as a URL has them. One that listens everywhere is reached at the loopback. */
function authorityOf({ address, port }: AddressInfo): string {
  const host = address === '0.0.0.0' || address === '::' ? LOOPBACK : address;
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Listens; gives host and port as a URL has them. TagproofError('port') where that is not possible. */
export function listen(server: Server, { host = LOOPBACK, port = 0 }: ListenAddress): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(portError(error, host, port)));
    server.listen({ host, port }, () => resolve(authorityOf(server.address() as AddressInfo)));
  });
}
