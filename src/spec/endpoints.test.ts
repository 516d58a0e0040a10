import { expect, test } from 'vitest';
import {
  API_PREFIX,
  ENDPOINT_IDS,
  ENDPOINTS,
  endpointAt,
  endpointOf,
  isEndpointId,
  METHOD,
  PERMISSION_RULES,
  RESOURCE_FACTS,
} from './endpoints.ts';

/** The table of §4.1, with the role of §4.2, and the id member of §4.3 and whether it is required. */
const DOCUMENT = [
  '/api/rJson/gamePlayer/client/getTag gamePlayer.getTag.selfEnable Player userId (optional)',
  '/api/rJson/gamePlayer/server/getTag gamePlayer.getTag.serverSelfEnable Admin userId',
  '/api/rJson/gamePlayer/admin/getTag gamePlayer.getTag.adminSelfEnable Admin userId',
  '/api/rJson/characterPlayer/client/getTag characterPlayer.getTag.selfEnable Player characterId',
  '/api/rJson/characterPlayer/server/getTag characterPlayer.getTag.serverSelfEnable Admin characterId',
  '/api/rJson/characterPlayer/admin/getTag characterPlayer.getTag.adminSelfEnable Admin characterId',
  '/api/rJson/group/client/getTag group.getTag.selfEnable Player groupId',
  '/api/rJson/group/server/getTag group.getTag.serverSelfEnable Admin groupId',
  '/api/rJson/group/admin/getTag group.getTag.adminSelfEnable Admin groupId',
];

test('the endpoints are those of the document, in its order', () => {
  const shown = ENDPOINTS.map(
    ({ path, rule, role, idMember, idRequired }) =>
      `${path} ${rule} ${role} ${idMember}${idRequired ? '' : ' (optional)'}`,
  );
  expect(shown).toEqual(DOCUMENT);
  expect(ENDPOINTS.map(({ id, path }) => path.includes(`/${id.replace('.', '/')}/`))).not.toContain(false);
  expect(ENDPOINT_IDS).toEqual(ENDPOINTS.map(({ id }) => id));
  expect(METHOD).toBe('POST');
  expect(API_PREFIX).toBe('/api/rJson');
});

test('ids have the lengths of §2.1', () => {
  expect(
    Object.entries(RESOURCE_FACTS).map(([resource, { idMember, idLength }]) => [
      resource,
      idMember,
      idLength,
    ]),
  ).toEqual([
    ['gamePlayer', 'userId', 10],
    ['characterPlayer', 'characterId', 11],
    ['group', 'groupId', 10],
  ]);
});

test('the permission rules are the four of §5.4 for each resource', () => {
  expect(PERMISSION_RULES).toEqual([
    'gamePlayer.getTag.selfEnable',
    'gamePlayer.getTag.otherSelfEnable',
    'gamePlayer.getTag.serverSelfEnable',
    'gamePlayer.getTag.adminSelfEnable',
    'characterPlayer.getTag.selfEnable',
    'characterPlayer.getTag.otherSelfEnable',
    'characterPlayer.getTag.serverSelfEnable',
    'characterPlayer.getTag.adminSelfEnable',
    'group.getTag.selfEnable',
    'group.getTag.otherSelfEnable',
    'group.getTag.serverSelfEnable',
    'group.getTag.adminSelfEnable',
  ]);
});

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
