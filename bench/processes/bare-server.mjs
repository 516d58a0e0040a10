/** The floor of servers: node:http that reads, parses, looks up and answers, and does nothing else. */
import { createServer } from 'node:http';
import { announce, argumentsOf, envelopeOf } from './lookup.mjs';

const { port, players, secrets } = argumentsOf(process.argv);

const server = createServer((request, response) => {
  let first;
  let rest;
  request.on('data', (chunk) => {
    if (first === undefined) first = chunk;
    else rest = Buffer.concat([rest ?? first, chunk]);
  });
  request.on('end', () => {
    const bytes = rest ?? first;
    let body;
    try {
      body = bytes === undefined ? undefined : JSON.parse(bytes.toString());
    } catch {}
    const text = JSON.stringify(envelopeOf(players, request.headers['secret-key'], secrets, body));
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    });
    response.end(text);
  });
});
server.listen(port, '127.0.0.1', () => announce(server.address().port));
