/**
 * Load on one server: keep-alive connections on bare sockets, each with one request under way, so that the generator costs little.
 * The only argument is JSON: `{ port, file, connections, ms, most, restMs, expect }`; `file` holds one base64 request a line, `expect` is a
 * text that every reply has to contain. Prints `{ requests, wrong, p50Ms }` as JSON.
 */
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';

const { port, file, connections, ms, most = Infinity, restMs = 0, expect } = JSON.parse(process.argv[2]);
const requests = readFileSync(file, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => Buffer.from(line, 'base64'));
const SAMPLED = 1 << 20;
const latencies = new Float64Array(SAMPLED);
const END_OF_CHUNKS = '0\r\n\r\n';
let count = 0;
let wrong = 0;
let closed = 0;
// A prime stride spreads the accesses, whatever order the file has.
let at = 0;
const next = () => requests[(at = (at + 7919) % requests.length)];

/** The length of the first whole reply in a text; 0: it is not whole yet. */
function replyLength(text) {
  const head = text.indexOf('\r\n\r\n');
  if (head === -1) return 0;
  const length = /\r\ncontent-length: *(\d+)/i.exec(text);
  if (length !== null && length.index < head) {
    const whole = head + 4 + Number(length[1]);
    return text.length >= whole ? whole : 0;
  }
  const end = text.indexOf(END_OF_CHUNKS, head);
  return end === -1 ? 0 : end + END_OF_CHUNKS.length;
}

const until = performance.now() + ms;
const goesOn = () => performance.now() < until && count < most;

function drive(done) {
  const socket = connect(port, '127.0.0.1');
  socket.setNoDelay(true);
  socket.setEncoding('latin1');
  let held = '';
  let sent = 0;
  const send = () => {
    sent = performance.now();
    socket.write(next());
  };
  socket.on('connect', send);
  socket.on('data', (chunk) => {
    held = held === '' ? chunk : held + chunk;
    const length = replyLength(held);
    if (length === 0) return;
    const now = performance.now();
    if (!held.includes(expect)) wrong += 1;
    held = '';
    latencies[count % SAMPLED] = now - sent;
    count += 1;
    if (!goesOn()) socket.end();
    else if (restMs > 0) setTimeout(send, restMs);
    else send();
  });
  socket.on('error', () => (wrong += 1));
  socket.on('close', () => {
    closed += 1;
    if (goesOn()) wrong += 1;
    if (closed === connections) done();
  });
}

await new Promise((resolve) => {
  for (let each = 0; each < connections; each += 1) drive(resolve);
});
const sorted = latencies.subarray(0, Math.min(count, SAMPLED)).sort();
const p50Ms = sorted[Math.floor(sorted.length / 2)];
process.stdout.write(JSON.stringify({ requests: count, wrong, p50Ms }));
