/** Defects of names and places: secrets, ids and tag keys are also read from where the document does not put them. */
import { AUTH_TOKEN, GAME_ID, SECRET_KEY } from '../../../src/spec/headers.ts';
import { TAG_KEYS } from '../../../src/spec/members.ts';
import { isObject, type Json, type JsonObject } from '../../../src/judge/rules/json.ts';
import type { Incoming } from '../../../simulator/answer/incoming.ts';
import type { HeaderLines } from '../../../src/judge/rules/reading/header-values.ts';
import { headerPairs } from '../../../src/judge/rules/reading/header-values.ts';
import type { ReadCall } from '../../../simulator/answer/stages.ts';
import { calling, headerOf, receiving, takingMembers } from '../../alterations/requests.ts';
import { both, breaking, rowsFor, type Alter, type Mutant, type Rows } from '../mutant.ts';

/** A request without the header gets it from another one, behind this text, if that holds something. */
function fromHeader(right: string, other: string, before?: RegExp): Alter {
  return receiving((incoming) => {
    if (headerOf(incoming, right) !== undefined) return incoming;
    const found = headerOf(incoming, other);
    if (found === undefined || (before !== undefined && !before.test(found))) return incoming;
    const value = before === undefined ? found : found.replace(before, '');
    const headers: HeaderLines = [...headerPairs(incoming.headers).flat(), right, value];
    return { ...incoming, headers };
  });
}

/** Where a mutant keeps the query of the request line once the path is that of the endpoint. */
const QUERY = 'Query-Of-The-Target';

/** A path with a query is the endpoint's. */
const cuttingQuery: Alter = receiving((incoming) => {
  const [path = '', query] = incoming.target.split('?', 2);
  return query === undefined
    ? incoming
    : { ...incoming, target: path, headers: [...incoming.headers, QUERY, query] };
});

const queryOf = (incoming: Incoming): ReadonlyMap<string, string> =>
  new Map(new URLSearchParams(headerOf(incoming, QUERY) ?? ''));

const withMember = (members: JsonObject, name: string, value: Json | undefined): JsonObject =>
  value === undefined ? members : new Map([...members, [name, value]]);

/** The members that a call is read with, changed by what else came with the request. */
const reading = (change: (members: JsonObject, call: ReadCall, incoming: Incoming) => JsonObject): Alter =>
  calling((call, incoming) =>
    call.body.is === 'object'
      ? { ...call, body: { is: 'object', members: change(call.body.members, call, incoming) } }
      : call,
  );

/** The same, with the query of the request line. */
const readingQuery = (change: Parameters<typeof reading>[0]): Alter => both(reading(change), cuttingQuery);

const unless = (there: boolean, value: Json | undefined): Json | undefined => (there ? undefined : value);

