/** What the rulebook allows for requests of every kind, with much or little declared about the backend. */
import { describe, expect, test } from 'vitest';
import { RETURN_CODES } from '../../spec/codes.ts';
import { endpointOf, PERMISSION_RULES, type EndpointId } from '../../spec/endpoints.ts';
import { AUTH_TOKEN, CONTENT_TYPE, GAME_ID, JSON_TYPE, SECRET_KEY } from '../../spec/headers.ts';
import { partialDialect, breaches, completeDialect, type Dialect } from '../../spec/dialect/dialect.ts';
import type { HeaderLine, HeaderValue } from '../../http/header-value.ts';
import { bodyOf, type Request } from '../../http/request.ts';
import { declaredWorld, type WorldFacts } from '../../world/declared-world.ts';
import { UNKNOWN, type SecretKey, type Subject } from '../../world/world.ts';
import { checkExchange } from '../compare/check.ts';
import { reply } from '../test-helpers/replies.ts';
import { allowedForRequest } from './allowed-for-request.ts';
import type { Expected } from './allowed.ts';

const key = (name: string, more: Partial<SecretKey>): SecretKey => ({
  name,
  role: 'Admin',
  game: 'one',
  rules: new Set(PERMISSION_RULES),
  limits: {},
  ...more,
});
const tag = (text: string) => ({ key: text, value: `${text}!` });
const player = (id: string, game: string, ...tags: string[]): Subject => ({
  resource: 'gamePlayer',
  id,
  game,
  owners: [id],
  tags: tags.map(tag),
});
const ANN = 'playerann1';
const BOB = 'playerbob2';
const SELF = new Set(PERMISSION_RULES.filter((rule) => !rule.endsWith('.otherSelfEnable')));

const FACTS: WorldFacts = {
  complete: true,
  limits: { requestBytes: 4000 },
  games: ['one', 'two'],
  secretKeys: [
    key('player', { role: 'Player' }),
    key('self', { role: 'Player', rules: SELF }),
    key('others', { role: 'Player', rules: new Set(['group.getTag.otherSelfEnable']) }),
    key('admin', {}),
    key('hexadecimal', { spelling: 'hexadecimal' }),
    key('digits', { spelling: 'caseless' }),
    key('roaming', { game: null }),
    key('powerless', { rules: new Set() }),
  ],
  authTokens: [
    { name: 'ann', holder: { kind: 'player', userId: ANN, game: 'one' }, expired: false },
    { name: 'bob', holder: { kind: 'player', userId: BOB, game: 'one' }, expired: false },
    { name: 'jwt', holder: { kind: 'player', userId: ANN, game: 'one' }, expired: false, spelling: 'jwt' },
    { name: 'stale', holder: { kind: 'player', userId: ANN, game: 'one' }, expired: true },
    { name: 'dashboard', holder: { kind: 'dashboard' }, expired: false },
  ],
  subjects: [
    player(ANN, 'one', 'vip', 'guild'),
    player(BOB, 'one', 'bob'),
    player(ANN, 'two', 'sea'),
    { resource: 'group', id: 'grouplarks', game: 'one', owners: [BOB], tags: [tag('motto')] },
  ],
  absents: [],
  inventions: [],
};

/** The same world declared in part: Ann and the secrets, but no rules, games or limits of the keys. */
const PART: WorldFacts = {
  ...FACTS,
  complete: false,
  limits: {},
  secretKeys: FACTS.secretKeys.map((each) => ({ ...each, role: UNKNOWN, game: UNKNOWN, rules: UNKNOWN })),
  subjects: FACTS.subjects.slice(0, 1),
};

interface Differs {
  readonly on?: EndpointId;
  readonly key?: HeaderValue | undefined;
  readonly token?: HeaderValue | undefined;
  readonly game?: string;
  readonly headers?: readonly HeaderLine[];
  readonly type?: string | undefined;
  readonly body?: object | string | undefined;
  readonly request?: Partial<Request>;
}

