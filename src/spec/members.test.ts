import { expect, test } from 'vitest';
import { membersOf, type Extension } from './members.ts';

const id = (member: string, length: number, required: string) => ({
  member,
  shape: { type: 'string', min: length, max: length },
  required,
  says: 'subject',
});
const tagKeys = {
  member: 'tagKeys',
  shape: { type: 'array', of: 'string' },
  required: 'open',
  says: 'tag keys',
};

test.each([
  ['gamePlayer.client', [id('userId', 10, 'open'), tagKeys]],
  ['gamePlayer.server', [id('userId', 10, 'yes'), tagKeys]],
  ['gamePlayer.admin', [id('userId', 10, 'yes'), tagKeys]],
  ['characterPlayer.client', [id('characterId', 11, 'yes'), tagKeys]],
  ['characterPlayer.server', [id('characterId', 11, 'yes'), tagKeys]],
  ['characterPlayer.admin', [id('characterId', 11, 'yes'), tagKeys]],
  ['group.client', [id('groupId', 10, 'yes'), tagKeys]],
  ['group.server', [id('groupId', 10, 'yes'), tagKeys]],
  ['group.admin', [id('groupId', 10, 'yes'), tagKeys]],
] as const)('%s has the members of §4.3', (endpoint, members) => {
  expect(membersOf(endpoint)).toEqual(members);
});

test('a declared member follows those of the document, on its endpoint only', () => {
  const extension: Extension = { on: 'group.server', member: 'limit', shape: { type: 'number', min: 1 } };
  const [, , declared, ...others] = membersOf('group.server', [extension]);
  expect(declared).toEqual({ member: 'limit', shape: extension.shape, required: 'no', says: 'own' });
  expect(others).toEqual([]);
  expect(membersOf('group.client', [extension])).toEqual(membersOf('group.client'));
});
