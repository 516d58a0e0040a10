import { expect, test } from 'vitest';
import { ENDPOINTS, endpointAt, endpointOf, isEndpointId } from './endpoints.ts';

test.each(ENDPOINTS)('$id is found by its id and by its path', ({ id, path }) => {
  expect(isEndpointId(id)).toBe(true);
  expect(endpointOf(id).path).toBe(path);
  expect(endpointAt(path)?.id).toBe(id);
  expect(endpointOf(id).otherRule).toBe(`${id.split('.')[0]}.getTag.otherSelfEnable`);
});

test.each([
  '',
  'gamePlayer',
  'gamePlayer.Client',
  'gameplayer.client',
  'group.client ',
  'constructor',
  '__proto__',
])('%j is not an endpoint', (id) => {
  expect(isEndpointId(id)).toBe(false);
});

test.each([
  '',
  '/',
  'api/rJson/group/client/getTag',
  '/api/rJson/group/client/getTag/',
  '/api/rjson/group/client/getTag',
  '/api/rJson/group/client/setTag',
])('no endpoint is served at %j', (path) => {
  expect(endpointAt(path)).toBeUndefined();
});
