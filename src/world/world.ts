/** Who and what exists behind a target, as the rules see it: facts that may be unknown, found by lookups. */
import type { TagItem } from '../spec/envelope.ts';
import type { Endpoint, Resource, Role } from '../spec/endpoints.ts';
import type { SecretSpelling } from './secret-spelling.ts';

/** A fact that a world file leaves out where the world is not complete. */
export const UNKNOWN = Symbol('unknown');
export type Fact<T> = T | typeof UNKNOWN;

/** What looking something up can give. In a world that is not complete, what is not listed is unknown. */
export type Lookup<T> =
  | { readonly is: 'present'; readonly value: T }
  | { readonly is: 'absent' }
  | { readonly is: 'unknown' };

export const ABSENT = { is: 'absent' } as const;
export const NOT_KNOWN = { is: 'unknown' } as const;

export interface KeyLimits {
  readonly requestsPerSecond?: number;
  /** Distinct Auth-Tokens that the key may serve within `sessionSeconds`. */
  readonly sessions?: number;
  readonly sessionSeconds?: number;
}

/** Of a secret in recorded traffic that the world does not list: whose it is, and whether it is in force or was ever issued, is unknown. */
type Unlisted = true;

export interface SecretKey {
  readonly name: string;
  readonly role: Fact<Role>;
  /** The game that the key's secret info carries; null: it carries none (§4.2). */
  readonly game: Fact<string | null>;
  /** Full names of the permission rules (§4.1). */
  readonly rules: Fact<ReadonlySet<string>>;
  /** Where `rules` is unknown: the rules that the key is known to hold or to lack. */
  readonly someRules?: SomeRules;
  readonly limits: KeyLimits;
  readonly unlisted?: Unlisted;
  /** How its value is spelled; left out where it is nothing special. */
  readonly spelling?: SecretSpelling;
}

/** A part of a key's permission rules; what neither set names is unknown. */
interface SomeRules {
  readonly held: ReadonlySet<string>;
  readonly lacked: ReadonlySet<string>;
}

/** Whether a key holds a permission rule, as far as it is known. */
export function holdsRule({ rules, someRules }: SecretKey, rule: string): Fact<boolean> {
  if (rules !== UNKNOWN) return rules.has(rule);
  if (someRules?.held.has(rule) === true) return true;
  return someRules?.lacked.has(rule) === true ? false : UNKNOWN;
}

/** Whether a key may be of the role of an endpoint, and have the rule for it (§4.1, §5.4). */
export const mayOpen = (key: SecretKey, { role, rule }: Endpoint): boolean =>
  (key.role === UNKNOWN || key.role === role) && holdsRule(key, rule) !== false;

/** Whether a key may ask for something of this game. */
export function keyFitsGame({ game }: SecretKey, wanted: string): boolean {
  return game === UNKNOWN || game === null || game === wanted;
}

export interface AuthToken {
  readonly name: string;
  /** Who logged in (§5.1). */
  readonly holder:
    | { readonly kind: 'player'; readonly userId: string; readonly game: string }
    | { readonly kind: 'dashboard' };
  readonly expired: boolean;
  /** The holder then means nothing. */
  readonly unlisted?: Unlisted;
  /** A simulator lets it expire this many seconds after it begins to serve the world. */
  readonly expiresInSeconds?: number;
  /** How its value is spelled; left out where it is nothing special. */
  readonly spelling?: SecretSpelling;
}

/** Whether a token is in force, of a player of this game (§5.1). */
export const isInForce = ({ holder, expired }: AuthToken, game: string): boolean =>
  !expired && holder.kind === 'player' && holder.game === game;

/** Whether what these players own is the token's own: its player, its character, its group. */
export const isOwnersToken = ({ holder }: AuthToken, owners: Fact<readonly string[]>): boolean =>
  holder.kind === 'player' && owners !== UNKNOWN && owners.includes(holder.userId);

/** Tokens in force of a game's players, those of the owners first. */
export function tokensInForce(
  tokens: readonly AuthToken[],
  { game, owners }: { readonly game: string; readonly owners: Fact<readonly string[]> },
): readonly AuthToken[] {
  return tokens
    .filter((token) => isInForce(token, game))
    .toSorted((a, b) => Number(isOwnersToken(b, owners)) - Number(isOwnersToken(a, owners)));
}

/** The player, character or group that a request asks about. */
export interface Subject {
  readonly resource: Resource;
  readonly id: string;
  readonly game: string;
  /** The players who own it: itself, its owner, its members. */
  readonly owners: Fact<readonly string[]>;
  readonly tags: Fact<readonly TagItem[]>;
}

export interface WorldLimits {
  /** Size in bytes beyond which a request is refused as MaxSizeRequestReject; undefined: not declared. */
  readonly requestBytes?: number;
}

/** What the rules ask of a world. The simulator's store and a world file both answer it. */
export interface World {
  readonly complete: boolean;
  readonly limits: WorldLimits;
  /** Whether a game exists, by its exact id. */
  game(id: string): Lookup<string>;
  /** How many games are known, and whether there may be more. */
  readonly games: readonly string[];
  subject(resource: Resource, game: string, id: string): Lookup<Subject>;
  /**
   * Whether ids of the kind are known to have all characters of this one: then no format can be what is wrong with it.
   * Characters other than letters and digits count only where an id has them that exists.
   */
  fitsKnownAlphabet(resource: Resource, id: string): boolean;
}
