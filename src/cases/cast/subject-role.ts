/** Which subjects fit a case, whether they exist or not, and the words for one. */
import { RESOURCE_FACTS, type Endpoint, type Resource } from '../../spec/endpoints.ts';
import { IMPLICIT_GAME, OUR_IDS, type AbsentId, type DeclaredWorld } from '../../world/declared-world.ts';
import { UNKNOWN, type Subject, type World } from '../../world/world.ts';
import {
  ABSENT_SHAPES,
  ID_ELSEWHERE,
  isElsewhere,
  isInventable,
  NEAR_DUPLICATES,
  type AbsentShape,
  type Elsewhere,
  type NearDuplicate,
} from '../format/given/subject-ids.ts';
import {
  byWorld,
  firstOfClasses,
  hasShape,
  nearDuplicatesOf,
  plainestFirst,
  withShape,
} from './world-index.ts';
import type { Given } from '../format/schema/given-schema.ts';
import { NEAREST_SHAPES, TAG_SHAPES, type TagShape } from '../format/given/tag-shapes.ts';
import type { AskedSubject } from '../planned.ts';
import { withArticle, type SubjectNeed, type Wish } from './wish.ts';

type SubjectGiven = NonNullable<Given['subject']>;

/** `a group without tags`; `an id of digits that no group has`. */
export function subjectWords({ resource }: Endpoint, wanted: SubjectGiven = {}): string {
  const { id, same, absent, tags, nearDuplicate, game, nth } = wanted;
  const { word } = RESOURCE_FACTS[resource];
  const inGame = game === undefined ? [] : [`of the game ${game}`];
  if (id !== undefined) return [`the ${word} ${JSON.stringify(id)}`, ...inGame].join(' ');
  if (same !== undefined)
    return `a ${word} that ${absent === undefined ? 'exists' : 'does not exist'} with the id of the first subject`;
  if (absent !== undefined) {
    const shape = isElsewhere(absent) ? absent.replace('other-', 'of another ') : ABSENT_SHAPES[absent].words;
    return [withArticle(`id ${shape}`.trimEnd(), nth), `that no ${word} has`, ...inGame].join(' ');
  }
  return [
    withArticle(word, nth),
    ...inGame,
    ...(tags === undefined ? [] : [TAG_SHAPES[tags].words]),
    ...(nearDuplicate === undefined ? [] : [NEAR_DUPLICATES[nearDuplicate].words]),
  ].join(' ');
}

export const asAskedSubject = (subject: Subject): AskedSubject => ({
  resource: subject.resource,
  id: subject.id,
  game: subject.game,
  exists: subject,
});

/** An id as a request asks about it: of what has it in this game or, where nothing is known to have it, of nothing. */
export function askedId(world: World, resource: Resource, game: string, id: string): AskedSubject {
  const found = world.subject(resource, game, id);
  return { resource, id, game, exists: found.is === 'present' ? found.value : undefined };
}

/** Subjects with a near-duplicate, each followed by its own, so that the second one is the near-duplicate of the first. */
function withNearDuplicates(
  subjects: readonly Subject[],
  world: DeclaredWorld,
  nearDuplicate: NearDuplicate,
): readonly Subject[] {
  const fit = new Set(subjects);
  const paired = subjects.filter((each) => nearDuplicatesOf(world, each, nearDuplicate, 1).length > 0);
  return [
    ...new Set(
      firstOfClasses(world, paired).flatMap((subject) => [
        subject,
        ...nearDuplicatesOf(world, subject, nearDuplicate).filter((each) => fit.has(each)),
      ]),
    ),
  ];
}

/** Subjects that exist and may play a role. */
interface Existing {
  readonly listed: readonly AskedSubject[];
  /** Whether a subject may, also where a large world has more of its like than are listed. */
  readonly includes: (subject: Subject) => boolean;
}

const tagCount = ({ tags }: Subject): number => (tags === UNKNOWN ? Infinity : tags.length);

