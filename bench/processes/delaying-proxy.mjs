/** Relays connections to a port, each reply after a delay: the arguments are that port and milliseconds. Prints its own port; runs until it is ended. */
import { connect, createServer } from 'node:net';

const [, , target, delay] = process.argv;
const ms = Number(delay);

const relay = createServer((client) => {
  client.setNoDelay(true);
  const server = connect(Number(target), '127.0.0.1');
  server.setNoDelay(true);
  client.pipe(server);
  server.on('data', (chunk) => setTimeout(() => client.writable && client.write(chunk), ms));
  server.on('end', () => setTimeout(() => client.end(), ms));
  client.on('error', () => server.destroy());
  server.on('error', () => client.destroy());
  client.on('close', () => server.destroy());
});
relay.listen(0, '127.0.0.1', () => process.stdout.write(`${relay.address().port}\n`));
