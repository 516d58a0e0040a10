/** A relay between a client and a server that keeps the bytes of the client, so that another client can send the same requests. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A request as any client can send it. */
export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  /** Name, value, name, value. */
  readonly headers: readonly string[];
  /** In base64. */
  readonly body: string;
}

const HEAD_END = '\r\n\r\n';
const FIRST_LINE = /^(GET|POST|PUT|PATCH|DELETE|OPTIONS) (\/\S*) HTTP\/1\.1$/;
const HEADER = /^([\w!#$%&'*+.^`|~-]+): *([\t\x20-\x7e\x80-\xff]*)$/;
/** Headers that a client writes itself, and some with which a request is not plain. */
const OWN = /^(host|connection|content-length)$/i;
const ODD = /^(transfer-encoding|expect|upgrade|te|trailer|keep-alive)$/i;

/** The plain requests at the start of what a connection carried; it ends at the first whose end is not plain. */
function* requestsIn(bytes: Buffer): Generator<RecordedRequest> {
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf(HEAD_END, from, 'latin1');
    if (end === -1) return;
    const [first = '', ...lines] = bytes.toString('latin1', from, end).split('\r\n');
    const [, method, path] = FIRST_LINE.exec(first) ?? [];
    const fields = lines.map((line) => HEADER.exec(line)?.slice(1) ?? ['transfer-encoding']);
    const named = (name: RegExp): readonly string[][] => fields.filter(([each = '']) => name.test(each));
    const [length = ['', '0'], another] = named(/^content-length$/i);
    if (another !== undefined || !/^\d+$/.test(length[1] ?? '') || named(/^transfer-encoding$/i).length > 0)
      return;
    const begin = end + HEAD_END.length;
    from = begin + Number(length[1]);
    if (method === undefined || path === undefined || from > bytes.length || named(ODD).length > 0) continue;
    const headers = fields.filter(([name = '']) => !OWN.test(name)).flat();
    yield { method, path, headers, body: bytes.toString('base64', begin, from) };
  }
}

/** What `work` sends to a port of the loopback by the address that it is given. */
export async function recorded(
  port: number,
  work: (url: string) => Promise<unknown>,
): Promise<readonly RecordedRequest[]> {
  const kept = new Map<Socket, Buffer[]>();
  const relay = createServer((client) => {
    const chunks: Buffer[] = [];
    kept.set(client, chunks);
    const server = connect(port, '127.0.0.1');
    client.on('data', (chunk: Buffer) => void chunks.push(chunk));
    client.pipe(server).pipe(client);
    client.on('error', () => server.destroy());
    client.on('close', () => server.destroy());
    server.on('error', () => client.destroy());
  });
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
  try {
    await work(`http://127.0.0.1:${(relay.address() as AddressInfo).port}`);
    return [...kept.values()].flatMap((chunks) => [...requestsIn(Buffer.concat(chunks))]);
  } finally {
    relay.close();
    for (const client of kept.keys()) client.destroy();
  }
}
