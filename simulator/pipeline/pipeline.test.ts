import { describe, expect, it, test } from 'vitest';
import {
  MEMBER_TYPES,
  NOT_FOUND_CODES,
  RETURN_CODES,
  codeNumber,
  type MemberType,
  type RefusalCode,
} from '../../src/contract/codes.ts';
import { clauseOf } from '../../src/contract/clauses.ts';
import { ENDPOINT_IDS, ENDPOINTS, type EndpointId } from '../../src/contract/endpoints.ts';
import { ENVELOPE } from '../../src/contract/envelope.ts';
import { TAG_KEYS, type Extension, type MemberShape } from '../../src/contract/members.ts';
import { always, refuse, type Rule } from '../../src/rules/ruling.ts';
import { answering, ask, asked, envelopeOf, simulator, type Asked } from '../test-helpers/ask.ts';
import { absentId, ANN, BOB, GUILD, HARBOR, valueOf, VIP } from '../test-helpers/small-world.ts';

const FAULT = 'X-Fault';
const provoke = new Map(
  (['InternalServerError', 'OperationTimeout', 'UnknownError'] satisfies RefusalCode[]).map((code) => [
    code,
    { header: [FAULT, code] as const },
  ]),
);
const faulty = (code: RefusalCode): Asked => ({ headers: [[FAULT.toLowerCase(), code]] });

const found = (...tags: readonly unknown[]) => ({
  [ENVELOPE.returnCode]: RETURN_CODES.Ok,
  [ENVELOPE.parameters]: {
    [ENVELOPE.errorCode]: RETURN_CODES.Ok,
    [ENVELOPE.info]: { [ENVELOPE.tags]: tags },
  },
});
const refused = (code: RefusalCode) => ({ [ENVELOPE.returnCode]: RETURN_CODES[code] });
const failing = (...members: readonly (readonly [code: string, type: MemberType])[]) => ({
  ...refused('InvalidRequestParameters'),
  [ENVELOPE.invalidRequestParameters]: members.map(([code, type]) => ({
    [ENVELOPE.memberCode]: code,
    [ENVELOPE.memberType]: MEMBER_TYPES[type],
  })),
});

const SUBJECTS = { gamePlayer: ANN, characterPlayer: 'characterA1', group: 'grouplarks' } as const;
const TAGS = { gamePlayer: [VIP, GUILD], characterPlayer: [GUILD], group: [VIP, GUILD] } as const;

describe('each endpoint', () => {
  it.each(ENDPOINTS)('$id gives the tags of its subject', async ({ id, resource, idMember }) => {
    const body = { [idMember]: SUBJECTS[resource] };
    expect(await asked(simulator(), { on: id, body })).toEqual(found(...TAGS[resource]));
  });

  it.each(ENDPOINTS)(
    '$id answers Ok with its own code for a subject that does not exist',
    async ({ id, resource, idMember }) => {
      const reply = await asked(simulator(), { on: id, body: { [idMember]: absentId(resource) } });
      expect(reply[ENVELOPE.parameters]).toEqual({
        [ENVELOPE.errorCode]: codeNumber('errorCode', NOT_FOUND_CODES[resource]),
        [ENVELOPE.info]: {},
      });
    },
  );
});

