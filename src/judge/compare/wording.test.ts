/** When the wording of two refusals reveals whether an id exists. */
import { expect, test } from 'vitest';
import type { Exchange } from '../../http/exchange.ts';
import { bodyOf } from '../../http/request.ts';
import { readReplyBody } from '../reply/reply-body.ts';
import { differingWording } from './wording.ts';

function reply(groupId: string, returnCode: number, debugMessage: unknown) {
  const outcome = {
    kind: 'reply',
    status: 200,
    headers: [],
    body: bodyOf(JSON.stringify({ returnCode, debugMessage })),
  } as const;
  const request = {
    endpoint: 'group.client',
    method: 'POST',
    path: '/group',
    headers: [],
    body: bodyOf(JSON.stringify({ groupId, tagKeys: ['vip'] })),
  } as const;
  const exchange: Exchange = { request, outcome, ms: 1 };
  return { exchange, envelope: readReplyBody(outcome).read?.envelope };
}

const [THERE, ABSENT] = ['grouplarks', 'groupnoone'];
const twice = (id: string, code: number, write: (time: number) => unknown) =>
  [1, 2].map((time) => reply(id, code, write(time)));
const GUIDS = [
  '6f1c0e9a-52b7-4c11-9e39-0a6f0f6f4a11',
  'c0ffee00-1111-4222-8333-444455556666',
  'deadbeef-0000-4000-8000-1234567890ab',
];

test.each<readonly [what: string, there: readonly unknown[], absent: readonly unknown[], reveals: boolean]>([
  ['the same words', ['expired', 'expired'], ['expired', 'expired'], false],
  ['other words', ['not yours', 'not yours'], ['no such group', 'no such group'], true],
  ['words for only one', ['not yours', 'not yours'], [undefined, undefined], true],
  ['the id that was sent', [`${THERE}: no`, `${THERE}: no`], [`${ABSENT}: no`, `${ABSENT}: no`], false],
  [
    'ids of requests',
    [`no (${GUIDS[0]})`, `no (${GUIDS[1]})`],
    [`no (${GUIDS[2]})`, `no (${GUIDS[0]})`],
    false,
  ],
  ['times', ['at 2026-11-22T10:00:00Z', 'at 10:00:01.5'], ['at 2026-11-22T10:00:02Z', 'at 7'], false],
  ['words that change anyway', ['alas', 'sorry'], ['no', 'oh'], false],
  ['words that change for one', ['alas', 'sorry'], ['no', 'no'], false],
  ['no words', [undefined, null], ['', undefined], false],
])('%s', (_, there, absent, reveals) => {
  const replies = [
    ...twice(THERE, -6, (time) => there[time - 1]),
    ...twice(ABSENT, -6, (time) => absent[time - 1]),
  ];
  expect(differingWording(replies) !== undefined).toBe(reveals);
});

test('the wording of other codes, successes and single replies reveals nothing', () => {
  expect(differingWording([...twice(THERE, -6, () => 'a'), ...twice(ABSENT, -2, () => 'b')])).toBeUndefined();
  expect(differingWording([...twice(THERE, 1, () => 'a'), ...twice(ABSENT, 1, () => 'b')])).toBeUndefined();
  expect(differingWording([reply(THERE, -6, 'a'), reply(ABSENT, -6, 'b')])).toBeUndefined();
});
