/** What passes between a client and an upstream, on sockets: all that arrives at either end, and what was read on the way. */
import net from 'node:net';
import { listening } from '../../http/test-helpers/servers.ts';
import { linkOf } from '../../http/link.ts';
import { secretStoreOf } from '../../http/secrets/secrets.ts';
import type { Room } from '../proxy/kept-message.ts';
import { passOn, type PassedExchange } from '../proxy/passage.ts';

export interface Passing {
  readonly url: URL;
  readonly port: number;
  readonly exchanges: PassedExchange[];
  readonly unread: string[];
  readonly failed: string[];
  readonly room: Room;
}

const ROOM = 8_388_608;

/** Passes connections on to an upstream; what was kept is given back at once where `keeps` is false. */
export async function passing(upstream: URL | string, settings = {}): Promise<Passing> {
  const baseUrl = new URL(upstream);
  const secretStore = secretStoreOf([]);
  const link = linkOf({ baseUrl, secretStore, settings: { headers: [], ...settings } });
  const [exchanges, unread, failed, room] = [
    new Array<PassedExchange>(),
    new Array<string>(),
    new Array<string>(),
    { left: ROOM },
  ];
  const server = net.createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    passOn(client, link, {
      room,
      longestKept: () => ROOM,
      take: (exchange) => void exchanges.push(exchange),
      unread: (why) => void unread.push(why),
      say: (why) => void failed.push(why),
    });
  });
  const port = await listening(server);
  return { url: new URL(`http://127.0.0.1:${port}`), port, exchanges, unread, failed, room };
}

/** Gives back all that is kept: then the whole room is free. */
export function released({ exchanges, room }: Passing): number {
  for (const { request, reply } of exchanges) {
    request.release();
    reply?.message.release();
  }
  return ROOM - room.left;
}

/** Sends pieces, ends the stream, and gives all that comes back until the connection ends; `reset` where it was reset. */
export function spoken(port: number, pieces: readonly (string | Uint8Array)[], ends = true): Promise<string> {
  return new Promise((resolve) => {
    const socket = net.connect({ port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true });
    let text = '';
    socket.on('data', (part) => (text += part.toString('latin1')));
    socket.on('error', () => (text += ' reset'));
    socket.on('end', () => socket.end());
    socket.on('close', () => resolve(text));
    const write = (at: number): void => {
      const piece = pieces[at];
      if (piece === undefined) return void (ends && socket.end());
      if (socket.writable) socket.write(piece as string, 'latin1');
      setImmediate(write, at + 1);
    };
    write(0);
  });
}
