/** Tokens that a case has not used yet, for steps in which each request has another. */
import { IMPLICIT_GAME } from '../world/declared-world.ts';
import type { AuthToken } from '../world/world.ts';
import type { Missing } from './cast.ts';

export class FreshTokens {
  readonly #tokens: readonly AuthToken[];
  #used = 0;

  constructor(tokens: readonly AuthToken[]) {
    this.#tokens = tokens;
  }

  /** The next ones of players of a game. */
  take(count: number, game: string): readonly AuthToken[] | Missing {
    const fit = this.#tokens.filter(
      ({ expired, holder }) => !expired && holder.kind === 'player' && holder.game === game,
    );
    const taken = fit.slice(this.#used, this.#used + count);
    this.#used += count;
    const where = game === IMPLICIT_GAME ? '' : ` of ${game}`;
    return taken.length === count
      ? taken
      : { needs: `${this.#used} or more auth tokens of players${where} (world.authTokens)` };
  }
}
