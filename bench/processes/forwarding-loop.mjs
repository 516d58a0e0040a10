/** The floor of proxies: node:http that hands each request on and its reply back: `node forwarding-loop.mjs PORT TARGET-PORT`. */
import { Agent, createServer, request } from 'node:http';

const [, , port, target] = process.argv;
const agent = new Agent({ keepAlive: true });

createServer((asked, answer) => {
  const { method, url: path, headers } = asked;
  const sent = request({ port: Number(target), method, path, headers, agent }, (reply) => {
    answer.writeHead(reply.statusCode, reply.rawHeaders);
    reply.pipe(answer);
  });
  asked.pipe(sent);
}).listen(Number(port), '127.0.0.1');
