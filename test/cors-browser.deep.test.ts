/** A browser game on another port of this machine calls the nine operations, and reads every reply. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { controlled, secretOf, TOKEN } from '../simulator/control/test-helpers/controlled.ts';
import { saying, servingBy } from '../src/cli/test-helpers/serving.ts';
import { RETURN_CODES } from '../src/spec/codes.ts';
import { ENDPOINTS, endpointOf, type EndpointId } from '../src/spec/endpoints.ts';
import { startBrowser } from './test-helpers/browser.ts';

const { api, url, sim } = await controlled({ limits: { bodyBytes: 200_000 } });

const { port } = new URL(await servingBy(saying('<!doctype html><title>a game</title>', 200, 'text/html')));
const LISTED = `http://game.test:${port}`;
const listed = await controlled({ corsOrigins: [LISTED] });

let page: Page;
let foreign: Page;
beforeAll(async () => {
  const browser = await startBrowser(['game.test', 'evil.test']);
  page = await browser.newPage();
  await page.goto(`http://localhost:${port}/`);
  foreign = await browser.newPage();
  await foreign.goto(`http://evil.test:${port}/`);
});

interface Seen {
  readonly status?: number;
  readonly text?: string;
  /** The body came to an end that is none. */
  readonly broken?: boolean;
  /** The page was not allowed to read the reply, or there was none. */
  readonly failed?: true;
}

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What a page gets to read of a request that it sends with its credentials. */
function fetched(from: Page, target: string, sent: Sent): Promise<Seen> {
  return from.evaluate(
    async ([address, options]) => {
      const response = await fetch(address, { credentials: 'include', ...options }).catch(() => undefined);
      if (response === undefined) return { failed: true as const };
      const text = await response.text().catch(() => undefined);
      return text === undefined
        ? { status: response.status, broken: true }
        : { status: response.status, text };
    },
    [target, sent] as const,
  );
}

const headersFor = (endpoint: EndpointId): Record<string, string> => ({
  'Content-Type': 'application/json',
  ...(endpointOf(endpoint).variant === 'client'
    ? { 'Secret-Key': secretOf('player'), 'Auth-Token': secretOf('ann') }
    : { 'Secret-Key': secretOf('admin') }),
});

const IDS = { gamePlayer: 'playerann1', characterPlayer: 'constructor', group: 'grouplarks' } as const;

const call = (
  endpoint: EndpointId,
  sent: Sent = {},
  from: Page = page,
  base: string = url,
): Promise<Seen> => {
  const { path, idMember, resource } = endpointOf(endpoint);
  return fetched(from, base + path, {
    method: 'POST',
    headers: headersFor(endpoint),
    body: JSON.stringify({ [idMember]: IDS[resource] }),
    ...sent,
  });
};

const codeOf = ({ text = '{}' }: Seen): unknown => (JSON.parse(text) as { returnCode?: unknown }).returnCode;

test.each(ENDPOINTS.map(({ id }) => id))('a success of %s can be read', async (endpoint) => {
  const seen = await call(endpoint);
  expect([seen.status, codeOf(seen)]).toEqual([200, RETURN_CODES.Ok]);
});

const REFUSALS = Object.entries(RETURN_CODES).filter(([name]) => name !== 'Ok');

test.each(REFUSALS)('%s can be read', async (returnCode, number) => {
  await api('PUT /faults/the-only', { endpoint: 'gamePlayer.client', returnCode });
  const seen = await call('gamePlayer.client');
  sim.faults.clear();
  expect([seen.status, codeOf(seen)]).toEqual([200, number]);
});

