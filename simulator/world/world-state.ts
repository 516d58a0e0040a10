/** Everything that a simulator's world holds, indexed for its lookups. */
import { RESOURCES, type Resource } from '../../src/spec/endpoints.ts';
import {
  UNKNOWN,
  type AuthToken,
  type SecretKey,
  type Subject,
  type WorldLimits,
} from '../../src/world/world.ts';

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
type GameSubjects = Readonly<Record<Resource, Map<string, Subject>>>;

/** A set that remembers how often each of its members was added, so that one can be taken away again. */
class CountedSet<T> {
  readonly #counts = new Map<T, number>();

  has(member: T): boolean {
    return this.#counts.has(member);
  }

  add(member: T): void {
    this.#counts.set(member, (this.#counts.get(member) ?? 0) + 1);
  }

  remove(member: T): void {
    const left = (this.#counts.get(member) ?? 0) - 1;
    if (left > 0) this.#counts.set(member, left);
    else this.#counts.delete(member);
  }
}

/** The secret keys or the auth tokens of a world, by name and by value. */
export class SecretTable<T extends SecretKey | AuthToken> {
  readonly #byName = new Map<string, Held<T>>();
  readonly #byValue = new Map<string, Held<T>>();

  get size(): number {
    return this.#byName.size;
  }

  get(name: string): Held<T> | undefined {
    return this.#byName.get(name);
  }

  has(name: string): boolean {
    return this.#byName.has(name);
  }

  withValue(value: string): Held<T> | undefined {
    return this.#byValue.get(value);
  }

  all(): Iterable<Held<T>> {
    return this.#byName.values();
  }

  /** The keys that carry a game, or the tokens of its players; without a game all there are. */
  of(game: string | undefined): readonly Held<T>[] {
    const all = [...this.#byName.values()];
    return game === undefined ? all : all.filter(({ item }) => gameOfSecret(item) === game);
  }

  /** Adds a key or token, in place of the one with its name. */
  put(held: Held<T>): void {
    const before = this.#byName.get(held.item.name);
    if (before !== undefined) this.#byValue.delete(before.value);
    this.#byName.set(held.item.name, held);
    this.#byValue.set(held.value, held);
  }

  remove(name: string): void {
    const held = this.#byName.get(name);
    if (held === undefined) return;
    this.#byName.delete(name);
    this.#byValue.delete(held.value);
  }
}

/** The game that a key carries, or in which a token's holder logged in; undefined: none. */
function gameOfSecret(item: SecretKey | AuthToken): string | undefined {
  if ('holder' in item) return item.holder.kind === 'player' ? item.holder.game : undefined;
  return typeof item.game === 'string' ? item.game : undefined;
}

/** Ids and names come from outside, so they are keys of Maps and never names in plain objects. */
export interface WorldState {
  limits: WorldLimits;
  readonly games: Map<string, GameSubjects>;
  readonly keys: SecretTable<SecretKey>;
  readonly tokens: SecretTable<AuthToken>;
  /** The keys of all tags. */
  readonly tagKeys: CountedSet<string>;
  /** The characters of ids that are no letters or digits of ASCII. */
  readonly oddCharacters: Readonly<Record<Resource, CountedSet<string>>>;
}

const ofEach = <T>(make: (resource: Resource) => T): Record<Resource, T> =>
  Object.fromEntries(RESOURCES.map((resource) => [resource, make(resource)])) as Record<Resource, T>;

export const emptyGameSubjects = (): GameSubjects => ofEach(() => new Map());

export function emptyState(): WorldState {
  return {
    limits: {},
    games: new Map(),
    keys: new SecretTable(),
    tokens: new SecretTable(),
    tagKeys: new CountedSet(),
    oddCharacters: ofEach(() => new CountedSet()),
  };
}

const PLAIN_ID = /^[A-Za-z0-9]*$/;
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