const line = (name: string, value: HeaderValue | undefined): readonly HeaderLine[] =>
  value === undefined ? [] : [[name, value]];
const orElse = <T>(differs: Differs, name: keyof Differs, usual: T): T =>
  name in differs ? (differs[name] as T) : usual;

/** The server's request for all tags of Ann by the admin key, with these differences. */
function requestOf(differs: Differs): Request {
  const on = differs.on ?? 'gamePlayer.server';
  const { path, variant, idMember } = endpointOf(on);
  const isClient = variant === 'client';
  const body = orElse(differs, 'body', { [idMember]: ANN, tagKeys: ['vip', 'guild'] } as
    | object
    | string
    | undefined);
  return {
    endpoint: on,
    method: 'POST',
    path,
    headers: [
      ...line(CONTENT_TYPE, orElse(differs, 'type', JSON_TYPE as string | undefined)),
      ...line(
        SECRET_KEY,
        orElse(differs, 'key', { secret: isClient ? 'player' : 'admin' } as HeaderValue | undefined),
      ),
      ...line(
        AUTH_TOKEN,
        orElse(differs, 'token', isClient ? ({ secret: 'ann' } as HeaderValue) : undefined),
      ),
      ...line(GAME_ID, differs.game),
      ...(differs.headers ?? []),
    ],
    body: body === undefined ? undefined : bodyOf(typeof body === 'string' ? body : JSON.stringify(body)),
    ...differs.request,
  };
}

function describeExpected(expected: Expected): string {
  switch (expected.kind) {
    case 'tags': {
      const tags = expected.tags === UNKNOWN ? '?' : expected.tags.map((each) => each.key).join(' ');
      return `${expected.match === 'some of' ? 'some of ' : ''}{${tags}}`;
    }
    case 'not-found':
      return 'not found';
    case 'http':
      return `HTTP ${expected.statuses === 'any' ? 'any' : expected.statuses.join('/')}`;
    case 'anything':
      return 'anything';
    case 'refused': {
      const { code, member, unlisted } = expected;
      if (unlisted === true) return `${RETURN_CODES[code]} unlisted`;
      const place = member?.element === undefined ? '' : `[${member.element}]`;
      return `${RETURN_CODES[code]}${member === undefined ? '' : ` ${member.member}${place} ${member.type}`}`;
    }
  }
}

/** Lists the outcomes that are right without a warning, then those with one. */
function costs(request: Request, facts: WorldFacts, dialect: Dialect): string {
  const { outcomes, strictness } = allowedForRequest(request, {
    world: declaredWorld(facts),
    extensions: [],
  });
  const isSilent = ({ when }: { when: Parameters<typeof breaches>[0] }): boolean =>
    breaches(when, dialect, request.endpoint).length === 0;
  const list = (silent: boolean): string =>
    [
      ...new Set(
        outcomes
          .filter((each) => isSilent(each) === silent)
          .map(({ expected }) => describeExpected(expected)),
      ),
    ].join(', ');
  const silent = list(true);
  const odd = [
    ...new Set(outcomes.filter((each) => !isSilent(each)).map(({ expected }) => describeExpected(expected))),
  ].filter((each) => !silent.split(', ').includes(each));
  return `${strictness === 'endpoint' ? '' : `(${strictness}) `}${silent}${odd.length === 0 ? '' : ` | odd: ${odd.join(', ')}`}`;
}

const KNOWS: readonly (readonly [who: string, facts: WorldFacts, dialect: Dialect])[] = [
  ['all     ', FACTS, completeDialect()],
  ['world   ', FACTS, partialDialect()],
  ['little  ', PART, partialDialect()],
];

const table = (rows: readonly (readonly [what: string, differs: Differs])[]): string =>
  rows
    .flatMap(([what, differs]) => [
      '',
      what,
      ...KNOWS.map(([who, facts, dialect]) => `  ${who} ${costs(requestOf(differs), facts, dialect)}`),
    ])
    .join('\n');

