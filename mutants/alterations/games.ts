/** Altering which game a call reads. */
import type { ReadCall } from '../../simulator/answer/stages.ts';
import type { Alter } from '../defects/mutant.ts';
import { isUnbound, callWithKey } from './callers.ts';
import { calling } from './requests.ts';
import { judging } from './rules.ts';

/** The key of the call carries this game instead of its own. */
export const boundTo = (call: ReadCall, game: string): ReadCall =>
  call.key.is === 'known' ? callWithKey(call, { ...call.key.value, game }) : call;

/** Alters with the games at hand, which are known as soon as a rule was asked once. */
export const knowingGames =
  (make: (games: () => readonly string[]) => Alter): Alter =>
  (stages) => {
    let games: readonly string[] = [];
    const noting = judging('secret-key', (found, _, { world }) => {
      ({ games } = world);
      return found;
    });
    return make(() => games)(noting(stages));
  };

/** Keys without a game read one of the games. */
export const readingGame = (
  choose: (call: ReadCall, games: readonly string[]) => string | undefined,
): Alter =>
  knowingGames((games) =>
    calling((call) => {
      const chosen = isUnbound(call) ? choose(call, games()) : undefined;
      return chosen === undefined ? call : boundTo({ ...call, game: { is: 'missing' } }, chosen);
    }),
  );
