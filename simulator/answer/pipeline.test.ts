/** What is special about the pipeline: limits, lists, binders, words and stages. That it answers as the document says, in every dialect, is shown by runs of the suite and by the judge's properties. */
import { describe, expect, it, test } from 'vitest';
import { MEMBER_TYPES, RETURN_CODES, type MemberType, type RefusalCode } from '../../src/spec/codes.ts';
import { clauseOf } from '../../src/spec/clauses.ts';
import { ENVELOPE } from '../../src/spec/envelope.ts';
import { TAG_KEYS } from '../../src/spec/members.ts';
import { always, refuse, type Rule } from '../../src/judge/rules/ruling.ts';
import { answering, ask, asked, simulator } from '../test-helpers/ask.ts';
import { ANN, GUILD, HARBOR, VIP } from '../test-helpers/small-world.ts';

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

test('a member without a type of its own is listed as UnknownError', async () => {
  const backend = simulator({ dialect: answering('id.characters', 'invalid') });
  const reply = await asked(backend, { on: 'group.server', body: { groupId: 'no-such-gr' } });
  expect(reply).toMatchObject(failing(['groupId', 'UnknownError']));
});

test.each([
  ['tagKeys.characters', 'ключ', `${TAG_KEYS}[0]: UnknownError, this backend accepts no such value`],
  ['tagKeys.unknown', 'vip', undefined],
] as const)(
  '%s: what is said of the key %s is not that a string is expected',
  async (question, key, said) => {
    const backend = simulator({ dialect: answering(question, 'invalid') });
    const reply = await asked(backend, { body: { userId: ANN, [TAG_KEYS]: [key] } });
    expect(reply[ENVELOPE.debugMessage]).toBe(said);
  },
);

describe('several failing members', () => {
  const body = { userId: 'short', [TAG_KEYS]: [1, 'vip', null, false] };
  const all = [
    ['userId', 'StringMinLength'],
    [`${TAG_KEYS}[0]`, 'TypeInvalid'],
    [`${TAG_KEYS}[3]`, 'TypeInvalid'],
  ] as const;
  it('are all listed, or the first, or some', async () => {
    const reply = await asked(simulator(), { body });
    expect(reply).toMatchObject(failing(...all));
    for (const [member, type] of all) expect(reply[ENVELOPE.debugMessage]).toContain(`${member}: ${type}, `);
    const first = simulator({ dialect: answering('members.listed', 'first') });
    expect(await asked(first, { body })).toMatchObject(failing(all[0]));
    const some = simulator({ dialect: answering('members.listed', 'some') });
    expect(await asked(some, { body })).toMatchObject(failing(all[2]));
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

  it('refuses without a list for a type, and for a member that it does not know', async () => {
    await bare('members.wrongType', { userId: 'short', [TAG_KEYS]: ['vip', 7] });
    await bare('members.extra', { userId: 'short', note: 1 });
  });

  it('lists what is wrong with values', async () => {
    const backend = simulator({ dialect: answering('members.wrongType', 'without a list') });
    const reply = await asked(backend, { body: { userId: null } });
    expect(reply).toMatchObject(failing(['userId', 'StringNull']));
  });
});

test.each([
  ['contentType.other', 'text/plain'],
  ['contentType.missing', null],
  ['contentType.case', 'Application/JSON'],
] as const)(
  'where the dialect refuses it, %s is a matter of the request shape',
  async (question, contentType) => {
    const backend = simulator({ dialect: answering(question, 'refused') });
    expect(await asked(backend, { contentType })).toMatchObject(refused('InvalidRequestParameters'));
  },
);

test('tagKeys that lose a hit lose the last one, as the dialect has it', async () => {
  const backend = simulator({ dialect: answering('tagKeys.effect', 'other') });
  expect(await asked(backend, { body: { userId: ANN, [TAG_KEYS]: ['vip'] } })).toEqual(found());
  const both = { userId: ANN, [TAG_KEYS]: ['vip', 'guild'] };
  expect(await asked(backend, { body: both })).toEqual(found(VIP, GUILD));
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
