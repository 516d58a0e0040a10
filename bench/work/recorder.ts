/** A relay between a client and a server that keeps the bytes of the client, so that another client can send the same requests. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';

/** A request as any client can send it. */
export interface RecordedRequest {
  readonly path: string;
  /** Name, value, name, value. */
  readonly headers: readonly string[];
  readonly body: Buffer;
}

const HEAD_END = '\r\n\r\n';
/** Headers that a client writes itself. */
const OWN = new Set(['host', 'connection', 'content-length']);
const NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** The well-formed POSTs at the start of what a connection carried; it ends at the first that is not one. */
function* requestsIn(bytes: Buffer): Generator<RecordedRequest> {
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf(HEAD_END, from, 'latin1');
    if (end === -1) return;
    const [first = '', ...lines] = bytes.toString('latin1', from, end).split('\r\n');
    const [method, path = '', version] = first.split(' ');
    const fields = lines.map((line) => [
      line.slice(0, line.indexOf(':')),
      line.slice(line.indexOf(':') + 1).trim(),
    ]);
    const valid = fields.every(([name = '', value = '']) => NAME.test(name) && VALUE.test(value));
    const length = fields.find(([name]) => name?.toLowerCase() === 'content-length')?.[1];
    if (method !== 'POST' || version !== 'HTTP/1.1' || !valid || !/^\d+$/.test(length ?? '')) return;
    const begin = end + HEAD_END.length;
    const kept = fields.filter(([name = '']) => !OWN.has(name.toLowerCase()));
    from = begin + Number(length);
    if (
      from > bytes.length ||
      !path.startsWith('/') ||
      kept.some(([name]) => /^(transfer-encoding|expect|upgrade|te|trailer|keep-alive)$/i.test(name ?? ''))
    )
      return;
    yield { path, headers: kept.flat(), body: bytes.subarray(begin, from) };
  }
}

/** Relays to a port of the loopback. */
export async function startRecorder(port: number) {
  const connections: Buffer[][] = [];
  const relay = createServer((client) => {
    const kept: Buffer[] = [];
    connections.push(kept);
    const server = connect(port, '127.0.0.1');
    client.on('data', (chunk: Buffer) => void kept.push(chunk));
    client.pipe(server).pipe(client);
    client.on('error', () => server.destroy());
    server.on('error', () => client.destroy());
  });
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
  return {
    url: `http://127.0.0.1:${(relay.address() as AddressInfo).port}`,
    requests: () => connections.flatMap((kept) => [...requestsIn(Buffer.concat(kept))]),
    close: async () => {
      relay.close();
      await once(relay, 'close');
    },
  };
}
