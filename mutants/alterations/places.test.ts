import { describe, expect, it } from 'vitest';
import { endpointOf, ENDPOINT_IDS, type EndpointId } from '../../src/spec/endpoints.ts';
import { CONTENT_TYPE, JSON_TYPE } from '../../src/spec/headers.ts';
import { inProcess } from '../../simulator/server/in-process.ts';
import { storeOf } from '../../simulator/world/store.ts';
import type { Alter } from '../defects/mutant.ts';
import { ANY, withStatus } from './answers.ts';
import { calling } from './requests.ts';
import { overlooking } from './rules.ts';
import { on } from './places.ts';

const store = storeOf({ limits: {}, games: [], secretKeys: [], authTokens: [], subjects: [] }, []);

/** The body of the reply to a request without anything. */
async function ask(endpoint: EndpointId, alter: Alter): Promise<string> {
  const reply = await inProcess({ store, alter })({
    method: 'POST',
    path: endpointOf(endpoint).path,
    headers: [[CONTENT_TYPE, JSON_TYPE]],
    body: Buffer.from('{}'),
  });
  return `${reply.status} ${Buffer.from(reply.body).toString()}`;
}

const DEFECTS: readonly (readonly [string, Alter])[] = [
  ['of rules', overlooking('secret-key')],
  ['of what is written', withStatus(ANY, 418)],
  ['of what is read', calling((call) => ({ ...call, contentType: 'other', key: { is: 'empty' } }))],
];

describe.each(DEFECTS)('a defect %s on one endpoint', (_, alter) => {
  it.each(ENDPOINT_IDS)('shows there and nowhere else: %s', async (endpoint) => {
    const sound = await ask(endpoint, (stages) => stages);
    const altered = await ask(endpoint, on(['group.admin'], alter));
    expect(altered === sound).toBe(endpoint !== 'group.admin');
  });
});