test('a valid request, or one for an absent player', () => {
  const rows: readonly (readonly [string, Differs])[] = [
    ['for Ann', {}],
    ['for an absent player', { body: { userId: 'nosuchplay', tagKeys: [] } }],
    ['for the sender', { on: 'gamePlayer.client', body: { tagKeys: ['vip'] } }],
    [
      'for another player, without the right',
      { on: 'gamePlayer.client', key: { secret: 'self' }, body: { userId: BOB, tagKeys: ['bob'] } },
    ],
    [
      'for Ann in the other game',
      { key: { secret: 'roaming' }, game: 'two', body: { userId: ANN, tagKeys: ['sea'] } },
    ],
  ];
  expect(table(rows)).toMatchInlineSnapshot(`
    "
    for Ann
      all      {vip guild} | odd: -5 tagKeys any
      world    {vip guild}, -5 tagKeys any
      little   {?}, not found, -10, -6, -4, -2, -5 tagKeys any | odd: -5, -5 userId any, -5 tagKeys[0] any, -5 tagKeys[1] any

    for an absent player
      all      not found | odd: -5 userId any, -5 tagKeys ServiceArrayMinLength
      world    not found, -5 tagKeys ServiceArrayMinLength | odd: -5 userId any
      little   {?}, not found, -10, -6, -4, -2, -5 userId any, -5 tagKeys ServiceArrayMinLength | odd: -5

    for the sender
      all      {vip} | odd: {vip guild}, some of {vip guild}, -5 userId DataRequired, -5 userId StringNull
      world    {vip}, {vip guild}, -5 userId DataRequired | odd: some of {vip guild}, -5 userId StringNull
      little   {?}, not found, -10, -6, -4, -2, -5 userId DataRequired | odd: -5, -5 userId StringNull, -5 tagKeys[0] any

    for another player, without the right
      all      -2 | odd: {bob}, -6
      world    -2, -6 | odd: {bob}
      little   {?}, not found, -10, -6, -4, -2, -5 userId any | odd: -5, -5 tagKeys[0] any

    for Ann in the other game
      all      {sea}
      world    {sea}
      little   {?}, not found, -10, -6, -4, -2 | odd: -5, -5 userId any, -5 tagKeys[0] any"
  `);
});