describe('every returnCode is reached', () => {
  it.each<[RefusalCode, string, Asked]>([
    ['SecretInvalid', 'without a key', { key: null }],
    ['SecretInvalid', 'with a token as the key', { key: 'ann' }],
    ['SecretInvalid', 'with a key of the other role', { key: 'admin' }],
    ['SecretInvalid', 'with the game of another key', { game: HARBOR }],
    ['SecretInvalid', 'with a key without a game and no Game-Id', { key: 'player-roaming' }],
    ['MaxSizeRequestReject', 'with a body beyond the declared size', { body: `{}${' '.repeat(5000)}` }],
    ['OperationNotAuthorized', 'without a token', { token: null }],
    ['OperationNotAuthorized', 'with a token that has expired', { token: 'stale' }],
    ['OperationNotAuthorized', 'with a token of another game', { token: 'harbor-ann' }],
    ['InvalidRequestParameters', 'with a body that is not an object', { body: [] }],
    ['OperationInvalid', 'for an unknown operation', { path: '/api/rJson/gamePlayer/client/none' }],
    ['OperationNotAllow', 'without the permission rule', { key: 'player-none' }],
    ['OperationNotAllow', 'of a dashboard without the rule', { key: 'player-none', token: 'dashboard' }],
    ['InternalServerError', 'when provoked', faulty('InternalServerError')],
    ['OperationTimeout', 'when provoked', faulty('OperationTimeout')],
    ['UnknownError', 'when provoked', faulty('UnknownError')],
  ])('%s %s', async (code, _how, what) => {
    const reply = await ask(simulator({ provoke }), what);
    expect(reply.status).toBe(200);
    expect(envelopeOf(reply)).toMatchObject(refused(code));
  });

  it('MaxRequestReject beyond the rate of the key', async () => {
    const backend = simulator({ clock: () => 0 });
    const request: Asked = { on: 'gamePlayer.server', key: 'admin-rate', body: { userId: ANN } };
    for (let count = 0; count < 3; count += 1)
      expect(await asked(backend, request)).toEqual(found(VIP, GUILD));
    expect(await asked(backend, request)).toMatchObject(refused('MaxRequestReject'));
  });

  it('MaxCCUReject beyond the sessions of the key', async () => {
    const backend = simulator({ clock: () => 0 });
    expect(await asked(backend, { key: 'player-sessions' })).toEqual(found(VIP, GUILD));
    expect(await asked(backend, { key: 'player-sessions', token: 'bob' })).toMatchObject(
      refused('MaxCCUReject'),
    );
    expect(await asked(backend, { key: 'player-sessions', token: 'stale' })).toMatchObject(
      refused('OperationNotAuthorized'),
    );
  });
});

const extension = (member: string, shape: MemberShape): readonly Extension[] =>
  ENDPOINT_IDS.map((on) => ({ on, member, shape }));

const extensions = [
  ...extension('limit', { type: 'number', min: 1, max: 9, int: true }),
  ...extension('filter', { type: 'hashtable', min: 1, max: 2 }),
  ...extension('order', { type: 'array', of: 'string', min: 1, max: 2 }),
];

describe('every InvalidMemberType is reached', () => {
  const on: EndpointId = 'group.server';
  const groupId = SUBJECTS.group;
  it.each<[MemberType, unknown, string]>([
    ['DataRequired', {}, 'groupId'],
    ['TypeInvalid', { groupId: 1234567890 }, 'groupId'],
    ['TypeInvalid', { groupId, [TAG_KEYS]: 'vip' }, TAG_KEYS],
    ['TypeInvalid', { groupId, [TAG_KEYS]: ['vip', 2] }, `${TAG_KEYS}[1]`],
    ['StringNull', { groupId: null }, 'groupId'],
    ['StringMinLength', { groupId: groupId.slice(1) }, 'groupId'],
    ['StringMaxLength', { groupId: `${groupId}s` }, 'groupId'],
    ['NumberMinValue', { groupId, limit: 0 }, 'limit'],
    ['NumberMaxValue', { groupId, limit: 10 }, 'limit'],
    ['NumberMustInt', { groupId, limit: 1.5 }, 'limit'],
    ['ServiceHashtableNull', { groupId, filter: null }, 'filter'],
    ['ServiceHashtableMinLength', { groupId, filter: {} }, 'filter'],
    ['ServiceHashtableMaxLength', { groupId, filter: { a: 1, b: 2, c: 3 } }, 'filter'],
    ['ServiceArrayNull', { groupId, order: null }, 'order'],
    ['ServiceArrayMinLength', { groupId, order: [] }, 'order'],
    ['ServiceArrayMaxLength', { groupId, order: ['a', 'b', 'c'] }, 'order'],
  ])('%s', async (type, body, member) => {
    const reply = await asked(simulator({ extensions }), { on, body });
    expect(reply).toMatchObject(failing([member, type]));
    expect(reply[ENVELOPE.debugMessage]).toContain(`${member}: ${type}, `);
    expect(reply).not.toHaveProperty(ENVELOPE.parameters);
  });

  it('UnknownError for an id with other characters than letters and digits, where they are refused', async () => {
    const backend = simulator({ dialect: answering('id.characters', 'invalid') });
    expect(await asked(backend, { on, body: { groupId: 'no-such-gr' } })).toMatchObject(
      failing(['groupId', 'UnknownError']),
    );
  });
});

