/** What stands in front of a simulator: gateways, load balancers and firewalls that answer in its place, as stages of it. */
import type { Incoming } from '../../simulator/answer/incoming.ts';
import type { Encoded, Stages } from '../../simulator/answer/stages.ts';

type Alter = (stages: Stages) => Stages;

const page = (status: number, text = `<h1>${status}</h1>`, headers: readonly string[] = []): Encoded => ({
  status,
  headers: ['Content-Type', 'text/html', ...headers],
  body: text,
});

const JSON_TYPE = ['Content-Type', 'application/json'];

/** Answers instead of the backend where it has an answer of its own; the backend does not see the request then. */
const front =
  (answer: (incoming: Incoming) => Encoded | undefined): Alter =>
  (stages) => ({
    ...stages,
    send: (encoded, incoming) => stages.send(answer(incoming) ?? encoded, incoming),
  });

/** HTTP 429 beyond `most` requests a second of all keys together, perhaps with a Retry-After. */
export function limiting(most: number, clock: () => number, retryAfter?: string): Alter {
  let since = Number.NEGATIVE_INFINITY;
  let count = 0;
  return front(() => {
    if (clock() - since >= 1000) [since, count] = [clock(), 0];
    count += 1;
    return count > most ? page(429, undefined, retry(retryAfter)) : undefined;
  });
}

const retry = (after: string | undefined): readonly string[] =>
  after === undefined ? [] : ['Retry-After', after];

/** Every nth request is answered with this status, or with this returnCode where it is no status. */
export function sporadic(answer: number, every: number, retryAfter?: string): Alter {
  const encoded =
    answer > 0
      ? page(answer, undefined, retry(retryAfter))
      : { ...page(200, `{"returnCode":${answer}}`), headers: JSON_TYPE };
  let count = 0;
  return front(() => {
    count += 1;
    return count % every === 0 ? encoded : undefined;
  });
}

const ATTACKS = /['<>*]|--|\.\.|%|__proto__|constructor/;

/** Refuses what looks like an attack, with a page or with nothing. */
export function firewall(status: number, text: string): Alter {
  return front(({ target, body }) => {
    const all = [target, Buffer.from(body ?? []).toString('latin1')].join('\n');
    return ATTACKS.test(all) ? page(status, text) : undefined;
  });
}

/** Refuses every request. */
export const closedTo = (status: number, text: string): Alter =>
  front(() => ({ status, headers: text === '' ? [] : ['Content-Type', 'text/html'], body: text }));
