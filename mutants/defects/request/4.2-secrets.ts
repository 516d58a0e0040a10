/** Defects against §4.2 and §5.3: a secret key is sent, is one that was issued, and matches the route. */
import { ENDPOINTS } from '../../../src/spec/endpoints.ts';
import { AUTH_TOKEN, SECRET_KEY } from '../../../src/spec/headers.ts';
import { alterString } from '../../../src/http/alterations/string-alterations.ts';
import type { Call } from '../../../src/judge/rules/call.ts';
import type { SecretKey } from '../../../src/world/world.ts';
import type { Incoming } from '../../../simulator/answer/incoming.ts';
import { plainPath } from '../../../src/judge/rules/reading/path-spelling.ts';
import { comes, sendingPlayer, callWithKey } from '../../alterations/callers.ts';
import { masterKey, withFirstCallers, withClientsOwn } from '../../alterations/keys.ts';
import { on } from '../../alterations/places.ts';
import {
  calling,
  crashingOn,
  headerOf,
  LETTERS_AND_DIGITS,
  receiving,
  takingFor,
  timesSent,
} from '../../alterations/requests.ts';
import { alsoRefusing, overlooking, refusingAs } from '../../alterations/rules.ts';
import { both, breaking, type Mutant } from '../mutant.ts';

const HUGE = 1000;

const hasRole =
  (role: SecretKey['role']) =>
  ({ key }: Call): boolean =>
    key.is === 'known' && key.value.role === role;

/** Notes for the later stages that the path was spelt differently. */
const RESPELT = 'X-Respelt';

/** A path in another spelling as its endpoint has it. */
function respelt(incoming: Incoming): Incoming {
  const meant = ENDPOINTS.find(({ path }) => path.toLowerCase() === plainPath(incoming.target));
  return meant === undefined || meant.path === incoming.target
    ? incoming
    : { ...incoming, target: meant.path, headers: [...incoming.headers, RESPELT, 'yes'] };
}

