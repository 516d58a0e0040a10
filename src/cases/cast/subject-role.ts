/** Which subjects fit a case, among those that exist and those that do not. */
import { RESOURCE_FACTS, type Endpoint, type Resource } from '../../spec/endpoints.ts';
import { IMPLICIT_GAME, OUR_IDS, type AbsentId, type DeclaredWorld } from '../../world/declared-world.ts';
import { UNKNOWN, type Subject, type World } from '../../world/world.ts';
import {
  ABSENT_SHAPES,
  ELSEWHERE,
  isElsewhere,
  isInventable,
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
import { NEAREST_SHAPES, type TagShape } from '../format/given/tag-shapes.ts';
import type { AskedSubject } from '../planned.ts';

/**
 * Which subjects may be asked about. `existing`: only a subject that the case describes; `any`: the request is refused whatever it asks for;
 * `answered`: it is answered, with tags or, for an id that nothing has, as not found.
 */
export type SubjectNeed = 'existing' | 'any' | 'answered';

type SubjectGiven = NonNullable<Given['subject']>;

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

/** An id that nothing has. */
const absentSubject = (resource: Resource, game: string, id: string): AskedSubject => ({
  resource,
  id,
  game,
  exists: undefined,
});

const isOfGame = (game: string, wanted: SubjectGiven): boolean =>
  wanted.game === undefined || wanted.game === game;

/** Those that have a near-duplicate, each followed by its own, so that the second one is the near-duplicate of the first. */
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
  readonly askedSubjects: readonly AskedSubject[];
  /** Whether a subject may, also where a large world has more of its like than are listed. */
  readonly includes: (subject: Subject) => boolean;
}

const tagCount = ({ tags }: Subject): number => (tags === UNKNOWN ? Infinity : tags.length);
const fewestTagsFirst = (subjects: readonly Subject[]): readonly Subject[] =>
  subjects.toSorted((a, b) => tagCount(a) - tagCount(b));

function findExisting(world: DeclaredWorld, resource: Resource, wanted: SubjectGiven): Existing {
  const { tags, nearDuplicate } = wanted;
  const ofGame = (subjects: readonly Subject[]): readonly Subject[] =>
    wanted.game === undefined ? subjects : subjects.filter(({ game }) => isOfGame(game, wanted));
  const shapes = tags === undefined ? [] : [tags, ...(NEAREST_SHAPES.get(tags) ?? [])];
  const shape = shapes.find((each) => ofGame(withShape(world, resource, each)).length > 0);
  const described = shape === undefined ? [] : withShape(world, resource, shape);
  const fit = ofGame(
    tags === undefined
      ? plainestFirst(world, resource)
      : shape === tags
        ? described
        : fewestTagsFirst(described),
  );
  const listed =
    nearDuplicate === undefined ? firstOfClasses(world, fit) : withNearDuplicates(fit, world, nearDuplicate);
  return {
    askedSubjects: listed.map(asAskedSubject),
    includes: (subject) =>
      subject.resource === resource &&
      isOfGame(subject.game, wanted) &&
      (tags === undefined || (shape !== undefined && hasShape(subject, shape))) &&
      (nearDuplicate === undefined || nearDuplicatesOf(world, subject, nearDuplicate, 1).length > 0),
  };
}

const existing = byWorld(
  (resource: Resource, wanted: SubjectGiven) => `${resource} ${JSON.stringify(wanted)}`,
  findExisting,
);

/** The declared games that may be the subject's. */
function gamesFor({ games }: DeclaredWorld, wanted: SubjectGiven): readonly string[] {
  return (games.length === 0 ? [IMPLICIT_GAME] : games).filter((game) => isOfGame(game, wanted));
}

/** What has exactly this id; where nothing is known to have it, a subject that does not exist. */
function identified(
  world: DeclaredWorld,
  resource: Resource,
  id: string,
  wanted: SubjectGiven,
): readonly AskedSubject[] {
  const askedSubjects = gamesFor(world, wanted).map((game) => askedId(world, resource, game, id));
  const present = askedSubjects.filter(({ exists }) => exists !== undefined);
  return present.length > 0 ? present : askedSubjects;
}

/** Ids that something has elsewhere; `shape` says where, seen from this resource and game. A large world gives at most this many. */
const MAX_ELSEWHERE = 200;

const idsElsewhere = byWorld(
  (resource: Resource, game: string, shape: Elsewhere) => JSON.stringify([resource, game, shape]),
  (world, resource, game, shape): readonly string[] => {
    const length = RESOURCE_FACTS[resource].idLength;
    return world.subjects
      .filter((other) => other.id.length === length && ELSEWHERE[shape](other, { resource, game }))
      .filter(({ id }) => world.subject(resource, game, id).is === 'absent')
      .slice(0, MAX_ELSEWHERE)
      .map(({ id }) => id);
  },
);

/** Ids that the world says nothing has in this game, of the requested shape. */
function absentIds(
  world: DeclaredWorld,
  resource: Resource,
  game: string,
  shape: AbsentShape | Elsewhere,
): readonly string[] {
  if (!isElsewhere(shape)) {
    const ofKind = (ids: readonly AbsentId[]): readonly string[] =>
      ids.filter((each) => each.resource === resource).map(({ id }) => id);
    const declared = ofKind(world.absents).filter(ABSENT_SHAPES[shape].fits);
    if (declared.length > 0) return declared;
    if (shape === 'punctuation') return [OUR_IDS.padEnd(RESOURCE_FACTS[resource].idLength, '-')];
    // An id of another shape shows the same, unless the shape is what a backend may mistake.
    return isInventable(shape) ? ofKind(world.inventions) : [];
  }
  return idsElsewhere(world, resource, game, shape);
}

