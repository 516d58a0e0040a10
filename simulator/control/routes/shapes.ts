/** Shapes that several routes share. */
import { z } from 'zod';
import { ENDPOINT_IDS, RESOURCE_FACTS, type Resource } from '../../../src/contract/endpoints.ts';
import { authTokenSchema } from '../../../src/config/world-file/auth-token.ts';
import { secretKeySchema } from '../../../src/config/world-file/secret-key.ts';
import { SUBJECT_SCHEMAS } from '../../../src/config/world-file/subject.ts';
import { MAX_TAGS, tagSchema } from '../../../src/config/world-file/tags.ts';

const MOST_LISTED = 1000;
const USUALLY_LISTED = 100;

/** A whole number in a query. */
const whole = (min: number, max: number): z.ZodType<number> =>
  z.coerce.number().int().min(min).max(max) as unknown as z.ZodType<number>;

/** Which part of a long list to return. */
export const pageQuery = z.strictObject({
  offset: whole(0, Number.MAX_SAFE_INTEGER).optional().describe('How many to pass over; 0 unless given.'),
  limit: whole(1, MOST_LISTED)
    .optional()
    .describe(`How many to list: at most ${MOST_LISTED}, ${USUALLY_LISTED} unless given.`),
  search: z.string().optional().describe('Only items with this text in their id, name or tags.'),
});

export type PageQuery = z.infer<typeof pageQuery>;

export const listOf = (item: z.ZodType): z.ZodType =>
  z.strictObject({
    items: z.array(item),
    total: z.int().describe('How many there are in all, beyond this part of the list.'),
  });

/** A part of a list, and how long the whole is. */
export function pageOf<T, V>(
  items: Iterable<T>,
  { offset = 0, limit = USUALLY_LISTED }: PageQuery,
  isWanted: (item: T) => boolean,
  show: (item: T) => V,
): { readonly items: readonly V[]; readonly total: number } {
  const shown: V[] = [];
  let total = 0;
  for (const item of items) {
    if (!isWanted(item)) continue;
    if (total >= offset && shown.length < limit) shown.push(show(item));
    total += 1;
  }
  return { items: shown, total };
}

export const endpointSchema = z
  .enum(ENDPOINT_IDS as [string, ...string[]])
  .describe('One of the nine operations.');

export const gameShape = z.strictObject({
  id: z.string(),
  gamePlayers: z.int(),
  characterPlayers: z.int(),
  groups: z.int(),
  secretKeys: z.int().describe('Keys that carry the game.'),
  authTokens: z.int().describe('Tokens of players of the game.'),
});

/** What routes call the three kinds, and the schemas of each. */
export const KINDS = {
  gamePlayer: { segment: 'players', schema: SUBJECT_SCHEMAS.gamePlayer },
  characterPlayer: { segment: 'characters', schema: SUBJECT_SCHEMAS.characterPlayer },
  group: { segment: 'groups', schema: SUBJECT_SCHEMAS.group },
} as const satisfies Record<Resource, { segment: string; schema: z.ZodObject }>;

const without = (schema: z.ZodObject, member: string): z.ZodObject => {
  const { [member]: _, ...shape } = schema.shape;
  return z.strictObject(shape);
};

/** The game is in the path. */
export const subjectBody = (resource: Resource): z.ZodObject => without(KINDS[resource].schema, 'game');

/** What may be changed of a subject: all but its id. */
export const subjectChanges = (resource: Resource): z.ZodObject =>
  without(subjectBody(resource), RESOURCE_FACTS[resource].idMember);

export const subjectShape = (resource: Resource): z.ZodType => KINDS[resource].schema;

export const tagListSchema = z.array(tagSchema).max(MAX_TAGS);
export const tagsReply = z.strictObject({
  tags: z.array(z.strictObject({ key: z.string(), value: z.string() })),
});

export const keyBody = secretKeySchema.partial({ name: true, key: true }).required({ role: true });
export const keyShape: z.ZodType = secretKeySchema;
export const tokenBody = authTokenSchema.partial({ name: true, token: true }).extend({
  expiresInSeconds: z
    .number()
    .positive()
    .max(1e9)
    .optional()
    .describe('When it expires by the clock of the simulator; left out: never.'),
});
export const tokenShape: z.ZodType = authTokenSchema.extend({
  expiresInSeconds: z.number().optional().describe('Seconds until it expires.'),
});

export const namePath = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/);
