/** One connection of a client and its own to the upstream: bytes go through as they come, both ways, and each exchange is noted when it is over. */
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls, TLSSocket } from 'node:tls';
import { Drain } from '../../../simulator/server/drain.ts';
import { withHint } from '../../http/exchange.ts';
import type { Link } from '../../http/link.ts';
import { noReplyFor } from '../../http/why.ts';
import { trimBlanks } from '../../judge/rules/reading/header-values.ts';
import { bodyEnd, Framer, headersOf, REQUEST_LINE, STATUS_LINE, Unsure } from './framing.ts';
import { KeptMessage, type Room } from './kept-message.ts';

/** A request that was passed on, and what came back. */
export interface PassedExchange {
  /** Milliseconds since 1970, and how long it took. */
  readonly at: number;
  readonly ms: number;
  /** Of HTTP. */
  readonly version: '1.0' | '1.1';
  readonly method: string;
  readonly target: string;
  readonly request: KeptMessage;
  /** Undefined: none came. */
  readonly reply: { readonly status: number; readonly message: KeptMessage } | undefined;
  /** Who ended the connection before the whole reply. Undefined: it came, or the backend may have ended an idle connection just before the request came. */
  readonly cutBy: 'client' | 'backend' | undefined;
}

/** What takes note of what passes. */
interface Observer {
  readonly room: Room;
  /** The longest body that is kept of a request for this target, and of its reply. */
  readonly longestKept: (target: string) => number;
  readonly take: (exchange: PassedExchange) => void;
  /** Takes why the rest of a connection is passed on unread. */
  readonly unread: (why: string) => void;
  /** Takes why a client was refused, or the upstream not reached. */
  readonly say: (text: string) => void;
}

/** So many requests of one connection may wait for their replies: clients that read none would take all the room. */
const MAX_PIPELINED = 1000;

function openUpstream({ host, port, secure, tls }: Link): Socket {
  const place = { host, port, allowHalfOpen: true, noDelay: true };
  if (!secure) return connectPlain(place);
  // SNI holds no addresses.
  const servername = isIP(host) === 0 ? host : '';
  return connectTls({
    ...place,
    servername,
    ALPNProtocols: ['http/1.1'],
    ...(tls && { secureContext: tls }),
  });
}

/** Ends a connection by a reset, as the other half was ended. */
function resetSocket(socket: Socket): void {
  if (socket.connecting || socket instanceof TLSSocket) socket.destroy();
  else socket.resetAndDestroy();
}

const ONLY_HTTP_1 = 'tagproof proxy passes on HTTP/1.1 alone:';

/** A refusal of ours: the words say why. */
const refusalText = (status: string, words: string): string =>
  `HTTP/1.1 ${status}\r\nContent-Type: text/plain\r\nContent-Length: ${words.length + 1}\r\nConnection: close\r\n\r\n${words}\n`;

/** Whether a Host, or what stands behind the scheme of a target, has this port; 80 is left out there. */
const namesPort = (named: string, port: number): boolean =>
  named !== '' && Number(/:(\d{1,5})$/.exec(named)?.[1] ?? 80) === port;

