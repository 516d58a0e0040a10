/** Further cases and cases of pairs: how they are built, and that the rulebook treats the shipped ones as the document treats each part. */
import { describe, expect, test } from 'vitest';
import type { RefusalCode } from '../../spec/codes.ts';
import { endpointOf, RESOURCES } from '../../spec/endpoints.ts';
import { partialDialect } from '../../spec/dialect/dialect.ts';
import type { AllowedOutcome } from '../../judge/expect/allowed.ts';
import { grouped } from '../../base/text/grouping.ts';
import { expand, type Instance } from './instance.ts';
import { loadSuite } from './load-suite.ts';
import { planCase } from '../plan/plan-case.ts';
import { casesOf, factsOf, planOf, requestsOf, WORLD } from '../test-helpers/made.ts';

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

/** The refusals that the document allows for a part by itself; `always`: it is refused whatever the other part is. */
interface Earned {
  readonly codes: readonly RefusalCode[];
  readonly always: boolean;
}
const refused = (...codes: readonly RefusalCode[]): Earned => ({ codes, always: true });
const perhaps = (...codes: readonly RefusalCode[]): Earned => ({ codes, always: false });

const OF_TOKEN = [
  'SecretInvalid',
  'OperationNotAuthorized',
  'InvalidRequestParameters',
  'OperationInvalid',
  'OperationNotAllow',
] as const;

const EARNED: Readonly<Record<string, Earned>> = {
  'key-missing': refused('SecretInvalid'),
  'key-unknown': refused('SecretInvalid'),
  'key-of-other-role': refused(
    'SecretInvalid',
    'OperationNotAuthorized',
    'OperationInvalid',
    'OperationNotAllow',
  ),
  'key-without-rules': refused('OperationNotAllow'),
  'token-missing': refused(...OF_TOKEN),
  'token-unknown': refused(...OF_TOKEN),
  'token-expired': perhaps(...OF_TOKEN),
  'game-other': refused('SecretInvalid'),
  'game-missing': refused(
    'SecretInvalid',
    'OperationNotAuthorized',
    'InvalidRequestParameters',
    'OperationNotAllow',
  ),
  'id-missing': refused('InvalidRequestParameters'),
  'id-null': refused('InvalidRequestParameters'),
  'id-number': refused('InvalidRequestParameters'),
  'id-short': refused('InvalidRequestParameters'),
  'keys-string': refused('InvalidRequestParameters'),
  'keys-number': refused('InvalidRequestParameters'),
  'keys-empty': perhaps('InvalidRequestParameters'),
  // A catalogue of keys, or a limit, may refuse any key.
  'keys-one': perhaps('InvalidRequestParameters'),
  'subject-absent': perhaps(),
  'subject-untagged': perhaps(),
  'body-truncated': refused('InvalidRequestParameters'),
  'body-in-array': refused('InvalidRequestParameters'),
  'size-beyond': perhaps('MaxSizeRequestReject'),
};

/** Parts without an id, which may mean the sender on the client of the game player. */
const PERHAPS_SENDER: ReadonlySet<string> = new Set(['id-missing', 'id-null']);

/** Parts for which the owner of the data may be checked before the rule. */
const FOR_TARGET: Readonly<Record<string, Earned>> = {
  'key-without-rules': refused('OperationNotAllow', 'OperationNotAuthorized'),
  'subject-absent': perhaps('OperationNotAllow', 'OperationNotAuthorized'),
};

function earnedOn({ endpoint }: Instance, name: string): Earned {
  const byTarget = endpoint.variant === 'client' ? FOR_TARGET[name] : undefined;
  const earned = byTarget ?? EARNED[name] ?? refused();
  return endpoint.id === 'gamePlayer.client' && PERHAPS_SENDER.has(name)
    ? { ...earned, always: false }
    : earned;
}

const partsOf = ({ from }: Instance): readonly string[] =>
  from.written.id.slice(from.written.id.indexOf('/') + 1).split('+');

