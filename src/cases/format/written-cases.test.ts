/** Further cases and cases of pairs: how they are built. */
import { describe, expect, test } from 'vitest';
import { RESOURCES } from '../../spec/endpoints.ts';
import { casesOf, planOf, requestsOf } from '../test-helpers/made.ts';

const WITHOUT_KEY = {
  name: 'keyless',
  of: 'key',
  description: 'without key',
  send: { headers: { without: ['Secret-Key'] } },
};
const WITHOUT_TOKEN = {
  name: 'tokenless',
  of: 'token',
  description: 'without token',
  for: 'client',
  send: { headers: { without: ['Auth-Token'] } },
};
const WITHOUT_ID = {
  name: 'nameless',
  of: ['id', 'key'],
  description: 'without id',
  send: { without: ['$id'] },
};
const ABSENT = {
  name: 'absent',
  of: 'subject',
  description: 'for an absent subject',
  given: { subject: { absent: 'plain' } },
};

const made = (...pairs: readonly object[]) =>
  casesOf({ id: 'pairs/made', title: 'refused', for: 'all', pairs, expect: { reply: 'document' } });

test('a further case has what it says itself in place of what the case says, and a line of its own', () => {
  const also = [
    { id: 'also/second', title: 'second', send: { without: ['tagKeys'] } },
    { id: 'also/third', title: 'third', for: 'group.admin' },
  ];
  const first = { id: 'also/first', title: 'first', for: 'client', send: { set: { tagKeys: [] } } };
  const [own, second, third, ...others] = casesOf({ ...first, also, expect: { reply: 'tags' } });
  expect(others).toEqual([]);
  expect(second?.written).toEqual({ ...own?.written, ...also[0] });
  expect(third?.written).toEqual({ ...own?.written, ...also[1] });
  expect(own?.written).not.toHaveProperty('also');
});

describe('a case of pairs', () => {
  const cases = made(WITHOUT_KEY, WITHOUT_TOKEN, WITHOUT_ID, ABSENT).map(({ written }) => written);

  test('expands to a case for every two parts of different kinds', () => {
    expect(cases.map(({ id }) => id)).toEqual([
      'pairs/keyless+tokenless',
      'pairs/keyless+absent',
      'pairs/tokenless+nameless',
      'pairs/tokenless+absent',
      'pairs/nameless+absent',
    ]);
  });

  test('combines the given, the sent and the names of both parts', () => {
    const [both] = cases;
    expect(both?.title).toBe('without key, without token: refused');
    expect(both?.send).toEqual({ headers: { without: ['Secret-Key', 'Auth-Token'] } });
    const mixed = cases.find(({ id }) => id === 'pairs/nameless+absent');
    expect(mixed).toMatchObject({ given: ABSENT.given, send: WITHOUT_ID.send });
  });

  test('is sent where both parts can be: to each client, and to the server or admin of each resource', () => {
    expect(cases[0]?.for).toEqual(['gamePlayer.client', 'characterPlayer.client', 'group.client']);
    const everywhere = [cases[1]?.for].flat().map(String);
    expect(everywhere).toHaveLength(6);
    expect(everywhere.filter((id) => !id.endsWith('.client')).map((id) => id.split('.')[0])).toEqual(
      RESOURCES,
    );
  });

  test('is sent to the same endpoints whatever parts are added', () => {
    const more = made(ABSENT, WITHOUT_TOKEN, WITHOUT_ID, WITHOUT_KEY).map(({ written }) => written);
    const again = made(
      { ...WITHOUT_ID, name: 'new', of: 'new' },
      WITHOUT_KEY,
      WITHOUT_TOKEN,
      WITHOUT_ID,
      ABSENT,
    );
    for (const { written } of again) {
      const same = [...cases, ...more].find(({ id }) => id === written.id);
      if (same !== undefined) expect(written.for).toEqual(same.for);
    }
  });

  test.each([
    ['beside steps', { steps: [{}] }, '"steps" can\'t be combined with "pairs"'],
    ['over one connection', { connection: 'one' }, '"connection" can\'t be combined with "pairs"'],
  ])('is a fault %s', (_, beside, message) => {
    expect(() => casesOf({ pairs: [WITHOUT_KEY, ABSENT], ...beside })).toThrow(message);
  });

  test('a fault within a part has its place', () => {
    const odd = { ...ABSENT, send: { set: { $nothing: 1 } } };
    expect(() => made(WITHOUT_KEY, odd)).toThrow('$nothing');
  });
});

test('any case may expect what the document allows', () => {
  const [request] = requestsOf(
    planOf('group.server', { send: { without: ['$id'] }, expect: { reply: 'document' } }),
  );
  expect(request?.allowed.outcomes.map(({ expected }) => expected)).toContainEqual({
    kind: 'refused',
    code: 'InvalidRequestParameters',
    member: { member: 'groupId', type: 'DataRequired' },
  });
});