/** The lines of a request as they would be without the proxy, which listens on this port: where they name it, they name the upstream. */
function directLines(lines: readonly string[], port: number, { origin }: Link): readonly string[] {
  return lines.map((line, index) => {
    if (index === 0)
      return line.replace(/ http:\/\/([^/?# ]*)/, (whole, named: string) =>
        namesPort(named, port) ? ` ${origin}` : whole,
      );
    const at = line.indexOf(':') + 1;
    const named = /^host:/i.test(line) ? trimBlanks(line.slice(at)) : '';
    return namesPort(named, port)
      ? line.slice(0, at) + line.slice(at).replace(named, () => new URL(origin).host)
      : line;
  });
}

type UnderWay = Omit<PassedExchange, 'ms' | 'reply' | 'cutBy'> & {
  readonly began: number;
  readonly longest: number;
  reply: PassedExchange['reply'];
};

/** Passes a client's connection on over one of its own to the upstream; returns what ends both. */
export function passOn(client: Socket, link: Link, observer: Observer): () => void {
  const { localPort: port = 0 } = client;
  const upstream = openUpstream(link);
  /** Requests whose replies are still to come, the oldest first. */
  const under: UnderWay[] = [];
  let [isOpen, isRefused, isLost, isInterim, hasServed] = [false, false, false, false, false];
  /** What ended the connection first. */
  let endedBy: 'client' | 'backend' | 'error' | undefined;

  const toUpstream = (text: Uint8Array | string): void => {
    if (upstream.writable) upstream.write(text as string, 'latin1');
  };
  const toClient = (text: Uint8Array | string): void => {
    if (client.writable) client.write(text as string, 'latin1');
  };
  const note = ({ began, ...exchange }: UnderWay, cutBy?: PassedExchange['cutBy']): void =>
    observer.take({ ...exchange, ms: performance.now() - began, cutBy });
  /** Ends the oldest exchange, once it was sent and its reply is whole. */
  const settle = (): void => {
    const [first] = under;
    if (first?.request.isWhole !== true || first.reply?.message.isWhole !== true) return;
    under.shift();
    hasServed = true;
    // In this turn, behind its last bytes.
    queueMicrotask(() => note(first));
  };
  /** Reads no more; of the exchanges from this one on nothing is known. */
  const lose = (why: string, from: number): void => {
    if (isRefused) return;
    if (!isLost) observer.unread(why);
    isLost = true;
    for (const { request, reply } of under.splice(from)) {
      request.release();
      reply?.message.release();
    }
  };
  /** Ends both connections, so that nothing more is passed on. `isNext`: no reply to an earlier request is still to come. */
  const refuse = (status: string, why: string, isNext = under.length === 0): Unsure => {
    const words = `${ONLY_HTTP_1} ${why}`;
    observer.say(words);
    isRefused = true;
    upstream.destroy();
    if (!isNext) resetSocket(client);
    else {
      client.end(refusalText(status, words));
      new Drain().add(client);
    }
    return new Unsure(words);
  };

  const requests = new Framer({
    start: REQUEST_LINE,
    begin: '',
    head: (came) => {
      const lines = directLines(came, port, link);
      const [, method = '', target = '', minor] = REQUEST_LINE.exec(lines[0] ?? '') ?? [];
      if (method === 'CONNECT') throw refuse('405 Method Not Allowed', 'no tunnels (CONNECT)');
      toUpstream(`${lines.join('\r\n')}\r\n\r\n`);
      if (under.length >= MAX_PIPELINED) throw new Unsure('too many before it wait for their replies');
      const headers = headersOf(lines);
      const version = minor === '0' ? '1.0' : '1.1';
      const ends = bodyEnd(headers, version === '1.0', 0);
      const longest = observer.longestKept(target);
      const request = new KeptMessage(observer.room, headers, longest);
      const [at, began] = [Date.now(), performance.now()];
      under.push({ at, began, version, method, target, request, longest, reply: undefined });
      return ends;
    },
    pass: toUpstream,
    content: (part) => under.at(-1)?.request.add(part),
    end: () => {
      const last = under.at(-1);
      if (last !== undefined) last.request.isWhole = true;
      settle();
    },
    unread: (why, held) => {
      if (held.startsWith('PRI * HTTP/2')) return void refuse('400 Bad Request', 'this is HTTP/2');
      // The reply to what is not read would be taken for one to the request before it.
      lose(`a request: ${why}`, under.length - Number(under.at(-1)?.request.isWhole === false));
      toUpstream(directLines(held.split('\r\n'), port, link).join('\r\n'));
    },
  });

  const replies = new Framer({
    start: STATUS_LINE,
    begin: 'HTTP/1.',
    head: (lines) => {
      const [, minor, code] = STATUS_LINE.exec(lines[0] ?? '') ?? [];
      const status = Number(code);
      isInterim = status < 200;
      if (status === 101)
        throw refuse('501 Not Implemented', 'the backend changed to another protocol', true);
      toClient(`${lines.join('\r\n')}\r\n\r\n`);
      const [asked] = under;
      if (asked === undefined || asked.reply !== undefined)
        throw new Unsure('no request that was read asks for it');
      if (isInterim) return 0;
      const headers = headersOf(lines);
      const isBodiless = status === 204 || status === 304 || asked.method === 'HEAD';
      const ends = isBodiless ? 0 : bodyEnd(headers, minor === '0', 'close');
      asked.reply = { status, message: new KeptMessage(observer.room, headers, asked.longest) };
      return ends;
    },
    pass: toClient,
    content: (part) => under[0]?.reply?.message.add(part),
    end: () => {
      if (isInterim || under[0]?.reply === undefined) return;
      under[0].reply.message.isWhole = true;
      settle();
    },
    unread: (why, held) => {
      lose(`a reply: ${why}`, 0);
      toClient(held);
      requests.giveUp(why);
    },
  });

  const pipe = (from: Socket, to: Socket, framer: Framer): void => {
    from.on('data', (bytes) => {
      to.cork();
      framer.push(bytes);
      to.uncork();
      if (to.writableNeedDrain) from.pause();
    });
    to.on('drain', () => from.resume());
    from.on('end', () => {
      framer.finish();
      if (to.writable) to.end();
    });
    from.on('close', (isError) => {
      if (!isRefused && (isError || !from.readableEnded)) resetSocket(to);
    });
  };
  pipe(client, upstream, requests);
  pipe(upstream, client, replies);
  for (const event of ['end', 'close']) client.once(event, () => (endedBy ??= 'client'));
  upstream.once('end', () => (endedBy ??= 'backend'));
  client.on('error', () => {});
  upstream.once(link.secure ? 'secureConnect' : 'connect', () => (isOpen = true));
  upstream.on('error', (error) => {
    endedBy ??= 'error';
    if (!isOpen) observer.say(`no connection to the backend: ${withHint(noReplyFor(error, link))}`);
  });
  const cutterOf = ({ request, reply }: UnderWay): PassedExchange['cutBy'] => {
    if (isRefused || reply?.message.isWhole === true) return undefined;
    if (endedBy === 'error') return 'backend';
    if (endedBy === 'backend') return hasServed && reply === undefined ? undefined : 'backend';
    return request.isWhole ? 'client' : undefined;
  };
  // What has no whole reply by then gets none.
  const noteRest = (): void => under.splice(0).forEach((each) => note(each, cutterOf(each)));
  for (const socket of [client, upstream]) socket.once('close', noteRest);
  return () => {
    client.destroy();
    upstream.destroy();
    noteRest();
  };
}
