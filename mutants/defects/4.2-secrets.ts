/** Defects against §4.2 and §5.3: a secret key is sent, is one that was issued, and matches the route. */
import { ENDPOINTS } from '../../src/contract/endpoints.ts';
import { AUTH_TOKEN, SECRET_KEY } from '../../src/contract/headers.ts';
import type { Call } from '../../src/rules/call.ts';
import type { SecretKey } from '../../src/world/world.ts';
import type { Incoming } from '../../simulator/pipeline/read/incoming.ts';
import { plainPath } from '../../src/rules/reading/path-spelling.ts';
import { headerKey, headerValues } from '../../src/rules/reading/header-values.ts';
import { masterKey, withAnybodys, withClientsOwn } from '../alterations/keys.ts';
import { on } from '../alterations/places.ts';
import { calling, headerOf, receiving, takingFor } from '../alterations/requests.ts';
import { alsoRefusing, overlooking, refusingAs } from '../alterations/rules.ts';
import { both, type Mutant } from './mutant.ts';

const CHARACTERS = [...'0123456789abcdefghijklmnopqrstuvwxyz'];
const HUGE = 1000;

const known = (value: SecretKey) => ({ is: 'known', value }) as const;
const swapCase = (text: string): string =>
  [...text].map((c) => (c === c.toUpperCase() ? c.toLowerCase() : c.toUpperCase())).join('');
const is =
  (...kinds: readonly Call['key']['is'][]) =>
  ({ key }: Call): boolean =>
    kinds.includes(key.is);
const hasRole =
  (role: SecretKey['role']) =>
  ({ key }: Call): boolean =>
    key.is === 'known' && key.value.role === role;
const times = (incoming: Incoming, name: string): number =>
  headerValues(incoming.headers, headerKey(name)).count;

/** Tells the stages behind that the path was spelt otherwise. */
const RESPELT = 'X-Respelt';

/** A path in another spelling as its endpoint has it. */
function respelt(incoming: Incoming): Incoming {
  const meant = ENDPOINTS.find(({ path }) => path.toLowerCase() === plainPath(incoming.target));
  return meant === undefined || meant.path === incoming.target
    ? incoming
    : { ...incoming, target: meant.path, headers: [...incoming.headers, RESPELT, 'yes'] };
}

const MISSING: readonly Mutant[] = [
  {
    name: 'missing-key-as-not-authorized',
    clause: '5.3/missing',
    description: 'answers a missing secret key with OperationNotAuthorized',
    alter: refusingAs('secret-key', 'OperationNotAuthorized', is('missing')),
  },
  {
    name: 'empty-key-as-missing-rule',
    clause: '5.3/missing',
    description: 'answers an empty secret key with OperationNotAllow',
    alter: refusingAs('secret-key', 'OperationNotAllow', is('empty')),
  },
  {
    name: 'missing-key-as-missing-member',
    clause: '4.2/secret-key/required',
    description: 'answers a missing secret key with InvalidRequestParameters on one endpoint',
    alter: on(
      ['characterPlayer.server'],
      refusingAs('secret-key', 'InvalidRequestParameters', is('missing')),
    ),
  },
  {
    name: 'missing-key-not-noticed',
    clause: '4.2/secret-key/required',
    description: 'serves a request without secret key as if it had the first one that was sent',
    alter: withAnybodys((call, { key }) =>
      call.key.is === 'missing' && key !== undefined ? { ...call, key: known(key) } : call,
    ),
  },
  {
    name: 'client-keeps-its-key',
    clause: '5.3/missing',
    description: 'serves a client without secret key that sent one before',
    alter: withClientsOwn((call, { key }) =>
      call.key.is === 'missing' && key !== undefined ? { ...call, key: known(key) } : call,
    ),
  },
  {
    name: 'client-keeps-its-first-key',
    clause: '5.3/wrong',
    description: 'judges a client by the first secret key that it sent',
    alter: withClientsOwn((call, { key }) => (key === undefined ? call : { ...call, key: known(key) })),
  },
  {
    name: 'repeated-key-crashes',
    clause: '4.2/secret-key/required',
    description: 'answers a repeated secret key with InternalServerError',
    alter: calling((call, incoming) => {
      if (times(incoming, SECRET_KEY) > 1) throw new Error('a list where a text was expected');
      return call;
    }),
  },
  {
    name: 'repeated-key-not-checked',
    clause: '5.3/wrong',
    description: 'does not check a secret key that is sent twice',
    alter: withAnybodys((call, { key }, incoming) =>
      times(incoming, SECRET_KEY) > 1 && key !== undefined ? { ...call, key: known(key) } : call,
    ),
  },
  {
    name: 'other-spelling-needs-no-key',
    clause: '5.3/missing',
    description: 'serves another spelling of a path without a secret key',
    alter: both(
      withAnybodys((call, { key }, incoming) =>
        call.key.is === 'missing' && key !== undefined && headerOf(incoming, RESPELT) !== undefined
          ? { ...call, key: known(key) }
          : call,
      ),
      receiving(respelt),
    ),
  },
];

