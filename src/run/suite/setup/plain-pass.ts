/** The plain requests of the set-up check: every key, token and subject of unknown tags is tried once, before the cases. */
import { ENDPOINTS, type Endpoint, type Resource } from '../../../spec/endpoints.ts';
import type { AskedSubject } from '../../../cases/planned.ts';
import { asAskedSubject } from '../../../cases/cast/subject-role.ts';
import { knownKey, plainestFirst } from '../../../cases/cast/world-index.ts';
import { NO_KEY } from '../../../cases/format/references.ts';
import {
  type AuthToken,
  keyFitsGame,
  mayOpen,
  type SecretKey,
  type Subject,
  tokensInForce,
  UNKNOWN,
} from '../../../world/world.ts';
import { IMPLICIT_GAME, type DeclaredWorld } from '../../../world/declared-world.ts';
import {
  isKeyAccepted,
  isForTagKeys,
  isOk,
  mayBeForRole,
  refusedWith,
  type PlainRequest,
  type PlainTry,
  type SendPlain,
} from './plain-try.ts';

/** How many keys, tokens and subjects are tried; a world file may list many thousands. */
const MAX_TRIED = 400;

/** How many endpoints of the other role, and how many other games, a key is tried on with which nothing works. */
const MAX_ELSEWHERE = 3;

/** Notes how far the check is, in words. */
export type Note = (progress: string) => void;

/** Tries what a world declares, and keeps what is known of it. */
class PlainPass {
  readonly #world: DeclaredWorld;
  readonly #madeUp: ReadonlyMap<Resource, readonly string[]>;
  readonly #send: SendPlain;
  readonly #tokens: readonly AuthToken[];
  /** Players with a token, and their games. */
  readonly #holders: ReadonlySet<string>;

