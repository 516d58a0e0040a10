/** A floor of clients: node:http with one connection that is kept alive, a request after the other. */
import { Agent, request } from 'node:http';
import { assertReply, table } from './table.mjs';

const { url, requests } = table();
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

const send = ({ path, headers, body }) =>
  new Promise((resolve, reject) => {
    const sent = request(url + path, { method: 'POST', agent, headers }, (reply) => {
      let text = '';
      reply.setEncoding('utf8');
      reply.on('data', (chunk) => (text += chunk));
      reply.on('end', () => resolve({ status: reply.statusCode, text }));
    });
    sent.on('error', reject);
    sent.end(body);
  });

for (const each of requests) {
  const { status, text } = await send(each);
  assertReply(each, status, text);
}
agent.destroy();
