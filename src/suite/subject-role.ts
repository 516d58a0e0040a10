/** Which subjects fit a case, among those that exist and those that do not. */
import { RESOURCE_FACTS, type Endpoint, type Resource } from '../contract/endpoints.ts';
import { IMPLICIT_GAME, type DeclaredWorld } from '../world/declared-world.ts';
import { UNKNOWN, type Subject } from '../world/world.ts';
import { ABSENT_SHAPES, ELSEWHERE, type AbsentShape, type Elsewhere } from './absent-shapes.ts';
import { byWorld } from './by-world.ts';
import type { Given } from './case-schema.ts';
import { TAG_SHAPES } from './tag-shapes.ts';
import { TWINS } from './twins.ts';

/** Whom the case asks about. */
export interface Actor {
  readonly resource: Resource;
  readonly id: string;
  readonly game: string;
  /** Undefined: nothing has this id. */
  readonly exists: Subject | undefined;
}

type SubjectGiven = NonNullable<Given['subject']>;

const asActor = (subject: Subject): Actor => ({
  resource: subject.resource,
  id: subject.id,
  game: subject.game,
  exists: subject,
});

/** From so many tags on a subject is not plain. */
const PLAIN_TAGS = 5;

/** Lower is plainer: a few tags, then any, then unknown ones. */
function oddness({ tags }: Subject): number {
  if (tags === UNKNOWN) return 2;
  return tags.length > 0 && tags.length <= PLAIN_TAGS ? 0 : 1;
}

const sameTags = (a: Subject, b: Subject): boolean => JSON.stringify(a.tags) === JSON.stringify(b.tags);

function hasTwin(subject: Subject, world: DeclaredWorld, { twin }: SubjectGiven): boolean {
  if (twin === undefined) return true;
  if (subject.tags === UNKNOWN) return false;
  return world.subjects.some(
    (other) => other.tags !== UNKNOWN && TWINS[twin](subject, other) && !sameTags(subject, other),
  );
}

function findExisting(world: DeclaredWorld, resource: Resource, wanted: SubjectGiven): readonly Actor[] {
  const shape = wanted.tags === undefined ? undefined : TAG_SHAPES[wanted.tags];
  return world.subjects
    .filter((subject) => subject.resource === resource)
    .filter(({ tags }) => shape === undefined || (tags !== UNKNOWN && shape(tags)))
    .filter((subject) => hasTwin(subject, world, wanted))
    .toSorted((a, b) => (shape === undefined ? oddness(a) - oddness(b) : 0))
    .map(asActor);
}

const existing = byWorld(
  (resource: Resource, wanted: SubjectGiven) => `${resource} ${JSON.stringify(wanted)}`,
  findExisting,
);

const isElsewhere = (shape: AbsentShape | Elsewhere): shape is Elsewhere => Object.hasOwn(ELSEWHERE, shape);

/** Ids that the world says nothing has in this game, of the shape that is wanted. */
function absentIds(
  world: DeclaredWorld,
  resource: Resource,
  game: string,
  shape: AbsentShape | Elsewhere,
): readonly string[] {
  if (!isElsewhere(shape))
    return world.absents
      .filter((each) => each.resource === resource && ABSENT_SHAPES[shape](each.id))
      .map(({ id }) => id);
  const length = RESOURCE_FACTS[resource].idLength;
  return world.subjects
    .filter((other) => other.id.length === length && ELSEWHERE[shape](other, { resource, game }))
    .map(({ id }) => id);
}

function absent(
  world: DeclaredWorld,
  { resource }: Endpoint,
  { absent: shape }: SubjectGiven,
): readonly Actor[] {
  if (shape === undefined) return [];
  return world.games.flatMap((game) =>
    absentIds(world, resource, game, shape)
      .filter((id) => world.subject(resource, game, id).is === 'absent')
      .map((id) => ({ resource, id, game, exists: undefined })),
  );
}

/** An id of the right length that is nobody's business: for requests that are refused whatever they ask for. */
export function madeUpActor(resource: Resource, game: string): Actor {
  return { resource, id: 'tagproof'.padEnd(RESOURCE_FACTS[resource].idLength, 'x'), game, exists: undefined };
}

/** The subjects that may play the role, plainest first. `anyone`: the request is refused whatever it asks for. */
export function subjectCandidates(
  world: DeclaredWorld,
  endpoint: Endpoint,
  { subject: wanted = {} }: Given,
  anyone: boolean,
): readonly Actor[] {
  const found =
    wanted.absent === undefined
      ? existing(world, endpoint.resource, wanted)
      : absent(world, endpoint, wanted);
  if (found.length > 0 || !anyone) return found;
  return [madeUpActor(endpoint.resource, world.games[0] ?? IMPLICIT_GAME)];
}

/** What to declare so that a subject fits. */
export function sayActor({ resource }: Endpoint, { subject: wanted = {} }: Given): string {
  const { word, plural } = RESOURCE_FACTS[resource];
  if (wanted.absent !== undefined) {
    const how = isElsewhere(wanted.absent) ? `while ${wanted.absent} has its id` : `its id ${wanted.absent}`;
    return `a ${word} that does not exist, ${how} (world.absent.${plural})`;
  }
  const tags = wanted.tags === undefined ? '' : ` with ${wanted.tags} tags`;
  const twin = wanted.twin === undefined ? '' : ` with a neighbour by ${wanted.twin}, under other tags`;
  return `a ${word}${tags}${twin} (world.${plural})`;
}