  constructor(world: DeclaredWorld, madeUp: ReadonlyMap<Resource, readonly string[]>, send: SendPlain) {
    this.#world = world;
    this.#madeUp = madeUp;
    this.#send = send;
    this.#tokens = world.authTokens.slice(0, MAX_TRIED).filter(({ expired }) => !expired);
    this.#holders = new Set(
      this.#tokens.map(({ holder }) => (holder.kind === 'player' ? `${holder.userId} ${holder.game}` : '')),
    );
  }

  /** Tries a request, and once more where only tagKeys was missing: then the second reply alone says something. */
  async #ask(request: PlainRequest): Promise<PlainTry> {
    const first = { request, reply: await this.#send(request) };
    if (!isForTagKeys(first)) return first;
    const { exists, resource } = request.subject;
    const own = exists === undefined || exists.tags === UNKNOWN ? undefined : exists.tags[0]?.key;
    const again = { ...request, tagKeys: [own ?? knownKey(this.#world, resource) ?? NO_KEY] };
    return { request: again, reply: await this.#send(again) };
  }

  /** The subject that a key asks about: a declared one of its game, of a client that of a token; else a made-up id. */
  #subjectFor(key: SecretKey, { resource, variant }: Endpoint): AskedSubject {
    const isFit = ({ game }: Subject): boolean => keyFitsGame(key, game);
    const isOwned = ({ game, owners }: Subject): boolean =>
      variant !== 'client' ||
      (owners !== UNKNOWN && owners.some((owner) => this.#holders.has(`${owner} ${game}`)));
    const ofKind = plainestFirst(this.#world, resource);
    const found = ofKind.find((each) => isFit(each) && isOwned(each)) ?? ofKind.find(isFit);
    if (found !== undefined) return asAskedSubject(found);
    const [id = ''] = this.#madeUp.get(resource) ?? [];
    const game = this.#world.games.find((each) => keyFitsGame(key, each)) ?? IMPLICIT_GAME;
    return { resource, id, game, exists: undefined };
  }

  /** The plain request of a key on an endpoint; undefined: the world has no token for it. */
  #requestOf(key: SecretKey, endpoint: Endpoint): PlainRequest | undefined {
    const subject = this.#subjectFor(key, endpoint);
    const { game, exists } = subject;
    const tokens = tokensInForce(this.#tokens, { game, owners: exists?.owners ?? UNKNOWN });
    const token = endpoint.variant === 'client' ? tokens[0] : undefined;
    if (endpoint.variant === 'client' && token === undefined) return undefined;
    const gameId = key.game === null && game !== IMPLICIT_GAME ? game : undefined;
    return { endpoint, key, token, subject, gameId, tagKeys: undefined };
  }

  /** Tries a key on an endpoint; with a Game-Id, too, where the key may carry none. */
  async #tryOn(key: SecretKey, endpoint: Endpoint): Promise<readonly PlainTry[]> {
    const request = this.#requestOf(key, endpoint);
    if (request === undefined) return [];
    const first = await this.#ask(request);
    const { game } = request.subject;
    if (isOk(first) || key.game !== UNKNOWN || game === IMPLICIT_GAME) return [first];
    return [first, await this.#ask({ ...request, gameId: game })];
  }

  /** Asks for another game with a key that was answered without Game-Id: where it is refused, it carries its own. */
  async #tryOtherGame(key: SecretKey, tries: readonly PlainTry[]): Promise<readonly PlainTry[]> {
    const found = tries.find(({ reply, request }) => reply.kind === 'tags' && request.gameId === undefined);
    const other = this.#world.games.find((game) => game !== found?.request.subject.game);
    if (key.game !== UNKNOWN || found === undefined || other === undefined) return [];
    const plain = await this.#ask({ ...found.request, gameId: other });
    return refusedWith(plain) === undefined ? [] : [plain];
  }

  /** Asks about subjects of other games with a key that finds nothing of its own: it may be swapped with one of theirs. */
  async #lookElsewhere(key: SecretKey, tries: readonly PlainTry[]): Promise<readonly PlainTry[]> {
    const own = tries.filter(({ request }) => request.subject.exists !== undefined);
    const accepted = own.find(isKeyAccepted);
    const isOfGame = own.some(
      (each) => each.reply.kind === 'tags' || refusedWith(each) === 'OperationNotAllow',
    );
    if (typeof key.game !== 'string' || accepted === undefined || isOfGame) return [];
    const others = this.#world.games.filter((game) => game !== key.game).slice(0, MAX_ELSEWHERE);
    const requests = others.flatMap((game) => {
      const request = this.#requestOf({ ...key, game }, accepted.request.endpoint);
      return request?.subject.exists === undefined ? [] : [{ ...request, key }];
    });
    return Promise.all(requests.map((request) => this.#ask(request)));
  }

  /** Tries a key on the endpoints that it may be for; one of which all is known, until the backend knows it. */
  async key(key: SecretKey): Promise<readonly PlainTry[]> {
    const isKnown = key.role !== UNKNOWN && key.game !== UNKNOWN && key.rules !== UNKNOWN;
    const ofRole = ENDPOINTS.filter(({ role }) => key.role === UNKNOWN || key.role === role);
    const open = ofRole.filter((endpoint) => mayOpen(key, endpoint));
    const tries: PlainTry[] = [];
    for (const endpoint of open.length > 0 ? open : ofRole.slice(0, 1))
      if (!isKnown || !tries.some(isKeyAccepted)) tries.push(...(await this.#tryOn(key, endpoint)));
    tries.push(...(await this.#tryOtherGame(key, tries)), ...(await this.#lookElsewhere(key, tries)));
    if (tries.length === 0 || tries.some((each) => isKeyAccepted(each) && !mayBeForRole(each))) return tries;
    const others = ENDPOINTS.filter((endpoint) => !ofRole.includes(endpoint)).slice(0, MAX_ELSEWHERE);
    for (const endpoint of others) tries.push(...(await this.#tryOn(key, endpoint)));
    return tries;
  }

  /** Reads a subject as a key was answered that may ask about it. */
  async subject(subject: Subject, ofKeys: readonly PlainTry[]): Promise<readonly PlainTry[]> {
    const { resource, game, owners } = subject;
    const [token] = tokensInForce(this.#tokens, { game, owners });
    const like = ofKeys.find(
      (each) =>
        isOk(each) &&
        each.request.endpoint.resource === resource &&
        keyFitsGame(each.request.key, game) &&
        (each.request.endpoint.variant !== 'client' || token !== undefined),
    );
    return like === undefined ? [] : [await this.#ask(asking(like, subject, token))];
  }

  /** Reads a token's own player, unless the token was accepted with a key. */
  async token(token: AuthToken, ofKeys: readonly PlainTry[]): Promise<readonly PlainTry[]> {
    const { holder, expired } = token;
    if (expired || holder.kind !== 'player') return [];
    if (ofKeys.some((each) => each.request.token === token && isOk(each))) return [];
    const own = this.#world.subject('gamePlayer', holder.game, holder.userId);
    const fit = ofKeys.filter(
      ({ request }) => request.endpoint.id === 'gamePlayer.client' && keyFitsGame(request.key, holder.game),
    );
    const like = fit.find(isOk) ?? fit.find(isKeyAccepted);
    if (own.is !== 'present' || like === undefined) return [];
    return [await this.#ask(asking(like, own.value, token))];
  }
}

/** The request of a try, about another subject, with its token, and its game where the key may carry none. */
function asking({ request }: PlainTry, subject: Subject, token: AuthToken | undefined): PlainRequest {
  const { key, endpoint } = request;
  const isNamed = (key.game === null || key.game === UNKNOWN) && subject.game !== IMPLICIT_GAME;
  return {
    ...request,
    subject: asAskedSubject(subject),
    token: endpoint.variant === 'client' ? token : undefined,
    gameId: isNamed ? subject.game : undefined,
    tagKeys: undefined,
  };
}

/** Sends the plain requests about a world, as many at once as `send` lets pass; the tries in the order of the file. */
export async function plainPass(
  world: DeclaredWorld,
  madeUp: ReadonlyMap<Resource, readonly string[]>,
  send: SendPlain,
  note: Note,
): Promise<readonly PlainTry[]> {
  const pass = new PlainPass(world, madeUp, send);
  const keys = world.secretKeys.slice(0, MAX_TRIED);
  const tokens = world.authTokens.slice(0, MAX_TRIED);
  const subjects = world.subjects.filter(({ tags }) => tags === UNKNOWN).slice(0, MAX_TRIED);
  const total = keys.length + tokens.length + subjects.length;
  let tried = 0;
  const each = async <T>(items: readonly T[], work: (item: T) => Promise<readonly PlainTry[]>) => {
    const noted = async (item: T): Promise<readonly PlainTry[]> => {
      const tries = await work(item);
      tried += 1;
      note(`set-up check: tried ${tried} of ${total} keys, subjects and tokens`);
      return tries;
    };
    return (await Promise.all(items.map(noted))).flat();
  };
  const ofKeys = await each(keys, (key) => pass.key(key));
  const others = await Promise.all([
    each(subjects, (subject) => pass.subject(subject, ofKeys)),
    each(tokens, (token) => pass.token(token, ofKeys)),
  ]);
  return [...ofKeys, ...others.flat()];
}
