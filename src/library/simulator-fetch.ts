/** A simulator as a `fetch`: for code that takes one, such as tests of a game or handlers of a mock. It takes Node.js, but no port. */
import type { WorldDeclaration } from './declaration.ts';
import { check } from './options.ts';
import type { RunningSimulator } from './running-simulator.ts';
import { makeSimulator, SIMULATED_OPTIONS, type SimulatedOptions } from './start-simulator.ts';

/** A simulator without a port. */
export type UnservedSimulator = Omit<
  RunningSimulator,
  'url' | 'control' | 'inProcess' | 'listen' | 'close' | typeof Symbol.asyncDispose
>;

export interface SimulatorFetch {
  /** As the global `fetch`, but that it follows no redirect; every origin leads to this simulator, and so does a path alone. */
  (input: string | URL | Request, init?: RequestInit): Promise<Response>;
  /** What answers: its world, its refusals on purpose, the requests that it got. */
  readonly simulator: UnservedSimulator;
}

export type SimulatorFetchOptions = Omit<SimulatedOptions, 'world'>;

/** For paths alone, which `Request` does not take. */
const ORIGIN = 'http://simulator.invalid';
/** Statuses whose replies have no body (the Fetch standard, §2.2.3). */
const NO_BODY: ReadonlySet<number> = new Set([101, 103, 204, 205, 304]);

async function answered(simulator: RunningSimulator, request: Request): Promise<Response> {
  const { method, url } = request;
  const { pathname, search } = new URL(url);
  const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer());
  const path = pathname + search;
  const reply = await simulator.inProcess({
    method,
    path,
    headers: [...request.headers],
    version: '1.1',
    body,
  });
  const { status, headers } = reply;
  const hasBody = method !== 'HEAD' && !NO_BODY.has(status);
  return new Response(hasBody ? Buffer.from(reply.body) : null, { status, headers });
}

async function fetched(simulator: RunningSimulator, request: Request): Promise<Response> {
  const { signal } = request;
  signal.throwIfAborted();
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  try {
    return await Promise.race([answered(simulator, request), aborted]);
  } catch (error) {
    throw signal.aborted ? error : new TypeError('fetch failed', { cause: error });
  }
}

/**
 * A `fetch` that a simulator in this process answers, without a port: the same rules, headers and bodies as on a socket. It
 * rejects with a TypeError where the simulator would end the connection. `world`: the path of a world file, or what `world:` of
 * one says; left out, the world that comes with tagproof. Throws TagproofError: `usage` for an option that it does not take,
 * `file` for a faulty world.
 */
export function simulatorFetch(
  world?: string | WorldDeclaration,
  options: SimulatorFetchOptions = {},
): SimulatorFetch {
  const all = { ...options, world };
  check('simulatorFetch', SIMULATED_OPTIONS, all);
  const simulator = makeSimulator(all);
  const fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> =>
    fetched(simulator, new Request(input instanceof Request ? input : new URL(input, ORIGIN), init));
  return Object.assign(fetch, { simulator });
}
