/**
 * Clients that burden a server: the arguments are a kind, a port, a path, and a number. Runs until it is ended.
 * `idle`: that number of connections that send one request and keep still; `slow`: as many that send a body a byte at a time;
 * `oversize`: as many bodies of one MiB a second.
 */
import { connect } from 'node:net';

const [, , kind, port, path, number, secret] = process.argv;
const many = Number(number);
const head = (length) =>
  `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nSecret-Key: ${secret}\r\nContent-Length: ${length}\r\n\r\n`;
const open = (greet) => {
  const socket = connect(Number(port), '127.0.0.1', () => greet(socket));
  socket.on('error', () => {});
  socket.resume();
  return socket;
};
const KINDS = {
  idle: () => {
    for (let each = 0; each < many; each += 1) open((socket) => socket.write(`${head(2)}{}`));
  },
  slow: () => {
    for (let each = 0; each < many; each += 1)
      open((socket) => {
        socket.write(head(100_000));
        setInterval(() => socket.writable && socket.write(' '), 100);
      });
  },
  oversize: () => {
    const body = Buffer.alloc(2 ** 20, 32);
    setInterval(() => {
      const socket = open(() => {
        socket.write(head(body.length));
        socket.write(body);
        setTimeout(() => socket.destroy(), 500);
      });
    }, 1000 / many);
  },
};
KINDS[kind]();
process.stdout.write('ready\n');
