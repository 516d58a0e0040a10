/** docs/control-api.md: its curl lines are sent as they stand. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CONTROL_STATUSES } from './control-error.ts';
import { CONTROL_ROUTES } from './routes.ts';
import { controlled, TOKEN } from './test-helpers/controlled.ts';

const PAGE = readFileSync('docs/control-api.md', 'utf8');
const LINE =
  /^curl -sSN?(?: -X (?<method>\w+))? "\$SIM(?<path>[^"]*)"(?: -H "Authorization: Bearer \$TOKEN")?(?: --data-binary '(?<body>[^']*)')?$/gm;
const examples = [...PAGE.matchAll(LINE)].map(({ groups }) => ({
  method: groups?.['method'] ?? 'GET',
  path: groups?.['path'] ?? '',
  body: groups?.['body'],
}));

const { url, call } = await controlled();
await call('group.admin', { groupId: 'grouplarks' });

it('every curl line is understood here, and every code of an error is in the table', () => {
  expect(examples).toHaveLength(PAGE.match(/^curl /gm)?.length ?? 0);
  for (const [code, status] of Object.entries(CONTROL_STATUSES))
    expect(PAGE).toContain(`| \`${code}\` | ${status} |`);
});

it('every route has an example', () => {
  const isShown = ({ method, path }: (typeof CONTROL_ROUTES)[number]): boolean => {
    const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/?]+')}(?:\\?|$)`);
    return examples.some((each) => each.method === method && pattern.test(each.path));
  };
  expect(CONTROL_ROUTES.filter((route) => !isShown(route))).toEqual([]);
  expect(CONTROL_ROUTES.length).toBeLessThanOrEqual(25);
});

it.each(examples)('$method $path is answered', async ({ method, path, body }) => {
  const gone = new AbortController();
  const reply = await fetch(`${url}/_tagproof${path}`, {
    method,
    signal: gone.signal,
    headers: { Authorization: `Bearer ${TOKEN}` },
    ...(body !== undefined && { body }),
  });
  expect(reply.ok).toBe(true);
  gone.abort();
});
