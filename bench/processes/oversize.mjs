/** Sends bodies of one MiB, each on a connection of its own: the arguments are a port, a path, a secret key, and how many a second. Runs until it is ended. */
import { connect } from 'node:net';

const [, , port, path, secret, aSecond] = process.argv;
const body = Buffer.alloc(2 ** 20, 32);
const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nSecret-Key: ${secret}\r\nContent-Length: ${body.length}\r\n\r\n`;

setInterval(
  () => {
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(head);
      socket.write(body);
      setTimeout(() => socket.destroy(), 500);
    });
    socket.on('error', () => {});
    socket.resume();
  },
  1000 / Number(aSecond),
);
process.stdout.write('ready\n');
