/** The world behind a running simulator, as tests change it. Each change is in force from the next request on. */
import { storeOf, type Store } from '../../simulator/store.ts';
import type { TargetFile } from '../config/target-file/target-file.ts';
import { RESOURCE_FACTS, type Resource } from '../contract/endpoints.ts';
import type { TagItem } from '../contract/envelope.ts';
import { TagproofError } from '../errors.ts';
import { nearest } from '../text/nearest.ts';
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

const slotOf = ({ resource, game, id }: Pick<Subject, 'resource' | 'game' | 'id'>): string =>
  JSON.stringify([resource, game, id]);

const subjectsBySlot = (subjects: readonly Subject[]): Map<string, Subject> =>
  new Map(subjects.map((subject) => [slotOf(subject), subject]));

const tagList = (tags: TagsGiven): readonly TagItem[] =>
  Array.isArray(tags)
    ? (tags as readonly TagItem[])
    : Object.entries(tags as Readonly<Record<string, string>>).map(([key, value]) => ({ key, value }));

export class SimulatedWorld {
  /** The lookups of the simulator: always those of the world as it is now. */
  readonly store: Store;
  readonly #file: TargetFile;
  #subjects: Map<string, Subject>;
  #current: Store;

  constructor(file: TargetFile) {
    this.#file = file;
    this.#subjects = subjectsBySlot(file.world.subjects);
    this.#current = storeOf(file.world, file.secrets);
    this.store = this.#view();
  }

  /** The ids of the games. */
  get games(): readonly string[] {
    return this.#current.games;
  }

  /** The tags of a player, character or group. Throws TagproofError('usage') where there is none of this id. */
  tags(resource: Resource, id: string, where: InGame = {}): readonly TagItem[] {
    const { tags } = this.#find(resource, id, where);
    return tags === UNKNOWN ? [] : tags;
  }

  /** Gives a player, character or group these tags in place of all it has. Throws TagproofError('usage') where there is none. */
  setTags(resource: Resource, id: string, tags: TagsGiven, where: InGame = {}): void {
    const found = this.#find(resource, id, where);
    const wanted = tagList(tags);
    if (wanted.some(({ key, value }) => typeof key !== 'string' || typeof value !== 'string'))
      throw new TagproofError('usage', 'a tag is a key and a value, both strings (§2.2)');
    this.#subjects.set(slotOf(found), { ...found, tags: wanted.map(({ key, value }) => ({ key, value })) });
    this.#swap();
  }

  /** Adds players, characters and groups. Throws TagproofError('file') with every fault, and adds nothing then. */
  add(additions: Additions): void {
    const players = [...this.#subjects.values()].filter(({ resource }) => resource === 'gamePlayer');
    const known = players.map(({ id, game }) => ({ userId: id, game }));
    const { world } = readDeclaration(
      {
        world: {
          complete: true,
          games: this.games.map((id) => ({ id })),
          ...additions,
          gamePlayers: [...(additions.gamePlayers ?? []), ...known],
        },
      },
      {},
    );
    const isKnown = new Set(players.map(slotOf));
    const news = world.subjects.filter((subject) => !isKnown.has(slotOf(subject)));
    for (const subject of news) this.#refuseTwice(subject);
    for (const subject of news) this.#subjects.set(slotOf(subject), subject);
    this.#swap();
  }

  /** Takes a player, character or group away: asking for it is answered as not found. */
  remove(resource: Resource, id: string, where: InGame = {}): void {
    this.#subjects.delete(slotOf(this.#find(resource, id, where)));
    this.#swap();
  }

  /** Back to the world of the start. */
  reset(): void {
    this.#subjects = subjectsBySlot(this.#file.world.subjects);
    this.#swap();
  }

  #refuseTwice(subject: Subject): void {
    if (!this.#subjects.has(slotOf(subject))) return;
    const { word } = RESOURCE_FACTS[subject.resource];
    throw new TagproofError('file', `the ${word} ${JSON.stringify(subject.id)} exists in this game already`);
  }

  #find(resource: Resource, id: string, { game }: InGame): Subject {
    const all = [...this.#subjects.values()].filter((subject) => subject.resource === resource);
    const found = all.filter((subject) => subject.id === id && (game === undefined || subject.game === game));
    const [only, ...others] = found;
    if (only !== undefined && others.length === 0) return only;
    const { word } = RESOURCE_FACTS[resource];
    const where = game === undefined ? '' : ` in the game ${JSON.stringify(game)}`;
    if (only !== undefined)
      throw new TagproofError(
        'usage',
        `several games have a ${word} ${JSON.stringify(id)}\nname one: { game: ${found.map((each) => JSON.stringify(each.game)).join(' } or { game: ')} }`,
      );
    const meant = nearest(id, new Set(all.map((each) => each.id)));
    const hint = meant === undefined ? '' : `\ndid you mean ${JSON.stringify(meant)}?`;
    throw new TagproofError('usage', `there is no ${word} ${JSON.stringify(id)}${where}${hint}`);
  }

  #swap(): void {
    const { world, secrets } = this.#file;
    const { limits, games, secretKeys, authTokens } = world;
    this.#current = storeOf(
      { limits, games, secretKeys, authTokens, subjects: [...this.#subjects.values()] },
      secrets,
    );
  }

  #view(): Store {
    const now = (): Store => this.#current;
    return {
      complete: true,
      tagKeys: { has: (key) => now().tagKeys.has(key) },
      limits: now().limits,
      games: now().games,
      game: (id) => now().game(id),
      subject: (resource, game, id) => now().subject(resource, game, id),
      isLikeKnown: (resource, id) => now().isLikeKnown(resource, id),
      keyOf: (value) => now().keyOf(value),
      tokenOf: (value) => now().tokenOf(value),
      keyLike: (value, leniency) => now().keyLike(value, leniency),
      tokenLike: (value, leniency) => now().tokenLike(value, leniency),
    };
  }
}
