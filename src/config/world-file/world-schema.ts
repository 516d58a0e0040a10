/** The schema of `world:` in a target or world file. No transforms: a JSON Schema for editors is made of it. */
import { z } from 'zod';
import { RESOURCE_FACTS, ROLES } from '../../contract/endpoints.ts';
import { tagsSchema } from './tag-schema.ts';

const { gamePlayer, characterPlayer, group } = RESOURCE_FACTS;

const nameSchema = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'must be a word of letters, digits, ".", "_" and "-"')
  .describe('How reports and curl lines call it; unique among keys and tokens.');
const gameSchema = z.string().min(1).describe('The id of a game. Left out: the only declared game.');
const secretText = z.string().min(1);

const limitsSchema = z.strictObject({
  requestsPerSecond: z
    .number()
    .positive()
    .optional()
    .describe('Beyond this many requests in a second: MaxRequestReject.'),
  sessions: z
    .int()
    .min(1)
    .optional()
    .describe('Beyond this many distinct Auth-Tokens within sessionSeconds: MaxCCUReject.'),
  sessionSeconds: z
    .number()
    .positive()
    .optional()
    .describe('How long an Auth-Token counts as a session after its last request.'),
});

const someRulesSchema = z
  .strictObject({
    has: z.array(z.string()).optional().describe('Rules that the key has.'),
    lacks: z.array(z.string()).optional().describe('Rules that the key does not have.'),
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
    .optional()
    .describe('The role of the key (§5.2). Left out: unknown; a complete world states it.'),
  game: z
    .string()
    .min(1)
    .nullable()
    .optional()
    .describe('The game that the key carries; null: none. Left out: unknown; in a complete world none.'),
  rules: rulesSchema.optional(),
  limits: limitsSchema.optional().describe('Limits that the backend keeps for this key.'),
});

/** About thirty years. */
const MOST_SECONDS = 1_000_000_000;

export const authTokenSchema = z.strictObject({
  name: nameSchema,
  token: secretText.describe('The value of the Auth-Token header; best "${env:NAME}".'),
  player: z.string().optional().describe('The userId of the player who logged in.'),
  admin: z.boolean().optional().describe('true: the token of an admin who logged in through the dashboard.'),
  game: gameSchema.optional(),
  expired: z.boolean().optional().describe('true: the token has expired.'),
  expiresInSeconds: z
    .number()
    .positive()
    .max(MOST_SECONDS)
    .optional()
    .describe(
      'tagproof simulate lets the token expire this many seconds after it begins to serve the world. A run takes it as valid.',
    ),
});

const idSchema = (word: string, length: number): z.ZodString =>
  z.string().describe(`The id of the ${word}: ${length} characters (§2.1).`);

export const gamePlayerSchema = z.strictObject({
  [gamePlayer.idMember]: idSchema(gamePlayer.word, gamePlayer.idLength),
  game: gameSchema.optional(),
  tags: tagsSchema.optional(),
});

export const characterPlayerSchema = z.strictObject({
  [characterPlayer.idMember]: idSchema(characterPlayer.word, characterPlayer.idLength),
  owner: z
    .string()
    .nullable()
    .optional()
    .describe(
      'The userId of the player whose character it is; null: of none. Left out: unknown; in a complete world none.',
    ),
  game: gameSchema.optional(),
  tags: tagsSchema.optional(),
});

export const groupSchema = z.strictObject({
  [group.idMember]: idSchema(group.word, group.idLength),
  members: z
    .array(z.string())
    .optional()
    .describe('The userIds of all its members. Left out: unknown; in a complete world none.'),
  game: gameSchema.optional(),
  tags: tagsSchema.optional(),
});

const absentSchema = z.strictObject({
  [gamePlayer.plural]: z.array(z.string()).optional(),
  [characterPlayer.plural]: z.array(z.string()).optional(),
  [group.plural]: z.array(z.string()).optional(),
});

export const worldSchema = z.strictObject({
  complete: z
    .boolean()
    .optional()
    .describe('true: what is not listed does not exist. Otherwise it is unknown.'),
  public: z.boolean().optional().describe('true: the secrets of this world are not secret, and are shown.'),
  games: z
    .array(z.strictObject({ id: z.string().min(1) }))
    .optional()
    .describe('The games. Left out: those that keys, tokens and subjects name.'),
  secretKeys: z.array(secretKeySchema).optional().describe('The secret keys (§5.2), the plainest first.'),
  authTokens: z.array(authTokenSchema).optional().describe('The auth tokens (§5.1), the plainest first.'),
  [gamePlayer.plural]: z
    .array(gamePlayerSchema)
    .optional()
    .describe('Players that exist, the plainest first.'),
  [characterPlayer.plural]: z
    .array(characterPlayerSchema)
    .optional()
    .describe('Characters that exist, the plainest first.'),
  [group.plural]: z.array(groupSchema).optional().describe('Groups that exist, the plainest first.'),
  absent: absentSchema.optional().describe('Ids that are known not to exist, in any game.'),
  limits: z
    .strictObject({
      requestBytes: z
        .int()
        .min(1)
        .optional()
        .describe('Beyond this many bytes a request is refused as MaxSizeRequestReject.'),
    })
    .optional()
    .describe('Limits of the whole backend.'),
});

export type WorldInput = z.infer<typeof worldSchema>;
export type SecretKeyInput = z.infer<typeof secretKeySchema>;
export type AuthTokenInput = z.infer<typeof authTokenSchema>;
