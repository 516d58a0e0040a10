/** Tokens that a case has not used yet, for steps in which each request has another. */
import { IMPLICIT_GAME, type DeclaredWorld } from '../../world/declared-world.ts';
import type { AuthToken } from '../../world/world.ts';
import { playersWithTokens } from '../declare/new-token.ts';
import type { Missing } from './missing.ts';

export class FreshTokens {
  readonly #world: DeclaredWorld;
  #used = 0;

  constructor(world: DeclaredWorld) {
    this.#world = world;
  }

  /** The next ones of players of a game. */
  take(count: number, game: string): readonly AuthToken[] | Missing {
    const fit = this.#world.authTokens.filter(
      ({ expired, holder }) => !expired && holder.kind === 'player' && holder.game === game,
    );
    const taken = fit.slice(this.#used, this.#used + count);
    this.#used += count;
    const where = game === IMPLICIT_GAME ? '' : ` of ${game}`;
    return taken.length === count
      ? taken
      : {
          needs: `${this.#used} or more auth tokens of players${where} (world.authTokens)`,
          declare: playersWithTokens(this.#world, this.#used - fit.length, game),
        };
  }
}