describe('several failing members', () => {
  const body = { userId: 'short', [TAG_KEYS]: [1, 'vip', null, false] };
  const all = [
    ['userId', 'StringMinLength'],
    [`${TAG_KEYS}[0]`, 'TypeInvalid'],
    [`${TAG_KEYS}[3]`, 'TypeInvalid'],
  ] as const;
  it('are all listed, or the first, or some', async () => {
    expect(await asked(simulator(), { body })).toMatchObject(failing(...all));
    const first = simulator({ dialect: answering('members.listed', 'first') });
    expect(await asked(first, { body })).toMatchObject(failing(all[0]));
    const some = simulator({ dialect: answering('members.listed', 'some') });
    expect(await asked(some, { body })).toMatchObject(failing(all[2]));
  });
});

test('a rule without words of its own refuses in those of its clause', async () => {
  const clause = '5.3/game';
  const rule: Rule = {
    id: 'new',
    after: [],
    judge: () => [{ clause, alternatives: [always(refuse('SecretInvalid'))] }],
  };
  const backend = simulator({ alter: (stages) => ({ ...stages, rules: [...stages.rules, rule] }) });
  expect(await asked(backend, { body: { userId: ANN } })).toMatchObject({
    ...refused('SecretInvalid'),
    [ENVELOPE.debugMessage]: clauseOf(clause)?.description,
  });
});

describe('a binder', () => {
  const bare = async (question: 'members.wrongType' | 'members.extra', body: unknown): Promise<void> => {
    const backend = simulator({ dialect: answering(question, 'without a list') });
    const reply = await asked(backend, { body });
    expect(reply).toMatchObject(refused('InvalidRequestParameters'));
    expect(reply[ENVELOPE.invalidRequestParameters]).toBeUndefined();
    expect(reply[ENVELOPE.debugMessage]).toMatch(/can not be bound/);
  };

  it.each([
    { userId: 7 },
    { userId: [ANN] },
    { userId: ANN, [TAG_KEYS]: 'vip' },
    { userId: ANN, [TAG_KEYS]: ['vip', 7] },
    { userId: 'short', [TAG_KEYS]: 7 },
    { [TAG_KEYS]: 7 },
  ])('refuses %j without a list, for a type', (body) => bare('members.wrongType', body));

  it.each([
    { userId: ANN, note: 1 },
    { userId: 'short', note: 1 },
  ])('refuses %j without a list, for a member that it does not know', (body) => bare('members.extra', body));

  it.each<[unknown, readonly [string, MemberType]]>([
    [{ userId: 'short' }, ['userId', 'StringMinLength']],
    [{ userId: '' }, ['userId', 'StringNull']],
    [{ userId: null }, ['userId', 'StringNull']],
  ])('lists what is wrong with values, as in %j', async (body, member) => {
    const backend = simulator({ dialect: answering('members.wrongType', 'without a list') });
    expect(await asked(backend, { body })).toMatchObject(failing(member));
  });
});

describe('tagKeys', () => {
  const having = (tagKeys: unknown): Asked => ({ body: { userId: ANN, [TAG_KEYS]: tagKeys } });
  it.each<[string, unknown, readonly unknown[]]>([
    ['one of two', ['guild'], [GUILD]],
    ['both, in another order and twice', ['guild', 'vip', 'vip'], [VIP, GUILD]],
    ['none that is there', ['__proto__', 'VIP'], []],
    ['an empty list', [], [VIP, GUILD]],
    ['null', null, [VIP, GUILD]],
    ['a null among them', ['vip', null], [VIP]],
  ])('filters by %s', async (_what, tagKeys, tags) => {
    expect(await asked(simulator(), having(tagKeys))).toEqual(found(...tags));
  });

  it('does nothing, or loses the last hit, as the dialect has it', async () => {
    const none = simulator({ dialect: answering('tagKeys.effect', 'none') });
    expect(await asked(none, having(['vip']))).toEqual(found(VIP, GUILD));
    const other = simulator({ dialect: answering('tagKeys.effect', 'other') });
    expect(await asked(other, having(['vip']))).toEqual(found());
    expect(await asked(other, having(['vip', 'guild']))).toEqual(found(VIP, GUILD));
  });
});

describe('the player client', () => {
  it('means the sender without userId, and the player that userId names with it', async () => {
    expect(await asked(simulator(), { token: 'bob' })).toEqual(found());
    expect(await asked(simulator(), { token: 'bob', body: { userId: ANN } })).toEqual(found(VIP, GUILD));
    expect(await asked(simulator(), { body: { userId: BOB } })).toEqual(found());
  });

  it('of a dashboard without userId is refused, or finds no player', async () => {
    expect(await asked(simulator(), { token: 'dashboard' })).toMatchObject(
      failing(['userId', 'DataRequired']),
    );
    const finding = simulator({ dialect: answering('userId.dashboard', 'GamePlayerNotFound') });
    expect(await asked(finding, { token: 'dashboard' })).toMatchObject({
      [ENVELOPE.parameters]: { [ENVELOPE.errorCode]: 17 },
    });
  });
});

