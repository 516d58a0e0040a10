/** Questions other.refused to dashboard.*. */
import { describe, expect, test } from 'vitest';
import { endpointOf, type EndpointId } from '../../spec/endpoints.ts';
import { UNKNOWN, type AuthToken, type SecretKey } from '../../world/world.ts';
import { AUTHORISATION_RULE, PERMISSION_RULE } from './permission-rules.ts';
import {
  ANN,
  BOB,
  callOf,
  DASHBOARD,
  key,
  describeRulings,
  subject,
  token,
  worldOf,
} from './test-helpers/calls.ts';

const SUBJECTS = [
  ...worldOf().subjects,
  subject('characterPlayer', 'annsownchar', [ANN]),
  subject('characterPlayer', 'bobsownchar', [BOB]),
  subject('characterPlayer', 'nobodyschar', []),
  subject('characterPlayer', 'whoseschar?', UNKNOWN),
  subject('group', 'annandbobs', [ANN, BOB]),
  subject('group', 'bobsgroup1', [BOB]),
  subject('group', 'whosegroup', UNKNOWN),
];
const WORLD = worldOf({ subjects: SUBJECTS });
const PARTIAL = worldOf({ subjects: SUBJECTS, complete: false });

type Rules = 'self' | 'other' | 'both' | 'none' | 'unknown';

/** A key with these permission rules of an endpoint's resource. */
function keyWith(rules: Rules, on: EndpointId): SecretKey {
  const { rule, otherRule, role } = endpointOf(on);
  const set = { self: [rule], other: [otherRule], both: [rule, otherRule], none: [], unknown: [] }[rules];
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
    [{ on: 'gamePlayer.client', id: ANN, rules: 'self' }, []],
    [{ on: 'gamePlayer.client', id: ANN, rules: 'none' }, REFUSED],
    [{ on: 'gamePlayer.client', id: ANN, rules: 'other' }, REFUSED],
    [{ on: 'gamePlayer.client', id: undefined, rules: 'other' }, REFUSED],
    [{ on: 'gamePlayer.client', id: BOB, rules: 'other' }, OTHERS],
    [{ on: 'gamePlayer.client', id: BOB, rules: 'none' }, REFUSED],
    [{ on: 'gamePlayer.client', id: BOB, rules: 'other', by: 'unknown' }, REFUSED],
    [{ on: 'gamePlayer.client', id: 'nosuchplay', rules: 'other' }, OTHERS],
    [{ on: 'gamePlayer.client', id: ANN, rules: 'other', by: DASHBOARD }, OTHERS],
    [{ on: 'group.client', id: 'bobsgroup1', rules: 'other' }, OTHERS],
    [{ on: 'group.client', id: 'annandbobs', rules: 'other' }, OTHERS],
    [{ on: 'group.client', id: 'whosegroup', rules: 'other' }, OTHERS],
    [{ on: 'group.server', id: 'bobsgroup1', rules: 'self' }, []],
    [{ on: 'group.server', id: 'bobsgroup1', rules: 'other' }, REFUSED],
    [{ on: 'group.admin', id: 'bobsgroup1', rules: 'none' }, REFUSED],
    [{ on: 'gamePlayer.client', id: ANN, rules: 'unknown' }, ['5.4/not-allow: holds, -2']],
    [{ on: 'gamePlayer.server', id: ANN, rules: 'unknown' }, ['5.4/not-allow: holds, -2']],
  ])('%j', (asking, rulings) => {
    expect(describeRulings(ask(asking), PERMISSION_RULE, WORLD)).toEqual(rulings);
  });
});

describe('whose data a client may read (§5.4, §5.5)', () => {
  const PLAYER = '5.4/other-self-enable ';
  const OWNED = '5.5/target ';
  const PERMITTED =
    'other.permitted: answered → holds | OperationNotAuthorized → -6 | OperationNotAllow → -2';
  const REFUSED = 'other.refused: OperationNotAllow → -2 | OperationNotAuthorized → -6 | answered → holds';
  const FOREIGN = 'other.foreign: answered → holds | OperationNotAllow → -2 | OperationNotAuthorized → -6';
  const OWN_GROUP = 'other.ownGroup: answered → holds | OperationNotAllow → -2 | OperationNotAuthorized → -6';
  const ABSENT = 'other.absent: not-found → holds | OperationNotAllow → -2 | OperationNotAuthorized → -6';
  const BOARD =
    'dashboard.permitted: answered → holds | OperationNotAuthorized → -6 | OperationNotAllow → -2';
  const NO_BOARD =
    'dashboard.refused: OperationNotAllow → -2 | OperationNotAuthorized → -6 | answered → holds';

  test.each<readonly [row: string, Asking, ruling: string]>([
    ['own', { on: 'gamePlayer.client', id: ANN, rules: 'self' }, ''],
    ['own', { on: 'gamePlayer.client', id: undefined, rules: 'self' }, ''],
    ['own', { on: 'characterPlayer.client', id: 'annsownchar', rules: 'self' }, ''],
    ['own', { on: 'group.client', id: 'annandbobs', rules: 'both' }, ''],
    ['other.ownGroup', { on: 'group.client', id: 'annandbobs', rules: 'self' }, OWNED + OWN_GROUP],
    [
      'other.ownGroup',
      { on: 'group.client', id: 'annandbobs', rules: 'self', by: token(BOB) },
      OWNED + OWN_GROUP,
    ],
    ['other.refused', { on: 'gamePlayer.client', id: BOB, rules: 'self' }, PLAYER + REFUSED],
    ['other.refused', { on: 'gamePlayer.client', id: ANN, rules: 'self', by: token(BOB) }, PLAYER + REFUSED],
    ['other.foreign', { on: 'characterPlayer.client', id: 'bobsownchar', rules: 'self' }, OWNED + FOREIGN],
    ['other.foreign', { on: 'characterPlayer.client', id: 'nobodyschar', rules: 'self' }, OWNED + FOREIGN],
    ['other.foreign', { on: 'group.client', id: 'bobsgroup1', rules: 'self' }, OWNED + FOREIGN],
    ['other.absent', { on: 'gamePlayer.client', id: 'nosuchplay', rules: 'self' }, PLAYER + ABSENT],
    ['other.absent', { on: 'group.client', id: 'nosuchgrou', rules: 'self' }, OWNED + ABSENT],
    ['other.permitted', { on: 'gamePlayer.client', id: BOB, rules: 'both' }, PLAYER + PERMITTED],
    ['other.permitted', { on: 'group.client', id: 'bobsgroup1', rules: 'both' }, OWNED + PERMITTED],
    ['other.permitted', { on: 'group.client', id: 'nosuchgrou', rules: 'both' }, OWNED + PERMITTED],
    ['too short', { on: 'group.client', id: 'nosuch', rules: 'both' }, ''],
    ['other.withoutSelf', { on: 'gamePlayer.client', id: BOB, rules: 'other' }, PLAYER + PERMITTED],
    ['dashboard.*', { on: 'gamePlayer.client', id: ANN, rules: 'both', by: DASHBOARD }, PLAYER + BOARD],
    ['dashboard.*', { on: 'group.client', id: 'annandbobs', rules: 'self', by: DASHBOARD }, OWNED + NO_BOARD],
    ['server', { on: 'gamePlayer.server', id: BOB, rules: 'none' }, ''],
    ['admin', { on: 'group.admin', id: 'bobsgroup1', rules: 'none' }, ''],
  ])('%s %j', (_, asking, ruling) => {
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
