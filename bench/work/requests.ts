/** The players, and the one table of requests, from which the work of every contender is made. */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { PATH, SECRET } from '../processes/lookup.mjs';

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

const PIECE = 2000;

function* lines(first: string, count: number): Generator<string> {
  yield first;
  for (let from = 0; from < count; from += PIECE) {
    let text = '';
    for (let each = from; each < Math.min(from + PIECE, count); each += 1) {
      const { userId, tags } = playerAt(each);
      text += `${JSON.stringify({ userId, game: GAME, tags })}${each + 1 < count ? ',' : ']}}'}\n`;
    }
    yield text;
  }
}

export const GAME = 'bench';

/** A world file in JSON: `first` is its first line, which opens the list of players, then a player a line. */
export const writeWorld = (file: string, first: string, count: number): Promise<void> =>
  pipeline(Readable.from(lines(first, count)), createWriteStream(file));

/** A POST with what its reply has to be: status 200, returnCode 1, these tags. */
export interface BenchRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly userId: string;
  readonly body: string;
  readonly tags: readonly BenchTag[];
}

export function requestsFor(count: number): readonly BenchRequest[] {
  return Array.from({ length: count }, (_, index) => {
    const { userId, tags } = playerAt(index);
    return {
      path: PATH,
      headers: { 'content-type': 'application/json', 'secret-key': SECRET },
      userId,
      body: JSON.stringify({ userId, tagKeys: tags.map(({ key }) => key) }),
      tags,
    };
  });
}

/** The bytes of a request as a keep-alive client sends them. */
export function bytesOf(path: string, secret: string, body: string): Buffer {
  const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nSecret-Key: ${secret}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
  return Buffer.from(head + body);
}
