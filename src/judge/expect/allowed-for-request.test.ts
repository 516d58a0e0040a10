/** What is allowed for a request by its head, and the clause that another reply breaks. What the rules say of a call: src/judge/rules; of every case, another method or path among them: src/cases/suite-and-rulebook.test.ts. */
import { describe, expect, test } from 'vitest';
import { endpointOf } from '../../spec/endpoints.ts';
import { AUTH_TOKEN, GAME_ID, SECRET_KEY } from '../../spec/headers.ts';
import { partialDialect } from '../../spec/dialect/dialect.ts';
import { bodyOf, type HeaderLine, type HeaderValue, type Request } from '../../http/request.ts';
import { declaredWorld } from '../../world/declared-world.ts';
import { UNKNOWN, type SecretKey } from '../../world/world.ts';
import { checkExchange } from '../compare/check.ts';
import { alteredRequest } from '../test-helpers/altered-requests.ts';
import { DEFAULT } from '../test-helpers/backend.ts';
import { ID } from '../test-helpers/judged.ts';
import { reply } from '../test-helpers/replies.ts';
import { allowedForRequest } from './allowed-for-request.ts';

interface Differs {
  readonly key?: HeaderValue;
  readonly token?: HeaderValue;
  readonly game?: string;
  readonly headers?: readonly HeaderLine[];
  readonly body?: string | undefined;
  readonly request?: Partial<Request>;
}

const SERVER = endpointOf('gamePlayer.server');
const PLAIN = alteredRequest('spaced', SERVER, DEFAULT);

const line = (name: string, value: HeaderValue | undefined): readonly HeaderLine[] =>
  value === undefined ? [] : [[name, value]];

/** The server's request about the first player, with these differences. */
const requestOf = ({ key, token, game, headers = [], request, ...differs }: Differs): Request => ({
  ...PLAIN,
  headers: [
    ...(key === undefined ? PLAIN.headers : PLAIN.headers.filter(([name]) => name !== SECRET_KEY)),
    ...line(SECRET_KEY, key),
    ...line(AUTH_TOKEN, token),
    ...line(GAME_ID, game),
    ...headers,
  ],
  body: 'body' in differs ? (differs.body === undefined ? undefined : bodyOf(differs.body)) : PLAIN.body,
  ...request,
});

const allowedOf = (differs: Differs, world = DEFAULT.world) =>
  allowedForRequest(requestOf(differs), { ...DEFAULT, world });

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
  ['an id too short', { body: '{"userId":"short"}' }, '7.3/string-min-length'],
  ['another method', { request: { method: 'PUT' } }, '1/post'],
  ['another operation', { request: { path: '/api/rJson/gamePlayer/server/x' } }, '7.1/operation-invalid'],
  ['staying alive', { request: { wire: 'garbage-head' } }, '1/http-200/reply'],
])('the clause that another reply breaks of %s', (_, differs, clause) => {
  expect(allowedOf(differs).clause).toBe(clause);
});

const FAILURE = '7.1/internal-server-error';
/** The same world declared in part: one subject, and nothing about its keys. */
const partOf = (more: Partial<SecretKey>) =>
  declaredWorld({
    ...DEFAULT.world,
    complete: false,
    limits: {},
    secretKeys: DEFAULT.world.secretKeys.map((each) => ({
      ...each,
      role: UNKNOWN,
      game: UNKNOWN,
      rules: UNKNOWN,
      ...more,
    })),
    subjects: DEFAULT.world.subjects.slice(0, 1),
  });
const PART = partOf({});
const UNLISTED = partOf({ unlisted: true });

test.each<readonly [what: string, Differs, world: typeof DEFAULT.world, clause: string]>([
  ['tags', {}, DEFAULT.world, FAILURE],
  ['a subject that does not exist', { body: '{"userId":"nosuchplay"}' }, DEFAULT.world, FAILURE],
  ['tags where tagKeys may be required', {}, PART, FAILURE],
  ['a key of which nothing is known', { body: `{"userId":"${ID}","tagKeys":["vip"]}` }, UNLISTED, FAILURE],
  ['a wrong key', { key: 'wrong' }, DEFAULT.world, '5.3/wrong'],
  ['an id too short', { body: '{"userId":"short"}' }, DEFAULT.world, '7.3/string-min-length'],
  ['a body with a comment', { body: `{"userId":"${ID}"/**/}` }, DEFAULT.world, '1/json-body'],
])('an InternalServerError in place of what is right for %s', (_, differs, world, clause) => {
  const request = requestOf(differs);
  const answer = { request, outcome: reply({ returnCode: -3, parameters: {} }), ms: 1 };
  expect(checkExchange(allowedOf(differs, world), answer, partialDialect()).findings[0]?.clause).toBe(clause);
});
