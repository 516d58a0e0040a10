/** Which plain requests the orientation sends: every declared key, token, game and subject is tried once; and the ids that are made up for it. */
import {
  type Endpoint,
  ENDPOINTS,
  type Resource,
  RESOURCE_FACTS,
  RESOURCES,
} from '../../../spec/endpoints.ts';
import { isInForce, isOwnersToken, keyFitsGame, tokensInForce } from '../../../world/callers.ts';
import type { AskedSubject } from '../../../cases/planned.ts';
import { asAskedSubject } from '../../../cases/cast/subject-role.ts';
import { IMPLICIT_GAME, type DeclaredWorld } from '../../../world/declared-world.ts';
import { holdsRule, UNKNOWN, type AuthToken, type SecretKey, type Subject } from '../../../world/world.ts';
import type { Asked, SubjectOrigin } from './inquiry.ts';
import { numbersFrom } from '../../../spec/dialect/numbers-from.ts';

// Ids made up at random: right in length, of characters that ids are known to have, that surely no subject has.

const DIGITS = '0123456789';
const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const CLASSES = [DIGITS, LOWER, LOWER.toUpperCase()];

/** How many different characters it takes so that a random id belongs to nothing. */
const ENOUGH = 4;

/**
 * The characters of known ids; where they are too few to make up ids of them, all of their classes. Characters beyond
 * letters and digits are left out: whether an id may hold them at all is open.
 */
export function alphabetOf(ids: readonly string[]): string {
  const plain = [...new Set(ids.join(''))].filter((each) => /[A-Za-z0-9]/.test(each)).toSorted();
  if (plain.length >= ENOUGH || plain.length === 0) return plain.join('');
  return CLASSES.filter((all) => plain.some((each) => all.includes(each))).join('');
}

/** Where no id of the kind is known: what its ids may be made of, tried in this order. */
export function alphabetsToTry(otherIds: readonly string[]): readonly string[] {
  const known = alphabetOf(otherIds);
  return [...new Set([known, LOWER, DIGITS, `${DIGITS}abcdef`, LOWER.toUpperCase()])].filter(
    (each) => each !== '',
  );
}

/** Any number, so that the same target gets the same ids in every run. */
const SEED = 20_261_122;

/** An alphabet of too few characters has too few ids: it is given up after this many tries for an id. */
const MAX_TRIES = 100;

/** This many ids of one alphabet, none of them among `taken`; fewer where the alphabet has no more. */
export function inventIds(
  resource: Resource,
  alphabet: string,
  count: number,
  taken: ReadonlySet<string>,
): readonly string[] {
  if (alphabet === '') return [];
  const { idLength } = RESOURCE_FACTS[resource];
  const next = numbersFrom(SEED + idLength);
  const ids = new Set<string>();
  for (let left = count * MAX_TRIES; ids.size < count && left > 0; left -= 1) {
    const id = Array.from({ length: idLength }, () => alphabet.charAt(next(alphabet.length))).join('');
    if (!taken.has(id)) ids.add(id);
  }
  return [...ids];
}

/** How many subjects are tried; a world file may list many thousands. */
export const MAX_SUBJECTS = 400;

/** The endpoints of a key's role where it is not known to be refused; a single one where it has no rules. */
export function endpointsOfKey(key: SecretKey): readonly Endpoint[] {
  const ofRole = ENDPOINTS.filter(({ role }) => key.role === UNKNOWN || key.role === role);
  const open = ofRole.filter(({ rule }) => holdsRule(key, rule) !== false);
  return open.length > 0 ? open : ofRole.slice(0, 1);
}

/** The endpoints of the other role: where a key is tried that is refused on all of its own. */
export const endpointsOfOtherRole = ({ role }: SecretKey): readonly Endpoint[] =>
  role === UNKNOWN ? [] : ENDPOINTS.filter((endpoint) => endpoint.role !== role);

/** The declared games in which a key may be tried. */
export function gamesFor({ game }: SecretKey, { games }: DeclaredWorld): readonly string[] {
  const named = games.filter((each) => each !== IMPLICIT_GAME);
  return game === UNKNOWN || game === null ? named : named.filter((each) => each === game);
}

/** Valid tokens of a game's players, the subject's own player first. */
export function tokensFor(
  { authTokens }: DeclaredWorld,
  { game, exists }: Pick<AskedSubject, 'game' | 'exists'>,
): readonly AuthToken[] {
  return tokensInForce(authTokens, { game, owners: exists?.owners ?? UNKNOWN });
}

/** An invented id of each kind, to try a key where no subject of the kind is declared. */
type Inventions = ReadonlyMap<string, readonly string[]>;

const FEW_TAGS = 5;
const isPlain = ({ tags }: Subject): boolean =>
  tags === UNKNOWN || (tags.length > 0 && tags.length <= FEW_TAGS);

/** The subject that a key asks about on an endpoint: a declared one of its game, a plain one first, else an invented id. */
function subjectFor(
  key: SecretKey,
  { resource, variant }: Endpoint,
  world: DeclaredWorld,
  inventions: Inventions,
): { readonly subject: AskedSubject; readonly origin: SubjectOrigin } | undefined {
  const fit = world.subjects.filter(
    (subject) => subject.resource === resource && keyFitsGame(key, subject.game),
  );
  const isOwned = ({ game, owners }: Subject): boolean =>
    variant !== 'client' ||
    world.authTokens.some((token) => isInForce(token, game) && isOwnersToken(token, owners));
  const found = fit.find((each) => isPlain(each) && isOwned(each)) ?? fit.find(isOwned) ?? fit[0];
  if (found !== undefined) return { subject: asAskedSubject(found), origin: 'declared' };
  const [id] = inventions.get(resource) ?? [];
  const game = world.games.find((each) => keyFitsGame(key, each)) ?? IMPLICIT_GAME;
  return id === undefined
    ? undefined
    : { subject: { resource, id, game, exists: undefined }, origin: 'invented' };
}

/** The plain question of a key on an endpoint; undefined: the world has no token for it. */
export function plainQuestion(
  key: SecretKey,
  endpoint: Endpoint,
  world: DeclaredWorld,
  inventions: Inventions,
): Asked | undefined {
  const found = subjectFor(key, endpoint, world, inventions);
  if (found === undefined) return undefined;
  const [token] = endpoint.variant === 'client' ? tokensFor(world, found.subject) : [];
  if (endpoint.variant === 'client' && token === undefined) return undefined;
  const gameId = key.game === null && found.subject.game !== IMPLICIT_GAME ? found.subject.game : undefined;
  return { endpoint, key, token, ...found, gameId, tagKeys: undefined };
}

/** Declared subjects in the order of the file, those with unknown tags first. */
export function subjectsToTry({ subjects }: DeclaredWorld, most = MAX_SUBJECTS): readonly Subject[] {
  return subjects.toSorted((a, b) => Number(b.tags === UNKNOWN) - Number(a.tags === UNKNOWN)).slice(0, most);
}

/** The most declared absent ids of each kind that are tried. */
const MAX_ABSENT = 12;

export function absentToTry({ absents }: DeclaredWorld): readonly (readonly [string, string])[] {
  return RESOURCES.flatMap((resource) =>
    absents
      .filter((each) => each.resource === resource)
      .slice(0, MAX_ABSENT)
      .map(({ id }) => [resource, id] as const),
  );
}
