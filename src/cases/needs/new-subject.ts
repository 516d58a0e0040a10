/** Subjects that a case could ask about, if the world declared them. */
import { type Resource, RESOURCE_FACTS } from '../../spec/endpoints.ts';
import type { DeclarationLine, DeclaredWorld } from '../../world/declared-world.ts';
import { UNKNOWN, type AuthToken } from '../../world/world.ts';
import type { AskedSubject } from '../planned.ts';
import { type Anew, gamePart, placeholderId, quoted } from './line-parts.ts';
import type { WantedRoles } from '../cast/candidates.ts';
import {
  ABSENT_SHAPES,
  type AbsentShape,
  type Elsewhere,
  nearDuplicateIds,
} from '../format/given/subject-ids.ts';
import { tagExample } from '../format/given/tag-shapes.ts';

/** A player for a token or an owner to name: one that the world has, or a new one. */
interface Player {
  readonly id: string;
  /** The lines that declare it, where the world does not have it. */
  readonly declare: readonly DeclarationLine[];
}

export const PLAYER_LENGTH = RESOURCE_FACTS.gamePlayer.idLength;

/** The first player of a game other than these. */
export function playerOf(
  world: DeclaredWorld,
  game: string,
  except: readonly string[],
  label: string,
): Player {
  const known = world.subjects.find(
    (each) => each.resource === 'gamePlayer' && each.game === game && !except.includes(each.id),
  );
  if (known !== undefined) return { id: known.id, declare: [] };
  const id = placeholderId(label, PLAYER_LENGTH);
  return { id, declare: [playerLine(world, id, game)] };
}

/** Something that exists, as a line declares it. */
interface NewSubject {
  readonly resource: Resource;
  readonly id: string;
  readonly game: string;
  /** The player who owns it; undefined: not declared. */
  readonly owner: string | undefined;
  /** YAML; undefined: unknown. */
  readonly tags: string | undefined;
  /** In words, behind the kind: `with several tags`. */
  readonly words: string;
}

const OWNER = {
  gamePlayer: () => '',
  characterPlayer: (owner) => `, owner: ${quoted(owner)}`,
  group: (owner) => `, members: [${quoted(owner)}]`,
} as const satisfies Record<Resource, (owner: string) => string>;

function subjectLine(world: DeclaredWorld, subject: NewSubject): DeclarationLine {
  const { resource, id, game, owner, tags = 'unknown', words } = subject;
  const { idMember, plural, word } = RESOURCE_FACTS[resource];
  const owned = owner === undefined ? '' : OWNER[resource](owner);
  return {
    list: `world.${plural}`,
    line: `- { ${idMember}: ${quoted(id)}${owned}${gamePart(world, game)}, tags: ${tags} }`,
    what: `a ${word}${words === '' ? '' : ` ${words}`}`,
  };
}

/** A player for a token or an owner to name. */
export function playerLine(world: DeclaredWorld, id: string, game: string): DeclarationLine {
  return subjectLine(world, {
    resource: 'gamePlayer',
    id,
    game,
    owner: undefined,
    tags: undefined,
    words: '',
  });
}

const absentLine = (resource: Resource, id: string): DeclarationLine => {
  const { plural, word } = RESOURCE_FACTS[resource];
  return {
    list: `world.absent.${plural}`,
    line: `- ${quoted(id)}`,
    what: `the id of a ${word} that does not exist, such as ${quoted(id)}`,
  };
};

/** Another kind of thing whose ids are as long. */
const ALIKE: Readonly<Record<Resource, Resource | undefined>> = {
  gamePlayer: 'group',
  group: 'gamePlayer',
  characterPlayer: undefined,
};

/** What a new subject's id begins with: `2-group`, `own-three-tags`. */
function labelOf({ given, endpoint }: WantedRoles, nth: number, isOwned: boolean): string {
  const kind = RESOURCE_FACTS[endpoint.resource].idMember.replace(/Id$/, '');
  const { label } = tagExample(given.subject?.tags);
  return `${nth === 1 ? '' : `${nth}-`}${isOwned ? 'own-' : ''}${label === '' ? kind : label}`;
}

/** The owner of a new character or group: the player who has logged in, or another one where the case wants that. */
function ownerOf(
  world: DeclaredWorld,
  { given, endpoint, needs }: WantedRoles,
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

/** An id that nothing of this kind has; undefined where no line can say so. */
function newAbsent(
  world: DeclaredWorld,
  resource: Resource,
  shape: AbsentShape | Elsewhere,
  game: string,
): Anew | undefined {
  const length = RESOURCE_FACTS[resource].idLength;
  const asked = (id: string, ...declare: readonly DeclarationLine[]): Anew => ({
    declare: [...declare, absentLine(resource, id)],
    subjects: [{ resource, id, game, exists: undefined }],
  });
  if (shape === 'other-game') return undefined;
  if (shape !== 'other-kind') {
    const id = ABSENT_SHAPES[shape].example(length);
    return id === undefined ? undefined : asked(id);
  }
  const other = ALIKE[resource];
  if (other === undefined) return undefined;
  const id = placeholderId(`not-${resource}`, length);
  const there = { resource: other, id, game, owner: undefined, tags: undefined, words: '' };
  return asked(id, subjectLine(world, there));
}

const NEAR_DUPLICATE_TAGS = ['one', 'another'].map((value) => `[{ key: "key", value: "${value}" }]`);

/** As many as the case asks about; undefined where no lines can declare them. */
export function newSubjects(
  world: DeclaredWorld,
  of: WantedRoles,
  game: string,
  holder: AuthToken | undefined,
): Anew | undefined {
  const { resource } = of.endpoint;
  const { nearDuplicate, absent, id: exact, same, nth = 1 } = of.given.subject ?? {};
  if (exact !== undefined || same !== undefined) return undefined;
  if (absent !== undefined) return newAbsent(world, resource, absent, game);
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
    subjects: subjects.map(askedSubjectOf),
  };
}
