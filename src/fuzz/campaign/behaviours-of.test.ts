import { describe, expect, test } from 'vitest';
import { performTrial } from '../trials/send-trial.ts';
import { single, repeated, equivalent, type Trial } from '../trials/relations.ts';
import type { Step } from '../trials/step.ts';
import { INPUTS, mutant, plain, senderTo, step, FILE } from '../test-helpers/made.ts';
import { shownOf, type ShownBehaviours } from './behaviours-of.ts';
import { namedAlterations } from './named-alterations.ts';

async function shown(trial: Trial, transport = plain()): Promise<readonly ShownBehaviours[]> {
  return shownOf(await performTrial(trial, 'made', senderTo(transport), INPUTS), INPUTS);
}
const behaviours = async (trial: Trial, transport = plain()): Promise<readonly string[]> =>
  (await shown(trial, transport)).flatMap((each) => each.behaviours);

const names = (of: Step): readonly string[] =>
  namedAlterations(of, INPUTS).map(({ part, how }) => `${part} ${how}`);
const ABSENT = FILE.world.absents.find(({ resource }) => resource === 'gamePlayer')?.id ?? 'nothing-has-it';

test.each<readonly [alterations: string, of: Step]>([
  ['', step('group.admin')],
  ['key none', step('group.admin', {}, { key: undefined })],
  ['token none', step('group.client', {}, { token: undefined })],
  ['subject absent', step('gamePlayer.admin', {}, { id: ABSENT })],
  ['Secret-Key altered', step('group.admin', { headers: { alter: { 'secret-key': 'cut-one' } } })],
  ['Secret-Key left out', step('group.admin', { headers: { without: ['Secret-Key'] } })],
  ['Auth-Token $token', step('group.admin', { headers: { set: { 'Auth-Token': '$token' } } })],
  ['Auth-Token altered', step('group.admin', { headers: { set: { 'Auth-Token': 'mine' } } })],
  [
    'Game-Id altered',
    step('group.admin', { headers: { set: { 'Game-Id': '$game' }, alter: { 'Game-Id': 'cut-one' } } }),
  ],
  ['another header altered', step('group.admin', { headers: { set: { 'X-Note': 'x' } } })],
  ['id altered', step('group.admin', { alter: { $id: 'as-number' } })],
  ['id null', step('group.admin', { alter: { $id: 'as-null' } })],
  ['id left out', step('group.admin', { without: ['$id'] })],
  ['tagKeys null', step('group.admin', { set: { tagKeys: null } })],
  ['tagKeys no keys', step('group.admin', { set: { tagKeys: [] } })],
  ['tagKeys a few keys', step('group.admin', { set: { tagKeys: ['a', 'b'] } })],
  ['tagKeys many keys', step('group.admin', { set: { tagKeys: Array.from({ length: 40 }, String) } })],
  ['tagKeys a null early', step('group.admin', { set: { tagKeys: ['a', null] } })],
  ['tagKeys an element of another type late', step('group.admin', { set: { tagKeys: [...'abcdefgh', 7] } })],
  [
    'one of tagKeys altered',
    step('group.admin', { set: { tagKeys: ['$plainKey'] }, alter: { 'tagKeys[0]': 'cut-one' } }),
  ],
  ['another member altered', step('group.admin', { set: { note: 'x' } })],
  ['another member null', step('group.admin', { set: { note: null } })],
  ['body members-reversed', step('group.admin', { body: 'members-reversed' })],
  ['wire chunked', step('group.admin', { wire: 'chunked' })],
  ['method altered', step('group.admin', { method: 'GET' })],
])('a step differs from a valid request by %s', (alterations, of) => {
  expect(names(of).join(', ')).toBe(alterations);
});

describe('the behaviours of a trial', () => {
  test('consist of the endpoint, the alteration and the reply', async () => {
    expect(await behaviours(single(step('group.admin')))).toEqual([
      expect.stringMatching(/^group\.admin \| Ok, all tags \| /),
    ]);
    const cut = step('group.admin', { headers: { alter: { 'Secret-Key': 'cut-one' } } });
    expect(await behaviours(single(cut))).toEqual(['group.admin | Secret-Key altered | SecretInvalid']);
    const odd = step('group.admin', { set: { tagKeys: ['a', 7] } });
    expect(await behaviours(single(odd))).toEqual([
      expect.stringMatching(
        /^group\.admin \| tagKeys an element .* early \| InvalidRequestParameters \| .*tagKeys TypeInvalid/,
      ),
    ]);
  });

  test('include each of several alterations, and their pairs by variant', async () => {
    const both = step('gamePlayer.admin', { set: { tagKeys: null }, body: 'members-reversed' });
    const [first] = await shown(single(both));
    expect(first?.behaviours).toEqual([
      'gamePlayer.admin | tagKeys null | Ok, among others',
      'gamePlayer.admin | body members-reversed | Ok, among others',
    ]);
    expect(first?.pairs).toEqual(['admin | body members-reversed + tagKeys null | Ok']);
  });

  test('count a repeated request once, and two forms as a relation', async () => {
    expect(await shown(repeated(step('group.admin')))).toHaveLength(1);
    const forms = await behaviours(equivalent(step('group.admin'), 'escapes'));
    expect(forms.at(-1)).toBe('same-answer escapes | Ok');
  });

  test('name the fault', async () => {
    const cut = step('group.admin', { headers: { alter: { 'Secret-Key': 'cut-one' } } });
    const [one] = await behaviours(single(cut), mutant('wrong-key-as-http-401'));
    expect(one).toBe('group.admin | Secret-Key altered | HTTP 401, status of 1/http-200/status');
  });

  test('contain no id, no name of a secret and no value', async () => {
    const trials = INPUTS.endpoints.flatMap(({ endpoint, fitting }) =>
      fitting
        .slice(0, 6)
        .map((given) => single({ endpoint: endpoint.id, given, send: { set: { note: 'value-of-it' } } })),
    );
    const all = (await Promise.all(trials.map((trial) => behaviours(trial)))).flat().join('\n');
    const words = [
      ...FILE.world.subjects.map(({ id }) => id),
      ...INPUTS.keys,
      ...INPUTS.tokens,
      'value-of-it',
    ];
    expect(words.filter((word) => word.length > 8 && all.includes(word))).toEqual([]);
    expect(all).not.toBe('');
  });

  test('do not depend on the name of the request', async () => {
    const plainOf = single(step('group.admin'));
    const tried = await performTrial(plainOf, 'another name', senderTo(plain()), INPUTS);
    expect(shownOf(tried, INPUTS).flatMap((each) => each.behaviours)).toEqual(await behaviours(plainOf));
  });
});
