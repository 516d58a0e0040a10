/** Members beyond the document, as a target file declares them: what a valid value asks for is the backend's business. */
import { expect, test } from 'vitest';
import type { Extension } from '../../spec/members.ts';
import { ANN, callOf, worldOf } from '../rules/test-helpers/calls.ts';
import { allowedFor } from './allow.ts';

const EXTENSIONS: readonly Extension[] = [
  { on: 'gamePlayer.client', member: 'limit', shape: { type: 'number', min: 1, max: 100, int: true } },
];

/** How the tags of every success must fit, each way once. */
function matches(members: Readonly<Record<string, unknown>>): readonly string[] {
  const call = callOf({ body: { userId: ANN, tagKeys: ['vip'], ...members } });
  const facts = { world: worldOf(), extensions: EXTENSIONS };
  const { outcomes } = allowedFor(call.endpoint.id, [{ call, when: [] }], facts);
  return [...new Set(outcomes.flatMap(({ expected }) => (expected.kind === 'tags' ? [expected.match] : [])))];
}

test.each([
  ['a valid value may narrow the tags', { limit: 1 }, ['some of']],
  ['without one all tags are expected', {}, ['exactly']],
  ['a member that is not declared narrows nothing', { page: 1 }, ['exactly']],
  ['a value that is refused has no success', { limit: 0 }, []],
])('%s', (_, members, expected) => {
  expect(matches(members)).toEqual(expected);
});
