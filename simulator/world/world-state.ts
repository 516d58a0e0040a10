/** Everything that a simulator's world holds, indexed for its lookups. Forks share what neither of them changes. */
import { RESOURCES, type Resource } from '../../src/contract/endpoints.ts';
import {
  UNKNOWN,
  type AuthToken,
  type SecretKey,
  type Subject,
  type WorldLimits,
} from '../../src/world/world.ts';
import { CopyOnWriteMap } from './copy-on-write.ts';
import { CountedSet } from './counted-set.ts';

/** A secret key or an auth token with its value, as the world keeps it. */
export interface Held<T> {
  readonly item: T;
  /** The value of the header. */
  readonly value: string;
  /** The shell variable that stands for the value where it is not shown. */
  readonly envName: string;
  /** Whether the value may be shown. */
  readonly public: boolean;
  /** Tokens only: milliseconds of the simulator's clock at which it expires. */
  readonly expiresAt?: number;
}

/** The players, characters and groups of one game, by their ids. */
export type GameSubjects = Readonly<Record<Resource, CopyOnWriteMap<string, Subject>>>;

/** Ids and names come from outside, so they are keys of Maps and never names in plain objects. */
export interface WorldState {
  limits: WorldLimits;
  readonly games: Map<string, GameSubjects>;
  /** By name. */
  readonly keys: CopyOnWriteMap<string, Held<SecretKey>>;
  readonly tokens: CopyOnWriteMap<string, Held<AuthToken>>;
  readonly keysByValue: CopyOnWriteMap<string, SecretKey>;
  readonly tokensByValue: CopyOnWriteMap<string, Held<AuthToken>>;
  /** The keys of all tags. */
  readonly tagKeys: CountedSet<string>;
  /** The characters of ids that are no letters or digits of ASCII. */
  readonly oddCharacters: Readonly<Record<Resource, CountedSet<string>>>;
}

const ofEach = <T>(make: (resource: Resource) => T): Record<Resource, T> =>
  Object.fromEntries(RESOURCES.map((resource) => [resource, make(resource)])) as Record<Resource, T>;

export const emptyGameSubjects = (): GameSubjects => ofEach(() => new CopyOnWriteMap());

export function emptyState(): WorldState {
  return {
    limits: {},
    games: new Map(),
    keys: new CopyOnWriteMap(),
    tokens: new CopyOnWriteMap(),
    keysByValue: new CopyOnWriteMap(),
    tokensByValue: new CopyOnWriteMap(),
    tagKeys: new CountedSet(),
    oddCharacters: ofEach(() => new CountedSet()),
  };
}

export const forkGameSubjects = (gameSubjects: GameSubjects): GameSubjects =>
  ofEach((resource) => gameSubjects[resource].fork());

/** A state with the same content; what is changed in one does not show in the other. */
export function forkState(state: WorldState): WorldState {
  return {
    limits: state.limits,
    games: new Map([...state.games].map(([id, gameSubjects]) => [id, forkGameSubjects(gameSubjects)])),
    keys: state.keys.fork(),
    tokens: state.tokens.fork(),
    keysByValue: state.keysByValue.fork(),
    tokensByValue: state.tokensByValue.fork(),
    tagKeys: state.tagKeys.copy(),
    oddCharacters: ofEach((resource) => state.oddCharacters[resource].copy()),
  };
}

export const PLAIN_ID = /^[A-Za-z0-9]*$/;
export const PLAIN_CHARACTER = /^[A-Za-z0-9]$/;

/** Counts, or no longer counts, what a subject adds to what is known about tags and ids. */
function count(state: WorldState, { resource, id, tags }: Subject, how: 'add' | 'remove'): void {
  if (tags !== UNKNOWN) for (const { key } of tags) state.tagKeys[how](key);
  if (PLAIN_ID.test(id)) return;
  for (const character of id)
    if (!PLAIN_CHARACTER.test(character)) state.oddCharacters[resource][how](character);
}

/** The subjects of a game; a game that is not there yet is added. */
function subjectsOfGame(state: WorldState, game: string): GameSubjects {
  const found = state.games.get(game);
  if (found !== undefined) return found;
  const made = emptyGameSubjects();
  state.games.set(game, made);
  return made;
}

/** Adds a subject, in place of the one with its id. */
export function putSubject(state: WorldState, subject: Subject): void {
  const ofResource = subjectsOfGame(state, subject.game)[subject.resource];
  const before = ofResource.get(subject.id);
  if (before !== undefined) count(state, before, 'remove');
  ofResource.set(subject.id, subject);
  count(state, subject, 'add');
}

export function removeSubject(state: WorldState, subject: Subject): void {
  if (state.games.get(subject.game)?.[subject.resource].delete(subject.id) === true)
    count(state, subject, 'remove');
}

/** All subjects of a game. */
export function* subjectsIn(gameSubjects: GameSubjects): Generator<Subject> {
  for (const resource of RESOURCES) yield* gameSubjects[resource].values();
}

export function removeGame(state: WorldState, game: string): void {
  const gameSubjects = state.games.get(game);
  if (gameSubjects === undefined) return;
  for (const subject of subjectsIn(gameSubjects)) count(state, subject, 'remove');
  state.games.delete(game);
}

/** Replaces the subjects of a game, which keeps its place among the games. */
export function putGameSubjects(state: WorldState, game: string, gameSubjects: GameSubjects): void {
  for (const subject of subjectsIn(state.games.get(game) ?? emptyGameSubjects()))
    count(state, subject, 'remove');
  state.games.set(game, gameSubjects);
  for (const subject of subjectsIn(gameSubjects)) count(state, subject, 'add');
}

/** Adds a key, in place of the one with its name. */
export function putKey(state: WorldState, held: Held<SecretKey>): void {
  const before = state.keys.get(held.item.name);
  if (before !== undefined) state.keysByValue.delete(before.value);
  state.keys.set(held.item.name, held);
  state.keysByValue.set(held.value, held.item);
}

export function removeKey(state: WorldState, name: string): void {
  const held = state.keys.get(name);
  if (held === undefined) return;
  state.keys.delete(name);
  state.keysByValue.delete(held.value);
}

/** Adds a token, in place of the one with its name. */
export function putToken(state: WorldState, held: Held<AuthToken>): void {
  const before = state.tokens.get(held.item.name);
  if (before !== undefined) state.tokensByValue.delete(before.value);
  state.tokens.set(held.item.name, held);
  state.tokensByValue.set(held.value, held);
}

export function removeToken(state: WorldState, name: string): void {
  const held = state.tokens.get(name);
  if (held === undefined) return;
  state.tokens.delete(name);
  state.tokensByValue.delete(held.value);
}