export const SECRET_MUTANTS: readonly Mutant[] = breaking({
  '5.3/missing': {
    'missing-key-as-not-authorized': [
      'answers a missing secret key with OperationNotAuthorized',
      refusingAs('secret-key', 'OperationNotAuthorized', comes('key', 'missing')),
    ],
    'empty-key-as-missing-rule': [
      'answers an empty secret key with OperationNotAllow',
      refusingAs('secret-key', 'OperationNotAllow', comes('key', 'empty')),
    ],
    'client-keeps-its-key': [
      'serves a client without secret key that sent one before',
      withClientsOwn((call, { key }) =>
        call.key.is === 'missing' && key !== undefined ? callWithKey(call, key) : call,
      ),
    ],
    'other-spelling-needs-no-key': [
      'serves another spelling of a path without a secret key',
      both(
        withFirstCallers((call, { key }, incoming) =>
          call.key.is === 'missing' && key !== undefined && headerOf(incoming, RESPELT) !== undefined
            ? callWithKey(call, key)
            : call,
        ),
        receiving(respelt),
      ),
    ],
  },
  '4.2/secret-key/required': {
    'missing-key-as-missing-member': [
      'answers a missing secret key with InvalidRequestParameters on one endpoint',
      on(
        ['characterPlayer.server'],
        refusingAs('secret-key', 'InvalidRequestParameters', comes('key', 'missing')),
      ),
    ],
    'missing-key-not-noticed': [
      'serves a request without secret key as if it had the first one that was sent',
      withFirstCallers((call, { key }) =>
        call.key.is === 'missing' && key !== undefined ? callWithKey(call, key) : call,
      ),
    ],
    'repeated-key-crashes': [
      'answers a repeated secret key with InternalServerError',
      crashingOn((_, incoming) => timesSent(incoming, SECRET_KEY) > 1),
    ],
  },
  '5.3/wrong': {
    'client-keeps-its-first-key': [
      'judges a client by the first secret key that it sent',
      withClientsOwn((call, { key }) => (key === undefined ? call : callWithKey(call, key))),
    ],
    'repeated-key-not-checked': [
      'does not check a secret key that is sent twice',
      withFirstCallers((call, { key }, incoming) =>
        timesSent(incoming, SECRET_KEY) > 1 && key !== undefined ? callWithKey(call, key) : call,
      ),
    ],
    'wrong-key-as-not-authorized': [
      'answers a wrong secret key with OperationNotAuthorized',
      refusingAs('secret-key', 'OperationNotAuthorized', comes('key', 'unknown')),
    ],
    'wrong-key-not-noticed': [
      'serves any secret key on one endpoint',
      on(
        ['characterPlayer.admin'],
        withFirstCallers((call, { key }) =>
          call.key.is === 'unknown' && key !== undefined ? callWithKey(call, key) : call,
        ),
      ),
    ],
    'longer-keys-pass': [
      'compares a secret key up to the length of the right one',
      takingFor(SECRET_KEY, (value) => [value.slice(0, -1)]),
    ],
    'shorter-keys-pass': [
      'compares a secret key up to the length of the one that is sent',
      takingFor(SECRET_KEY, (value) => LETTERS_AND_DIGITS.map((last) => value + last)),
    ],
    'key-without-last-character': [
      'does not compare the last character of a secret key',
      takingFor(SECRET_KEY, (value) => LETTERS_AND_DIGITS.map((last) => value.slice(0, -1) + last)),
    ],
    'key-without-first-character': [
      'serves a secret key that lacks its first character',
      takingFor(SECRET_KEY, (value) => LETTERS_AND_DIGITS.map((first) => first + value)),
    ],
    'key-in-any-case': [
      'compares secret keys without regard to case',
      takingFor(SECRET_KEY, (value) => [alterString(value, 'swap-case')]),
    ],
    'key-with-any-last-character': [
      'compares all but the last character of a secret key',
      takingFor(SECRET_KEY, (value) => LETTERS_AND_DIGITS.map((last) => value.slice(0, -1) + last)),
    ],
    'key-somewhere-inside': [
      'serves a text that contains a secret key',
      takingFor(SECRET_KEY, (value) => [value.slice(0, value.length / 2)]),
    ],
    'token-passes-as-key': [
      'takes a valid token for a secret key',
      calling((call, incoming) => {
        const sender = sendingPlayer(call);
        const same = headerOf(incoming, SECRET_KEY) === headerOf(incoming, AUTH_TOKEN);
        return call.key.is === 'unknown' && sender !== undefined && same
          ? callWithKey(call, masterKey(call, sender.game))
          : call;
      }),
    ],
    'long-keys-crash': [
      'answers a secret key of a thousand characters with InternalServerError',
      crashingOn((_, incoming) => (headerOf(incoming, SECRET_KEY) ?? '').length > HUGE),
    ],
    'names-of-prototypes-as-keys': [
      'finds a secret key under every name that a JavaScript object knows, and fails',
      crashingOn((_, incoming) => (headerOf(incoming, SECRET_KEY) ?? '') in {}),
    ],
  },
  '5.3/route': {
    'role-not-checked': ['does not check the role of a secret key', overlooking('role')],
    'other-role-as-invalid-parameters': [
      'answers a key of the other role with InvalidRequestParameters',
      refusingAs('role', 'InvalidRequestParameters'),
    ],
  },
  '4.2/secret-key/role': {
    'admin-keys-open-client': [
      'lets keys of role Admin call the client variants',
      overlooking('role', hasRole('Admin')),
    ],
    'player-keys-open-server': [
      'lets keys of role Player call the server variant of groups',
      on(['group.server'], overlooking('role', hasRole('Player'))),
    ],
  },
  '4.1/rule/sufficient': {
    'admin-refused-on-admin': [
      'refuses the role Admin on the admin variant of players',
      on(['gamePlayer.admin'], alsoRefusing('role', 'SecretInvalid', hasRole('Admin'))),
    ],
  },
});