describe('the game', () => {
  it('is that of Game-Id where the key carries none', async () => {
    const request: Asked = { on: 'gamePlayer.admin', key: 'admin-roaming', body: { userId: ANN } };
    expect(await asked(simulator(), { ...request, game: HARBOR })).toEqual(found(VIP));
    expect(await asked(simulator(), { ...request, game: 'HARBOR' })).toMatchObject(refused('SecretInvalid'));
    const anyCase = simulator({ dialect: answering('gameId.case', 'that game') });
    expect(await asked(anyCase, { ...request, game: 'HARBOR' })).toEqual(found(VIP));
  });
});

describe('a repeated header', () => {
  const twice = (name: string): Asked => ({
    key: null,
    headers: [
      ['secret-key', valueOf('player')],
      ['SECRET-KEY', valueOf(name)],
    ],
  });
  it('counts not at all, as its first, as its last, as a list, or is HTTP 400', async () => {
    expect(await asked(simulator(), twice('player'))).toMatchObject(refused('SecretInvalid'));
    const first = simulator({ dialect: answering('header.repeated', 'first') });
    expect(await asked(first, twice('player-none'))).toEqual(found(VIP, GUILD));
    const last = simulator({ dialect: answering('header.repeated', 'last') });
    expect(await asked(last, twice('player-none'))).toMatchObject(refused('OperationNotAllow'));
    const joined = simulator({ dialect: answering('header.repeated', 'joined') });
    expect(await asked(joined, twice('player'))).toMatchObject(refused('SecretInvalid'));
    const status = await ask(
      simulator({ dialect: answering('header.repeated', 'HTTP 400') }),
      twice('player'),
    );
    expect([status.status, status.body.length]).toEqual([400, 0]);
  });
});

describe('names that JavaScript knows', () => {
  it.each(['__proto__', 'constructor', 'toString'])('%s is a member like any other', async (name) => {
    expect(await asked(simulator(), { body: `{"${name}":{"userId":1}}` })).toEqual(found(VIP, GUILD));
  });

  it.each(['__proto__', 'constructor'])('%s is refused as text where the dialect says so', async (name) => {
    const careful = simulator({ dialect: answering('body.prototype', 'refused') });
    const reply = await asked(careful, { body: `{"${name}":1}` });
    expect(reply).toMatchObject(refused('InvalidRequestParameters'));
    expect(reply[ENVELOPE.invalidRequestParameters]).toBeUndefined();
  });

  it('are ids like any other', async () => {
    const on = 'characterPlayer.server';
    expect(await asked(simulator(), { on, body: { characterId: 'constructor' } })).toEqual(found(VIP));
    expect(await asked(simulator(), { on, body: { characterId: '__proto__xx' } })).toMatchObject({
      [ENVELOPE.parameters]: { [ENVELOPE.errorCode]: 7 },
    });
  });
});

describe('a stage', () => {
  it('can be replaced without the others knowing', async () => {
    const backend = simulator({
      alter: (stages) => ({
        ...stages,
        rules: stages.rules.filter(({ id }) => id !== 'permission'),
        lookup: (resource, _game, id, call) => stages.lookup(resource, HARBOR, id, call),
      }),
    });
    expect(await asked(backend, { key: 'player-none' })).toEqual(found(VIP));
  });

  it('that throws is an internal failure, described in the log and not in the reply', async () => {
    const lines: string[] = [];
    const backend = simulator({
      log: (line) => lines.push(line),
      alter: (stages) => ({
        ...stages,
        lookup: () => {
          throw new Error('the disk is gone');
        },
      }),
    });
    const reply = await asked(backend);
    expect(reply).toMatchObject(refused('InternalServerError'));
    expect(JSON.stringify(reply)).not.toContain('disk');
    expect(lines.join()).toContain('the disk is gone');
  });

  it('may end the connection without a reply', async () => {
    const backend = simulator({ alter: (stages) => ({ ...stages, send: () => ({ kind: 'hang-up' }) }) });
    await expect(ask(backend)).rejects.toThrow('closed without a reply');
  });
});
