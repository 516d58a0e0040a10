/** Subjects that a case could ask about, if the world declared them. */
import { RESOURCE_FACTS, type Resource } from '../../contract/endpoints.ts';
import type { DeclaredWorld } from '../../world/declared-world.ts';
import { UNKNOWN, type AuthToken } from '../../world/world.ts';
import type { AskedSubject } from '../../judge/planned.ts';
import { placeholderId } from './declare.ts';
import type { Declare } from '../../world/declared-world.ts';
import { playerOf, type Player } from './new-player.ts';
import type { RolesOfCase } from './roles-of-case.ts';
import { absentLines, subjectLine, type NewSubject } from './subject-line.ts';
import { nearDuplicateIds } from '../format/given/subject-ids.ts';
import { tagExample } from '../format/given/tag-shapes.ts';

export interface NewSubjects {
  readonly declare: readonly Declare[];
  readonly askedSubjects: readonly AskedSubject[];
}

/** What a new subject's id begins with: `2-group`, `own-three-tags`. */
function labelOf({ given, endpoint }: RolesOfCase, nth: number, isOwned: boolean): string {
  const kind = RESOURCE_FACTS[endpoint.resource].idMember.replace(/Id$/, '');
  const { label } = tagExample(given.subject?.tags);
  return `${nth === 1 ? '' : `${nth}-`}${isOwned ? 'own-' : ''}${label === '' ? kind : label}`;
}

/** The owner of a new character or group: the player who has logged in, or another one where the case wants that. */
function ownerOf(
  world: DeclaredWorld,
  { given, endpoint, needs }: RolesOfCase,
  game: string,
  holder: AuthToken | undefined,
): Player | undefined {
  if (endpoint.resource === 'gamePlayer') return undefined;
  const userId = holder?.holder.kind === 'player' ? holder.holder.userId : undefined;
  if (userId === undefined) {
    const player = playerOf(world, game, [], 'player');
    return needs.token || player.declare.length === 0 ? player : undefined;
  }
  return given.token?.of === 'another'
    ? playerOf(world, game, [userId], 'owner')
    : { id: userId, declare: [] };
}

const askedSubjectOf = ({ resource, id, game, owner }: NewSubject): AskedSubject => {
  const owners = resource === 'gamePlayer' ? [id] : owner === undefined ? UNKNOWN : [owner];
  return { resource, id, game, exists: { resource, id, game, owners, tags: UNKNOWN } };
};

function missingAbsent(
  world: DeclaredWorld,
  resource: Resource,
  { given }: RolesOfCase,
  game: string,
): NewSubjects | undefined {
  const found = absentLines(world, resource, given.subject?.absent ?? 'any', game);
  if (found === undefined) return undefined;
  return { declare: found.declare, askedSubjects: [{ resource, id: found.id, game, exists: undefined }] };
}

const NEAR_DUPLICATE_TAGS = ['one', 'another'].map((value) => `[{ key: "key", value: "${value}" }]`);

/** As many as the case asks about; undefined where no lines can declare them. */
export function newSubjects(
  world: DeclaredWorld,
  of: RolesOfCase,
  game: string,
  holder: AuthToken | undefined,
): NewSubjects | undefined {
  const { resource } = of.endpoint;
  const { nearDuplicate, absent, id: exact, same, nth = 1 } = of.given.subject ?? {};
  if (exact !== undefined || same !== undefined) return undefined;
  if (absent !== undefined) return missingAbsent(world, resource, of, game);
  const length = RESOURCE_FACTS[resource].idLength;
  const owner = ownerOf(world, of, game, holder);
  const text = tagExample(of.given.subject?.tags);
  const numbers = Array.from({ length: nth }, (_, index) => index + 1);
  const ids =
    nearDuplicate === undefined
      ? numbers.map((number) => placeholderId(labelOf(of, number, owner !== undefined), length))
      : nearDuplicateIds(nearDuplicate, length);
  if (ids === undefined) return undefined;
  const subjects = ids.map((id, at): NewSubject => ({
    resource,
    id,
    game,
    owner: owner?.id,
    tags: nearDuplicate === undefined ? text.tags : NEAR_DUPLICATE_TAGS[at],
    words: nearDuplicate === undefined ? text.words : `with a neighbour by ${nearDuplicate}`,
  }));
  return {
    declare: [...(owner?.declare ?? []), ...subjects.map((each) => subjectLine(world, each))],
    askedSubjects: subjects.map(askedSubjectOf),
  };
}