describe('refusals without a fault can be read', () => {
  it.each([
    ['no secret key', { headers: { 'Content-Type': 'application/json' } }, -10],
    ['no JSON', { body: '{' }, -5],
    ['a body beyond the limit of the world', { body: `{"groupId":"${'x'.repeat(70_000)}"}` }, -9],
    ['a body beyond what is read', { body: 'x'.repeat(1_000_000) }, -9],
    ['a large head', { headers: { ...headersFor('group.admin'), 'X-Large': 'x'.repeat(17_000) } }, -9],
    ['another method', { method: 'PUT' }, -4],
  ] as const)('%s', async (_, sent, code) => {
    expect(codeOf(await call('group.admin', sent))).toBe(code);
  });

  it('an unknown operation', async () => {
    const seen = await fetched(page, `${url}/api/nothing`, { method: 'POST', body: '{}' });
    expect(codeOf(seen)).toBe(-4);
  });

  it('an HTTP status that the dialect chose', async () => {
    await api('POST /dialect', { 'method.other': 'HTTP 404 or 405', 'operation.unknown': 'another status' });
    expect((await call('group.admin', { method: 'PUT' })).status).toBe(405);
    expect((await fetched(page, `${url}/api/nothing`, { method: 'POST' })).status).toBe(404);
    await api('DELETE /dialect');
  });
});

it.each([
  [
    'TRUNCATED_JSON',
    { kind: 'TRUNCATED_JSON' },
    { status: 200, text: expect.stringMatching(/^\{"returnCode/) },
  ],
  ['another type', { contentType: 'text/html' }, { status: 200, text: expect.stringMatching(/\}$/) }],
  ['a latency', { latency: 20 }, { status: 200, text: expect.stringMatching(/\}$/) }],
  ['a slow body', { bytesPerSecond: 2000 }, { status: 200, text: expect.stringMatching(/\}$/) }],
  ['MALFORMED_RESPONSE_CHUNK', { kind: 'MALFORMED_RESPONSE_CHUNK' }, { status: 200, broken: true }],
  ['CONNECTION_RESET_BY_PEER', { kind: 'CONNECTION_RESET_BY_PEER' }, { failed: true }],
  ['EMPTY_RESPONSE', { kind: 'EMPTY_RESPONSE' }, { failed: true }],
  ['RANDOM_DATA_THEN_CLOSE', { kind: 'RANDOM_DATA_THEN_CLOSE' }, { failed: true }],
])('of the fault %s a page sees what a client sees', async (_, fault, seen) => {
  await api('PUT /faults/the-only', fault);
  const got = await call('group.admin');
  sim.faults.clear();
  expect(got).toEqual(seen);
});

describe('origins', () => {
  it('of other sites can not read a reply', async () => {
    expect(await call('group.admin', {}, foreign)).toEqual({ failed: true });
    expect(await call('group.admin', { headers: { 'Content-Type': 'text/plain' } }, foreign)).toEqual({
      failed: true,
    });
  });

  it('that are listed can', async () => {
    const own = await foreign.context().browser()?.newPage();
    await own?.goto(LISTED);
    expect(own && codeOf(await call('group.admin', {}, own, listed.url))).toBe(1);
    expect(own && (await call('group.admin', {}, own, url))).toEqual({ failed: true });
  });
});

describe('the control API', () => {
  const AUTHORIZED = { headers: { Authorization: `Bearer ${TOKEN}` } };

  it('is closed to pages of other ports and other sites, token or not', async () => {
    const before = sim.world.version;
    for (const from of [page, foreign])
      for (const sent of [{}, AUTHORIZED, { method: 'POST' }, { method: 'DELETE', ...AUTHORIZED }])
        expect(await fetched(from, `${url}/_tagproof/reset`, sent)).toEqual({ failed: true });
    expect(sim.world.version).toBe(before);
  });

  it('is closed to a page whose name was bound to this address', async () => {
    const bound = new URL(url);
    bound.hostname = 'evil.test';
    const own = await foreign.context().browser()?.newPage();
    await own?.goto(`${bound.href}_tagproof/healthz`);
    const seen = own && (await fetched(own, '/_tagproof/status', AUTHORIZED));
    expect(seen?.status).toBe(403);
  });
});
