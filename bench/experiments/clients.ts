/** Two hundred plain POSTs with assertions: us beside bare clients, and what one more case costs. */
import { FLOOR_CLIENTS, type Client } from '../contenders/clients.ts';
import { medianRatio } from '../measure/rounds.ts';
import { type Context, type Experiment, type Outcome, times } from '../report/outcome.ts';
import { startCounting } from '../work/counting-server.ts';
import { requestsFor } from '../work/requests.ts';
import {
  type ClientResult,
  clientTable,
  compareClients,
  cpuOf,
  proveAll,
  wallsOf,
} from './compare-clients.ts';

const PLAIN = 200;
const MORE = { full: 5200, quick: 1200 };
const UNDICI = 'undici loop, 16 at once';
const HTTP = 'node:http, one connection';
export const ASSERTED =
  'Every client asserts the status, the returnCode and every key and value of the tags; each fails where one reply is wrong.';

const named = (results: readonly ClientResult[], name: string): ClientResult => {
  const found = results.find(({ client }) => client.name === name);
  if (found === undefined || found.measured.failed !== undefined)
    throw new Error(`${name} was not measured: ${found?.measured.failed ?? 'it is not here'}`);
  return found;
};

/** What each further request costs: the difference between two sizes, round by round. */
function further(
  small: readonly ClientResult[],
  large: readonly ClientResult[],
  of: (result: ClientResult) => readonly number[],
): number {
  const cost = (name: string): readonly number[] => {
    const less = of(named(small, name));
    return of(named(large, name)).map((each, round) => each - (less[round] ?? Number.NaN));
  };
  return medianRatio(cost('tagproof'), cost(UNDICI));
}

async function run(context: Context): Promise<Outcome> {
  const { rounds, quick, say } = context;
  const most = quick ? MORE.quick : MORE.full;
  const few = requestsFor(PLAIN);
  const many = requestsFor(most);
  const server = await startCounting({ requests: few });
  const larger = await startCounting({ requests: many });
  try {
    const { clients, notes } = await proveAll(FLOOR_CLIENTS, server, few, context);
    const small = await compareClients(clients, server, few, rounds);
    const both = (client: Client): boolean => client.name !== HTTP;
    const again = await compareClients(clients.filter(both), server, few, rounds);
    const large = await compareClients(clients.filter(both), larger, many, rounds);
    const ours = named(small, 'tagproof');
    const ratio = medianRatio(wallsOf(ours), wallsOf(named(small, HTTP)));
    say(`200 plain cases: ${times(ratio)} of the bare client`);
    return {
      values: {
        'plain.http.ratio': ratio,
        'plain.undici.ratio': medianRatio(wallsOf(ours), wallsOf(named(small, UNDICI))),
        'marginal.cpu.ratio': further(again, large, cpuOf),
        'marginal.wall.ratio': further(again, large, wallsOf),
      },
      tables: [
        clientTable(`${PLAIN} plain cases, start-up included`, small, HTTP, ASSERTED),
        clientTable(`${most.toLocaleString('en-US')} plain cases`, large, UNDICI, ASSERTED),
      ],
      notes,
    };
  } finally {
    await server.close();
    await larger.close();
  }
}

export const clients: Experiment = { name: 'clients', title: 'Plain cases beside bare clients', run };
