/** A proxy for the tests of this folder. */
import http from 'node:http';
import net from 'node:net';
import { listening } from './servers.ts';

/** A forward proxy: absolute targets for http, CONNECT for https; `asked` lists its requests. */
export async function proxyServer(refuse?: number): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = http.createServer((request, response) => {
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
  server.on('connect', (request, socket: net.Socket, head: Buffer) => {
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
  return { url: `http://127.0.0.1:${await listening(server)}`, asked };
}
