import { describe, expect, it } from 'vitest';
import type { Request } from '../request.ts';
import { REQUEST } from '../test-helpers/requests.ts';
import { opened, rawServer, replyingServer, shown } from '../test-helpers/servers.ts';

describe.concurrent('a pipelined request', () => {
  const reply = (text: string, ...lines: readonly string[]): string =>
    ['HTTP/1.1 200 OK', `Content-Length: ${text.length}`, ...lines, '', text].join('\r\n');
  const PIPELINED: Request = { ...REQUEST, wire: 'pipelined' };

  it.each<[string, string, string]>([
    ['two replies', reply('first') + reply('second'), '200 second'],
    ['three replies', reply('first') + reply('second') + reply('third'), '200 second'],
    ['one reply', reply('first'), '200 first'],
    [
      'one reply and the start of another',
      `${reply('first')}HTTP/1.1 2`,
      'closed: closed in the middle of the reply',
    ],
    ['a reply that closes', reply('first', 'Connection: Close') + reply('second'), '200 first'],
    ['a reply of no length', `HTTP/1.1 200 OK\r\n\r\nfirst`, '200 first'],
    ['no reply', '', 'closed: closed without a reply'],
    [
      'something else behind a reply',
      `${reply('first')}SSH`,
      'not-http: the reply does not begin with HTTP/',
    ],
  ])('that gets %s', async (_, bytes, expected) => {
    expect(shown(await opened(await replyingServer(bytes)).send(PIPELINED))).toBe(expected);
  });

  it('does not wait for another reply after one that closes', async () => {
    const url = await replyingServer(reply('first', 'Connection: close'), { ends: false });
    expect(shown(await opened(url).send(PIPELINED))).toBe('200 first');
  });

  it('keeps the one reply that came before a reset', async () => {
    const url = await rawServer((socket) =>
      socket.once('data', () =>
        socket.write(reply('first'), () => setTimeout(() => socket.resetAndDestroy(), 20)),
      ),
    );
    expect(shown(await opened(url).send(PIPELINED))).toBe('200 first');
  });

  it('has the reply to the second request even if it comes in pieces', async () => {
    const url = await rawServer((socket) =>
      socket.once('data', () => {
        const [...bytes] = reply('first') + reply('second');
        const next = () => {
          const byte = bytes.shift();
          if (byte === undefined) return;
          socket.write(byte);
          setImmediate(next);
        };
        next();
      }),
    );
    expect(shown(await opened(url).send(PIPELINED))).toBe('200 second');
  });
});
