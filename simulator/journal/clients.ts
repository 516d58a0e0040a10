/** Who calls, and which duties they break: counted with each request, so also for those that the journal has dropped. */
import type { Call } from '../../src/judge/rules/call.ts';
import type { Duty } from '../../src/judge/rules/duties.ts';
import { headerKey, headerValues } from '../../src/judge/rules/reading/header-values.ts';
import type { Incoming } from '../answer/incoming.ts';

interface Client {
  /** Its User-Agent; without one the name of its key. */
  readonly name: string;
  requests: number;
  /** How often it broke each duty, and in which entries of the journal first and last. */
  readonly broken: Map<Duty, { count: number; readonly first: number; last: number }>;
}

/** All that come after the first so many are one. */
const MAX_CLIENTS = 50;
const OTHERS = 'all other clients';
const USER_AGENT = headerKey('User-Agent');

function nameOf({ headers }: Incoming, call: Call | undefined): string {
  const { first: agent = '' } = headerValues(headers, USER_AGENT);
  if (agent !== '') return agent;
  return call?.key.is === 'known' ? `key ${call.key.value.name}` : 'no User-Agent, no known key';
}

const timesBroken = ({ broken }: Client): number =>
  [...broken.values()].reduce((sum, { count }) => sum + count, 0);

export class Clients {
  readonly #known = new Map<string, Client>();

  /** Counts a request by the id of its entry, and the duties that it breaks. */
  note(id: number, incoming: Incoming, call: Call | undefined, duties: readonly Duty[]): void {
    const own = nameOf(incoming, call);
    const name = this.#known.has(own) || this.#known.size < MAX_CLIENTS ? own : OTHERS;
    const client = this.#known.get(name) ?? { name, requests: 0, broken: new Map() };
    this.#known.set(name, client);
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
    return [...this.#known.values()].toSorted(
      (a, b) => timesBroken(b) - timesBroken(a) || b.requests - a.requests,
    );
  }
}
