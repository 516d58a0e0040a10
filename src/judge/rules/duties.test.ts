import { expect, test } from 'vitest';
import { endpointOf } from '../../spec/endpoints.ts';
import { AUTH_TOKEN, CONTENT_TYPE, JSON_TYPE, SECRET_KEY } from '../../spec/headers.ts';
import { UNKNOWN } from '../../world/world.ts';
import { MISSING, NEVER_ISSUED, type Call } from './call.ts';
import { brokenDuties } from './duties.ts';
import { aimOf } from './reading/path-aim.ts';
import { key } from './test-helpers/calls.ts';

const endpoint = endpointOf('gamePlayer.client');
const sent = {
  method: 'POST',
  target: endpoint.path,
  headers: [CONTENT_TYPE, JSON_TYPE, SECRET_KEY, 'key#1', AUTH_TOKEN, 'token#1', 'Origin', 'http://a'],
  body: undefined,
};
const call: Call = {
  endpoint,
  key: NEVER_ISSUED,
  token: NEVER_ISSUED,
  game: MISSING,
  contentType: 'json',
  body: { is: 'object', members: new Map() },
  bytes: 2,
};

test.each([
  ['a key that is not known', NEVER_ISSUED],
  ['a key of unknown role and game', { is: 'known', value: key(UNKNOWN, { game: UNKNOWN }) }],
] as const)('of %s nothing is claimed', (_, presented) => {
  expect(brokenDuties(sent, { ...call, key: presented })).toEqual([]);
});

test.each([
  [endpoint.path, 'exact'],
  [`https://host/base${endpoint.path}`, 'exact'],
  [`${endpoint.path}/`, 'misspelt'],
  ['/base/api/rJson/player/client/getTag', 'misspelt'],
  ['/api/rJson/gamePlayer/client/setTag', 'other operation'],
  ['/api/rJson', 'elsewhere'],
  ['/%zz', 'elsewhere'],
  ['', 'elsewhere'],
])('%s is %s', (target, place) => {
  expect(aimOf(target).is).toBe(place);
});