function absent(world: DeclaredWorld, { resource }: Endpoint, wanted: SubjectGiven): readonly AskedSubject[] {
  const { absent: shape } = wanted;
  if (shape === undefined) return [];
  return gamesFor(world, wanted).flatMap((game) =>
    absentIds(world, resource, game, shape)
      .filter((id) => world.subject(resource, game, id).is === 'absent')
      .map((id) => absentSubject(resource, game, id)),
  );
}

/** An id of the right length that nothing has: for requests that are refused whatever they ask for. */
export function madeUpSubject(resource: Resource, game: string): AskedSubject {
  return absentSubject(resource, game, OUR_IDS.padEnd(RESOURCE_FACTS[resource].idLength, 'x'));
}

/** The shapes that say no more than that a subject exists. */
const LOOSE_SHAPES: ReadonlySet<TagShape> = new Set(['some', 'one', 'several', 'three-or-more']);

/** Whether a made-up id may play the role: nothing is said about the subject but that it exists. */
function isLoose({ tags, nearDuplicate, nth = 1, game }: SubjectGiven): boolean {
  return (
    (tags === undefined || LOOSE_SHAPES.has(tags)) &&
    nearDuplicate === undefined &&
    nth === 1 &&
    game === undefined
  );
}

/** Made-up ids in place of an existing subject, in every game of the world. */
function standIns(
  world: DeclaredWorld,
  resource: Resource,
  need: SubjectNeed,
  wanted: SubjectGiven,
): readonly AskedSubject[] {
  const games = gamesFor(world, wanted);
  const known = world.inventions.filter((each) => each.resource === resource).slice(0, 1);
  const invented = known.flatMap(({ id }) =>
    games.map((game): AskedSubject => ({ ...absentSubject(resource, game, id), standsIn: true })),
  );
  if (need === 'answered' || invented.length > 0) return invented;
  return games.map((game): AskedSubject => ({ ...madeUpSubject(resource, game), standsIn: true }));
}

/** The subjects that fit the role, plainest first; a stand-in where none fits. */
function describedSubjects(
  world: DeclaredWorld,
  endpoint: Endpoint,
  { subject: wanted = {}, token }: Given,
  need: SubjectNeed,
): readonly AskedSubject[] {
  const { resource } = endpoint;
  if (wanted.id !== undefined) return identified(world, resource, wanted.id, wanted);
  if (wanted.absent !== undefined) {
    const found = absent(world, endpoint, wanted);
    const mayInvent = need === 'any' && isInventable(wanted.absent);
    return found.length > 0 || !mayInvent ? found : standIns(world, resource, need, {});
  }
  const found = existing(world, resource, wanted).askedSubjects;
  const isOwn = token?.of === 'own' && endpoint.variant === 'client';
  if (found.length > 0 || need === 'existing' || isOwn || !isLoose(wanted)) return found;
  return standIns(world, resource, need, wanted);
}

/** The candidates with this one first, where it is one of them. */
function preferring(
  world: DeclaredWorld,
  { resource }: Endpoint,
  { subject: wanted = {} }: Given,
  candidates: readonly AskedSubject[],
  prefer: AskedSubject | undefined,
): readonly AskedSubject[] {
  if (prefer === undefined) return candidates;
  const isPreferred = ({ id, game, resource: kind }: AskedSubject): boolean =>
    id === prefer.id && game === prefer.game && kind === prefer.resource;
  const listed = candidates.filter(isPreferred);
  const others = candidates.filter((each) => !isPreferred(each));
  if (listed.length > 0) return [...listed, ...others];
  const isDescribed = wanted.id === undefined && wanted.absent === undefined && wanted.same === undefined;
  const { exists } = prefer;
  return isDescribed && exists !== undefined && existing(world, resource, wanted).includes(exists)
    ? [prefer, ...others]
    : candidates;
}

/** What has the id of the first step's subject, as this kind or in another game; or where nothing has it. */
function subjectsOfSameId(
  world: DeclaredWorld,
  { resource }: Endpoint,
  first: AskedSubject | undefined,
  { absent: wantsAbsent }: SubjectGiven,
): readonly AskedSubject[] {
  if (first === undefined || first.id.length !== RESOURCE_FACTS[resource].idLength) return [];
  const { id } = first;
  const wanted = wantsAbsent === undefined ? 'present' : 'absent';
  return gamesFor(world, {})
    .filter((game) => world.subject(resource, game, id).is === wanted)
    .map((game) => askedId(world, resource, game, id));
}

/** The subjects that may play the role, the plainest first; that of the case's first step, `prefer`, before all. */
export function subjectCandidates(
  world: DeclaredWorld,
  endpoint: Endpoint,
  given: Given,
  need: SubjectNeed,
  prefer: AskedSubject | undefined,
): readonly AskedSubject[] {
  const found =
    given.subject?.same === undefined
      ? describedSubjects(world, endpoint, given, need)
      : subjectsOfSameId(world, endpoint, prefer, given.subject);
  return preferring(world, endpoint, given, found, prefer);
}
