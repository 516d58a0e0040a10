/** Defects against §1: bodies that careless code fails at, or reads by the order of their members. */
import type { RegisteredClause } from '../../../src/contract/clause-register.ts';
import { METHOD } from '../../../src/contract/endpoints.ts';
import { crashingOn, takingMembers } from '../../alterations/requests.ts';
import { breaking, type Mutant } from '../mutant.ts';

type IsOdd = (body: Uint8Array | undefined) => boolean;

/** A mutant that fails at bodies of some kind. */
const failsAt = (
  name: string,
  what: string,
  isOdd: IsOdd,
  clause: RegisteredClause = '1/json-body',
): Mutant => ({
  name: `${name}-crashes`,
  clause,
  description: `answers ${what} with InternalServerError`,
  alter: crashingOn((_, { body, method }) => method === METHOD && isOdd(body)),
});

const text =
  (pattern: RegExp): IsOdd =>
  (body = new Uint8Array()) =>
    pattern.test(Buffer.from(body).toString('utf8'));

/** The names of the outermost members, if one is repeated. */
const repeatsName: IsOdd = (body = new Uint8Array()) => {
  const names = [
    ...Buffer.from(body)
      .toString('utf8')
      .matchAll(/"(\w+)":/g),
  ].map(([, name]) => name);
  return new Set(names).size < names.length;
};

export const ODD_BODY_MUTANTS: readonly Mutant[] = [
  failsAt('missing-body', 'a request without any body', (body) => body === undefined),
  failsAt('empty-body', 'an empty body', (body) => body?.length === 0),
  failsAt('byte-order-mark', 'a byte order mark before a body', text(/^\uFEFF\{/)),
  failsAt('comment', 'a comment in a body', text(/^\/\*/)),
  failsAt('trailing-comma', 'a trailing comma in a body', text(/,\}$/)),
  failsAt('last-comment', 'a comment at the end of a body', text(/ \/\/ \w+$/)),
  failsAt('single-quotes', 'single quotes around double quotes in a body', text(/'[^']*"/)),
  failsAt('missing-value', 'a name without a value in a body', text(/":\}$/)),
  failsAt('nan', 'NaN in a body', text(/\[NaN\]/)),
  failsAt('half-surrogate', 'half of a surrogate pair in a body', text(/\\ud800"/)),
  failsAt('half-surrogate-in-id', 'half of a surrogate pair in an id', text(/Id":"[^"]*\\ud800"/)),
  failsAt('half-surrogate-in-key', 'half of a surrogate pair in a tag key', text(/\["[^"]*\\ud800"/)),
  failsAt('bad-utf8', 'bytes in a body that are not UTF-8', text(/\uFFFD/)),
  failsAt('deep-member', 'a member that is nested deep', text(/"note":\[{1000}/)),
  failsAt('deep-objects', 'objects nested deep in a member', text(/(?:\{"":){1000}/)),
  failsAt('deep-unclosed', 'a thousand opening brackets and nothing else', text(/^\[{1000,}$/)),
  failsAt('deep-comment', 'a comment before a member that is nested deep', text(/^\/\*.*"note":\[{1000}/s)),
  failsAt('deep-id', 'an id that is nested deep', text(/^\{"\w+":\[{1000}/)),
  failsAt('repeated-id', 'an id that occurs twice', repeatsName, '1/one-target'),
  failsAt('cut-string', 'a body that ends inside a string', text(/^\{"\w+":"\w*$/)),
  ...breaking('1/json-body', {
    'first-member-is-id': [
      'reads the first member of a body as the id, whatever its name',
      takingMembers((members, { endpoint }) => {
        const [first] = members;
        return first === undefined || members.size < 2 || !members.has(endpoint.idMember)
          ? members
          : new Map([...members, [endpoint.idMember, first[1]]]);
      }),
    ],
  }),
];
