/** node:http that reads the body and sends the same bytes every time: what no server of this kind can beat. */
import { createServer } from 'node:http';
import { announce, argumentsOf, envelopeOf } from './lookup.mjs';

const { port, players, secrets } = argumentsOf(process.argv);
const [secret] = secrets;
const [userId] = players.keys();
const text = Buffer.from(JSON.stringify(envelopeOf(players, secret, secrets, { userId })));
const head = { 'content-type': 'application/json', 'content-length': text.length };

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    response.writeHead(200, head);
    response.end(text);
  });
});
server.listen(port, '127.0.0.1', () => announce(server.address().port));
