import { expect, it } from 'vitest';
import { z } from 'zod';
import { EXAMPLES } from './examples.ts';
import type { ControlRoute } from './api/route.ts';
import { CONTROL_ROUTES } from './routes.ts';
import { controlled, TOKEN } from './test-helpers/controlled.ts';

const nameOf = ({ method, path }: ControlRoute): string => `${method} ${path}`;
const { url, call } = await controlled();
await call('group.admin', { groupId: 'grouplarks' });

it('every route has one example, and every example a route', () => {
  expect(EXAMPLES.map(({ route }) => route).toSorted()).toEqual(CONTROL_ROUTES.map(nameOf).toSorted());
});

it.each(EXAMPLES.map((example) => [example.route, example] as const))(
  'the example of %s is answered as its row says',
  async (name, { path, body }) => {
    const [method = '', routePath = ''] = name.split(' ');
    const row = CONTROL_ROUTES.find((route) => nameOf(route) === name);
    const gone = new AbortController();
    const reply = await fetch(`${url}/_tagproof${path ?? routePath}`, {
      method,
      signal: gone.signal,
      headers: { Authorization: `Bearer ${TOKEN}` },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    expect(reply.status).toBe(row?.status);
    if (row?.reply instanceof z.ZodType) {
      const read = row.reply.safeParse(await reply.json());
      expect(read.error?.issues ?? []).toEqual([]);
    }
    gone.abort();
  },
);
