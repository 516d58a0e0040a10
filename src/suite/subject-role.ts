/** Which subjects fit a case, among those that exist and those that do not. */
import { RESOURCE_FACTS, type Endpoint, type Resource } from '../contract/endpoints.ts';
import { IMPLICIT_GAME, type DeclaredWorld } from '../world/declared-world.ts';
import { UNKNOWN, type Subject } from '../world/world.ts';
import { ABSENT_SHAPES, ELSEWHERE, type AbsentShape, type Elsewhere } from './absent-shapes.ts';
import { byWorld } from './by-world.ts';
import type { Given } from './case-schema.ts';
import { TAG_SHAPES } from './tag-shapes.ts';
import { TWINS, type Twin } from './twins.ts';

/** Whom the case asks about. */
export interface Actor {
  readonly resource: Resource;
  readonly id: string;
  readonly game: string;
  /** Undefined: nothing has this id. */
  readonly exists: Subject | undefined;
}

type SubjectGiven = NonNullable<Given['subject']>;

export const asActor = (subject: Subject): Actor => ({
  resource: subject.resource,
  id: subject.id,
  game: subject.game,
  exists: subject,
});

const isOfGame = (game: string, wanted: SubjectGiven): boolean =>
  wanted.game === undefined || wanted.game === game;

/** From so many tags on a subject is not plain. */
const PLAIN_TAGS = 5;

/** Lower is plainer: a few tags, then any, then unknown ones. */
function oddness({ tags }: Subject): number {
  if (tags === UNKNOWN) return 2;
  return tags.length > 0 && tags.length <= PLAIN_TAGS ? 0 : 1;
}

const sameTags = (a: Subject, b: Subject): boolean => JSON.stringify(a.tags) === JSON.stringify(b.tags);

/** The subjects that are easily mistaken for this one, under other tags. */
function twinsOf(subject: Subject, subjects: readonly Subject[], twin: Twin): readonly Subject[] {
  if (subject.tags === UNKNOWN) return [];
  return subjects.filter(
    (other) => other.tags !== UNKNOWN && TWINS[twin](subject, other) && !sameTags(subject, other),
  );
}

/** Those that have a twin, each followed by its own, so that the second one is the twin of the first. */
function withTwins(
  fit: readonly Subject[],
  { subjects }: DeclaredWorld,
  twin: Twin | undefined,
): readonly Subject[] {
  if (twin === undefined) return fit;
  const paired = fit.flatMap((subject) => {
    const twins = twinsOf(subject, subjects, twin);
    return twins.length === 0 ? [] : [subject, ...twins.filter((each) => fit.includes(each))];
  });
  return [...new Set(paired)];
}

function findExisting(world: DeclaredWorld, resource: Resource, wanted: SubjectGiven): readonly Actor[] {
  const shape = wanted.tags === undefined ? undefined : TAG_SHAPES[wanted.tags];
  const fit = world.subjects
    .filter((subject) => subject.resource === resource && isOfGame(subject.game, wanted))
    .filter(({ tags }) => shape === undefined || (tags !== UNKNOWN && shape(tags)))
    .toSorted((a, b) => (shape === undefined ? oddness(a) - oddness(b) : 0));
  return withTwins(fit, world, wanted.twin).map(asActor);
}

const existing = byWorld(
  (resource: Resource, wanted: SubjectGiven) => `${resource} ${JSON.stringify(wanted)}`,
  findExisting,
);

/** The declared games that may be the subject's. */
function gamesFor({ games }: DeclaredWorld, wanted: SubjectGiven): readonly string[] {
  return (games.length === 0 ? [IMPLICIT_GAME] : games).filter((game) => isOfGame(game, wanted));
}

/** What has exactly this id; where nothing is known to have it, somebody who does not exist. */
function identified(
  world: DeclaredWorld,
  resource: Resource,
  id: string,
  wanted: SubjectGiven,
): readonly Actor[] {
  const actors = gamesFor(world, wanted).map((game): Actor => {
    const found = world.subject(resource, game, id);
    return found.is === 'present' ? asActor(found.value) : { resource, id, game, exists: undefined };
  });
  const present = actors.filter(({ exists }) => exists !== undefined);
  return present.length > 0 ? present : actors;
}

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

function absent(world: DeclaredWorld, { resource }: Endpoint, wanted: SubjectGiven): readonly Actor[] {
  const { absent: shape } = wanted;
  if (shape === undefined) return [];
  return gamesFor(world, wanted).flatMap((game) =>
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
  if (wanted.id !== undefined) return identified(world, endpoint.resource, wanted.id, wanted);
  const found =
    wanted.absent === undefined
      ? existing(world, endpoint.resource, wanted)
      : absent(world, endpoint, wanted);
  if (found.length > 0 || !anyone) return found;
  return gamesFor(world, wanted)
    .slice(0, 1)
    .map((game) => madeUpActor(endpoint.resource, game));
}

/** What to declare so that a subject fits. */
export function sayActor({ resource }: Endpoint, { subject: wanted = {} }: Given): string {
  const { word, plural } = RESOURCE_FACTS[resource];
  const game = wanted.game === undefined ? '' : ` of the game ${wanted.game}`;
  if (wanted.id !== undefined) {
    const where = wanted.game === undefined ? '' : ' (world.games)';
    return `the ${word} ${JSON.stringify(wanted.id)}${game}${where}, declared itself or not`;
  }
  const count = wanted.nth ?? 1;
  const who = `${count === 1 ? `a ${word}` : `${count} ${word}s`}${game}`;
  if (wanted.absent !== undefined) {
    const how = isElsewhere(wanted.absent) ? `while ${wanted.absent} has its id` : `its id ${wanted.absent}`;
    return `a ${word}${game} that does not exist, ${how} (world.absent.${plural})`;
  }
  const tags = wanted.tags === undefined ? '' : ` with ${wanted.tags} tags`;
  const twin = wanted.twin === undefined ? '' : ` with a neighbour by ${wanted.twin}, under other tags`;
  return `${who}${tags}${twin} (world.${plural})`;
}
