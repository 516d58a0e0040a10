/** A secret key: how a file declares it, how one is read, and how it is shown. */
import { z } from 'zod';
import { PERMISSION_RULES, ROLES } from '../../spec/endpoints.ts';
import { secretText } from './checked-texts.ts';
import { UNKNOWN, type SecretKey } from '../world.ts';
import { checkGame, nameSchema, spellingFact, type EntityScope } from './entity.ts';

const limitsSchema = z.strictObject({
  requestsPerSecond: z
    .number()
    .positive()
    .describe('Beyond this many requests in a second: MaxRequestReject.')
    .exactOptional(),
  sessions: z
    .int()
    .min(1)
    .describe('Beyond this many distinct Auth-Tokens within sessionSeconds: MaxCCUReject.')
    .exactOptional(),
  sessionSeconds: z
    .number()
    .positive()
    .describe('How long an Auth-Token counts as a session after its last request.')
    .exactOptional(),
});

const rulesList = z.array(z.enum(PERMISSION_RULES));
const rulesSchema = z
  .union([
    z.literal('all'),
    rulesList,
    z
      .strictObject({
        has: rulesList.describe('Rules that the key has.').optional(),
        lacks: rulesList.describe('Rules that the key does not have.').optional(),
      })
      .describe('A part of the rules: what neither list names is unknown.'),
  ])
  .describe(
    'all, or the full names of exactly its permission rules, for instance [group.getTag.selfEnable], or { has: [...], lacks: [...] } where only a part is known. Left out: unknown; in a complete world none.',
  );

export const secretKeySchema = z.strictObject({
  name: nameSchema,
  key: secretText.describe('The value of the Secret-Key header; best "${env:NAME}".'),
  role: z
    .enum(ROLES)
    .describe('The role of the key (§5.2). Left out: unknown; a complete world states it.')
    .optional(),
  game: z
    .union([z.string().min(1), z.null()])
    .describe('The game that the key carries; null: none. Left out: unknown; in a complete world none.')
    .optional(),
  rules: rulesSchema.optional(),
  limits: limitsSchema.describe('Limits that the backend keeps for this key.').optional(),
});

export type SecretKeyInput = z.infer<typeof secretKeySchema>;

/** What a file says about a key's rules. Left out they are unknown; in a complete world there are none. */
function rulesOf(
  rules: SecretKeyInput['rules'],
  { complete, complain }: EntityScope,
): Pick<SecretKey, 'rules' | 'someRules'> {
  if (rules === undefined) return { rules: complete ? new Set() : UNKNOWN };
  if (rules === 'all') return { rules: new Set(PERMISSION_RULES) };
  if (Array.isArray(rules)) return { rules: new Set(rules) };
  const { has = [], lacks = [] } = rules;
  for (const [index, rule] of lacks.entries())
    if (has.includes(rule))
      complain(
        ['rules', 'lacks', index],
        `the rule ${rule} is in both lists`,
        'a key either has a rule or lacks it',
      );
  if (complete)
    complain(
      ['rules'],
      'has and lacks leave rules unknown: a complete world knows them all',
      `list exactly the rules that the key has: rules: [${has.join(', ')}]`,
      'key',
    );
  return { rules: UNKNOWN, someRules: { held: new Set(has), lacked: new Set(lacks) } };
}

/** Reads one secret key. A complete world states every role. */
export function readSecretKey(input: SecretKeyInput, scope: EntityScope): SecretKey {
  const { name, key, role, game, rules, limits = {} } = input;
  const { complete, complain } = scope;
  if (typeof game === 'string') checkGame(game, scope);
  if (role === undefined && complete)
    complain(
      ['role'],
      'the key "role" is missing: a complete world knows it',
      'add role: Player or role: Admin',
    );
  const { sessions, sessionSeconds } = limits;
  if (sessions !== undefined && sessionSeconds === undefined)
    complain(
      ['limits', 'sessions'],
      'sessions without sessionSeconds',
      'say for how long a token counts: sessionSeconds: 5',
      'key',
    );
  if (sessions === undefined && sessionSeconds !== undefined)
    complain(
      ['limits', 'sessionSeconds'],
      'sessionSeconds without sessions',
      'say how many tokens the key may serve: sessions: 2',
      'key',
    );
  return {
    name,
    role: role ?? UNKNOWN,
    game: game === undefined ? (complete ? null : UNKNOWN) : game,
    ...rulesOf(rules, scope),
    limits,
    ...spellingFact(key),
  };
}

/** A secret key as a file declares it; `shownValue` stands for its value. */
export function showSecretKey(
  { name, role, game, rules, limits }: SecretKey,
  shownValue: string,
): SecretKeyInput {
  return {
    name,
    key: shownValue,
    ...(role !== UNKNOWN && { role }),
    ...(game !== UNKNOWN && { game }),
    ...(rules !== UNKNOWN && { rules: rules.size === PERMISSION_RULES.length ? 'all' : [...rules] }),
    ...(Object.keys(limits).length > 0 && { limits }),
  };
}
