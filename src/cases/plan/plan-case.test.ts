/** From a case to its requests and allowed outcomes: requests are valid by derivation, and a case states only the differences. */
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { EndpointId } from '../../spec/endpoints.ts';
import { partialDialect, completeDialect } from '../../spec/dialect/dialect.ts';
import {
  describeAllowed,
  factsOf,
  OPEN,
  suitePlans,
  pathOf,
  planned,
  planOf,
  describeRequest,
  requestsOf,
  WORLD,
  worldOf,
  type Differs,
} from '../test-helpers/made.ts';

const first = (...about: Parameters<typeof planOf>) => {
  const [request] = requestsOf(planOf(...about));
  if (request === undefined) throw new Error('no request');
  return request;
};

/** The request without the two lines that all requests share. */
const sent = (...about: Parameters<typeof planOf>): readonly string[] =>
  describeRequest(first(...about).request)
    .split('\n')
    .filter((line) => !/^(User-Agent|Accept): /.test(line));

const PLAYER_PATH = pathOf('gamePlayer.client');
const TAGS_UNKNOWN = worldOf(
  '{ secretKeys: [{ name: admin, key: abcdefgh, role: Admin }], groups: [{ groupId: grouplarks }] }',
);
const HEADERS = ['Content-Type: application/json', 'Secret-Key: <player>', 'Auth-Token: <ann>'];

test('sends the valid request of the document, with the case in its User-Agent', () => {
  expect(describeRequest(first('gamePlayer.client').request)).toMatchInlineSnapshot(`
    "POST /api/rJson/gamePlayer/client/getTag
    User-Agent: tagproof/VERSION (made/up@gamePlayer.client)
    Accept: application/json
    Content-Type: application/json
    Secret-Key: <player>
    Auth-Token: <ann>

    {"userId":"playerann1"}"
  `);
  expect(describeRequest(first('group.admin', { given: { key: { game: 'unbound' } } }).request))
    .toMatchInlineSnapshot(`
    "POST /api/rJson/group/admin/getTag
    User-Agent: tagproof/VERSION (made/up@group.admin)
    Accept: application/json
    Content-Type: application/json
    Secret-Key: <roaming-admin>
    Game-Id: meadow-run

    {"groupId":"grouplarks"}"
  `);
});

/** What a case may send. */
const SENDS = `
{}
{ alter: { $id: cut-one } }
{ alter: { $id: add-one } }
{ alter: { $id: as-number } }
{ alter: { $id: as-null, tagKeys: as-empty-array } }
{ without: [ $id ] }
{ without: [ $id ], set: { id: x } }
{ set: { tagKeys: [ $subject.tags.0.key, 7, [ $subject.id ], { $id: $$id } ] } }
{ set: { tagKeys: $subject.keys } }
{ text: '{"userId": NaN}' }
{ text: $subject.id }
{ body: absent }
{ body: truncated }
{ set: { tagKeys: [ a ] }, body: members-reversed }
{ body: repeated-name }
{ base64: eyJhIjogMX0NCg== }
{ base64: "" }
{ base64: /v8A }
{ method: GET, body: absent }
{ method: $id }
{ path: trailing-slash }
{ target: /$id/../x y?$game=1 }
{ wire: chunked }
{ headers: { without: [ Secret-Key, auth-token ] } }
{ headers: { set: { Secret-Key: nobodys } } }
{ headers: { set: { Content-Type: text/plain, Game-Id: $game } } }
{ headers: { set: { Game-Id: $otherGame } } }
{ headers: { set: { Game-Id: $game }, alter: { Game-Id: swap-case } } }
{ headers: { alter: { Secret-Key: cut-one, auth-token: empty } } }
{ headers: { repeat: { Secret-Key: same, Auth-Token: change-last } } }
{ headers: { repeat: { Secret-Key: { secret: admin } } } }
{ headers: { set: { Auth-Token: $key } } }
`;

test('what is sent, where it is not as in the valid request', async () => {
  const texts = SENDS.trim()
    .split('\n')
    .map((send) => {
      const [start = '', ...lines] = sent('gamePlayer.client', { send: parse(send) });
      const headers = lines.slice(0, lines.indexOf('')).join(' | ');
      const body = lines.slice(lines.indexOf('') + 1).join('\n');
      return [
        send,
        ...(start === `POST ${PLAYER_PATH}` ? [] : [start.replace(PLAYER_PATH, 'PATH')]),
        ...(headers === HEADERS.join(' | ') ? [] : [headers.trim()]),
        ...(body === '{"userId":"playerann1"}'
          ? []
          : [
              `body ${JSON.stringify(body)
                .slice(1, -1)
                .replaceAll(String.raw`\"`, `"`)}`,
            ]),
      ].join('\n  ');
    });
  await expect(`${texts.join('\n')}\n`).toMatchFileSnapshot('__snapshots__/sent.txt');
});