function findExisting(world: DeclaredWorld, resource: Resource, wanted: SubjectGiven): Existing {
  const { tags, nearDuplicate, game } = wanted;
  const ofShape = (shape: TagShape | undefined): readonly Subject[] => {
    const all = shape === undefined ? plainestFirst(world, resource) : withShape(world, resource, shape);
    return game === undefined ? all : all.filter((each) => each.game === game);
  };
  const shapes = tags === undefined ? [] : [tags, ...(NEAREST_SHAPES.get(tags) ?? [])];
  const shape = shapes.find((each) => ofShape(each).length > 0) ?? tags;
  const fit = shape === tags ? ofShape(tags) : ofShape(shape).toSorted((a, b) => tagCount(a) - tagCount(b));
  const listed =
    nearDuplicate === undefined ? firstOfClasses(world, fit) : withNearDuplicates(fit, world, nearDuplicate);
  return {
    listed: listed.map(asAskedSubject),
    includes: (subject) =>
      subject.resource === resource &&
      (game === undefined || subject.game === game) &&
      (shape === undefined || hasShape(subject, shape)) &&
      (nearDuplicate === undefined || nearDuplicatesOf(world, subject, nearDuplicate, 1).length > 0),
  };
}

const existing = byWorld(findExisting);

/** The declared games that may be the subject's. */
function gamesFor({ games }: DeclaredWorld, { game }: SubjectGiven): readonly string[] {
  return (games.length === 0 ? [IMPLICIT_GAME] : games).filter((each) => game === undefined || each === game);
}

/** What has exactly this id; where nothing is known to have it, a subject that does not exist. */
function identified(
  world: DeclaredWorld,
  resource: Resource,
  id: string,
  wanted: SubjectGiven,
): readonly AskedSubject[] {
  const asked = gamesFor(world, wanted).map((game) => askedId(world, resource, game, id));
  const present = asked.filter(({ exists }) => exists !== undefined);
  return present.length > 0 ? present : asked;
}

/** Ids that something has elsewhere; `shape` says where, seen from this resource and game. A large world gives at most this many. */
const MAX_IDS_ELSEWHERE = 200;

const idsElsewhere = byWorld(
  (world, resource: Resource, game: string, shape: Elsewhere): readonly string[] => {
    const length = RESOURCE_FACTS[resource].idLength;
    return world.subjects
      .filter((other) => other.id.length === length && ID_ELSEWHERE[shape](other, { resource, game }))
      .filter(({ id }) => world.subject(resource, game, id).is === 'absent')
      .slice(0, MAX_IDS_ELSEWHERE)
      .map(({ id }) => id);
  },
);

/** Ids of the requested shape that nothing has, if it is not elsewhere. */
function absentIds(world: DeclaredWorld, resource: Resource, shape: AbsentShape): readonly string[] {
  const ofKind = (ids: readonly AbsentId[]): readonly string[] =>
    ids.filter((each) => each.resource === resource).map(({ id }) => id);
  const declared = ofKind(world.absents).filter(ABSENT_SHAPES[shape].fits);
  if (declared.length > 0) return declared;
  if (shape === 'punctuation') return [OUR_IDS.padEnd(RESOURCE_FACTS[resource].idLength, '-')];
  // An id of another shape shows the same, unless the shape is what a backend may mistake.
  return isInventable(shape) ? ofKind(world.inventions) : [];
}

function absentSubjects(
  world: DeclaredWorld,
  resource: Resource,
  shape: AbsentShape | Elsewhere,
  wanted: SubjectGiven,
): readonly AskedSubject[] {
  return gamesFor(world, wanted).flatMap((game) =>
    (isElsewhere(shape) ? idsElsewhere(world, resource, game, shape) : absentIds(world, resource, shape))
      .filter((id) => world.subject(resource, game, id).is === 'absent')
      .map((id) => ({ resource, game, id, exists: undefined })),
  );
}

