/** The players, characters and groups of a world file. */
import { RESOURCES, RESOURCE_FACTS, type Resource } from '../../contract/endpoints.ts';
import type { AbsentId } from '../../world/declared-world.ts';
import { UNKNOWN, type Fact, type Subject } from '../../world/world.ts';
import type { YamlPath } from '../yaml/path.ts';
import type { Complain } from '../yaml/complain.ts';
import { homeGame } from './games.ts';
import { checkPlayer, playersOf } from './players.ts';
import { isText, tagsOf } from './tags.ts';
import type { TagsInput } from './tag-schema.ts';
import type { WorldInput } from './world-schema.ts';

/** What any of the three kinds is declared with. */
interface Declaration {
  readonly id: string;
  readonly game: string | undefined;
  readonly tags: TagsInput | undefined;
  /** Its owners besides itself, as written: a string, null for no owner, undefined where left out. */
  readonly owners: readonly string[] | null | undefined;
  readonly ownersKey: string;
}

interface Scope {
  readonly world: WorldInput;
  readonly games: readonly string[];
  readonly complain: Complain;
}

const DECLARATIONS = {
  gamePlayer: (world) =>
    (world.gamePlayers ?? []).map(({ userId: id, game, tags }) => ({
      id,
      game,
      tags,
      owners: [id],
      ownersKey: 'userId',
    })),
  characterPlayer: (world) =>
    (world.characterPlayers ?? []).map(({ characterId: id, owner, game, tags }) => ({
      id,
      game,
      tags,
      owners: typeof owner === 'string' ? [owner] : owner,
      ownersKey: 'owner',
    })),
  group: (world) =>
    (world.groups ?? []).map(({ groupId: id, members, game, tags }) => ({
      id,
      game,
      tags,
      owners: members,
      ownersKey: 'members',
    })),
} as const satisfies Record<Resource, (world: WorldInput) => readonly Declaration[]>;

/** §2.1 fixes the length but not its unit: an id is good when any unit gives the length. */
function hasLength(id: string, length: number): boolean {
  return id.length === length || [...id].length === length || Buffer.byteLength(id) === length;
}

function checkId(resource: Resource, id: string, path: YamlPath, complain: Complain): void {
  const { idMember, idLength, word } = RESOURCE_FACTS[resource];
  if (!isText(id)) complain(path, 'half of a surrogate pair, which is not text');
  const count = [...id].length;
  if (!hasLength(id, idLength))
    complain(path, `the ${idMember} of a ${word} has ${idLength} characters, not ${count} (§2.1)`);
}

function subjectOf(
  resource: Resource,
  declaration: Declaration,
  path: YamlPath,
  { world, games, complain }: Scope,
): Subject {
  const { id, owners, tags } = declaration;
  const complete = world.complete === true;
  const unknownOwners: Fact<readonly string[]> = complete ? [] : UNKNOWN;
  checkId(resource, id, [...path, RESOURCE_FACTS[resource].idMember], complain);
  return {
    resource,
    id,
    game: homeGame(declaration.game, games, path, complain),
    owners: owners === undefined ? unknownOwners : (owners ?? []),
    tags: tagsOf(tags, [...path, 'tags'], complete ? [] : UNKNOWN, complain),
  };
}

const slot = ({ resource, game, id }: Subject): string => JSON.stringify([resource, game, id]);

/** Every declared id with the lines of its declaration, for references. */
interface Placed {
  readonly subject: Subject;
  readonly path: YamlPath;
  readonly ownersPath: YamlPath;
}

function placedSubjects(scope: Scope): readonly Placed[] {
  return RESOURCES.flatMap((resource) =>
    DECLARATIONS[resource](scope.world).map((declaration, index) => {
      const path = ['world', RESOURCE_FACTS[resource].plural, index];
      const subject = subjectOf(resource, declaration, path, scope);
      return { subject, path, ownersPath: [...path, declaration.ownersKey] };
    }),
  );
}

function checkUnique(placed: readonly Placed[], complain: Complain): void {
  const seen = new Set<string>();
  for (const { subject, path } of placed) {
    const { idMember, word } = RESOURCE_FACTS[subject.resource];
    const game = subject.game === '' ? '' : ` in the game ${JSON.stringify(subject.game)}`;
    if (seen.has(slot(subject)))
      complain([...path, idMember], `the ${word} ${JSON.stringify(subject.id)} is declared twice${game}`);
    seen.add(slot(subject));
  }
}

function checkOwners(placed: readonly Placed[], complain: Complain): void {
  const players = playersOf(placed.map(({ subject }) => subject));
  for (const { subject, ownersPath } of placed) {
    if (subject.resource === 'gamePlayer' || subject.owners === UNKNOWN) continue;
    for (const [index, owner] of subject.owners.entries()) {
      const path = subject.resource === 'group' ? [...ownersPath, index] : ownersPath;
      checkPlayer(owner, subject.game, players, path, complain);
    }
  }
}

/** All subjects of a world file, kind by kind, each in the order of the file. */
export function subjectsOf(
  world: WorldInput,
  games: readonly string[],
  complain: Complain,
): readonly Subject[] {
  const placed = placedSubjects({ world, games, complain });
  checkUnique(placed, complain);
  checkOwners(placed, complain);
  return placed.map(({ subject }) => subject);
}

/** The ids that are declared not to exist. */
export function absentsOf(
  world: WorldInput,
  subjects: readonly Subject[],
  complain: Complain,
): readonly AbsentId[] {
  const existing = new Set(subjects.map(({ resource, id }) => `${resource} ${id}`));
  return RESOURCES.flatMap((resource) => {
    const { plural, word } = RESOURCE_FACTS[resource];
    return (world.absent?.[plural] ?? []).map((id, index) => {
      const path = ['world', 'absent', plural, index];
      checkId(resource, id, path, complain);
      const exists = existing.has(`${resource} ${id}`);
      if (exists)
        complain(
          path,
          `the ${word} ${JSON.stringify(id)} is declared as existing`,
          'an absent id exists in no game',
        );
      return { resource, id };
    });
  });
}
