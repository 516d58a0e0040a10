import { sample } from 'fast-check';
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEEP } from '../../test/test-helpers/deep.ts';
import { STORE } from '../test-helpers/small-world.ts';
import { Connection } from '../test-helpers/connection.ts';
import { BODY_BYTES, streams } from '../test-helpers/byte-streams.ts';
import { head, plainRequest } from '../test-helpers/head.ts';
import { originsAllowed } from './cors.ts';
import { Simulator } from './server.ts';

const STREAMS = Number(process.env['STREAMS'] ?? (DEEP ? 20_000 : 400));
const LANES = 16;

/** What a connection got, and what the simulator read on it. */
interface SideSeen {
  readonly replies: string;
  readonly ended: string;
  readonly read: readonly unknown[];
}

/** Simulators whose counters and clock no other stream moves: one is asked by the plain path, the other by node:http alone. */
class Lane {
  now = 0;
  readonly #sides = [false, true].map((byNode) => {
    const read: unknown[] = [];
    const simulator = new Simulator(
      {
        store: STORE,
        limits: { bodyBytes: BODY_BYTES },
        clock: () => this.now,
        observe: ({ body, trouble = 'none', ...incoming }, call, answer) =>
          void read.push([
            trouble,
            incoming,
            body && Buffer.from(body).toString('latin1'),
            call?.endpoint.id,
            answer,
          ]),
      },
      { allowsOrigin: originsAllowed() },
    );
    return { byNode, read, simulator, port: 0 };
  });

  async start(): Promise<void> {
    for (const side of this.#sides) side.port = Number(new URL((await side.simulator.start()).url).port);
  }

  async stop(): Promise<void> {
    for (const { simulator } of this.#sides) await simulator.close();
  }

  /** What both make of the same bytes. A busy machine may be so late that a connection is reset: then it is tried again, counters filled up. */
  async send(pieces: readonly Uint8Array[], tries = 5): Promise<readonly SideSeen[]> {
    this.now += 100;
    const seen = await Promise.all(
      this.#sides.map(async ({ byNode, read, port }) => {
        read.length = 0;
        const got = await sendAll(port, byNode, pieces);
        // Whether node:http reads on behind the last reply of a connection depends on what has come by then.
        const answered = got.replies.match(/HTTP\/1\.1 [2-5]/g)?.length ?? 0;
        return { ...got, read: (byNode ? read.slice(1) : read).slice(0, answered) };
      }),
    );
    if (tries === 0 || seen.every(({ ended }) => ended === 'ended')) return seen;
    this.now += 10_000;
    return this.send(pieces, tries - 1);
  }
}

/** A first request that the plain path does not take: what follows it is read by node:http. */
const TO_NODE = head('GET / HTTP/1.1');

async function sendAll(
  port: number,
  byNode: boolean,
  pieces: readonly Uint8Array[],
): Promise<Pick<SideSeen, 'replies' | 'ended'>> {
  const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true });
  let replies = '';
  let ended = 'open';
  socket.setEncoding('latin1').on('data', (text) => void (replies += String(text)));
  socket
    .on('end', () => (ended = 'ended'))
    .on('error', ({ message }) => {
      if (ended === 'open') ended = message;
    });
  const closed = new Promise((resolve) => void socket.once('close', resolve));
  await once(socket, 'connect');
  if (byNode) {
    socket.write(TO_NODE);
    await once(socket, 'data');
    replies = '';
  }
  for (const piece of pieces) {
    if (socket.writable) socket.write(piece);
    await new Promise((resolve) => void setImmediate(resolve));
  }
  socket.end();
  await closed;
  return { replies: replies.replaceAll(/\r\nDate: [^\r]*/g, ''), ended };
}

describe('what comes on a socket gets the same replies, and the same end, by the plain path and by node:http alone', () => {
  const lanes = Array.from({ length: LANES }, () => new Lane());
  beforeAll(() => Promise.all(lanes.map((lane) => lane.start())));
  afterAll(() => Promise.all(lanes.map((lane) => lane.stop())));

  it(`${STREAMS} streams`, async () => {
    const generated = sample(streams, { numRuns: STREAMS }).values();
    const work = async (lane: Lane): Promise<void> => {
      for (const pieces of generated) {
        const [plain, byNode] = await lane.send(pieces);
        if (isDeepStrictEqual(plain, byNode)) continue;
        const sent = pieces.map((piece) => Buffer.from(piece).toString('latin1'));
        expect({ sent, ...plain }).toEqual({ sent, ...byNode });
      }
    };
    await Promise.all(lanes.map(work));
  }, 3_600_000);
});

describe('a connection', () => {
  it('that is opened ahead, and never used, ends without a reply', async () => {
    const simulator = new Simulator({ store: STORE, limits: { bodyTimeoutMs: 50 } });
    const connection = new Connection((await simulator.start()).url);
    expect(await connection.reply()).toBeUndefined();
    await simulator.close();
  });

  it('that is idle on the plain path ends with the simulator, which does not wait for it', async () => {
    const simulator = new Simulator({ store: STORE });
    const connection = new Connection((await simulator.start()).url);
    connection.send(plainRequest());
    await connection.reply();
    await simulator.close(60_000);
    expect(await connection.reply()).toBeUndefined();
  });
});

it('a request whose reply the plain path does not write is answered once, and what follows it, too', async () => {
  let count = 0;
  const simulator = new Simulator({
    store: STORE,
    observe: () => void (count += 1),
    alter: (stages) => ({
      ...stages,
      send: (encoded) => ({ kind: 'reply', ...encoded, chunked: count === 1, close: false }),
    }),
  });
  const connection = new Connection((await simulator.start()).url);
  connection.send(plainRequest().repeat(3));
  const framed: unknown[] = [];
  while (framed.length < 3) framed.push((await connection.reply())?.headers.get('transfer-encoding'));
  expect([framed, count]).toEqual([[undefined, 'chunked', undefined], 3]);
  connection.destroy();
  await simulator.close();
});
