/** Whose data a key and a token may read, where something is unknown or no case of the suite asks. The others: src/cases/suite-and-rulebook.test.ts, under every option. */
import { describe, expect, test } from 'vitest';
import { endpointOf, type EndpointId } from '../../spec/endpoints.ts';
import { UNKNOWN, type AuthToken, type SecretKey } from '../../world/world.ts';
import { AUTHORISATION_RULE, PERMISSION_RULE } from './permission-rules.ts';
import { ANN, BOB, callOf, DASHBOARD, key, describeRulings, subject, worldOf } from './test-helpers/calls.ts';

const SUBJECTS = [
  ...worldOf().subjects,

  subject('characterPlayer', 'nobodyschar', []),

  subject('group', 'annandbobs', [ANN, BOB]),

  subject('group', 'whosegroup', UNKNOWN),
];
const WORLD = worldOf({ subjects: SUBJECTS });
const PARTIAL = worldOf({ subjects: SUBJECTS, complete: false });

type Rules = 'self' | 'other' | 'both' | 'unknown';

/** A key with these permission rules of an endpoint's resource. */
function keyWith(rules: Rules, on: EndpointId): SecretKey {
  const { rule, otherRule, role } = endpointOf(on);
  const set = { self: [rule], other: [otherRule], both: [rule, otherRule], unknown: [] }[rules];
  return key(role, { rules: rules === 'unknown' ? UNKNOWN : new Set(set) });
}

interface Asking {
  readonly on: EndpointId;
  readonly id: string | undefined;
  readonly rules: Rules;
  readonly by?: AuthToken | 'unknown';
}

const ask = ({ on, id, rules, by }: Asking) =>
  callOf({
    on,
    key: keyWith(rules, on),
    body: id === undefined ? {} : { [endpointOf(on).idMember]: id },
    ...(by !== undefined && { token: by }),
  });

describe('the permission rule of the key (§5.4, other.withoutSelf)', () => {
  const REFUSED = ['5.4/not-allow: -2'];
  const OTHERS = ['5.4/not-allow other.withoutSelf: OperationNotAllow → -2 | answered → holds'];

  test.each<readonly [Asking, readonly string[]]>([
    [{ on: 'gamePlayer.client', id: undefined, rules: 'other' }, REFUSED],
    [{ on: 'gamePlayer.client', id: BOB, rules: 'other', by: 'unknown' }, REFUSED],
    [{ on: 'gamePlayer.client', id: 'nosuchplay', rules: 'other' }, OTHERS],
    [{ on: 'gamePlayer.client', id: ANN, rules: 'other', by: DASHBOARD }, OTHERS],
    [{ on: 'group.client', id: 'annandbobs', rules: 'other' }, OTHERS],
    [{ on: 'group.client', id: 'whosegroup', rules: 'other' }, OTHERS],
    [{ on: 'gamePlayer.client', id: ANN, rules: 'unknown' }, ['5.4/not-allow: holds, -2']],
    [{ on: 'gamePlayer.server', id: ANN, rules: 'unknown' }, ['5.4/not-allow: holds, -2']],
  ])('%j', (asking, rulings) => {
    expect(describeRulings(ask(asking), PERMISSION_RULE, WORLD)).toEqual(rulings);
  });
});

describe('whose data a client may read (§5.4, §5.5)', () => {
  test.each<readonly [row: string, Asking, ruling: string]>([
    [
      "nobody's",
      { on: 'characterPlayer.client', id: 'nobodyschar', rules: 'self' },
      '5.5/target other.foreign: answered → holds | OperationNotAllow → -2 | OperationNotAuthorized → -6',
    ],
    [
      'of no subject',
      { on: 'group.client', id: 'nosuchgrou', rules: 'both' },
      '5.5/target other.permitted: answered → holds | OperationNotAuthorized → -6 | OperationNotAllow → -2',
    ],
    [
      "another's, with otherSelfEnable alone",
      { on: 'gamePlayer.client', id: BOB, rules: 'other' },
      '5.4/other-self-enable other.permitted: answered → holds | OperationNotAuthorized → -6 | OperationNotAllow → -2',
    ],
    ['of an id that is too short', { on: 'group.client', id: 'nosuch', rules: 'both' }, ''],
  ])('%s: %j', (_, asking, ruling) => {
    expect(describeRulings(ask(asking), AUTHORISATION_RULE, WORLD).join()).toBe(ruling);
  });

  test.each<readonly [what: string, Asking, readonly string[]]>([
    [
      'whose it is',
      { on: 'group.client', id: 'whosegroup', rules: 'self' },
      [
        '5.5/target other.foreign: holds | answered → holds | OperationNotAllow → -2 | OperationNotAuthorized → -6',
      ],
    ],
    [
      'whose it is',
      { on: 'group.client', id: 'whosegroup', rules: 'both' },
      [
        '5.5/target other.permitted: holds | answered → holds | OperationNotAuthorized → -6 | OperationNotAllow → -2',
      ],
    ],
    [
      'whether it exists',
      { on: 'group.client', id: 'notlisted1', rules: 'self' },
      ['5.5/target: holds, -2, -6'],
    ],
    [
      'whether it exists',
      { on: 'gamePlayer.client', id: 'notlisted1', rules: 'self' },
      ['5.4/other-self-enable: holds, -2, -6'],
    ],
    [
      'which rules the key has',
      { on: 'gamePlayer.client', id: BOB, rules: 'unknown' },
      ['5.4/other-self-enable: holds, -2, -6'],
    ],
    ['which rules the key has', { on: 'gamePlayer.client', id: ANN, rules: 'unknown' }, []],
  ])('if it is unknown %s: %j', (_, asking, rulings) => {
    expect(describeRulings(ask(asking), AUTHORISATION_RULE, PARTIAL)).toEqual(rulings);
  });

  test.each(['missing', 'three'])(
    'without a game (Game-Id %s) no subject exists, so the order of checks decides (other.absent)',
    (game) => {
      const unbound = key('Player', { game: null, rules: new Set([endpointOf('gamePlayer.client').rule]) });
      const asked = callOf({ key: unbound, body: { userId: BOB }, ...(game === 'three' && { game }) });
      expect(describeRulings(asked, AUTHORISATION_RULE, WORLD)).toEqual([
        '5.4/other-self-enable other.absent: not-found → holds | OperationNotAllow → -2 | OperationNotAuthorized → -6',
      ]);
    },
  );
});