test('a request with one fault', () => {
  const rows: readonly (readonly [string, Differs])[] = [
    ['no key', { key: undefined }],
    ['a hexadecimal key in other case', { key: { secret: 'hexadecimal', alter: 'swap-case' } }],
    ['a key of the other role', { key: { secret: 'player' } }],
    ['no token', { on: 'gamePlayer.client', token: undefined }],
    ['another Content-Type', { type: 'text/plain' }],
    ['a member twice', { body: `{"userId":"${ANN}","tagKeys":["vip"],"userId":"${BOB}"}` }],
    ['a member too many', { body: { userId: ANN, tagKeys: ['vip'], note: 1 } }],
  ];
  expect(table(rows)).toMatchInlineSnapshot(`
    "
    no key
      all      -10 | odd: -5 userId any, -5 tagKeys any, -5 tagKeys[0] any, -5 tagKeys[1] any
      world    -10, -5 tagKeys any | odd: -5 userId any, -5 tagKeys[0] any, -5 tagKeys[1] any
      little   -10, -5 tagKeys any | odd: -5 userId any, -5 tagKeys[0] any, -5 tagKeys[1] any

    a hexadecimal key in other case
      all      -10 | odd: -5 userId any, -5 tagKeys any, -5 tagKeys[0] any, -5 tagKeys[1] any, {vip guild}
      world    -10, -5 tagKeys any | odd: -5 userId any, -5 tagKeys[0] any, -5 tagKeys[1] any, {vip guild}
      little   -10, -5 tagKeys any | odd: -5 userId any, -5 tagKeys[0] any, -5 tagKeys[1] any, {?}, not found, -6, -4, -5, -2

    a key of the other role
      all      -10 | odd: -6, -4, -5 tagKeys any
      world    -10, -6, -4, -5 tagKeys any
      little   {?}, not found, -10, -6, -4, -2, -5 tagKeys any | odd: -5, -5 userId any, -5 tagKeys[0] any, -5 tagKeys[1] any

    no token
      all      -6 | odd: -5 Auth-Token any, -10, -5, -4, -2, -5 tagKeys any
      world    -6, -5 Auth-Token any, -5 tagKeys any | odd: -10, -5, -4, -2
      little   -10, -6, -4, -5 Auth-Token any, -2, -5 tagKeys any | odd: -5, -5 userId any, -5 tagKeys[0] any, -5 tagKeys[1] any

    another Content-Type
      all      {vip guild} | odd: -5, -6, -10, -4, -2, HTTP 415, -5 tagKeys any, -5 userId DataRequired, -5 userId StringNull, -5 tagKeys DataRequired, -5 tagKeys ServiceArrayNull
      world    {vip guild}, -5, -6, -10, -4, -2, -5 tagKeys any | odd: HTTP 415, -5 userId DataRequired, -5 userId StringNull, -5 tagKeys DataRequired, -5 tagKeys ServiceArrayNull
      little   {?}, not found, -5, -6, -10, -4, -2, -5 tagKeys any | odd: HTTP 415, -5 userId any, -5 tagKeys[0] any, -5 tagKeys[1] any, -5 userId DataRequired, -5 userId StringNull, -5 tagKeys DataRequired, -5 tagKeys ServiceArrayNull

    a member twice
      all      -5, {vip}, {} | odd: {vip guild}, some of {vip guild}, {bob}, some of {bob}, -5 tagKeys[0] any
      world    -5, {vip}, {vip guild}, {}, {bob} | odd: some of {vip guild}, some of {bob}, -5 tagKeys[0] any
      little   -10, -6, -4, -2, -5, {?}, not found, -5 userId any | odd: -5 tagKeys[0] any

    a member too many
      all      {vip} | odd: {vip guild}, some of {vip guild}, -5 note any, -5 unlisted
      world    {vip}, {vip guild}, -5 note any, -5 unlisted | odd: some of {vip guild}
      little   {?}, not found, -10, -6, -4, -2, -5 note any, -5 unlisted | odd: -5, -5 userId any, -5 tagKeys[0] any"
  `);
});

test('a request with several faults', () => {
  const rows: readonly (readonly [string, Differs])[] = [
    ['no key, no JSON', { key: undefined, body: 'x' }],
    ['two keys, the last one wrong', { headers: [[SECRET_KEY, 'wrong']] }],
  ];
  expect(table(rows)).toMatchInlineSnapshot(`
    "
    no key, no JSON
      all      -10, -5
      world    -10, -5
      little   -10, -5

    two keys, the last one wrong
      all      -10 | odd: -5 userId any, -5 tagKeys any, -5 tagKeys[0] any, -5 tagKeys[1] any, {vip guild}, HTTP 400
      world    -10, -5 tagKeys any, {vip guild}, HTTP 400 | odd: -5 userId any, -5 tagKeys[0] any, -5 tagKeys[1] any
      little   -10, -5 tagKeys any, {?}, not found, -6, -4, -2, HTTP 400 | odd: -5 userId any, -5 tagKeys[0] any, -5 tagKeys[1] any, -5"
  `);
});

