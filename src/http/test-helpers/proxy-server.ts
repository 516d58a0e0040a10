/** A proxy for the tests of this folder. */
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import type { CertificatePair } from './certificate.ts';
import { listening } from './servers.ts';

/** A forward proxy: absolute targets for http, CONNECT for https; `asked` lists its requests. With a pair it speaks TLS itself. */
export async function proxyServer(
  refuse?: number,
  pair?: CertificatePair,
): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = pair === undefined ? http.createServer() : https.createServer(pair);
  server.on('request', (request: http.IncomingMessage, response: http.ServerResponse) => {
    asked.push(`${request.method} ${request.url} ${request.headers['proxy-authorization'] ?? ''}`.trim());
    if (refuse !== undefined) return void response.writeHead(refuse).end();
    const onward = http.request(
      request.url ?? '',
      { method: request.method ?? '', headers: request.headers },
      (reply) => {
        response.writeHead(reply.statusCode ?? 500, reply.headers);
        reply.pipe(response);
      },
    );
    request.pipe(onward);
  });
  server.on('connect', (request: http.IncomingMessage, socket: net.Socket, head: Buffer) => {
    asked.push(`CONNECT ${request.url}`);
    if (refuse !== undefined) return void socket.end(`HTTP/1.1 ${refuse} No\r\n\r\n`);
    const [host = '', port] = (request.url ?? '').split(':');
    const onward = net.connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Established\r\n\r\n');
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
  });
  const port = await listening(server);
  return { url: pair === undefined ? `http://127.0.0.1:${port}` : `https://localhost:${port}`, asked };
}
