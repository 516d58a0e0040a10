/** The world behind a running simulator, as tests change it. Each change is in force from the next request on. */
import type { LiveWorld } from '../../simulator/world/live-world.ts';
import { RESOURCE_FACTS, type Resource } from '../spec/endpoints.ts';
import type { TagItem } from '../spec/envelope.ts';
import { TagproofError } from '../base/errors.ts';
import { didYouMean } from '../base/text/nearest.ts';
import { UNKNOWN, type Subject } from '../world/world.ts';
import { readDeclaration, type WorldDeclaration } from './declaration.ts';

/** Tags as a list, which may repeat a key, or as an object. */
export type TagsGiven = readonly TagItem[] | Readonly<Record<string, string>>;

/** Which game is meant; it can be left out where only one game has the id. */
export interface InGame {
  readonly game?: string | undefined;
}

/** Players, characters and groups to add, as a world file declares them. */
export type Additions = Pick<WorldDeclaration, 'gamePlayers' | 'characterPlayers' | 'groups'>;

const isList = (tags: TagsGiven): tags is readonly TagItem[] => Array.isArray(tags);

export class SimulatedWorld {
  readonly #live: LiveWorld;

  /** @internal */
  constructor(live: LiveWorld) {
    this.#live = live;
  }

  /** The ids of the games. */
  get games(): readonly string[] {
    return this.#live.gameIds;
  }

  /** The tags of a player, character or group. Throws TagproofError('usage') if none has this id. */
  tags(resource: Resource, id: string, where: InGame = {}): readonly TagItem[] {
    const { tags } = this.#find(resource, id, where);
    return tags === UNKNOWN ? [] : tags;
  }

  /** Gives a player, character or group these tags in place of all it has. Throws TagproofError('usage') if none has this id. */
  setTags(resource: Resource, id: string, tags: TagsGiven, where: InGame = {}): void {
    const { game } = this.#find(resource, id, where);
    const wanted = isList(tags) ? tags : Object.entries(tags).map(([key, value]) => ({ key, value }));
    if (wanted.some(({ key, value }) => typeof key !== 'string' || typeof value !== 'string'))
      throw new TagproofError('usage', 'a tag is a key and a value, both strings (§2.2)');
    this.#live.setTags(
      resource,
      game,
      id,
      wanted.map(({ key, value }) => ({ key, value })),
    );
  }

  /** Adds players, characters and groups. Throws TagproofError('file') with every fault, and adds nothing then. */
  add(additions: Additions): void {
    const players = this.#all('gamePlayer').map(({ id, game }) => ({ userId: id, game }));
    const { world } = readDeclaration(
      {
        world: {
          complete: true,
          games: this.games.map((id) => ({ id })),
          ...additions,
          gamePlayers: [...(additions.gamePlayers ?? []), ...players],
        },
      },
      {},
    );
    // The players that are there already, for owners and members, come last.
    const news = world.subjects.filter(
      ({ resource, id, game }) =>
        resource !== 'gamePlayer' || this.#live.subject(resource, game, id) === undefined,
    );
    for (const { resource, game, id } of news)
      if (this.#live.subject(resource, game, id) !== undefined)
        throw new TagproofError(
          'file',
          `the ${RESOURCE_FACTS[resource].word} ${JSON.stringify(id)} exists in this game already`,
        );
    for (const subject of news) this.#live.put(subject);
  }

  /**
   * Takes a player, character or group away: asking for it is answered as not found. With a player go its tokens, and
   * what it owned or was a member of forgets it.
   */
  remove(resource: Resource, id: string, where: InGame = {}): void {
    const { game } = this.#find(resource, id, where);
    this.#live.remove(resource, game, id);
  }

  /** Back to the world of the start. */
  reset(): void {
    this.#live.reset();
  }

  #all(resource: Resource): readonly Subject[] {
    return [...this.#live.state.games.values()].flatMap((game) => [...game[resource].values()]);
  }

  #find(resource: Resource, id: string, { game }: InGame): Subject {
    const games = game === undefined ? this.games : [game];
    const found = games.flatMap((each) => this.#live.subject(resource, each, id) ?? []);
    const [only, ...others] = found;
    if (only !== undefined && others.length === 0) return only;
    const what = `${RESOURCE_FACTS[resource].word} ${JSON.stringify(id)}`;
    if (only !== undefined) {
      const names = found.map((each) => `{ game: ${JSON.stringify(each.game)} }`);
      throw new TagproofError('usage', `several games have a ${what}\nname one: ${names.join(' or ')}`);
    }
    const where = game === undefined ? '' : ` in the game ${JSON.stringify(game)}`;
    const hint = didYouMean(id, new Set(this.#all(resource).map((each) => each.id)));
    throw new TagproofError('usage', `there is no ${what}${where}${hint === undefined ? '' : `\n${hint}`}`);
  }
}