test('a request with another method, another path or malformed HTTP', () => {
  const path = (change: (path: string) => string): Differs => ({
    request: { path: change(endpointOf('gamePlayer.server').path) },
  });
  const rows: readonly (readonly [string, Differs])[] = [
    ['PUT', { request: { method: 'PUT' } }],
    ['HEAD', { request: { method: 'HEAD' } }],
    ['another operation', path((each) => `${each}s`)],
    ['a slash after the path', path((each) => `${each}/`)],
    ['the absolute form', { request: { wire: 'absolute-form' } }],
    ['chunks', { request: { wire: 'chunked' } }],
    ['an Expect', { request: { wire: 'expect-continue' } }],
    ['a header of 9 kB', { headers: [['X-Long', 'x'.repeat(9000)]] }],
  ];
  expect(table(rows)).toMatchInlineSnapshot(`
    "
    PUT
      all      (outside the API) -4 | odd: HTTP 404/405, -6, -10, -5, -2, anything, HTTP any
      world    (outside the API) -4, HTTP 404/405 | odd: -6, -10, -5, -2, anything, HTTP any
      little   (outside the API) -4, HTTP 404/405 | odd: -6, -10, -5, -2, anything, HTTP any

    HEAD
      all      (only liveness) anything
      world    (only liveness) anything
      little   (only liveness) anything

    another operation
      all      (outside the API) -4 | odd: -10, HTTP any
      world    (outside the API) -4, -10 | odd: HTTP any
      little   (outside the API) -4, -10 | odd: HTTP any

    a slash after the path
      all      (outside the API) -4, -10 | odd: {vip guild}, -5 tagKeys any, HTTP 301/302/307/308, HTTP any
      world    (outside the API) {vip guild}, -5 tagKeys any, -4, -10 | odd: HTTP 301/302/307/308, HTTP any
      little   (outside the API) {?}, not found, -10, -6, -4, -2, -5 tagKeys any | odd: -5, -5 userId any, -5 tagKeys[0] any, -5 tagKeys[1] any, HTTP 301/302/307/308, HTTP any

    the absolute form
      all      {vip guild}, -4, -10 | odd: -5 tagKeys any, HTTP 301/302/307/308, HTTP any
      world    {vip guild}, -5 tagKeys any, -4, -10 | odd: HTTP 301/302/307/308, HTTP any
      little   {?}, not found, -10, -6, -4, -2, -5 tagKeys any | odd: -5, -5 userId any, -5 tagKeys[0] any, -5 tagKeys[1] any, HTTP 301/302/307/308, HTTP any

    chunks
      all      {vip guild} | odd: -5 tagKeys any, HTTP 411
      world    {vip guild}, -5 tagKeys any | odd: HTTP 411
      little   {?}, not found, -10, -6, -4, -2, -5 tagKeys any | odd: -5, -5 userId any, -5 tagKeys[0] any, -5 tagKeys[1] any, HTTP 411

    an Expect
      all      {vip guild} | odd: -5 tagKeys any, HTTP 417
      world    {vip guild}, -5 tagKeys any | odd: HTTP 417
      little   {?}, not found, -10, -6, -4, -2, -5 tagKeys any | odd: -5, -5 userId any, -5 tagKeys[0] any, -5 tagKeys[1] any, HTTP 417

    a header of 9 kB
      all      (only liveness) anything
      world    (only liveness) anything
      little   (only liveness) anything"
  `);
});

const allowedOf = (differs: Differs) =>
  allowedForRequest(requestOf(differs), { world: declaredWorld(FACTS), extensions: [] });

describe('a header with a control character is malformed HTTP:', () => {
  test.each<readonly [what: string, Differs]>([
    ['a NUL', { game: 'o\0ne' }],
    ['a line end', { game: 'one\r\nX: y' }],
    ['an escape', { headers: [['X-Other', '\x1b[0m']] }],
    ['a DEL', { headers: [['X-Other', '\x7f']] }],
    ['a secret that ends in a NUL', { key: { secret: 'admin', alter: 'nul-last' } }],
    ['a secret with a NUL after it', { token: { secret: 'ann', alter: 'nul-added' } }],
  ])('%s', (_, differs) => {
    expect(allowedOf(differs)).toMatchObject({
      strictness: 'only liveness',
      outcomes: [{ expected: { kind: 'anything' } }],
    });
  });

  test('a tab is not a control character here', () => {
    expect(allowedOf({ game: '\tone' }).strictness).toBe('endpoint');
  });
});

