/** A transport to a target over the network. */
import type { Transport } from '../http/exchange.ts';
import { linkOf, type LinkOptions } from './link.ts';
import { PoolTransport } from './pool/pool-transport.ts';

/**
 * Opens a transport to the target at `baseUrl`, whose path is put before that of every request. Nothing is sent yet,
 * but wrong settings are a TagproofError already. Redirects are never followed.
 */
export function openTransport(options: LinkOptions): Transport {
  return new PoolTransport(linkOf(options));
}