/** A text member of the body, where that is a JSON object. */
function textMember({ body }: Incoming, name: string): string | undefined {
  try {
    const value = (JSON.parse(Buffer.from(body ?? '').toString()) as Record<string, unknown> | null)?.[name];
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A request without the header gets it from the query or the body. */
const secretFrom = (right: string, find: (incoming: Incoming, name: string) => string | undefined): Alter =>
  receiving((incoming) => {
    const found = headerOf(incoming, right) === undefined ? find(incoming, right) : undefined;
    return found === undefined ? incoming : { ...incoming, headers: [...incoming.headers, right, found] };
  });

/** The cookie of that name. */
function cookieNamed(incoming: Incoming, name: string): string | undefined {
  const cookies = (headerOf(incoming, 'Cookie') ?? '').split(/; */);
  return cookies.find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** Careless places for a secret, each with how it is read from there. */
const SECRET_PLACES: readonly (readonly [
  name: string,
  description: string,
  reading: (right: string) => Alter,
])[] = [
  ['authorization', 'Authorization', (right) => fromHeader(right, 'Authorization')],
  [
    'bearer',
    'Authorization, behind the word Bearer',
    (right) => fromHeader(right, 'Authorization', /^bearer +/i),
  ],
  ['cookie', 'Cookie', (right) => fromHeader(right, 'Cookie', /^[^=]*=/)],
  ['x-prefixed', 'a header named with X- before it', (right) => fromHeader(right, `X-${right}`)],
  ['without-dash', 'a header named without the dash', (right) => fromHeader(right, right.replace('-', ''))],
  [
    'query',
    'the query',
    (right) =>
      both(
        secretFrom(right, (incoming, name) => queryOf(incoming).get(name)),
        cuttingQuery,
      ),
  ],
  ['body', 'a member of the body', (right) => secretFrom(right, textMember)],
  ['named-cookie', 'a cookie of that name', (right) => secretFrom(right, cookieNamed)],
];

interface Secret {
  readonly right: string;
  readonly short: string;
  readonly called: string;
}

const KEY: Secret = { right: SECRET_KEY, short: 'key', called: 'the secret key' };
const TOKEN: Secret = { right: AUTH_TOKEN, short: 'token', called: 'the token' };

const readElsewhere = ({ right, short, called }: Secret): Rows =>
  rowsFor(SECRET_PLACES, ([place, description, read]) => [
    `${short}-read-from-${place}`,
    `reads ${called} from ${description} where ${right} is missing`,
    read(right),
  ]);

/** Places where a careless backend finds the game. */
const GAME_PLACES: readonly (readonly [
  place: string,
  description: string,
  find: (incoming: Incoming) => string | undefined,
])[] = [
  ['query', 'the query', (incoming) => queryOf(incoming).get(GAME_ID)],
  ['body', 'a member of the body', (incoming) => textMember(incoming, 'gameId')],
  ['cookie', 'a cookie', (incoming) => cookieNamed(incoming, GAME_ID)],
];

/** Names that mean the same to a careless reader, each with what is read from it. */
const listed = (value: Json | undefined): Json | undefined => (typeof value === 'string' ? [value] : value);

export const LOOSE_NAME_MUTANTS: readonly Mutant[] = breaking({
  '5.3/missing': readElsewhere(KEY),
  '4.2/auth-token/required': readElsewhere(TOKEN),
  '4.2/game-id/required': rowsFor(GAME_PLACES, ([place, description, find]) => [
    `game-read-from-${place}`,
    `reads the game from ${description} where Game-Id is missing`,
    both(secretFrom(GAME_ID, find), cuttingQuery),
  ]),
  // CGI, WSGI and Rack can't tell such a name from the right one, so the document's silence counts in their favour.
  '4.2/header-names/spelling': {
    ...rowsFor([KEY, TOKEN], ({ right, short, called }) => [
      `${short}-read-from-underscored`,
      `reads ${called} from a header named with an underscore where ${right} is missing`,
      fromHeader(right, right.replace('-', '_')),
    ]),
    'game-read-from-underscored': [
      'reads the game from a header named with an underscore where Game-Id is missing',
      both(
        secretFrom(GAME_ID, (incoming) => headerOf(incoming, 'Game_Id')),
        cuttingQuery,
      ),
    ],
  },

  '4.1/path': {
    'query-overrides-id': [
      'reads the id from the query where one is there',
      readingQuery((members, { endpoint: { idMember } }, incoming) =>
        withMember(members, idMember, queryOf(incoming).get(idMember)),
      ),
    ],
    'query-brings-tag-keys': [
      'reads tagKeys from the query where the body has none',
      readingQuery((members, _, incoming) =>
        withMember(members, TAG_KEYS, unless(members.has(TAG_KEYS), listed(queryOf(incoming).get(TAG_KEYS)))),
      ),
    ],
  },
  '4.3/id/required': {
    'query-brings-id': [
      'reads the id from the query where the body has none',
      readingQuery((members, { endpoint: { idMember } }, incoming) =>
        withMember(members, idMember, unless(members.has(idMember), queryOf(incoming).get(idMember))),
      ),
    ],
    'header-brings-id': [
      'reads the id from a header where the body has none',
      reading((members, { endpoint: { idMember } }, incoming) =>
        withMember(members, idMember, unless(members.has(idMember), headerOf(incoming, idMember))),
      ),
    ],
    'member-names-by-end': [
      'takes a member for the id whose name ends like that of the id',
      takingMembers((members, { endpoint: { idMember } }) => {
        const [, found] = [...members].find(([name]) => name.endsWith(idMember)) ?? [];
        return withMember(members, idMember, found);
      }),
    ],
    'member-names-trimmed': [
      'takes blanks around the names of members away',
      takingMembers((members) => new Map([...members].map(([name, value]) => [name.trim(), value]))),
    ],
  },
  '2.1/type': {
    'operator-finds-first': [
      'takes an object as an operator of its database, which finds the sender or another subject',
      (stages) => {
        let seen: Json | undefined;
        return takingMembers((members, { endpoint: { idMember } }) => {
          const id = members.get(idMember);
          if (typeof id === 'string') seen ??= id;
          const isOperator = id !== undefined && isObject(id) && id.has('$ne');
          return isOperator ? withMember(members, idMember, seen) : members;
        })(stages);
      },
    ],
    'condition-finds-id': [
      'takes an object as a condition of its database, which finds the subject with that id',
      takingMembers((members, { endpoint: { idMember } }) => {
        const id = members.get(idMember);
        const wanted = id !== undefined && isObject(id) ? id.get('equals') : undefined;
        return withMember(members, idMember, typeof wanted === 'string' ? wanted : undefined);
      }),
    ],
  },
  '1/one-target': {
    'uid-overrides-id': [
      'reads a member uid in place of the id',
      takingMembers((members, { endpoint: { idMember } }) =>
        withMember(members, idMember, members.get('uid')),
      ),
    ],
    'tag-key-means-tag-keys': [
      'reads a member tagKey as a list of one tag key',
      takingMembers((members) => withMember(members, TAG_KEYS, listed(members.get('tagKey')))),
    ],
    'keys-mean-tag-keys': [
      'reads a member keys as tagKeys where those are left out',
      takingMembers((members) =>
        withMember(members, TAG_KEYS, unless(members.has(TAG_KEYS), members.get('keys'))),
      ),
    ],
  },
});