const shipped = expand(loadSuite(['suites'])).filter(({ id }) => id.startsWith('pairs/'));

function outcomesFor(instance: Instance): readonly AllowedOutcome[] {
  return requestsOf(planCase(instance, factsOf(WORLD, partialDialect()))).flatMap(
    ({ allowed }) => allowed.outcomes,
  );
}

const codesOf = (outcomes: readonly AllowedOutcome[]): readonly RefusalCode[] =>
  outcomes.flatMap(({ expected }) => (expected.kind === 'refused' ? [expected.code] : []));

/** Whether an outcome depends on a question that no part of the pair is about. */
function ofNoPart({ when }: AllowedOutcome, parts: readonly string[]): boolean {
  const hasKeys = parts.some((name) => name.startsWith('keys-'));
  return when.some(
    ({ question }) => question === 'id.format' || (question.startsWith('tagKeys.') && !hasKeys),
  );
}

describe('the shipped pairs', () => {
  test('have exactly the parts of the table', () => {
    expect([...new Set(shipped.flatMap(partsOf))].toSorted()).toEqual(Object.keys(EARNED).toSorted());
  });

  test('are all pairs that one request can combine', () => {
    const kindOf = (name: string): string => name.split('-')[0] ?? '';
    const together = new Set(['body id', 'body keys', 'body size', 'id subject']);
    const names = Object.keys(EARNED);
    const expected = names.flatMap((one, at) =>
      names.slice(at + 1).flatMap((other) => {
        const kinds = [kindOf(one), kindOf(other)].toSorted();
        return kinds[0] === kinds[1] || together.has(kinds.join(' ')) ? [] : [`pairs/${one}+${other}`];
      }),
    );
    expect([...new Set(shipped.map(({ from }) => from.written.id))].toSorted()).toEqual(expected.toSorted());
  });

  test('are on the client of each resource, and on its server or admin unless they are about the token', () => {
    const places = grouped(shipped, ({ from }) => from.written.id);
    for (const [id, instances] of places) {
      const clients = instances.filter(({ endpoint }) => endpoint.variant === 'client');
      expect(clients.map(({ endpoint }) => endpoint.resource)).toEqual(RESOURCES);
      expect(instances).toHaveLength(id.includes('token-') ? 3 : 6);
    }
    expect(new Set(shipped.map(({ endpoint }) => endpoint.id)).size).toBe(9);
  });

  test('are sent to server and admin about equally often', () => {
    const on = (variant: string): number =>
      shipped.filter(({ endpoint }) => endpointOf(endpoint.id).variant === variant).length;
    expect(Math.abs(on('server') - on('admin'))).toBeLessThan(on('server') / 4);
  });

  test('allow only the codes of one of both parts', () => {
    const odd = shipped.flatMap((instance) => {
      const earned = new Set(partsOf(instance).flatMap((name) => earnedOn(instance, name).codes));
      const codes = codesOf(outcomesFor(instance).filter((outcome) => !ofNoPart(outcome, partsOf(instance))));
      return [...new Set(codes)].filter((code) => !earned.has(code)).map((code) => `${instance.id}: ${code}`);
    });
    expect(odd).toEqual([]);
  });

  test('allow a code for each part that is refused by itself', () => {
    const odd = shipped.flatMap((instance) => {
      const codes = codesOf(outcomesFor(instance));
      return partsOf(instance)
        .map((name) => [name, earnedOn(instance, name)] as const)
        .filter(([, { codes: own, always }]) => always && !own.some((code) => codes.includes(code)))
        .map(([name]) => `${instance.id}: nothing for ${name}`);
    });
    expect(odd).toEqual([]);
  });

  test('allow Ok only if neither part is refused by itself', () => {
    const odd = shipped.flatMap((instance) => {
      const mayPass = partsOf(instance).every((name) => !earnedOn(instance, name).always);
      const passes = outcomesFor(instance).some(({ expected }) => expected.kind !== 'refused');
      return mayPass === passes ? [] : [instance.id];
    });
    expect(odd).toEqual([]);
  });
});
