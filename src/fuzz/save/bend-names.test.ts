import { describe, expect, test } from 'vitest';
import type { Send } from '../../suite/format/case-schema.ts';
import { allBendNames, bendNames } from './bend-names.ts';
import { boundaryTrials } from '../generate/boundaries.ts';
import { recipesOf } from '../generate/shots.ts';
import { MATERIAL, WIRELESS } from '../test-helpers/made.ts';

describe('the names of the alterations in a request', () => {
  test.each<[send: Send, names: readonly string[]]>([
    [{}, []],
    [{ set: { a: 1 }, method: 'PUT' }, []],
    [{ bend: { $id: 'cut-one', tagKeys: 'as-null' } }, ['member cut-one', 'member as-null']],
    [{ without: ['$id'] }, ['member left-out']],
    [{ without: [] }, []],
    [
      { body: 'spaced', path: 'trailing-slash', wire: 'chunked' },
      ['body spaced', 'path trailing-slash', 'wire chunked'],
    ],
    [
      { headers: { bend: { 'Secret-Key': 'empty' }, without: ['Game-Id'], repeat: { 'Game-Id': 'same' } } },
      ['header empty', 'header left-out', 'header repeated'],
    ],
  ])('%j', (send, names) => {
    expect(bendNames(send)).toEqual(names);
  });
});

test.each([
  ['with odd ways on the wire', MATERIAL],
  ['without them', WIRELESS],
])('the boundaries send every alteration of the list, %s, and no other one', (_, material) => {
  const sent = new Set(
    boundaryTrials(material)
      .flatMap(recipesOf)
      .flatMap(({ send }) => bendNames(send)),
  );
  expect([...sent].toSorted()).toEqual([...allBendNames(material.wire)].toSorted());
});

test('no name stands twice', () => {
  const names = allBendNames(true);
  expect(new Set(names).size).toBe(names.length);
});
