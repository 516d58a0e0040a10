/** The world behind a running simulator: it can be changed, replaced and reset while requests are answered. */
import type { Resource } from '../../src/spec/endpoints.ts';
import type { TagItem } from '../../src/spec/envelope.ts';
import { UNKNOWN, type AuthToken, type Subject } from '../../src/world/world.ts';
import { storeOver, type Store, type StoreSource } from './store.ts';
import { Clock, SECOND_MS } from './clock.ts';
import { emptyGameSubjects, putSubject, removeSubject, type Held, type WorldState } from './world-state.ts';

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
  #start: () => WorldState;
  #state: WorldState;
  #gameIds: readonly string[];

  /** `start` makes the state of the start, anew for each reset. */
  constructor(start: () => WorldState, clock: Clock = new Clock()) {
    this.clock = clock;
    this.#start = start;
    this.#state = this.#ticking(start());
    this.#gameIds = [...this.#state.games.keys()];
    this.store = storeOver(this);
  }

  get state(): WorldState {
    return this.#state;
  }

  get gameIds(): readonly string[] {
    return this.#gameIds;
  }

  /** A token as requests meet it: the object is the same until it expires, as sessions are counted by it. */
  readonly token = (held: Held<AuthToken>): AuthToken => {
    const { item } = held;
    return !item.expired && this.#secondsLeft(held) === 0 ? { ...item, expired: true } : item;
  };

  /** A token as a world file has it: expired, or with the seconds that are left to it, rounded up. */
  tokenNow(held: Held<AuthToken>): AuthToken {
    const { expiresInSeconds: _, ...token } = this.token(held);
    const left = this.#secondsLeft(held);
    return token.expired || left === undefined ? token : { ...token, expiresInSeconds: left };
  }

  /** A token whose time begins now, where it has a limited one that has not begun. */
  started(held: Held<AuthToken>): Held<AuthToken> {
    const seconds = held.item.expiresInSeconds;
    if (seconds === undefined || held.expiresAt !== undefined) return held;
    return { ...held, expiresAt: this.clock.now() + seconds * SECOND_MS };
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

  /** Changes the keys or tokens in one step. */
  change(how: (state: WorldState) => void): void {
    how(this.#state);
    this.#done();
  }

  /** Replaces this world by another one, in one step. */
  replace(state: WorldState): void {
    this.#state = this.#ticking(state);
    this.#gameIds = [...state.games.keys()];
    this.#done();
  }

  /** Replaces this world by another one, to which a reset goes back from now on. */
  restart(start: () => WorldState): void {
    this.replace(start());
    this.#start = start;
  }

  /** Restores the world as it was at the start. */
  reset(): void {
    this.replace(this.#start());
  }

  #ticking(state: WorldState): WorldState {
    for (const held of state.tokens.of(undefined))
      if (held.item.expiresInSeconds !== undefined) state.tokens.put(this.started(held));
    return state;
  }

  /** Undefined: the token never expires by itself. */
  #secondsLeft({ expiresAt }: Held<AuthToken>): number | undefined {
    return expiresAt && Math.max(0, Math.ceil((expiresAt - this.clock.now()) / SECOND_MS));
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
    this.version += 1;
    this.changed?.();
  }
}
