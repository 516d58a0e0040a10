/** The one table of requests, from which the work of every contender is made. */
import { PATH, SECRET } from '../processes/lookup.mjs';
import { playerAt, type BenchTag } from './players.ts';

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
