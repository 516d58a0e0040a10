/** A simulator as a `fetch`: for code that takes one, such as tests of a game or handlers of a mock. */
import type { InProcess } from '../../simulator/server/in-process.ts';

/** For paths alone, which `Request` does not take. */
const ORIGIN = 'http://simulator.invalid';
/** Statuses whose replies have no body (the Fetch standard, §2.2.3). */
const NO_BODY: ReadonlySet<number> = new Set([101, 103, 204, 205, 304]);

async function answered(inProcess: InProcess, request: Request): Promise<Response> {
  const { method, url } = request;
  const { pathname, search } = new URL(url);
  const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer());
  const headers = [...request.headers];
  const reply = await inProcess({ method, path: pathname + search, headers, version: '1.1', body });
  const hasBody = method !== 'HEAD' && !NO_BODY.has(reply.status);
  return new Response(hasBody ? Buffer.from(reply.body) : null, {
    status: reply.status,
    headers: reply.headers,
  });
}

/** A `fetch` that is answered without a socket, by the same rules. It rejects with a TypeError where the simulator would end the connection. */
export const fetchOf =
  (inProcess: InProcess) =>
  async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input instanceof Request ? input : new URL(input, ORIGIN), init);
    const { signal } = request;
    signal.throwIfAborted();
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    try {
      return await Promise.race([answered(inProcess, request), aborted]);
    } catch (error) {
      throw signal.aborted ? error : new TypeError('fetch failed', { cause: error });
    }
  };
