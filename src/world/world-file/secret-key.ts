/** A secret key: how a file declares it, how one is read, and how it is shown. */
import { z } from 'zod';
import { PERMISSION_RULES, ROLES } from '../../spec/endpoints.ts';
import { suggest } from '../../base/text/nearest.ts';
import { UNKNOWN, type Fact, type KeyLimits, type SecretKey } from '../world.ts';
import type { Complain } from '../yaml/located.ts';
import type { YamlPath } from '../yaml/path.ts';
import { checkGame, nameSchema, secretText, spellingFact, type EntityScope } from './entity.ts';

const limitsSchema = z.strictObject({
  requestsPerSecond: z
    .number()
    .positive()

    .describe('Beyond this many requests in a second: MaxRequestReject.')
    .optional(),
  sessions: z
    .int()
    .min(1)

    .describe('Beyond this many distinct Auth-Tokens within sessionSeconds: MaxCCUReject.')
    .optional(),
  sessionSeconds: z
    .number()
    .positive()

    .describe('How long an Auth-Token counts as a session after its last request.')
    .optional(),
});

const someRulesSchema = z
  .strictObject({
    has: z.array(z.string()).describe('Rules that the key has.').optional(),
    lacks: z.array(z.string()).describe('Rules that the key does not have.').optional(),
  })
  .describe('A part of the rules: what neither list names is unknown.');

const rulesSchema = z
  .union([z.literal('all'), z.array(z.string()), someRulesSchema])
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
    .string()
    .min(1)
    .nullable()

    .describe('The game that the key carries; null: none. Left out: unknown; in a complete world none.')
    .optional(),
  rules: rulesSchema.optional(),
  limits: limitsSchema.describe('Limits that the backend keeps for this key.').optional(),
});

export type SecretKeyInput = z.infer<typeof secretKeySchema>;

type Rules = Pick<SecretKey, 'rules' | 'someRules'>;

const KNOWN_RULES = new Set(PERMISSION_RULES);

function checkRules(rules: readonly string[], path: YamlPath, complain: Complain): void {
  for (const [index, rule] of rules.entries()) {
    if (KNOWN_RULES.has(rule)) continue;
    complain(
      [...path, index],
      `no permission rule ${JSON.stringify(rule)}`,
      suggest(rule, PERMISSION_RULES, 'the rules are'),
    );
  }
}

function someRulesOf(
  { has = [], lacks = [] }: z.infer<typeof someRulesSchema>,
  { complete, complain }: EntityScope,
): Rules {
  checkRules(has, ['rules', 'has'], complain);
  checkRules(lacks, ['rules', 'lacks'], complain);
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

/** What a file says about a key's rules. Left out they are unknown; in a complete world there are none. */
function rulesOf(rules: SecretKeyInput['rules'], scope: EntityScope): Rules {
  if (rules === undefined) return { rules: scope.complete ? new Set() : UNKNOWN };
  if (rules === 'all') return { rules: KNOWN_RULES };
  if (!Array.isArray(rules)) return someRulesOf(rules, scope);
  checkRules(rules, ['rules'], scope.complain);
  return { rules: new Set(rules) };
}

function gameOf(game: SecretKeyInput['game'], complete: boolean): Fact<string | null> {
  if (game !== undefined) return game;
  return complete ? null : UNKNOWN;
}

function limitsOf(limits: SecretKeyInput['limits'], complain: Complain): KeyLimits {
  if (limits === undefined) return {};
  const { requestsPerSecond, sessions, sessionSeconds } = limits;
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
    ...(requestsPerSecond !== undefined && { requestsPerSecond }),
    ...(sessions !== undefined && { sessions }),
    ...(sessionSeconds !== undefined && { sessionSeconds }),
  };
}

/** Reads one secret key. A complete world states every role. */
export function readSecretKey(input: SecretKeyInput, scope: EntityScope): SecretKey {
  const { name, key, role, game, rules, limits } = input;
  const { complete, complain } = scope;
  if (typeof game === 'string') checkGame(game, scope);
  if (role === undefined && complete)
    complain([], 'the key "role" is missing: a complete world knows it', 'add role: Player or role: Admin');
  return {
    name,
    role: role ?? UNKNOWN,
    game: gameOf(game, complete),
    ...rulesOf(rules, scope),
    limits: limitsOf(limits, complain),
    ...spellingFact(key),
  };
}

function shownRules({ rules }: SecretKey): Pick<SecretKeyInput, 'rules'> {
  if (rules === UNKNOWN) return {};
  return { rules: rules.size === PERMISSION_RULES.length ? 'all' : [...rules] };
}

/** A secret key as a file declares it; `shownValue` stands for its value. */
export function showSecretKey(secretKey: SecretKey, shownValue: string): SecretKeyInput {
  const { name, role, game, limits } = secretKey;
  return {
    name,
    key: shownValue,
    ...(role !== UNKNOWN && { role }),
    ...(game !== UNKNOWN && { game }),
    ...shownRules(secretKey),
    ...(Object.keys(limits).length > 0 && { limits }),
  };
}
