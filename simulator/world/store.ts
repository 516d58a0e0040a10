/** The world that the simulator serves, in memory: everything is found in one step, however much there is. */
import { PERMISSION_RULES, type Resource } from '../../src/spec/endpoints.ts';
import {
  ABSENT,
  UNKNOWN,
  type AuthToken,
  type Lookup,
  type SecretKey,
  type World,
} from '../../src/world/world.ts';
import type { WorldFacts } from '../../src/world/declared-world.ts';
import { spellingOf } from '../../src/world/secret-spelling.ts';
import {
  emptyGameSubjects,
  emptyState,
  PLAIN_CHARACTER,
  putSubject,
  type Held,
  type SecretTable,
  type WorldState,
} from './world-state.ts';

/** What a store is made of; a world file's declared world is one. */
export type StoredWorld = Pick<WorldFacts, 'limits' | 'games' | 'secretKeys' | 'authTokens' | 'subjects'>;

/** The value of a secret key or an auth token, by the name that the world file gives it. */
export interface NamedSecret {
  readonly name: string;
  readonly value: string;
  /** The shell variable that stands for the value; left out: none is known. */
  readonly envName?: string;
  /** Whether the value may be shown; left out: it may not. */
  readonly public?: boolean;
}

const butLast = (text: string): string => text.slice(0, -1);

/** What passes for a secret's own value where secrets are parsed before they are compared (question secret.case). */
const LENIENT_SPELLINGS = {
  /** Hexadecimal digits are numbers, whatever their case. */
  'any case': (own, value) => spellingOf(own) === 'hexadecimal' && own.toLowerCase() === value.toLowerCase(),
  /** The last character of a JSON Web Token is not looked at, nor one behind it. */
  'any end': (own, value) =>
    spellingOf(own) === 'jwt' &&
    Math.abs(own.length - value.length) < 2 &&
    value.slice(0, own.length - 1) === butLast(own),
} as const satisfies Record<string, (own: string, value: string) => boolean>;

export type Leniency = keyof typeof LENIENT_SPELLINGS;

/** A world in which nothing is unknown, with its secrets by value. */
export interface Store extends World {
  /** The keys of all tags: what a backend with a catalogue of keys knows. */
  readonly tagKeys: Pick<ReadonlySet<string>, 'has'>;
  keyOf(value: string): SecretKey | undefined;
  tokenOf(value: string): AuthToken | undefined;
  /** The key or token that a value is when its spelling is read leniently; see `LENIENT_SPELLINGS`. */
  keyLike(value: string, leniency: Leniency): SecretKey | undefined;
  tokenLike(value: string, leniency: Leniency): AuthToken | undefined;
}

function heldWith<T extends { readonly name: string }>(
  items: readonly T[],
  secrets: readonly NamedSecret[],
): readonly Held<T>[] {
  const byName = new Map(secrets.map((secret) => [secret.name, secret]));
  return items.flatMap((item) => {
    const secret = byName.get(item.name);
    if (secret === undefined) return [];
    const { value, envName = '', public: isPublic = false } = secret;
    return [{ item, value, envName, public: isPublic }];
  });
}

/** A key with what a target file leaves open about it: the only game, and every rule but those that it is known to lack. */
function served(key: SecretKey, games: readonly string[]): SecretKey {
  const { game, rules, someRules } = key;
  const [only = null] = games.length === 1 ? games : [];
  return {
    ...key,
    game: game === UNKNOWN ? only : game,
    rules:
      rules === UNKNOWN
        ? new Set(PERMISSION_RULES.filter((rule) => someRules?.lacked.has(rule) !== true))
        : rules,
  };
}

/** The state of a declared world: what the world does not list does not exist in it. */
export function stateOf(world: StoredWorld, secrets: readonly NamedSecret[]): WorldState {
  const state = emptyState();
  state.limits = world.limits;
  for (const game of world.games) state.games.set(game, emptyGameSubjects());
  for (const subject of world.subjects) putSubject(state, subject);
  const keys = world.secretKeys.map((key) => served(key, world.games));
  for (const key of heldWith(keys, secrets)) state.keys.put(key);
  for (const token of heldWith(world.authTokens, secrets)) state.tokens.put(token);
  return state;
}

/** The secret that has or resembles a value. */
function like<T extends SecretKey | AuthToken>(
  table: SecretTable<T>,
  value: string,
  leniency: Leniency,
): Held<T> | undefined {
  for (const held of table.all()) if (LENIENT_SPELLINGS[leniency](held.value, value)) return held;
  return undefined;
}

/** In a store nothing is unknown. */
const present = <T>(found: T | undefined): Lookup<T> =>
  found === undefined ? ABSENT : { is: 'present', value: found };

/** What a store looks into: a state that may change between two lookups, and what its clock says about a token. */
export interface StoreSource {
  readonly state: WorldState;
  readonly gameIds: readonly string[];
  readonly token: (held: Held<AuthToken>) => AuthToken;
}

/** The lookups of the world that the source holds at the time of each lookup. */
export function storeOver(source: StoreSource): Store {
  const token = (found: Held<AuthToken> | undefined): AuthToken | undefined => found && source.token(found);
  return {
    complete: true,
    get tagKeys() {
      return source.state.tagKeys;
    },
    get limits() {
      return source.state.limits;
    },
    get games() {
      return source.gameIds;
    },
    game: (id) => present(source.state.games.has(id) ? id : undefined),
    subject: (resource, game, id) => present(source.state.games.get(game)?.[resource].get(id)),
    fitsKnownAlphabet: (resource: Resource, id) =>
      [...id].every(
        (character) => PLAIN_CHARACTER.test(character) || source.state.oddCharacters[resource].has(character),
      ),
    keyOf: (value) => source.state.keys.withValue(value)?.item,
    tokenOf: (value) => token(source.state.tokens.withValue(value)),
    keyLike: (value, leniency) => like(source.state.keys, value, leniency)?.item,
    tokenLike: (value, leniency) => token(like(source.state.tokens, value, leniency)),
  };
}

/** A store of a declared world. */
export function storeOf(world: StoredWorld, secrets: readonly NamedSecret[]): Store {
  const state = stateOf(world, secrets);
  return storeOver({ state, gameIds: [...state.games.keys()], token: ({ item }) => item });
}
