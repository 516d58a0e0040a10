/** A world as a file declares it: the lookups of `World`, and the lists in which cases find their material. */
import { RESOURCE_FACTS, type Resource } from '../spec/endpoints.ts';
import {
  ABSENT,
  NOT_KNOWN,
  UNKNOWN,
  type AuthToken,
  type Lookup,
  type SecretKey,
  type Subject,
  type World,
  type WorldLimits,
} from './world.ts';

/** An id of a kind. */
interface Id {
  readonly resource: Resource;
  readonly id: string;
}

/** The ids that a world knows. */
interface KnownIds {
  readonly complete: boolean;
  readonly subjects: readonly Id[];
  /** Ids that nothing has. They show which letters and digits are in use, but no other character. */
  readonly absents?: readonly Id[];
}

const PLAIN = /^[A-Za-z0-9]$/;

const ALL_PLAIN = /^[A-Za-z0-9]*$/;

/** The characters of the ids, or only of those ids that have others than letters and digits. */
function charactersOf(ids: readonly Id[], odd = false): ReadonlyMap<Resource, ReadonlySet<string>> {
  const found = new Map<Resource, Set<string>>();
  for (const { resource, id } of ids)
    for (const character of odd && ALL_PLAIN.test(id) ? '' : id)
      found.set(resource, (found.get(resource) ?? new Set<string>()).add(character));
  return found;
}

/** Whether ids of the kind are known to have all characters of an id; in a complete world letters and digits are known. */
function alphabetOf({
  complete,
  subjects,
  absents = [],
}: KnownIds): (resource: Resource, id: string) => boolean {
  const ofSubjects = charactersOf(subjects, true);
  // In a complete world letters and digits are known anyway.
  const ofAll = complete ? ofSubjects : charactersOf([...subjects, ...absents]);
  return (resource, id) =>
    [...id].every((character) =>
      PLAIN.test(character)
        ? complete || ofAll.get(resource)?.has(character) === true
        : ofSubjects.get(resource)?.has(character) === true,
    );
}

/**
 * The id of the game in a world where nothing names a game: there is one, but its name is not known.
 * It is never sent as a Game-Id.
 */
export const IMPLICIT_GAME = '';

/** The id of a game that surely does not exist: a text that no backend has by chance. */
export const INVENTED_GAME = 'tagproof-no-such-game';

/** An id that nothing has, in any declared game. */
export interface AbsentId {
  readonly resource: Resource;
  readonly id: string;
}

/** An id made up at random. */
interface MadeUpId extends AbsentId {
  /** It was answered as not found, so that no format forbids its characters. */
  readonly isFormat: boolean;
}

/** What a world file says, its references checked. */
export interface WorldFacts {
  readonly complete: boolean;
  readonly limits: WorldLimits;
  readonly games: readonly string[];
  readonly secretKeys: readonly SecretKey[];
  readonly authTokens: readonly AuthToken[];
  readonly subjects: readonly Subject[];
  /** Ids that the file says nothing has. */
  readonly absents: readonly AbsentId[];
  /** Ids made up at random, which nothing has for all practical purposes. */
  readonly inventions: readonly MadeUpId[];
}

/** All lists are in the order of the file, in which the plainest comes first. */
export interface DeclaredWorld extends World, WorldFacts {
  /** The ids of the declared games; only `IMPLICIT_GAME` where a world that is not complete names none. */
  readonly games: readonly string[];
}

/** How ids begin that cases make up. */
export const OUR_IDS = 'tagproof';

/** Whether an id is too long or too short for its kind, however its characters are counted (§2.1, question id.unit). */
function isOfOtherLength(resource: Resource, id: string): boolean {
  const { idLength } = RESOURCE_FACTS[resource];
  return [...id].length > idLength || Buffer.byteLength(id) < idLength;
}

/**
 * Whether no backend gives anything this id: ours, those without any letter or digit, those with a quote or half of a
 * surrogate pair in them, and those of a length that no id of the kind has.
 */
function isNeverGiven(resource: Resource, id: string): boolean {
  const isOdd = id.startsWith(OUR_IDS) || !/[\p{L}\p{N}]/u.test(id) || /['\p{Surrogate}]/u.test(id);
  return isOdd || isOfOtherLength(resource, id);
}

type Ids<T> = ReadonlyMap<string, T>;

/** Subjects by resource, game and id. Ids may be `constructor`: they are never keys of an object. */
function indexOf(subjects: readonly Subject[]): ReadonlyMap<Resource, ReadonlyMap<string, Ids<Subject>>> {
  const index = new Map<Resource, Map<string, Map<string, Subject>>>();
  for (const subject of subjects) {
    const games = index.get(subject.resource) ?? new Map<string, Map<string, Subject>>();
    const ids = games.get(subject.game) ?? new Map<string, Subject>();
    index.set(subject.resource, games.set(subject.game, ids.set(subject.id, subject)));
  }
  return index;
}

/** Whether an id or a tag that a file declares holds this text. */
export function declares({ games, subjects, absents }: WorldFacts, text: string): boolean {
  const holds = (each: string): boolean => each.includes(text);
  return (
    games.some(holds) ||
    absents.some(({ id }) => holds(id)) ||
    subjects.some(
      ({ id, tags }) =>
        holds(id) || (tags !== UNKNOWN && tags.some(({ key, value }) => holds(key) || holds(value))),
    )
  );
}

/** The facts alone, without the lookups: what can be sent to a thread, or kept. */
export function worldFactsOf(world: WorldFacts): WorldFacts {
  const { complete, limits, games, secretKeys, authTokens, subjects, absents, inventions } = world;
  return { complete, limits, games, secretKeys, authTokens, subjects, absents, inventions };
}

/** In a complete world what is not listed is absent; in any other it is unknown, unless declared absent or invented. */
export function declaredWorld(facts: WorldFacts): DeclaredWorld {
  // A simulator looks things up in a store of its own: an index of a million subjects is made when it is first used.
  let made: ReturnType<typeof indexOf> | undefined;
  const index = (): ReturnType<typeof indexOf> => (made ??= indexOf(facts.subjects));
  const games = new Set(facts.games);
  const absent = new Map<Resource, Set<string>>();
  for (const { resource, id } of [...facts.absents, ...facts.inventions])
    absent.set(resource, (absent.get(resource) ?? new Set()).add(id));
  const unlisted = facts.complete ? ABSENT : NOT_KNOWN;

  const game = (id: string): Lookup<string> => {
    if (games.has(id)) return { is: 'present', value: id };
    return id === INVENTED_GAME ? ABSENT : unlisted;
  };
  const subject = (resource: Resource, inGame: string, id: string): Lookup<Subject> => {
    const found = index().get(resource)?.get(inGame)?.get(id);
    if (found !== undefined) return { is: 'present', value: found };
    const isAbsent = absent.get(resource)?.has(id) === true || isNeverGiven(resource, id);
    return games.has(inGame) && isAbsent ? ABSENT : unlisted;
  };
  let alphabet: ReturnType<typeof alphabetOf> | undefined;
  const absents = [...facts.absents, ...facts.inventions.filter(({ isFormat }) => isFormat)];
  const fitsKnownAlphabet: World['fitsKnownAlphabet'] = (resource, id) =>
    (alphabet ??= alphabetOf({ ...facts, absents }))(resource, id);
  return { ...facts, game, subject, fitsKnownAlphabet };
}
