/** Worlds that are declared only in part. */
import fc, { type Arbitrary } from 'fast-check';
import { declaredWorld, type DeclaredWorld } from '../../world/declared-world.ts';
import { UNKNOWN, type Fact } from '../../world/world.ts';

/** A stream of choices, the same for the same seed. */
interface Coin {
  readonly heads: () => boolean;
}

const known = <T>(fact: Fact<T>, { heads }: Coin): Fact<T> => (heads() ? fact : UNKNOWN);

/** What is known in any case. */
export interface KnownFacts {
  /** Whether it is known which games the keys carry. */
  readonly gamesOfKeys: boolean;
}

function lessOf(world: DeclaredWorld, coin: Coin, { gamesOfKeys }: KnownFacts): DeclaredWorld {
  const [first = ''] = world.games;
  const games = coin.heads() ? world.games : [first];
  const declares = (game: string): boolean => games.includes(game);
  return declaredWorld({
    complete: false,
    limits: coin.heads() ? world.limits : {},
    games,
    secretKeys: world.secretKeys
      .filter(({ game }) => typeof game !== 'string' || declares(game))
      .map((key) => ({
        ...key,
        role: known(key.role, coin),
        game: gamesOfKeys ? key.game : known(key.game, coin),
        rules: known(key.rules, coin),
      })),
    authTokens: world.authTokens.filter(({ holder }) => holder.kind === 'dashboard' || declares(holder.game)),
    subjects: world.subjects
      .filter(({ game }) => declares(game) && coin.heads())
      .map((subject) => ({
        ...subject,
        owners: known(subject.owners, coin),
        tags: known(subject.tags, coin),
      })),
    absents: world.absents.filter(coin.heads),
    inventions: [],
  });
}

/** Parts of a world: perhaps one game alone, some of its subjects, some facts of its keys; never complete. */
export function arbitraryPartOf(world: DeclaredWorld, facts: KnownFacts): Arbitrary<DeclaredWorld> {
  return fc
    .infiniteStream(fc.boolean())
    .map((stream) => lessOf(world, { heads: () => stream.next().value === true }, facts));
}
