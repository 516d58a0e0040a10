import { expect, test } from 'vitest';
import type { Send } from '../../cases/format/schema/send-schema.ts';
import { allAlterationNames, alterNames } from './alterations.ts';
import { exhaustiveTrials } from './fixed-trials.ts';
import { INPUTS, WIRELESS } from '../test-helpers/made.ts';

test.each<[send: Send, names: readonly string[]]>([
  [{}, []],
  [{ set: { a: 1 }, method: 'PUT' }, []],
  [{ alter: { $id: 'cut-one', tagKeys: 'as-null' } }, ['member cut-one', 'member as-null']],
  [{ without: ['$id'] }, ['member left-out']],
  [{ without: [] }, []],
  [
    { body: 'spaced', path: 'trailing-slash', wire: 'chunked' },
    ['body spaced', 'path trailing-slash', 'wire chunked'],
  ],
  [
    { headers: { alter: { 'Secret-Key': 'empty' }, without: ['Game-Id'], repeat: { 'Game-Id': 'same' } } },
    ['header empty', 'header left-out', 'header repeated'],
  ],
])('the names of the alterations in a request: %j', (send, names) => {
  expect(alterNames(send)).toEqual(names);
});

test.each([
  ['with malformed HTTP', INPUTS],
  ['without malformed HTTP', WIRELESS],
])('the exhaustive phase sends exactly the alterations of the list, %s', (_, inputs) => {
  const sent = new Set(
    exhaustiveTrials(inputs)
      .flatMap(({ steps }) => steps)
      .flatMap(({ send }) => alterNames(send)),
  );
  expect([...sent].toSorted()).toEqual(
    allAlterationNames()
      .filter((name) => inputs.wire || !name.startsWith('wire '))
      .toSorted(),
  );
});
