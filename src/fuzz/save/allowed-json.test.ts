import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holds } from '../../../test/test-helpers/property.ts';
import { partialDialect } from '../../dialect/dialect.ts';
import { allowedForRequest } from '../../judge/expect/allowed-for-request.ts';
import { arbitraryPartOf } from '../../judge/test-helpers/less-known.ts';
import type { Allowed } from '../../judge/expect/allowed.ts';
import { UNKNOWN } from '../../world/world.ts';
import { allowedSchema, readAllowed, writeAllowed } from './allowed-json.ts';
import { anyStep } from '../generate/arbitrary-step.ts';
import type { Material } from '../generate/material.ts';
import { requestOf } from '../generate/request-of.ts';
import { FILE, madeOf, MATERIAL, step } from '../test-helpers/made.ts';

const again = (allowed: Allowed): Allowed => {
  const written: unknown = JSON.parse(JSON.stringify(writeAllowed(allowed)));
  return readAllowed(allowedSchema.parse(written));
};

/** Worlds of which only a part is known. */
const PARTS: readonly Material[] = fc
  .sample(arbitraryPartOf(FILE.world, { gamesOfKeys: false }), { seed: 7, numRuns: 8 })
  .map((world) => madeOf(world));
const OPEN: Material = { ...MATERIAL, facts: { ...MATERIAL.facts, dialect: partialDialect() } };

describe.each([
  ['the default world', [MATERIAL, OPEN]],
  ['worlds that are known in part', PARTS],
])('what is right for any request in %s', (_, materials) => {
  test('is the same when it is read again', () => {
    const any = fc
      .constantFrom(...materials)
      .chain((material) => anyStep(material).map((each) => ({ each, material })));
    holds(
      fc.property(any, ({ each, material }) => {
        const allowed = allowedForRequest(requestOf(each, material, 'a'), material.facts);
        expect(again(allowed)).toEqual(allowed);
      }),
      250,
    );
  });
});

test('tags that are not known stay unknown', () => {
  const allowed: Allowed = {
    endpoint: 'group.admin',
    strictness: 'endpoint',
    clause: '4.5.2/tags',
    outcomes: [
      {
        expected: { kind: 'tags', tags: UNKNOWN, match: 'some of' },
        when: [],
        clause: '4.5.2/tags',
        optional: true,
      },
      { expected: { kind: 'http', statuses: [404, 405] }, when: [], clause: '1/post' },
      { expected: { kind: 'http', statuses: 'any' }, when: [], clause: '1/post' },
      {
        expected: { kind: 'anything' },
        when: [{ question: 'tagKeys.effect', option: 'filter' }],
        clause: '1/post',
      },
    ],
  };
  expect(again(allowed)).toEqual(allowed);
});

test('all that is right under some option is there', () => {
  const request = requestOf(step('group.admin', { set: { tagKeys: ['motto'] } }), OPEN, 'a');
  const allowed = allowedForRequest(request, OPEN.facts);
  expect(allowed.outcomes.some(({ when }) => when.length > 0)).toBe(true);
  expect(writeAllowed(allowed).outcomes).toHaveLength(allowed.outcomes.length);
});

test.each([
  ['an endpoint that there is not', { endpoint: 'guild.admin' }],
  ['a reach that there is not', { strictness: 'far' }],
  ['no outcomes', { outcomes: undefined }],
  ['an outcome of no kind', { outcomes: [{ expected: { kind: 'luck' }, when: [], clause: '' }] }],
  ['Ok as a refusal', { outcomes: [{ expected: { kind: 'refused', code: 'Ok' }, when: [], clause: '' }] }],
  ['more than there is to say', { more: 1 }],
])('%s is not read', (_, change) => {
  const right = { endpoint: 'group.admin', strictness: 'endpoint', clause: '4.5.2/tags', outcomes: [] };
  expect(allowedSchema.safeParse(right).success).toBe(true);
  expect(allowedSchema.safeParse({ ...right, ...change }).success).toBe(false);
});
