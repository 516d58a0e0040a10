/** Who calls, and which duties they break: counted with each request, so also for those that the journal has dropped. */
import type { Call } from '../../src/rules/call.ts';
import type { Duty } from '../../src/rules/duties.ts';
import { headerKey, headerValues } from '../../src/rules/reading/header-values.ts';
import type { Incoming } from '../pipeline/incoming.ts';

/** How often a client broke a duty, and in which entries of the journal first and last. */
interface Broken {
  count: number;
  readonly first: number;
  last: number;
}

/** What a client is known by. All that come after the first `MAX_CLIENTS` are one, the others. */
export const KNOWN_BY = ['User-Agent', 'key', 'nothing', 'others'] as const;

export interface Client {
  readonly by: (typeof KNOWN_BY)[number];
  /** In words: the User-Agent, or the name of the key. */
  readonly name: string;
  requests: number;
  readonly broken: Map<Duty, Broken>;
}

export const MAX_CLIENTS = 50;
const USER_AGENT = headerKey(KNOWN_BY[0]);

const agentOf = (headers: Incoming['headers']): string => headerValues(headers, USER_AGENT).first ?? '';

const NAMED = {
  'User-Agent': (text: string) => text,
  key: (name: string) => `key ${name}`,
} as const;

const keyOf = (call: Call | undefined): string => (call?.key.is === 'known' ? call.key.value.name : '');

export class Clients {
  readonly #byAgent = new Map<string, Client>();
  /** Those without a User-Agent; without a known key, too, under the empty name. */
  readonly #byKey = new Map<string, Client>();
  readonly #others = newClient('others', 'all other clients');

  /** Counts a request by the id of its entry, and the duties that it breaks. */
  note(id: number, { headers }: Incoming, call: Call | undefined, duties: readonly Duty[]): void {
    const agent = agentOf(headers);
    const client =
      agent === ''
        ? this.#found(this.#byKey, keyOf(call), 'key')
        : this.#found(this.#byAgent, agent, 'User-Agent');
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
    const all = [...this.#byAgent.values(), ...this.#byKey.values(), this.#others];
    return all
      .filter(({ requests }) => requests > 0)
      .toSorted((a, b) => timesBroken(b) - timesBroken(a) || b.requests - a.requests);
  }

  #found(known: Map<string, Client>, name: string, by: keyof typeof NAMED): Client {
    const found = known.get(name);
    if (found !== undefined) return found;
    if (this.#byAgent.size + this.#byKey.size >= MAX_CLIENTS) return this.#others;
    const made =
      name === '' ? newClient('nothing', 'no User-Agent, no known key') : newClient(by, NAMED[by](name));
    known.set(name, made);
    return made;
  }
}

const newClient = (by: Client['by'], name: string): Client => ({ by, name, requests: 0, broken: new Map() });

export const timesBroken = ({ broken }: Client): number =>
  [...broken.values()].reduce((sum, { count }) => sum + count, 0);
