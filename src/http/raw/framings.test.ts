/** Every wire alteration against the simulator on a socket: it answers well-formed requests and survives malformed ones. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Simulator } from '../../../simulator/server/server.ts';
import { SECRETS, STORE } from '../../../simulator/test-helpers/small-world.ts';
import { inProcess } from '../../../simulator/server/in-process.ts';
import type { Exchange, Transport } from '../exchange.ts';
import type { Request } from '../request.ts';
import { MALFORMED_WIRE, WIRE_ALTERATIONS, type WireAlteration } from '../alterations/wire-alterations.ts';
import { inProcessTransport } from '../../../mutants/harness/in-process.ts';
import { openTransport } from '../pool/pool-transport.ts';
import { secretStoreOf } from '../secrets/secrets.ts';
import { REQUEST, SETTINGS } from '../test-helpers/requests.ts';
import { shown } from '../test-helpers/servers.ts';

const OWN: Request = {
  ...REQUEST,
  headers: [
    ['Content-Type', 'application/json'],
    ['Secret-Key', { secret: 'player' }],
    ['Auth-Token', { secret: 'ann' }],
  ],
  body: Buffer.from('{"userId":"playerann1"}'),
};
const WIRES = Object.keys(WIRE_ALTERATIONS) as WireAlteration[];
const wellFormed = WIRES.filter((wire) => !MALFORMED_WIRE.has(wire));
const secretStore = secretStoreOf(SECRETS);

const simulator = new Simulator({ store: STORE });
let onSocket: Transport;
let plain = '';
beforeAll(async () => {
  const { url } = await simulator.start();
  onSocket = openTransport({ baseUrl: new URL(url), secretStore, settings: SETTINGS });
  plain = shown(await onSocket.send(OWN));
});
afterAll(async () => {
  await onSocket.close();
  await simulator.close();
});

const sent = (wire: WireAlteration, more: Partial<Request> = {}): Promise<Exchange> =>
  onSocket.send({ ...OWN, ...more, wire });

it('the plain request gets its tags', () => {
  expect(plain).toMatch(/^200 .*"gold"/);
});

describe.each(wellFormed)('%s', (wire) => {
  it('is answered like the plain request', async () => {
    expect(shown(await sent(wire))).toBe(plain);
  });

  it('is answered alike in process', async () => {
    const transport = inProcessTransport(inProcess({ store: STORE }), { secretStore });
    expect(shown(await transport.send({ ...OWN, wire }))).toBe(plain);
  });

  it.each([
    ['no body', undefined],
    ['one byte', Buffer.from(' ')],
    ['a long body', Buffer.from(`{"userId":"playerann1"}${' '.repeat(4000)}`)],
  ])('is answered with %s like the plain request', async (_, body) => {
    expect(shown(await sent(wire, { body }))).toBe(shown(await onSocket.send({ ...OWN, body })));
  });
});

describe.each([...MALFORMED_WIRE])('%s', (wire) => {
  it.each([
    ['a body', OWN.body],
    ['no body', undefined],
  ])('with %s ends at once, and the next request is answered', async (_, body) => {
    const { outcome, ms } = await sent(wire, { body });
    expect(outcome.kind === 'reply' || outcome.why === 'closed').toBe(true);
    expect(ms).toBeLessThan(400);
    expect(shown(await onSocket.send(OWN))).toBe(plain);
  });
});

it('concurrent requests with all wire alterations are answered correctly', async () => {
  const all = await Promise.all([...WIRES, ...WIRES, ...WIRES].map((wire) => sent(wire)));
  const answered = all.filter(({ request: { wire } }) => wire === undefined || !MALFORMED_WIRE.has(wire));
  expect(answered).toHaveLength(3 * wellFormed.length);
  expect(new Set(answered.map(shown))).toEqual(new Set([plain]));
  expect(shown(await onSocket.send(OWN))).toBe(plain);
});