describe('HTTP 400 is right without a warning for a header beyond ASCII, besides the usual outcomes:', () => {
  const BAD = { expected: { kind: 'http', statuses: [400] }, when: [] };
  const of = (differs: Differs) => allowedOf(differs).outcomes;

  test.each<readonly [what: string, beyond: Differs, plain: Differs]>([
    ['latin1', { game: 'on\u00e9' }, { game: 'onq' }],
    ['another script', { headers: [['X-Other', '\u043a']] }, {}],
    ...(['lone-surrogate', 'look-alike'] as const).map(
      (alter) =>
        [
          `a secret altered by ${alter}`,
          { key: { secret: 'admin', alter } },
          { key: { secret: 'admin', alter: 'change-last' } },
        ] as const,
    ),
    [
      'another method',
      { game: '\u00e9', request: { method: 'PUT' } },
      { game: 'e', request: { method: 'PUT' } },
    ],
  ])('%s', (_, beyond, plain) => {
    expect(of(beyond)).toHaveLength(of(plain).length + 1);
    expect(of(beyond)).toEqual(expect.arrayContaining([...of(plain), expect.objectContaining(BAD)]));
    expect(of(plain)).not.toContainEqual(expect.objectContaining(BAD));
  });

  test('is no evidence about repeated headers', () => {
    const twice = of({ headers: [[SECRET_KEY, '\u00e9']] }).filter(
      ({ expected }) => expected.kind === 'http',
    );
    expect(twice.map(({ when }) => when.length)).toEqual([0, 1]);
  });
});

test.each<readonly [what: string, Differs, clause: string]>([
  ['tags', {}, '4.5.2/tags'],
  ['a wrong key', { key: 'wrong' }, '5.3/wrong'],
  ['no body', { body: undefined }, '1/json-body'],
  ['an id too short', { body: { userId: 'short' } }, '7.3/string-min-length'],
  ['another method', { request: { method: 'PUT' } }, '1/post'],
  ['another operation', { request: { path: '/api/rJson/gamePlayer/server/x' } }, '7.1/operation-invalid'],
  ['staying alive', { request: { wire: 'garbage-head' } }, '1/http-200/reply'],
])('the clause that another reply breaks of %s', (_, differs, clause) => {
  const world = declaredWorld(FACTS);
  expect(allowedForRequest(requestOf(differs), { world, extensions: [] }).clause).toBe(clause);
});

const FAILURE = '7.1/internal-server-error';
const UNLISTED = {
  ...PART,
  secretKeys: PART.secretKeys.map((each) => ({ ...each, unlisted: true as const })),
};
test.each<readonly [what: string, Differs, facts: WorldFacts, clause: string]>([
  ['tags', {}, FACTS, FAILURE],
  ['a subject that does not exist', { body: { userId: 'nosuchplay' } }, FACTS, FAILURE],
  ['tags where tagKeys may be required', { body: { userId: ANN } }, PART, FAILURE],
  ['a key of which nothing is known', {}, UNLISTED, FAILURE],
  ['a wrong key', { key: 'wrong' }, FACTS, '5.3/wrong'],
  ['an id too short', { body: { userId: 'short' } }, FACTS, '7.3/string-min-length'],
  ['a body with a comment', { body: `{"userId":"${ANN}"/**/}` }, FACTS, '1/json-body'],
])('an InternalServerError in place of what is right for %s', (_, differs, facts, clause) => {
  const request = requestOf(differs);
  const allowed = allowedForRequest(request, { world: declaredWorld(facts), extensions: [] });
  const answer = { request, outcome: reply({ returnCode: -3, parameters: {} }), ms: 1 };
  expect(checkExchange(allowed, answer, partialDialect()).findings[0]?.clause).toBe(clause);
});
