/** A player, a character or a group: how a file declares it, how one is read, and how it is shown. */
import { z } from 'zod';
import { RESOURCE_FACTS, type Resource } from '../../spec/endpoints.ts';
import { textThat } from './checked-texts.ts';
import { ENTITY_KINDS } from '../entity-kinds.ts';
import { UNKNOWN, type Fact, type Subject } from '../world.ts';
import { checkPlayer, gameSchema, homeGame, type EntityScope } from './entity.ts';
import { readTags, tagsSchema } from './tags.ts';

const { gamePlayer, characterPlayer, group } = RESOURCE_FACTS;

/** §2.1 fixes the length of an id but not its unit: one is good when any unit gives the length. */
export const idSchema = (resource: Resource): z.ZodString => {
  const { idLength, word } = RESOURCE_FACTS[resource];
  return textThat((id) => {
    const count = [...id].length;
    if (!id.isWellFormed()) return ['holds half of a surrogate pair, which is not text'];
    if ([id.length, count, Buffer.byteLength(id)].includes(idLength)) return undefined;
    return [`must have ${idLength} characters, not ${count} (§2.1)`];
  }).describe(`The id of the ${word}: ${idLength} characters (§2.1).`);
};

const common = { game: gameSchema.optional(), tags: tagsSchema.optional() };

export const SUBJECT_SCHEMAS = {
  gamePlayer: z.strictObject({ [gamePlayer.idMember]: idSchema('gamePlayer'), ...common }),
  characterPlayer: z.strictObject({
    [characterPlayer.idMember]: idSchema('characterPlayer'),
    owner: z
      .union([idSchema('gamePlayer'), z.null()])
      .describe(
        'The userId of the player whose character it is; null: of none. Left out: unknown; in a complete world none.',
      )
      .optional(),
    ...common,
  }),
  group: z.strictObject({
    [group.idMember]: idSchema('group'),
    members: z
      .array(idSchema('gamePlayer'))
      .describe('The userIds of all its members. Left out: unknown; in a complete world none.')
      .optional(),
    ...common,
  }),
} as const satisfies Record<Resource, z.ZodObject>;

/** What any of the three kinds is declared with. */
export type SubjectInput = Partial<
  z.infer<typeof SUBJECT_SCHEMAS.gamePlayer> &
    z.infer<typeof SUBJECT_SCHEMAS.characterPlayer> &
    z.infer<typeof SUBJECT_SCHEMAS.group>
>;

/** The players who own a subject besides being it; they have to be declared. */
function ownersOf(
  resource: Exclude<Resource, 'gamePlayer'>,
  input: SubjectInput,
  game: string,
  scope: EntityScope,
): Fact<readonly string[]> {
  const { ownersMember } = ENTITY_KINDS[resource];
  const given = input[ownersMember];
  if (given === undefined) return scope.complete ? [] : UNKNOWN;
  const owners = given === null ? [] : [given].flat();
  for (const [index, owner] of owners.entries())
    checkPlayer(owner, game, Array.isArray(given) ? [ownersMember, index] : [ownersMember], scope);
  return owners;
}

/** Reads one player, character or group. */
export function readSubject(resource: Resource, input: SubjectInput, scope: EntityScope): Subject {
  const id = input[RESOURCE_FACTS[resource].idMember] ?? '';
  const game = homeGame(input.game, scope);
  const leftOut = scope.complete ? [] : UNKNOWN;
  return {
    resource,
    id,
    game,
    owners: resource === 'gamePlayer' ? [id] : ownersOf(resource, input, game, scope),
    tags: input.tags === undefined ? leftOut : readTags(input.tags),
  };
}

/** A player, character or group as a file declares it. */
export function showSubject({ resource, id, game, owners, tags }: Subject): SubjectInput {
  const isOwned = resource !== 'gamePlayer' && owners !== UNKNOWN;
  return {
    [RESOURCE_FACTS[resource].idMember]: id,
    game,
    ...(isOwned && (resource === 'group' ? { members: [...owners] } : { owner: owners[0] ?? null })),
    tags: tags === UNKNOWN ? 'unknown' : [...tags],
  };
}
