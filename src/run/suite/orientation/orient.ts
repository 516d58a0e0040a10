/** The orientation: short and plain requests that show a run what the world file leaves unknown, and what in it is wrong. */
import { ENDPOINTS, RESOURCES, type Endpoint, type Resource } from '../../../spec/endpoints.ts';
import type { AskedSubject } from '../../../cases/planned.ts';
import { asAskedSubject } from '../../../cases/cast/subject-role.ts';
import { keyFitsGame } from '../../../world/callers.ts';
import { IMPLICIT_GAME, type DeclaredWorld } from '../../../world/declared-world.ts';
import { UNKNOWN, type AuthToken, type SecretKey } from '../../../world/world.ts';
import { inPlanOrder } from '../../send/in-plan-order.ts';
import {
  type Ask,
  type Asked,
  type Inquiry,
  isAccepted,
  isAsDeclared,
  isOk,
  mayBeForRole,
  refusalOf,
  showsDeclared,
  type SubjectOrigin,
  inquiriesWithKey,
} from './inquiry.ts';
import { EVERYONE, type Named } from './named-by-cases.ts';
import { askByKeys, isRefusedForTagKeys } from './ask-by-keys.ts';
import {
  absentToTry,
  alphabetOf,
  alphabetsToTry,
  endpointsOfKey,
  endpointsOfOtherRole,
  gamesFor,
  inventIds,
  plainQuestion,
  subjectsToTry,
  tokensFor,
} from './questions.ts';

/** A single made-up id may exist by bad luck; three of them don't. */
const INVENTED = 3;

const idsOf = ({ subjects, absents }: DeclaredWorld, resource: Resource): readonly string[] =>
  [...subjects, ...absents].filter((each) => each.resource === resource).map(({ id }) => id);

/** Whether the reply shows that the key has the role of the endpoint: a key of the other role gets no such reply. */
const showsRole = (inquiry: Inquiry): boolean => isAccepted(inquiry) && !mayBeForRole(inquiry);

/** What the orientation has seen, and the ids that it made up. */
export interface Orientation {
  readonly inquiries: readonly Inquiry[];
  readonly inventions: ReadonlyMap<Resource, readonly string[]>;
}

/** Notes how far the orientation is, in words. */
export type Note = (progress: string) => void;

class Orienting {
  readonly #world: DeclaredWorld;
  readonly #ask: Ask;
  readonly #inquiries: Inquiry[] = [];
  /** Keys that found something as it is declared. */
  readonly #proven = new Set<string>();
  readonly #inventions = new Map<Resource, readonly string[]>();
  readonly #subjects: ReturnType<typeof subjectsToTry>;
  readonly #absents: ReturnType<typeof absentToTry>;
  readonly #keys: readonly SecretKey[];
  readonly #tokens: readonly AuthToken[];
  readonly #resources: readonly Resource[];
  readonly #note: Note;
  readonly #total: number;
  #tried = 0;

  constructor(world: DeclaredWorld, ask: Ask, note: Note, named: Named) {
    this.#world = world;
    this.#ask = ask;
    this.#note = note;
    this.#keys = world.secretKeys.filter((key) => named.key(key));
    this.#tokens = world.authTokens.filter((token) => named.token(token));
    this.#resources = RESOURCES.filter((resource) => named.resource(resource));
    this.#subjects = subjectsToTry(world, named.most).filter((subject) => named.subject(subject));
    this.#absents = absentToTry(world).filter(([resource]) => named.resource(resource as Resource));
    const lists = [this.#keys, this.#subjects, this.#tokens, this.#resources, this.#absents];
    this.#total = lists.reduce((sum, { length }) => sum + length, 0);
  }

  async run(): Promise<Orientation> {
    for (const resource of this.#resources) this.#invent(resource);
    await this.#each(this.#keys, (key) => this.#tryKey(key));
    await this.#each(this.#subjects, (subject) =>
      this.#read(asAskedSubject(subject), 'declared', subject.tags === UNKNOWN),
    );
    await Promise.all([
      this.#each(this.#tokens, (token) => this.#tryToken(token)),
      this.#each(this.#resources, (resource) => this.#tryInvented(resource)),
      this.#each(this.#absents, ([resource, id]) => this.#tryAbsent(resource as Resource, id)),
    ]);
    return { inquiries: this.#inquiries, inventions: this.#inventions };
  }

  async #each<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
    const emit = (): boolean => {
      this.#tried += 1;
      this.#note(`orientation: tried ${this.#tried} of ${this.#total} keys, subjects and tokens`);
      return true;
    };
    await inPlanOrder({ items, concurrency: items.length, work, emit });
  }

  #invent(resource: Resource): void {
    const own = idsOf(this.#world, resource);
    const others = RESOURCES.flatMap((each) => idsOf(this.#world, each));
    const alphabet = alphabetOf(own) || (alphabetsToTry(others)[0] ?? '');
    this.#inventions.set(resource, inventIds(resource, alphabet, INVENTED, new Set(own)));
  }

  /** Asks, and asks again where only tagKeys was missing: then only the second reply says something about the key. */
  async #reply(asked: Asked): Promise<Inquiry> {
    const plain = await this.#ask(asked);
    const wantsKeys = asked.tagKeys === undefined && isRefusedForTagKeys(plain);
    return wantsKeys ? askByKeys(this.#ask, asked, this.#world) : plain;
  }

  #keep(inquiries: readonly Inquiry[]): void {
    this.#inquiries.push(...inquiries);
    for (const inquiry of inquiries) if (showsDeclared(inquiry)) this.#proven.add(inquiry.asked.key.name);
  }

  async #send(asked: Asked): Promise<Inquiry> {
    const inquiry = await this.#reply(asked);
    this.#keep([inquiry]);
    return inquiry;
  }

  /** Does the same for several items, side by side where places are free; what comes of it is kept in their order. */
  async #sideBySide<T>(
    items: readonly T[],
    work: (item: T) => Promise<readonly Inquiry[]>,
  ): Promise<readonly Inquiry[]> {
    const inquiries = (await Promise.all(items.map(work))).flat();
    this.#keep(inquiries);
    return inquiries;
  }

