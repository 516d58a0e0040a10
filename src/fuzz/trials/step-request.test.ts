import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holds } from '../../../test/test-helpers/property.ts';
import type { Request } from '../../http/request.ts';
import { anyStep } from './random-trials.ts';
import { exhaustiveTrials } from './fixed-trials.ts';
import { rolesOf, requestOf } from './step-request.ts';
import { FILE, madeOf, INPUTS, step, WIRELESS } from '../test-helpers/made.ts';
import { declaredWorld } from '../../world/declared-world.ts';

const textOf = ({ body, ...rest }: Request): string =>
  JSON.stringify(rest) + (body === undefined ? '' : Buffer.from(body).toString('latin1'));

const WORLDS = [
  ['the conformance world', INPUTS],
  ['the conformance world, without malformed HTTP', WIRELESS],
  ['a world without keys', madeOf(declaredWorld({ ...FILE.world, secretKeys: [] }))],
  ['a world without subjects', madeOf(declaredWorld({ ...FILE.world, subjects: [], absents: [] }))],
  ['a world of one game', madeOf(declaredWorld({ ...FILE.world, complete: false, games: ['meadow-run'] }))],
] as const;

describe.each(WORLDS)('in %s', (_, inputs) => {
  test('the steps of the exhaustive phase give a request, the same one each time', () => {
    const all = exhaustiveTrials(inputs)
      .flatMap(({ steps }) => steps)
      .filter((__, at) => inputs === INPUTS || at % 5 === 0);
    expect(all.length).toBeGreaterThan(300);
    const odd = all.filter(
      (each) => textOf(requestOf(each, inputs, 'a')) !== textOf(requestOf({ ...each }, inputs, 'a')),
    );
    expect(odd).toEqual([]);
  });

  test('any step gives a request', () => {
    holds(
      fc.property(anyStep(inputs), (each) => {
        if (requestOf(each, inputs, 'a').endpoint !== each.endpoint) throw new Error('another endpoint');
      }),
      300,
    );
  });
});

test('the request names its trial for the log of the backend, and is otherwise independent of the name', () => {
  const one = requestOf(step('group.admin'), INPUTS, 'random:1:2');
  const other = requestOf(step('group.admin'), INPUTS, 'random:1:3');
  expect(JSON.stringify(one.headers)).toContain('random:1:2');
  expect(JSON.stringify(one).replaceAll('random:1:2', 'random:1:3')).toBe(JSON.stringify(other));
});

test('a key is a reference, never a value', () => {
  const { headers } = requestOf(step('group.admin'), INPUTS, 'a');
  expect(headers).toContainEqual(['Secret-Key', { secret: 'admin' }]);
});

test('a provoked failure is requested by its header', () => {
  const { headers } = requestOf({ ...step('group.admin'), provoke: 'UnknownError' }, INPUTS, 'a');
  expect(headers).toContainEqual(['X-Tagproof-Fault', 'unknown']);
});

test('the other game of the fixtures is not the game of their subject', () => {
  expect(rolesOf(step('group.admin'), INPUTS).otherGame).toBe('harbor-lights');
});

test("a member of the backend's own is altered by its declared shape", () => {
  const { body } = requestOf(step('group.admin', { alter: { limit: 'above-max' } }), INPUTS, 'a');
  expect(JSON.parse(String(Buffer.from(body ?? [])))).toHaveProperty('limit', 101);
});