test.each<readonly [send: Differs, step: Differs, start: string, body: string]>([
  [{ base64: 'Kg==' }, { text: '+' }, `POST ${PLAYER_PATH}`, '+'],
  [{ text: '+' }, { base64: 'Kg==' }, `POST ${PLAYER_PATH}`, '*'],
  [{ base64: 'Kg==' }, { body: 'empty-object' }, `POST ${PLAYER_PATH}`, '{}'],
  [{ target: '/x' }, { path: 'trailing-slash', text: '' }, `POST ${PLAYER_PATH}/`, ''],
  [{ path: 'trailing-slash', text: '' }, { target: '/x' }, 'POST /x', ''],
])('the body or path of a step replaces that of the case: %j and then %j', (send, step, start, body) => {
  const lines = sent('gamePlayer.client', { send, steps: [{ send: step }] });
  expect([lines[0], lines.at(-1)]).toEqual([start, body]);
});

describe('the parts of a request that come from the target file', () => {
  test('a provoked refusal adds its header', () => {
    expect(sent('group.server', { given: { provoke: 'UnknownError' } })).toContain(
      'X-Tagproof-Fault: unknown',
    );
  });

  test('an extension member is altered along its declared limits', () => {
    const body = (alter: string, extension: string): string =>
      sent('group.server', { given: { extension }, send: { alter: { $extension: alter } } }).at(-1) ?? '';
    expect(body('below-min', 'number')).toBe('{"groupId":"grouplarks","limit":0}');
    expect(body('above-max', 'number')).toBe('{"groupId":"grouplarks","limit":101}');
    expect(body('above-max', 'array')).toBe(
      '{"groupId":"grouplarks","order":["item1","item2","item3","item4"]}',
    );
    expect(body('below-min', 'hashtable')).toBe('{"groupId":"grouplarks","filter":{}}');
  });

  test.each([
    ['half', 32_768],
    ['double', 131_072],
  ])('pad: %s fills the body with blanks to %i bytes', (pad, bytes) => {
    const { body } = first('group.server', { given: { limit: 'requestBytes' }, send: { pad } }).request;
    expect(body?.length).toBe(bytes);
    // A reader that ends with the value has to pass them.
    expect(body?.at(-1)).toBe('}'.codePointAt(0));
    expect(JSON.parse(Buffer.from(body ?? []).toString())).toEqual({ groupId: 'grouplarks' });
  });

  test('a count may refer to a limit', () => {
    const steps = [
      { times: '$key.limits.requestsPerSecond' },
      { times: '3 x $key.limits.requestsPerSecond' },
      { times: 2 },
    ];
    const plan = planned(planOf('group.server', { given: { key: { limit: 'rate' } }, steps }));
    expect(plan.steps.map(({ requests }) => requests.length)).toEqual([10, 30, 2]);
  });
});

describe('tagKeys are sent only if the dialect may need them', () => {
  const body = (on: EndpointId, differs: Differs, dialect = completeDialect()): string =>
    sent(on, differs, factsOf(WORLD, dialect)).at(-1) ?? '';
  const omitted = (option: string) => completeDialect([{ question: 'tagKeys.omitted', at: '', option }]);

  test.each<
    readonly [what: string, dialect: ReturnType<typeof completeDialect>, given: Differs, body: string]
  >([
    ['not if they may be left out', completeDialect(), {}, '{"groupId":"grouplarks"}'],
    ['if that is open', partialDialect(), {}, '{"groupId":"grouplarks","tagKeys":["motto","color"]}'],
    [
      'if they are required',
      omitted('DataRequired'),
      {},
      '{"groupId":"grouplarks","tagKeys":["motto","color"]}',
    ],
    [
      'for a subject without tags',
      partialDialect(),
      { subject: { tags: 'none' } },
      '{"groupId":"groupempty","tagKeys":["tagproof"]}',
    ],
    [
      'for a subject that does not exist',
      partialDialect(),
      { subject: { absent: 'plain' } },
      '{"groupId":"nosuchgrou","tagKeys":["tagproof"]}',
    ],
    [
      'not for more keys than every backend answers',
      partialDialect(),
      { subject: { tags: 'many' } },
      '{"groupId":"groupmany8"}',
    ],
  ])('%s', (_, dialect, given, expected) => {
    expect(body('group.server', { given }, dialect)).toBe(expected);
  });

  test('required keys are sent, however many exist', () => {
    const text = body('group.server', { given: { subject: { tags: 'many' } } }, omitted('DataRequired'));
    expect((JSON.parse(text) as { tagKeys: readonly string[] }).tagKeys).toHaveLength(250);
  });

  test('no keys are sent for a subject with unknown tags', () => {
    expect(sent('group.server', {}, factsOf(TAGS_UNKNOWN, partialDialect())).at(-1)).toBe(
      '{"groupId":"grouplarks"}',
    );
  });

  test('a case about tagKeys states itself what is sent', () => {
    expect(body('group.server', { send: { without: ['tagKeys'] } }, partialDialect())).toBe(
      '{"groupId":"grouplarks"}',
    );
    expect(body('group.server', { send: { set: { tagKeys: ['a'] } } }, partialDialect())).toBe(
      '{"groupId":"grouplarks","tagKeys":["a"]}',
    );
  });
});

