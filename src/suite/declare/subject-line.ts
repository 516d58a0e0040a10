/** Lines that declare what exists and what does not. */
import { RESOURCE_FACTS, type Resource } from '../../contract/endpoints.ts';
import type { DeclaredWorld } from '../../world/declared-world.ts';
import { ABSENT_SHAPES, type AbsentShape, type Elsewhere } from '../format/given/subject-ids.ts';
import { gamePart, placeholderId, quoted } from './declare.ts';
import type { Declare } from '../../world/declared-world.ts';

/** Something that exists, as a line declares it. */
export interface NewSubject {
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

export function subjectLine(world: DeclaredWorld, subject: NewSubject): Declare {
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
export function playerLine(world: DeclaredWorld, id: string, game: string): Declare {
  return subjectLine(world, {
    resource: 'gamePlayer',
    id,
    game,
    owner: undefined,
    tags: undefined,
    words: '',
  });
}

const absentLine = (resource: Resource, id: string): Declare => {
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

export interface NewAbsent {
  readonly id: string;
  readonly declare: readonly Declare[];
}

/** An id that nothing of this kind has; undefined where no line can say so. */
export function absentLines(
  world: DeclaredWorld,
  resource: Resource,
  shape: AbsentShape | Elsewhere,
  game: string,
): NewAbsent | undefined {
  const length = RESOURCE_FACTS[resource].idLength;
  if (shape === 'other-game') return undefined;
  if (shape !== 'other-kind') {
    const id = ABSENT_SHAPES[shape].example(length);
    return id === undefined ? undefined : { id, declare: [absentLine(resource, id)] };
  }
  const other = ALIKE[resource];
  if (other === undefined) return undefined;
  const id = placeholderId(`not-${resource}`, length);
  const there = { resource: other, id, game, owner: undefined, tags: undefined, words: '' };
  return { id, declare: [subjectLine(world, there), absentLine(resource, id)] };
}
