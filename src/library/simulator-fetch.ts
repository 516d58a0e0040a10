/** A simulator as a `fetch`: for code that takes one, such as tests of a game or handlers of a mock. It takes Node.js, but no port. */
import type { InProcessReply } from '../../simulator/server/in-process.ts';
import type { WorldDeclaration } from './declaration.ts';
import { checkOptions } from './options.ts';
import type { RunningSimulator } from './running-simulator.ts';
import { makeSimulator, SIMULATED_KINDS, type SimulatedOptions } from './start-simulator.ts';

/** A simulator without a port. */
export type UnservedSimulator = Pick<
  RunningSimulator,
  'world' | 'faults' | 'file' | 'requests' | 'droppedRequests' | 'clearRequests' | 'secret'
>;

export interface SimulatorFetch {
  /** As the global `fetch`; every origin leads to this simulator, and so does a path alone. */
  (input: string | URL | Request, init?: RequestInit): Promise<Response>;
  /** What answers: its world, its refusals on purpose, the requests that it got. */
  readonly simulator: UnservedSimulator;
}

export type SimulatorFetchOptions = Omit<SimulatedOptions, 'world'>;

/** For paths alone, which `Request` does not take. */
const ORIGIN = 'http://simulator.invalid';
/** Statuses whose replies have no body (the Fetch standard, §2.2.3). */
const NO_BODY: ReadonlySet<number> = new Set([101, 103, 204, 205, 304]);
const REDIRECTS: ReadonlySet<number> = new Set([307, 308]);
const MAX_REDIRECTS = 20;

/** The body, up to the first piece beyond what the simulator reads. */
async function bodyOf({ body }: Request, most: number): Promise<Uint8Array | undefined> {
  if (body === null) return undefined;
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body) {
    pieces.push(piece);
    size += piece.length;
    if (size > most) break;
  }
  return Buffer.concat(pieces);
}

/** The work, unless the signal comes first. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

function responseOf({ status, headers, body }: InProcessReply, method: string): Response {
  const hasBody = method !== 'HEAD' && !NO_BODY.has(status);
  return new Response(hasBody ? Buffer.from(body) : null, { status, headers });
}

/** Answers a request, and follows redirects as `fetch` does. */
async function answered(simulator: RunningSimulator, request: Request): Promise<InProcessReply> {
  const { method, redirect } = request;
  const headers = [...request.headers];
  const body = await bodyOf(request, simulator.bodyBytes);
  let url = new URL(request.url);
  for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
    const path = url.pathname + url.search;
    const reply = await simulator.inProcess({ method, path, headers, version: '1.1', body });
    const to = reply.headers.find(([name]) => name.toLowerCase() === 'location')?.[1];
    if (to === undefined || !REDIRECTS.has(reply.status) || redirect === 'manual') return reply;
    if (redirect === 'error') throw new Error('unexpected redirect');
    url = new URL(to, url);
  }
  throw new Error('redirect count exceeded');
}

async function fetched(simulator: RunningSimulator, request: Request): Promise<Response> {
  const { method, signal } = request;
  signal.throwIfAborted();
  try {
    return responseOf(await unlessAborted(answered(simulator, request), signal), method);
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
  checkOptions('simulatorFetch', all, SIMULATED_KINDS);
  const simulator = makeSimulator(all);
  const fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> =>
    fetched(simulator, new Request(input instanceof Request ? input : new URL(input, ORIGIN), init));
  return Object.assign(fetch, { simulator });
}
