/** The backend that clients are measured against: the bare server, which counts the requests that are those of the work. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { bareServer, envelopeOf, PATH } from '../processes/bare-server.mjs';
import type { BenchRequest } from './requests.ts';

export interface Counts {
  readonly total: number;
  /** Different requests of the work that were sent as written: path, method, headers, body. */
  readonly asWritten: number;
}

/** Whose tags are wrong: every player's, or the one's with this id. */
type Wrong = 'all' | string | undefined;

export async function startBackend(requests: readonly BenchRequest[], wrong?: Wrong) {
  const bodies = new Map(requests.map(({ userId, body }) => [userId, body]));
  let players: ReadonlyMap<string, BenchRequest['tags']> = new Map();
  let total = 0;
  const asWritten = new Set<string>();
  const reset = (spoiled?: Wrong): void => {
    total = 0;
    asWritten.clear();
    players = new Map(
      requests.map(({ userId, tags }) => {
        const isWrong = spoiled === 'all' || spoiled === userId;
        return [userId, isWrong ? tags.map(({ key }) => ({ key, value: 'wrong' })) : tags];
      }),
    );
  };
  reset(wrong);
  const server = bareServer(({ method, url, headers }, body) => {
    total += 1;
    const { 'secret-key': secret, 'content-type': type = '' } = headers;
    const { userId = '' } = (body ?? {}) as { readonly userId?: string };
    if (method === 'POST' && url === PATH && type.startsWith('application/json'))
      if (bodies.get(userId) === JSON.stringify(body)) asWritten.add(userId);
    return envelopeOf(players, secret, body);
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts: (): Counts => ({ total, asWritten: asWritten.size }),
    reset,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

export type Backend = Awaited<ReturnType<typeof startBackend>>;
