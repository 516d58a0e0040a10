/** Which subjects fit a case, among those that exist and those that do not. */
import { RESOURCE_FACTS, type Endpoint, type Resource } from '../../contract/endpoints.ts';
import { IMPLICIT_GAME, OUR_IDS, type AbsentId, type DeclaredWorld } from '../../world/declared-world.ts';
import { UNKNOWN, type Subject } from '../../world/world.ts';
import { ABSENT_SHAPES, ELSEWHERE, isElsewhere, type AbsentShape, type Elsewhere } from './absent-shapes.ts';
import { byWorld } from './by-world.ts';
import type { Given } from '../format/case-schema.ts';
import { NEAREST_SHAPES, TAG_SHAPES, type TagShape } from './tag-shapes.ts';
import { TWINS, type Twin } from './twins.ts';

/** Whom the case asks about. */
export interface Actor {
  readonly resource: Resource;
  readonly id: string;
  readonly game: string;
  /** Undefined: nothing has this id. */
  readonly exists: Subject | undefined;
  /** A made-up id in place of a subject that exists: where tags are expected, it is right that it is not found. */
  readonly standsIn?: true;
}

/**
 * Who may be asked about. `existing`: only whom the case describes; `any`: the request is refused whatever it asks for;
 * `answered`: it is answered, with tags or, for an id that nothing has, as not found.
 */
export type SubjectNeed = 'existing' | 'any' | 'answered';

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
  const ofKind = world.subjects.filter(
    (subject) => subject.resource === resource && isOfGame(subject.game, wanted),
  );
  const withShape = (shape: TagShape): readonly Subject[] =>
    ofKind.filter(({ tags }) => tags !== UNKNOWN && TAG_SHAPES[shape](tags));
  const shapes = wanted.tags === undefined ? [] : [wanted.tags, ...(NEAREST_SHAPES.get(wanted.tags) ?? [])];
  const fit =
    shapes.length === 0
      ? ofKind.toSorted((a, b) => oddness(a) - oddness(b))
      : (shapes.map(withShape).find(({ length }) => length > 0) ?? []);
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

/** What has exactly this id; where nothing is known to have it, a subject that does not exist. */
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

/** Shapes of absent ids for which a made-up one does as well. */
const INVENTED_FOR: ReadonlySet<AbsentShape> = new Set(['plain', 'digits', 'mixed', 'any']);

/** Ids that the world says nothing has in this game, of the shape that is wanted. */
function absentIds(
  world: DeclaredWorld,
  resource: Resource,
  game: string,
  shape: AbsentShape | Elsewhere,
): readonly string[] {
  if (!isElsewhere(shape)) {
    const ofKind = (ids: readonly AbsentId[]): readonly string[] =>
      ids.filter((each) => each.resource === resource).map(({ id }) => id);
    const declared = ofKind(world.absents).filter(ABSENT_SHAPES[shape]);
    if (declared.length > 0) return declared;
    if (shape === 'punctuation') return [OUR_IDS.padEnd(RESOURCE_FACTS[resource].idLength, '-')];
    // An id of another shape shows the same, but where the shape is what may be mistaken.
    return INVENTED_FOR.has(shape) ? ofKind(world.inventions) : [];
  }
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

/** An id of the right length that nothing has: for requests that are refused whatever they ask for. */
export function madeUpActor(resource: Resource, game: string): Actor {
  return { resource, id: OUR_IDS.padEnd(RESOURCE_FACTS[resource].idLength, 'x'), game, exists: undefined };
}

/** The shapes that say no more than that a subject exists. */
const LOOSE_SHAPES: ReadonlySet<TagShape> = new Set(['some', 'one', 'several', 'three-or-more']);

/** Whether a made-up id may play the role: nothing is said of the subject but that it exists. */
function isLoose({ tags, twin, nth = 1, game }: SubjectGiven): boolean {
  return (
    (tags === undefined || LOOSE_SHAPES.has(tags)) && twin === undefined && nth === 1 && game === undefined
  );
}

/** Made-up ids in place of an existing subject, in every game of the world. */
function standIns(
  world: DeclaredWorld,
  resource: Resource,
  need: SubjectNeed,
  wanted: SubjectGiven,
): readonly Actor[] {
  const games = gamesFor(world, wanted);
  const known = world.inventions.filter((each) => each.resource === resource).slice(0, 1);
  const invented = known.flatMap(({ id }) =>
    games.map((game): Actor => ({ resource, id, game, exists: undefined, standsIn: true })),
  );
  if (need === 'answered' || invented.length > 0) return invented;
  return games.map((game): Actor => ({ ...madeUpActor(resource, game), standsIn: true }));
}

/** The subjects that may play the role, plainest first; where none does, what stands in for it. */
export function subjectCandidates(
  world: DeclaredWorld,
  endpoint: Endpoint,
  { subject: wanted = {}, token }: Given,
  need: SubjectNeed,
): readonly Actor[] {
  const { resource } = endpoint;
  if (wanted.id !== undefined) return identified(world, resource, wanted.id, wanted);
  if (wanted.absent !== undefined) {
    const found = absent(world, endpoint, wanted);
    const mayInvent = need === 'any' && !isElsewhere(wanted.absent) && INVENTED_FOR.has(wanted.absent);
    return found.length > 0 || !mayInvent ? found : standIns(world, resource, need, {});
  }
  const found = existing(world, resource, wanted);
  const isOwn = token?.of === 'own' && endpoint.variant === 'client';
  if (found.length > 0 || need === 'existing' || isOwn || !isLoose(wanted)) return found;
  return standIns(world, resource, need, wanted);
}

/** What has the id of the first step's subject, as this kind or in another game; or where nothing has it. */
export function subjectsOfSameId(
  world: DeclaredWorld,
  { resource }: Endpoint,
  first: Actor | undefined,
  { absent: wantsAbsent }: SubjectGiven,
): readonly Actor[] {
  if (first === undefined || first.id.length !== RESOURCE_FACTS[resource].idLength) return [];
  const { id } = first;
  return gamesFor(world, {}).flatMap((game): readonly Actor[] => {
    const found = world.subject(resource, game, id);
    if (wantsAbsent !== undefined)
      return found.is === 'absent' ? [{ resource, id, game, exists: undefined }] : [];
    return found.is === 'present' ? [asActor(found.value)] : [];
  });
}

/** What to declare so that a subject fits. */
export function sayActor({ resource }: Endpoint, { subject: wanted = {} }: Given): string {
  const { word, plural } = RESOURCE_FACTS[resource];
  const game = wanted.game === undefined ? '' : ` of the game ${wanted.game}`;
  if (wanted.id !== undefined) {
    const where = wanted.game === undefined ? '' : ' (world.games)';
    return `the ${word} ${JSON.stringify(wanted.id)}${game}${where}, declared itself or not`;
  }
  if (wanted.same !== undefined) {
    const exists = wanted.absent === undefined ? 'exists' : 'does not exist';
    return `a ${word} that ${exists} with the id of the first subject (world.${plural})`;
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
