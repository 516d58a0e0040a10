/** The world behind a running simulator: it can be changed, replaced and reset while requests are answered. */
import type { Resource } from '../../src/spec/endpoints.ts';
import type { TagItem } from '../../src/spec/envelope.ts';
import { UNKNOWN, type AuthToken, type Subject } from '../../src/world/world.ts';
import { storeOver, type Store, type StoreSource } from './store.ts';
import { Clock } from './clock.ts';
import {
  emptyGameSubjects,
  forkState,
  putSubject,
  removeSubject,
  type Held,
  type WorldState,
} from './world-state.ts';

// How long tokens are valid: a world file says for how many seconds, the simulator's clock when that time is over.

const SECOND_MS = 1000;

/** Milliseconds of the simulator's clock. */
type Now = () => number;

/** When a token expires that is valid for this many seconds from now on. */
export const expiryOf = (seconds: number, now: Now): number => now() + seconds * SECOND_MS;

/** Seconds until a token expires, rounded up; undefined: it never does by itself. */
export function secondsLeft({ expiresAt }: Held<AuthToken>, now: Now): number | undefined {
  return expiresAt === undefined ? undefined : Math.ceil((expiresAt - now()) / SECOND_MS);
}

/** Starts the time of each token that has a limited one and is not in use yet. */
export function startLifetimes(state: WorldState, now: Now): void {
  const starting = state.tokens
    .of(undefined)
    .filter(({ item, expiresAt }) => item.expiresInSeconds !== undefined && expiresAt === undefined);
  for (const held of starting)
    state.tokens.put({ ...held, expiresAt: expiryOf(held.item.expiresInSeconds ?? 0, now) });
}

/**
 * Each change is one synchronous step, so that a request meets the world before it or after it. What is given must
 * be valid: references to players and games that are there, names and values that nothing else has.
 */
export class LiveWorld implements StoreSource {
  readonly clock: Clock;
  /** The lookups of a simulator. */
  readonly store: Store;
  /** Grows with each change. */
  version = 0;
  /** Called after each change. */
  changed: (() => void) | undefined;
  #state: WorldState;
  #gameIds: readonly string[] = [];
  #start: WorldState;

  constructor(state: WorldState, clock: Clock = new Clock()) {
    this.clock = clock;
    this.#state = state;
    this.#start = forkState(state);
    startLifetimes(state, clock.now);
    this.#gameIds = [...state.games.keys()];
    this.store = storeOver(this);
  }

  get state(): WorldState {
    return this.#state;
  }

  get gameIds(): readonly string[] {
    return this.#gameIds;
  }

  /** A token as the clock has it. */
  token({ item, expiresAt }: Held<AuthToken>): AuthToken {
    if (expiresAt === undefined || item.expired) return item;
    return this.clock.now() >= expiresAt ? { ...item, expired: true } : item;
  }

  subject(resource: Resource, game: string, id: string): Subject | undefined {
    return this.#state.games.get(game)?.[resource].get(id);
  }

  /** Adds a player, character or group, or replaces the one with its id. */
  put(subject: Subject): void {
    putSubject(this.#state, subject);
    this.#done();
  }

  /** Replaces all tags of a subject; false where the subject does not exist. */
  setTags(resource: Resource, game: string, id: string, tags: readonly TagItem[]): boolean {
    const subject = this.subject(resource, game, id);
    if (subject === undefined) return false;
    this.put({ ...subject, tags });
    return true;
  }

  /** Takes a subject away. With a player go its tokens, and what it owned or was a member of forgets it. */
  remove(resource: Resource, game: string, id: string): boolean {
    const subject = this.subject(resource, game, id);
    if (subject === undefined) return false;
    removeSubject(this.#state, subject);
    if (resource === 'gamePlayer') this.#forgetPlayer(game, id);
    this.#done();
    return true;
  }

  /** Changes the state in one step, for instance its keys and tokens. */
  change(how: (state: WorldState) => void): void {
    how(this.#state);
    this.#done();
  }

  /** A copy of all that there is. It costs next to nothing. */
  fork(): WorldState {
    return forkState(this.#state);
  }

  /** A copy as a world file can hold it: its tokens with the seconds that they have left. */
  forkWithTimeLeft(): WorldState {
    const state = this.fork();
    for (const held of this.#state.tokens.all()) {
      const left = secondsLeft(held, this.clock.now);
      if (left === undefined) continue;
      const { expiresAt: _, ...kept } = held;
      const { expiresInSeconds: __, ...item } = this.token(held);
      state.tokens.put({ ...kept, item: item.expired ? item : { ...item, expiresInSeconds: left } });
    }
    return state;
  }

  /** Replaces this world by another one, in one step. */
  replace(state: WorldState): void {
    const next = forkState(state);
    const limited = next.keys.of(undefined).filter(({ item }) => Object.keys(item.limits).length > 0);
    // What is counted against a limit is counted by key object.
    for (const held of limited) next.keys.put({ ...held, item: { ...held.item } });
    startLifetimes(next, this.clock.now);
    this.#state = next;
    this.#done();
  }

  /** Replaces this world by another one, to which a reset goes back from now on. */
  restart(state: WorldState): void {
    this.#start = forkState(state);
    this.reset();
  }

  /** Restores the world as it was at the start. */
  reset(): void {
    this.replace(this.#start);
  }

  #forgetPlayer(game: string, id: string): void {
    const { tokens } = this.#state;
    for (const { item } of tokens.of(game))
      if (item.holder.kind === 'player' && item.holder.userId === id) tokens.remove(item.name);
    const gameSubjects = this.#state.games.get(game) ?? emptyGameSubjects();
    for (const subject of [...gameSubjects.characterPlayer.values(), ...gameSubjects.group.values()])
      if (subject.owners !== UNKNOWN && subject.owners.includes(id))
        putSubject(this.#state, { ...subject, owners: subject.owners.filter((owner) => owner !== id) });
  }

  #done(): void {
    if (
      this.#gameIds.length !== this.#state.games.size ||
      this.#gameIds.some((id) => !this.#state.games.has(id))
    )
      this.#gameIds = [...this.#state.games.keys()];
    this.version += 1;
    this.changed?.();
  }
}
