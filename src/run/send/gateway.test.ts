import { expect, test } from 'vitest';
import { endpointOf } from '../../spec/endpoints.ts';
import { SECRET_KEY } from '../../spec/headers.ts';
import { bodyOf } from '../../http/request.ts';
import { looksOdd } from './gateway.ts';

test.each([
  ['__proto__', true],
  ['1 union select 2', true],
  ['public-player-key', false],
])('a firewall may take a secret key %j for an attack: %s', (key, odd) => {
  const { path } = endpointOf('group.server');
  const headers = [[SECRET_KEY, key]] as const;
  expect(looksOdd({ endpoint: 'group.server', method: 'POST', path, headers, body: bodyOf('{}') })).toBe(odd);
});
