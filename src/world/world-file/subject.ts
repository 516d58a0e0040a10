/** A player, a character or a group: how a file declares it, how one is read, and how it is shown. */
import { z } from 'zod';
import { RESOURCE_FACTS, type Resource } from '../../spec/endpoints.ts';
import { ENTITY_KINDS } from '../entity-kinds.ts';
import { UNKNOWN, type Fact, type Subject } from '../world.ts';
import type { Complain } from '../yaml/located.ts';
import type { YamlPath } from '../yaml/path.ts';
import { checkPlayer, gameSchema, homeGame, type EntityScope } from './entity.ts';
import { readTags, tagsSchema } from './tags.ts';

const { gamePlayer, characterPlayer, group } = RESOURCE_FACTS;

const idSchema = (word: string, length: number): z.ZodString =>
  z.string().describe(`The id of the ${word}: ${length} characters (§2.1).`);

const gamePlayerSchema = z.strictObject({
  [gamePlayer.idMember]: idSchema(gamePlayer.word, gamePlayer.idLength),
  game: gameSchema.optional(),
  tags: tagsSchema.optional(),
});

const characterPlayerSchema = z.strictObject({
  [characterPlayer.idMember]: idSchema(characterPlayer.word, characterPlayer.idLength),
  owner: z
    .string()
    .nullable()

    .describe(
      'The userId of the player whose character it is; null: of none. Left out: unknown; in a complete world none.',
    )
    .optional(),
  game: gameSchema.optional(),
  tags: tagsSchema.optional(),
});

const groupSchema = z.strictObject({
  [group.idMember]: idSchema(group.word, group.idLength),
  members: z
    .array(z.string())

    .describe('The userIds of all its members. Left out: unknown; in a complete world none.')
    .optional(),
  game: gameSchema.optional(),
  tags: tagsSchema.optional(),
});

export const SUBJECT_SCHEMAS = {
  gamePlayer: gamePlayerSchema,
  characterPlayer: characterPlayerSchema,
  group: groupSchema,
} as const satisfies Record<Resource, z.ZodObject>;

/** What any of the three kinds is declared with. */
export type SubjectInput = Partial<
  z.infer<typeof gamePlayerSchema> & z.infer<typeof characterPlayerSchema> & z.infer<typeof groupSchema>
>;

/** §2.1 fixes the length but not its unit: an id is good when any unit gives the length. */
function hasLength(id: string, length: number): boolean {
  return id.length === length || [...id].length === length || Buffer.byteLength(id) === length;
}

/** Checks that an id is one of its kind. */
export function checkId(resource: Resource, id: string, path: YamlPath, complain: Complain): void {
  const { idMember, idLength, word } = RESOURCE_FACTS[resource];
  if (!id.isWellFormed()) complain(path, 'half of a surrogate pair, which is not text');
  const count = [...id].length;
  if (!hasLength(id, idLength))
    complain(path, `the ${idMember} of a ${word} has ${idLength} characters, not ${count} (§2.1)`);
}

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
  if (given === null) return [];
  const owners = [given].flat();
  for (const [index, owner] of owners.entries())
    checkPlayer(owner, game, Array.isArray(given) ? [ownersMember, index] : [ownersMember], scope);
  return owners;
}

/** Reads one player, character or group. */
export function readSubject(resource: Resource, input: SubjectInput, scope: EntityScope): Subject {
  const { idMember } = RESOURCE_FACTS[resource];
  const { complete, complain } = scope;
  const id = input[idMember] ?? '';
  checkId(resource, id, [idMember], complain);
  const game = homeGame(input.game, scope);
  return {
    resource,
    id,
    game,
    owners: resource === 'gamePlayer' ? [id] : ownersOf(resource, input, game, scope),
    tags: readTags(input.tags, complete ? [] : UNKNOWN, complain),
  };
}

function shownOwners({ resource, owners }: Subject): SubjectInput {
  if (resource === 'gamePlayer' || owners === UNKNOWN) return {};
  return resource === 'group' ? { members: [...owners] } : { owner: owners[0] ?? null };
}

/** A player, character or group as a file declares it. */
export function showSubject(subject: Subject): SubjectInput {
  const { resource, id, game, tags } = subject;
  return {
    [RESOURCE_FACTS[resource].idMember]: id,
    game,
    ...shownOwners(subject),
    tags: tags === UNKNOWN ? 'unknown' : [...tags],
  };
}