const gameLines = (text: string): readonly string[] =>
  sent('group.server', {}, factsOf(worldOf(text), partialDialect())).filter((line) =>
    line.startsWith('Game-Id'),
  );
const world = (games: string, game: string): string =>
  `{ ${games} secretKeys: [{ name: admin, key: abcdefgh, role: Admin, ${game} }], groups: [{ groupId: grouplarks }] }`;

test.each([
  ['a key that carries a game', world('games: [{ id: meadow }],', 'game: meadow'), []],
  ['a key without a game', world('games: [{ id: meadow }],', 'game: null'), ['Game-Id: meadow']],
  ['a key that may carry a game', world('games: [{ id: meadow }],', ''), ['Game-Id: meadow']],
  ['a world that names no game', world('', ''), []],
])('Game-Id is sent only if the key may not carry the game: %s', (_, text, lines) => {
  expect(gameLines(text)).toEqual(lines);
});

test('no request of the suite holds the value of a secret', () => {
  const values = WORLD.secrets.map(({ value }) => value);
  const requests = suitePlans(OPEN).flatMap((plan) =>
    planned(plan).steps.flatMap((step) => step.requests.slice(0, 1)),
  );
  const texts = requests
    .filter(({ request: { body } }) => (body?.length ?? 0) < 10_000)
    .map(({ request }) => describeRequest(request));
  expect(texts.length).toBeGreaterThan(500);
  const all = texts.join('\n');
  expect(values.filter((value) => all.includes(value))).toEqual([]);
});

/** Expectations on group.server, for a group with the tags motto and color. */
const EXPECTATIONS = `
{ expect: { reply: tags } }
{ expect: { reply: tags, only: [ $subject.tags.1.key ] } }
{ expect: { reply: tags, only: [] } }
{ expect: { reply: tags, tags: [] } }
{ expect: { reply: tags, tags: [ { key: $id, value: $5 }, { key: $id, value: $5 } ] } }
{ given: { subject: { absent: plain } }, expect: { reply: tags, some: true, tags: [ { key: a, value: b } ] } }
{ expect: { reply: tags, some: true } }
{ given: { subject: { absent: plain } }, expect: { reply: not-found } }
{ expect: { reply: refused, code: SecretInvalid } }
{ expect: { reply: refused, code: [ SecretInvalid, OperationInvalid ] } }
{ expect: { reply: refused, code: any } }
{ expect: { reply: invalid, members: shape } }
{ expect: { reply: invalid, members: [ { code: $id, type: TypeInvalid }, { code: "tagKeys[1]", type: any, optional: true } ] } }
{ expect: { reply: http, status: [ 404, 405 ] } }
{ expect: { reply: http, status: any } }
{ expect: { reply: anything } }
{ decides: tagKeys.effect, expect: [ { when: filter, reply: tags, only: [ motto ] }, { when: none, reply: tags } ] }
`;

test('the outcomes that expectations allow', async () => {
  const texts = EXPECTATIONS.trim()
    .split('\n')
    .map((differs) => {
      const { allowed } = first('group.server', { clauses: ['4.1/path'], ...(parse(differs) as Differs) });
      expect(allowed).toMatchObject({ endpoint: 'group.server', strictness: 'endpoint', clause: '4.1/path' });
      return [differs, ...describeAllowed(allowed)].join('\n  ');
    });
  await expect(`${texts.join('\n')}\n`).toMatchFileSnapshot('__snapshots__/allowed.txt');
});