const WRONG: readonly Mutant[] = [
  {
    name: 'wrong-key-as-not-authorized',
    clause: '5.3/wrong',
    description: 'answers a wrong secret key with OperationNotAuthorized',
    alter: refusingAs('secret-key', 'OperationNotAuthorized', is('unknown')),
  },
  {
    name: 'wrong-key-not-noticed',
    clause: '5.3/wrong',
    description: 'serves any secret key on one endpoint',
    alter: on(
      ['characterPlayer.admin'],
      withAnybodys((call, { key }) =>
        call.key.is === 'unknown' && key !== undefined ? { ...call, key: known(key) } : call,
      ),
    ),
  },
  {
    name: 'longer-keys-pass',
    clause: '5.3/wrong',
    description: 'compares a secret key up to the length of the right one',
    alter: takingFor(SECRET_KEY, (value) => [value.slice(0, -1)]),
  },
  {
    name: 'shorter-keys-pass',
    clause: '5.3/wrong',
    description: 'compares a secret key up to the length of the one that is sent',
    alter: takingFor(SECRET_KEY, (value) => CHARACTERS.map((last) => value + last)),
  },
  {
    name: 'key-without-last-character',
    clause: '5.3/wrong',
    description: 'does not compare the last character of a secret key',
    alter: takingFor(SECRET_KEY, (value) => CHARACTERS.map((last) => value.slice(0, -1) + last)),
  },
  {
    name: 'key-without-first-character',
    clause: '5.3/wrong',
    description: 'serves a secret key that lacks its first character',
    alter: takingFor(SECRET_KEY, (value) => CHARACTERS.map((first) => first + value)),
  },
  {
    name: 'key-in-any-case',
    clause: '5.3/wrong',
    description: 'compares secret keys without regard to case',
    alter: takingFor(SECRET_KEY, (value) => [swapCase(value)]),
  },
  {
    name: 'key-with-any-last-character',
    clause: '5.3/wrong',
    description: 'compares all but the last character of a secret key',
    alter: takingFor(SECRET_KEY, (value) => CHARACTERS.map((last) => value.slice(0, -1) + last)),
  },
  {
    name: 'key-somewhere-inside',
    clause: '5.3/wrong',
    description: 'serves a text that contains a secret key',
    alter: takingFor(SECRET_KEY, (value) => [value.slice(0, value.length / 2)]),
  },
  {
    name: 'token-passes-as-key',
    clause: '5.3/wrong',
    description: 'takes a valid token for a secret key',
    alter: calling((call, incoming) => {
      const { token, key } = call;
      const same = headerOf(incoming, SECRET_KEY) === headerOf(incoming, AUTH_TOKEN);
      return key.is === 'unknown' && token.is === 'known' && token.value.holder.kind === 'player' && same
        ? { ...call, key: known(masterKey(call, token.value.holder.game)) }
        : call;
    }),
  },
  {
    name: 'long-keys-crash',
    clause: '5.3/wrong',
    description: 'answers a secret key of a thousand characters with InternalServerError',
    alter: calling((call, incoming) => {
      if ((headerOf(incoming, SECRET_KEY) ?? '').length > HUGE)
        throw new Error('key too long for its column');
      return call;
    }),
  },
  {
    name: 'names-of-prototypes-as-keys',
    clause: '5.3/wrong',
    description: 'finds a secret key under every name that a JavaScript object knows, and fails',
    alter: calling((call, incoming) => {
      if ((headerOf(incoming, SECRET_KEY) ?? '') in {}) throw new TypeError('rules is undefined');
      return call;
    }),
  },
];

const ROLES: readonly Mutant[] = [
  {
    name: 'role-not-checked',
    clause: '5.3/route',
    description: 'does not check the role of a secret key',
    alter: overlooking('role'),
  },
  {
    name: 'admin-keys-open-client',
    clause: '4.2/secret-key/role',
    description: 'lets keys of role Admin call the client variants',
    alter: overlooking('role', hasRole('Admin')),
  },
  {
    name: 'player-keys-open-server',
    clause: '4.2/secret-key/role',
    description: 'lets keys of role Player call the server variant of groups',
    alter: on(['group.server'], overlooking('role', hasRole('Player'))),
  },
  {
    name: 'other-role-as-invalid-parameters',
    clause: '5.3/route',
    description: 'answers a key of the other role with InvalidRequestParameters',
    alter: refusingAs('role', 'InvalidRequestParameters'),
  },
  {
    name: 'admin-refused-on-admin',
    clause: '4.1/rule/sufficient',
    description: 'refuses the role Admin on the admin variant of players',
    alter: on(['gamePlayer.admin'], alsoRefusing('role', 'SecretInvalid', hasRole('Admin'))),
  },
];

export const SECRET_MUTANTS: readonly Mutant[] = [...MISSING, ...WRONG, ...ROLES];