/** An id of the right length that nothing has: for requests that are refused whatever they ask for. */
export function madeUpSubject(resource: Resource, game: string): AskedSubject {
  const id = OUR_IDS.padEnd(RESOURCE_FACTS[resource].idLength, 'x');
  return { resource, game, id, exists: undefined };
}

/** A made-up id in place of an existing subject, in every game that may be its own. */
function placeholders(
  world: DeclaredWorld,
  resource: Resource,
  need: SubjectNeed,
  wanted: SubjectGiven,
): readonly AskedSubject[] {
  const known = world.inventions.find((each) => each.resource === resource);
  if (need === 'answered' && known === undefined) return [];
  return gamesFor(world, wanted).map((game) => ({
    ...madeUpSubject(resource, game),
    ...known,
    isPlaceholder: true,
  }));
}

/** The shapes that say no more than that a subject exists. */
const LOOSE_SHAPES: ReadonlySet<TagShape> = new Set(['some', 'one', 'several', 'three-or-more']);

/** Whether a placeholder may play the role: nothing is said about the subject but that it exists. */
function isLoose({ tags, nearDuplicate, nth = 1, game }: SubjectGiven): boolean {
  return (
    (tags === undefined || LOOSE_SHAPES.has(tags)) &&
    nearDuplicate === undefined &&
    nth === 1 &&
    game === undefined
  );
}

/** What has the id of the first step's subject, as this kind or in another game; or where nothing has it. */
function subjectsOfSameId(
  world: DeclaredWorld,
  resource: Resource,
  first: AskedSubject | undefined,
  { absent }: SubjectGiven,
): readonly AskedSubject[] {
  if (first === undefined || first.id.length !== RESOURCE_FACTS[resource].idLength) return [];
  return gamesFor(world, {})
    .filter(
      (game) => world.subject(resource, game, first.id).is === (absent === undefined ? 'present' : 'absent'),
    )
    .map((game) => askedId(world, resource, game, first.id));
}

/** The subjects that fit the role, the plainest first; a placeholder where none fits. */
function subjectsFor(world: DeclaredWorld, { endpoint, given, has, prefer }: Wish): readonly AskedSubject[] {
  const { resource, variant } = endpoint;
  const { subject: wanted = {}, token } = given;
  if (wanted.same !== undefined) return subjectsOfSameId(world, resource, prefer, wanted);
  if (wanted.id !== undefined) return identified(world, resource, wanted.id, wanted);
  if (wanted.absent !== undefined) {
    const found = absentSubjects(world, resource, wanted.absent, wanted);
    const mayInvent = has.subject === 'any' && isInventable(wanted.absent);
    return found.length > 0 || !mayInvent ? found : placeholders(world, resource, has.subject, {});
  }
  const { listed } = existing(world, resource, wanted);
  const isOwn = token?.of === 'own' && variant === 'client';
  if (listed.length > 0 || has.subject === 'existing' || isOwn || !isLoose(wanted)) return listed;
  return placeholders(world, resource, has.subject, wanted);
}

/** The subjects that may play the role, the plainest first; the one of the case's first step, `prefer`, before all. */
export function subjectCandidates(world: DeclaredWorld, wish: Wish): readonly AskedSubject[] {
  const found = subjectsFor(world, wish);
  const { prefer, endpoint, given } = wish;
  if (prefer === undefined) return found;
  const { id, absent, same } = given.subject ?? {};
  const isPreferred = (each: AskedSubject): boolean =>
    each.id === prefer.id && each.game === prefer.game && each.resource === prefer.resource;
  const isDescribed = id === undefined && absent === undefined && same === undefined;
  const mayBe =
    isDescribed &&
    prefer.exists !== undefined &&
    existing(world, endpoint.resource, given.subject ?? {}).includes(prefer.exists);
  const listed = found.filter(isPreferred);
  const others = found.filter((each) => !isPreferred(each));
  return [...(listed.length === 0 && mayBe ? [prefer] : listed), ...others];
}