  async #tryKey(key: SecretKey): Promise<void> {
    const asked = endpointsOfKey(key).flatMap(
      (endpoint) => plainQuestion(key, endpoint, this.#world, this.#inventions) ?? [],
    );
    await this.#sideBySide(asked, (each) => this.#insist(each));
    await this.#nameOwnGame(key);
    await this.#nameOtherGame(key);
    if (asked.length === 0 || inquiriesWithKey(this.#inquiries, key.name).some(showsRole)) return;
    const elsewhere = endpointsOfOtherRole(key).flatMap(
      (endpoint) => plainQuestion(key, endpoint, this.#world, this.#inventions) ?? [],
    );
    await this.#sideBySide(elsewhere.slice(0, INVENTED), (each) => this.#insist(each));
  }

  /** Checks whether the declared game is a key's own, where the key found nothing there as declared. */
  async #nameOwnGame({ name, game }: SecretKey): Promise<void> {
    const own = inquiriesWithKey(this.#inquiries, name);
    const ran = own.find((each) => isOk(each) && each.asked.gameId === undefined);
    if (typeof game !== 'string' || game === IMPLICIT_GAME || ran === undefined) return;
    if (!own.some(showsDeclared)) await this.#send({ ...ran.asked, gameId: game });
  }

  /** Checks whether a key that was answered without Game-Id is refused for another game; an answer would be about another subject. */
  async #nameOtherGame(key: SecretKey): Promise<void> {
    if (key.game !== UNKNOWN) return;
    const ran = inquiriesWithKey(this.#inquiries, key.name).filter(
      (each) => isOk(each) && each.asked.gameId === undefined,
    );
    const like = ran.find(({ answered }) => answered.kind === 'tags');
    const other = gamesFor(key, this.#world).find((game) => game !== like?.asked.subject.game);
    if (like === undefined || other === undefined) return;
    const inquiry = await this.#ask({ ...like.asked, gameId: other });
    if (refusalOf(inquiry) !== undefined) this.#inquiries.push(inquiry);
  }

  /** Asks in the other ways that may be right where the plain one is refused: with a Game-Id, with another token. */
  async #insist(asked: Asked): Promise<readonly Inquiry[]> {
    const { key, subject, token } = asked;
    const first = await this.#reply(asked);
    const inquiries = [first];
    if (asked.gameId === undefined && (key.game === UNKNOWN || !isOk(first)))
      for (const gameId of gamesFor(key, this.#world).filter((game) => game === subject.game))
        inquiries.push(await this.#reply({ ...asked, gameId }));
    const [, second] = token === undefined ? [] : tokensFor(this.#world, subject);
    if (!isOk(first) && second !== undefined) inquiries.push(await this.#reply({ ...asked, token: second }));
    return inquiries;
  }

  /**
   * Keys that were answered on an endpoint, which can therefore ask about others there: first those that found something
   * as it is declared, as the game of any other may be wrong; then in the order of the file, whichever was answered first.
   */
  #answeredOn(endpoint: Endpoint, game: string): readonly Inquiry[] {
    const oddness = ({ asked: { key } }: Inquiry): number =>
      this.#world.secretKeys.indexOf(key) + (this.#proven.has(key.name) ? 0 : this.#world.secretKeys.length);
    return this.#inquiries
      .filter(
        (inquiry) =>
          isOk(inquiry) && inquiry.asked.endpoint.id === endpoint.id && keyFitsGame(inquiry.asked.key, game),
      )
      .toSorted((a, b) => oddness(a) - oddness(b));
  }

  /** Reads a subject on the endpoints where some key was answered: on all of them, or on the first that finds it. */
  async #read(subject: AskedSubject, origin: SubjectOrigin, everywhere: boolean): Promise<void> {
    for (const endpoint of ENDPOINTS.toReversed().filter(({ resource }) => resource === subject.resource)) {
      const [like] = this.#answeredOn(endpoint, subject.game);
      if (like === undefined) continue;
      const token = this.#tokenFor(endpoint, subject, like);
      if (endpoint.variant === 'client' && token === undefined) continue;
      const gameId = like.asked.gameId === undefined ? undefined : subject.game;
      const asked = { ...like.asked, subject, origin, token, gameId, tagKeys: undefined };
      const read = await this.#send(asked);
      if (!everywhere && isAsDeclared(read)) return;
    }
  }

  /** The subject's own token, else any of its game. */
  #tokenFor(endpoint: Endpoint, subject: AskedSubject, like: Inquiry): AuthToken | undefined {
    if (endpoint.variant !== 'client') return undefined;
    return tokensFor(this.#world, subject)[0] ?? like.asked.token;
  }

  async #tryToken(token: AuthToken): Promise<void> {
    const { holder } = token;
    if (token.expired || holder.kind !== 'player') return;
    if (this.#inquiries.some((inquiry) => inquiry.asked.token === token && isOk(inquiry))) return;
    const own = this.#world.subject('gamePlayer', holder.game, holder.userId);
    if (own.is !== 'present') return;
    for (const endpoint of ENDPOINTS.filter(({ id }) => id === 'gamePlayer.client')) {
      const likes = this.#answeredOn(endpoint, holder.game).slice(0, 1);
      for (const { asked } of likes)
        await this.#send({
          ...asked,
          subject: asAskedSubject(own.value),
          origin: 'declared',
          token,
          gameId: asked.gameId === undefined ? undefined : holder.game,
          tagKeys: undefined,
        });
    }
  }

  /** Three made-up ids; where ids of the kind are unknown, in the first alphabet whose ids are not found. */
  async #tryInvented(resource: Resource): Promise<void> {
    const own = idsOf(this.#world, resource);
    const others = RESOURCES.flatMap((each) => idsOf(this.#world, each));
    const alphabets = own.length > 0 ? [alphabetOf(own)] : alphabetsToTry(others);
    for (const alphabet of alphabets.filter((each) => each !== '')) {
      const ids = inventIds(resource, alphabet, INVENTED, new Set(own));
      this.#inventions.set(resource, ids);
      const answers = await this.#sideBySide(ids, (id) => this.#find(resource, id, 'invented'));
      if (!answers.every((each) => refusalOf(each) === 'InvalidRequestParameters')) return;
    }
  }

  async #tryAbsent(resource: Resource, id: string): Promise<void> {
    this.#keep(await this.#find(resource, id, 'declared absent'));
  }

  /** Asks once about an id that nothing should have, on an endpoint where a key was answered. */
  async #find(resource: Resource, id: string, origin: SubjectOrigin): Promise<readonly Inquiry[]> {
    const [game = IMPLICIT_GAME] = this.#world.games;
    const endpoints = ENDPOINTS.toReversed().filter((endpoint) => endpoint.resource === resource);
    for (const endpoint of endpoints) {
      const like =
        this.#answeredOn(endpoint, game)[0] ??
        this.#inquiries.find((inquiry) => inquiry.asked.endpoint.id === endpoint.id && isAccepted(inquiry));
      if (like === undefined) continue;
      const subject = { resource, id, game: like.asked.subject.game, exists: undefined };
      return [await this.#reply({ ...like.asked, subject, origin, tagKeys: undefined })];
    }
    return [];
  }
}

/** Sends the orientation's requests about whom the cases name, as many at once as there are places. */
export function orient(
  world: DeclaredWorld,
  ask: Ask,
  note: Note,
  named: Named = EVERYONE,
): Promise<Orientation> {
  return new Orienting(world, ask, note, named).run();
}
