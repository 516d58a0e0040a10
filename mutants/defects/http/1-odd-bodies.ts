/** Defects against §1: bodies that careless code fails at, or reads by the order of their members. */
import { METHOD } from '../../../src/spec/endpoints.ts';
import { crashingOn, receivingText, takingMembers } from '../../alterations/requests.ts';
import { breaking, rowsFor, type Alter, type Mutant } from '../mutant.ts';

type IsOdd = (body: Uint8Array | undefined) => boolean;

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

const failingAt = (isOdd: IsOdd): Alter =>
  crashingOn((_, { body, method }) => method === METHOD && isOdd(body));

const ODD: readonly (readonly [name: string, what: string, isOdd: IsOdd])[] = [
  ['missing-body', 'a request without any body', (body) => body === undefined],
  ['empty-body', 'an empty body', (body) => body?.length === 0],
  ['byte-order-mark', 'a byte order mark before a body', text(/^\uFEFF\{/)],
  ['comment', 'a comment in a body', text(/^\/\*/)],
  ['trailing-comma', 'a trailing comma in a body', text(/,\}$/)],
  ['last-comment', 'a comment at the end of a body', text(/ \/\/ \w+$/)],
  ['single-quotes', 'single quotes around double quotes in a body', text(/'[^']*"/)],
  ['missing-value', 'a name without a value in a body', text(/":\}$/)],
  ['nan', 'NaN in a body', text(/\[NaN\]/)],
  ['half-surrogate', 'half of a surrogate pair in a body', text(/\\ud800"/)],
  ['half-surrogate-in-id', 'half of a surrogate pair in an id', text(/Id":"[^"]*\\ud800"/)],
  ['half-surrogate-in-key', 'half of a surrogate pair in a tag key', text(/\["[^"]*\\ud800"/)],
  ['bad-utf8', 'bytes in a body that are not UTF-8', text(/\uFFFD/)],
  ['deep-member', 'a member that is nested deep', text(/"note":\[{1000}/)],
  ['deep-objects', 'objects nested deep in a member', text(/(?:\{"":){1000}/)],
  ['deep-unclosed', 'a thousand opening brackets and nothing else', text(/^\[{1000,}$/)],
  ['deep-comment', 'a comment before a member that is nested deep', text(/^\/\*.*"note":\[{1000}/s)],
  ['deep-id', 'an id that is nested deep', text(/^\{"\w+":\[{1000}/)],
  ['cut-string', 'a body that ends inside a string', text(/^\{"\w+":"\w*$/)],
];

export const ODD_BODY_MUTANTS: readonly Mutant[] = breaking({
  '1/json-body': {
    ...rowsFor(ODD, ([name, what, isOdd]) => [
      `${name}-crashes`,
      `answers ${what} with InternalServerError`,
      failingAt(isOdd),
    ]),
    'empty-array-as-object': [
      'takes a body that is an array without items for an object without members',
      receivingText((body) => (body === '[]' ? '{}' : body)),
    ],
    'first-member-is-id': [
      'reads the first member of a body as the id, whatever its name',
      takingMembers((members, { endpoint }) => {
        const [first] = members;
        return first === undefined || members.size < 2 || !members.has(endpoint.idMember)
          ? members
          : new Map([...members, [endpoint.idMember, first[1]]]);
      }),
    ],
  },
  '1/one-target': {
    'repeated-id-crashes': [
      'answers an id that occurs twice with InternalServerError',
      failingAt(repeatsName),
    ],
  },
});
