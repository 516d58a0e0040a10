/** The players, and the one table of requests, from which the work of every contender is made. */
import { PATH, SECRET } from '../processes/bare-server.mjs';

export interface BenchTag {
  readonly key: string;
  readonly value: string;
}

const GUILDS = ['larks', 'otters', 'badgers', 'finches', 'hares'] as const;

/** The nth player: an id of ten characters, three tags. */
export const playerAt = (index: number): { readonly userId: string; readonly tags: readonly BenchTag[] } => ({
  userId: `p${index.toString(36).padStart(9, '0')}`,
  tags: [
    { key: 'vip', value: index % 3 === 0 ? 'gold' : 'silver' },
    { key: 'level', value: String(index % 100) },
    { key: 'guild', value: GUILDS[index % GUILDS.length] ?? '' },
  ],
});

/** A POST with what its reply has to be: status 200, returnCode 1, these tags. */
export interface BenchRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly userId: string;
  readonly body: string;
  readonly tags: readonly BenchTag[];
}

const HEADERS = { 'content-type': 'application/json', 'secret-key': SECRET };

export const requestsFor = (count: number): readonly BenchRequest[] =>
  Array.from({ length: count }, (_, index) => {
    const { userId, tags } = playerAt(index);
    const body = JSON.stringify({ userId, tagKeys: tags.map(({ key }) => key) });
    return { path: PATH, headers: HEADERS, userId, body, tags };
  });

/** The bytes of a request for the nth player, as a keep-alive client sends them. */
export function bytesFor(index: number): Buffer {
  const body = JSON.stringify({ userId: playerAt(index).userId });
  const head = `POST ${PATH} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nSecret-Key: ${SECRET}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
  return Buffer.from(head + body);
}