describe('the allowed outcomes follow the roles', () => {
  test('unknown tags are judged by their shape only', () => {
    expect(describeAllowed(first('group.server', {}, factsOf(TAGS_UNKNOWN)).allowed)).toEqual([
      'Ok with tags',
    ]);
  });

  test('of: sender are the tags of the player whose token is sent', () => {
    const { allowed } = first('gamePlayer.client', {
      given: { token: { of: 'another' } },
      send: { without: ['$id'] },
      expect: { reply: 'tags', of: 'sender' },
    });
    expect(describeAllowed(allowed)).toEqual(['Ok with 1 tag {"vip": "silver"}']);
  });

  test('a step has its own expectation or that of the case', () => {
    const plan = planOf('group.server', {
      steps: [{ expect: { reply: 'anything' } }, {}],
      expect: { every: { reply: 'refused', code: 'SecretInvalid' }, same: 'answer' },
    });
    expect(requestsOf(plan).map(({ allowed }) => describeAllowed(allowed))).toEqual([
      ['any envelope'],
      ['SecretInvalid (-10)'],
    ]);
    expect(planned(plan).same).toBe('answer');
  });

  test('a step breaks the first of its own clauses, or else that of the case', () => {
    const odd = {
      clauses: ['5.3/wrong', '4.2/secret-key/required'],
      expect: { reply: 'refused', code: 'SecretInvalid' },
    };
    const plan = planOf('group.server', { steps: [{}, odd, {}] });
    expect(requestsOf(plan).map(({ allowed }) => allowed.clause)).toEqual([
      '4.5.2/tags',
      '5.3/wrong',
      '4.5.2/tags',
    ]);
  });

  test('some and rest are two expectations of one step', () => {
    const [request] = requestsOf(
      planOf('group.server', {
        steps: [
          {
            times: 2,
            expect: { some: { reply: 'refused', code: 'MaxRequestReject' }, rest: { reply: 'tags' } },
          },
        ],
      }),
    );
    expect(request && describeAllowed(request.allowed)).toEqual(['MaxRequestReject (-8)']);
    expect(request?.rest && describeAllowed(request.rest)).toEqual([
      'Ok with 2 tags {"motto": "rise early", "color": "blue"}',
    ]);
  });

  test.each<readonly [send: Differs, strictness: string]>([
    [{}, 'endpoint'],
    [{ wire: 'chunked' }, 'endpoint'],
    [{ method: 'PUT' }, 'outside the API'],
    [{ path: 'unknown-variant' }, 'outside the API'],
    [{ method: 'HEAD', body: 'absent' }, 'only liveness'],
    [{ wire: 'garbage-head' }, 'only liveness'],
  ])('a request of %j is judged as %s', (send, strictness) => {
    expect(first('group.server', { send }).allowed.strictness).toBe(strictness);
  });
});

describe('the plan of a case', () => {
  test('keeps how the case delivers its requests', () => {
    const plan = planned(
      planOf('group.server', {
        alone: true,
        together: true,
        connection: 'one',
        decides: 'tagKeys.effect',
        steps: [
          { name: 'one', times: 2, together: true, idle: true },
          { variant: 'admin', until: 500 },
        ],
      }),
    );
    expect(plan).toMatchObject({
      alone: true,
      together: true,
      oneConnection: true,
      decides: 'tagKeys.effect',
      same: undefined,
    });
    expect(plan.steps).toMatchObject([
      { name: 'one', together: true, idle: true, until: undefined, requests: [{}, {}] },
      { name: 'admin', together: false, idle: false, until: 500, requests: [{}] },
    ]);
  });

  test('a case of a resource sends each step to the variant that it names', () => {
    const plan = planOf('group.server', {
      for: { resource: 'group' },
      steps: [{ variant: 'admin' }, { variant: 'client' }],
    });
    expect(planned(plan).instance.id).toBe('made/up@group');
    expect(requestsOf(plan).map(({ request }) => request.path)).toEqual([
      pathOf('group.admin'),
      pathOf('group.client'),
    ]);
  });
});

test('written-out tags are requested by their keys if tagKeys may be required', () => {
  const written = {
    reply: 'tags',
    tags: [
      { key: 'vip', value: 'gold' },
      { key: 'new', value: 'x' },
    ],
  };
  const bodyOf = (differs: object, dialect = partialDialect()): string => {
    const [request] = requestsOf(
      planOf('gamePlayer.server', { expect: written, ...differs }, factsOf(WORLD, dialect)),
    );
    return Buffer.from(request?.request.body ?? []).toString();
  };
  const ann = { given: { subject: { id: 'playerann1', game: 'meadow-run' } } };
  expect(bodyOf(ann)).toBe('{"userId":"playerann1","tagKeys":["vip","guild","new"]}');
  expect(bodyOf({ given: { subject: { id: 'undeclared' } } })).toBe(
    '{"userId":"undeclared","tagKeys":["vip","new"]}',
  );
  expect(bodyOf(ann, completeDialect())).toBe('{"userId":"playerann1"}');
  expect(bodyOf({ ...ann, send: { set: { tagKeys: ['vip'] } } })).toBe(
    '{"userId":"playerann1","tagKeys":["vip"]}',
  );
});
