import { expect, test } from 'vitest';
import { membersOf, type Extension } from './members.ts';

test('a declared member follows those of the document, on its endpoint only', () => {
  const extension: Extension = { on: 'group.server', member: 'limit', shape: { type: 'number', min: 1 } };
  const [, , declared, ...others] = membersOf('group.server', [extension]);
  expect(declared).toEqual({ member: 'limit', shape: extension.shape, required: 'no', says: 'own' });
  expect(others).toEqual([]);
  expect(membersOf('group.client', [extension])).toEqual(membersOf('group.client'));
});
