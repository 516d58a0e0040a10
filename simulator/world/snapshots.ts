/** Copies of the world, or of one game, under names. They share what was not changed since. */
import { forkState, type WorldState } from './world-state.ts';
import type { GamePart } from './game-part.ts';
import type { LiveWorld } from './live-world.ts';

export interface Snapshot {
  readonly name: string;
  /** The game that it is of; undefined: the whole world. */
  readonly game: string | undefined;
  /** Milliseconds since 1970. */
  readonly at: number;
}

type Kept = Snapshot & { readonly content: { readonly state: WorldState } | { readonly part: GamePart } };

/** How many are kept at a time. */
export const MAX_SNAPSHOTS = 100;

const keyOf = (name: string, game: string | undefined): string => JSON.stringify([name, game ?? null]);

export class Snapshots {
  readonly #world: LiveWorld;
  readonly #kept = new Map<string, Kept>();

  constructor(world: LiveWorld) {
    this.#world = world;
  }

  get isFull(): boolean {
    return this.#kept.size >= MAX_SNAPSHOTS;
  }

  /** The snapshots of the whole world, or of one game. */
  list(game: string | undefined): readonly Snapshot[] {
    return [...this.#kept.values()]
      .filter((kept) => kept.game === game)
      .map(({ name, at }) => ({ name, game, at }));
  }

  get(name: string, game: string | undefined): Snapshot | undefined {
    return this.#kept.get(keyOf(name, game));
  }

  /** Keeps the world as it is. It replaces the snapshot with this name. */
  take(name: string, game: string | undefined): Snapshot {
    const part = game === undefined ? undefined : this.#world.part(game);
    const content = part === undefined ? { state: this.#world.fork() } : { part };
    const kept: Kept = { name, game, at: Date.now(), content };
    this.#kept.set(keyOf(name, game), kept);
    return { name, game, at: kept.at };
  }

  /** Puts the world back to a snapshot and keeps the snapshot; false where it does not exist. */
  restore(name: string, game: string | undefined): boolean {
    const kept = this.#kept.get(keyOf(name, game));
    if (kept === undefined) return false;
    if ('state' in kept.content) this.#world.replace(forkState(kept.content.state));
    else if (game !== undefined) this.#world.replaceGame(game, kept.content.part);
    return true;
  }

  remove(name: string, game: string | undefined): boolean {
    return this.#kept.delete(keyOf(name, game));
  }
}
