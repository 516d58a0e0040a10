/** Who calls, and which duties they break: counted with each request, so also for those that the journal has dropped. */
import type { Call } from '../../src/judge/rules/call.ts';
import type { Duty } from '../../src/judge/rules/duties.ts';
import { headerKey, headerValues } from '../../src/judge/rules/reading/header-values.ts';
import type { Incoming } from '../answer/incoming.ts';

/** What a client is known by. All that come after the first `MAX_CLIENTS` are one, the others. */
export const KNOWN_BY = ['User-Agent', 'key', 'nothing', 'others'] as const;

export interface Client {
  readonly by: (typeof KNOWN_BY)[number];
  /** In words: the User-Agent, or the name of the key. */
  readonly name: string;
  requests: number;
  /** How often it broke each duty, and in which entries of the journal first and last. */
  readonly broken: Map<Duty, { count: number; readonly first: number; last: number }>;
}

export const MAX_CLIENTS = 50;
const USER_AGENT = headerKey(KNOWN_BY[0]);

/** No User-Agent begins so. */
const BY_KEY = '\0';
const keyOf = (call: Call | undefined): string => (call?.key.is === 'known' ? call.key.value.name : '');

export class Clients {
  /** By their User-Agent; without one by the name of their key, without that, too, by the empty name. */
  readonly #known = new Map<string, Client>();
  readonly #others = newClient('others', 'all other clients');

  /** Counts a request by the id of its entry, and the duties that it breaks. */
  note(id: number, { headers }: Incoming, call: Call | undefined, duties: readonly Duty[]): void {
    const { first: agent = '' } = headerValues(headers, USER_AGENT);
    const client = this.#found(agent === '' ? BY_KEY + keyOf(call) : agent);
    client.requests += 1;
    for (const duty of duties) {
      const broken = client.broken.get(duty);
      if (broken === undefined) client.broken.set(duty, { count: 1, first: id, last: id });
      else {
        broken.count += 1;
        broken.last = id;
      }
    }
  }

  /** All that have called, those first that broke the most. */
  list(): readonly Client[] {
    return [...this.#known.values(), this.#others]
      .filter(({ requests }) => requests > 0)
      .toSorted((a, b) => timesBroken(b) - timesBroken(a) || b.requests - a.requests);
  }

  #found(name: string): Client {
    const found = this.#known.get(name);
    if (found !== undefined) return found;
    if (this.#known.size >= MAX_CLIENTS) return this.#others;
    const made = clientNamed(name);
    this.#known.set(name, made);
    return made;
  }
}

const newClient = (by: Client['by'], name: string): Client => ({ by, name, requests: 0, broken: new Map() });

function clientNamed(name: string): Client {
  if (name === BY_KEY) return newClient('nothing', 'no User-Agent, no known key');
  return name.startsWith(BY_KEY)
    ? newClient('key', `key ${name.slice(BY_KEY.length)}`)
    : newClient('User-Agent', name);
}

const timesBroken = ({ broken }: Client): number =>
  [...broken.values()].reduce((sum, { count }) => sum + count, 0);
