import { expect, test } from 'vitest';
import { ENDPOINT_IDS, type EndpointId } from '../../contract/endpoints.ts';
import { endpointPattern } from '../fuzz-events.ts';

const but = (...left: readonly EndpointId[]): readonly EndpointId[] =>
  ENDPOINT_IDS.filter((id) => !left.includes(id));

test.each<[pattern: string, ids: readonly EndpointId[]]>([
  ['*', ENDPOINT_IDS],
  ['group.admin', ['group.admin']],
  ['gamePlayer.client, group.admin', ['group.admin', 'gamePlayer.client']],
  ['group.*', ['group.client', 'group.server', 'group.admin']],
  ['group.*, gamePlayer.admin', ['group.client', 'group.server', 'group.admin', 'gamePlayer.admin']],
  ['*.client', ['gamePlayer.client', 'characterPlayer.client', 'group.client']],
  [
    'group.*, *.client',
    ['gamePlayer.client', 'characterPlayer.client', 'group.client', 'group.server', 'group.admin'],
  ],
  ['gamePlayer.*, characterPlayer.*', but('group.client', 'group.server', 'group.admin')],
  ['all but group.admin', but('group.admin')],
  ['', []],
])('%s', (pattern, ids) => {
  expect(endpointPattern(new Set(ids))).toBe(pattern);
});

test('every set of endpoints has its own pattern', () => {
  const sets = Array.from({ length: 2 ** ENDPOINT_IDS.length }, (_, bits) =>
    endpointPattern(new Set(ENDPOINT_IDS.filter((__, at) => ((bits >>> at) & 1) === 1))),
  );
  expect(new Set(sets).size).toBe(sets.length);
});
