/** The secret keys of a world file. */
import { UNKNOWN, type Fact, type KeyLimits, type SecretKey } from '../../world/world.ts';
import type { YamlPath } from '../yaml/path.ts';
import type { Complain } from '../yaml/complain.ts';
import { checkGame } from './games.ts';
import { rulesOf } from './key-rules.ts';
import { spellingFact } from './spelling-fact.ts';
import type { SecretKeyInput, WorldInput } from './world-schema.ts';

function gameOf(game: SecretKeyInput['game'], complete: boolean): Fact<string | null> {
  if (game !== undefined) return game;
  return complete ? null : UNKNOWN;
}

function limitsOf(limits: SecretKeyInput['limits'], path: YamlPath, complain: Complain): KeyLimits {
  if (limits === undefined) return {};
  const { requestsPerSecond, sessions, sessionSeconds } = limits;
  if (sessions !== undefined && sessionSeconds === undefined)
    complain(
      [...path, 'sessions'],
      'sessions without sessionSeconds',
      'say for how long a token counts: sessionSeconds: 5',
      'key',
    );
  if (sessions === undefined && sessionSeconds !== undefined)
    complain(
      [...path, 'sessionSeconds'],
      'sessionSeconds without sessions',
      'say how many tokens the key may serve: sessions: 2',
      'key',
    );
  return {
    ...(requestsPerSecond !== undefined && { requestsPerSecond }),
    ...(sessions !== undefined && { sessions }),
    ...(sessionSeconds !== undefined && { sessionSeconds }),
  };
}

/** The secret keys in the order of the file. A complete world states every role. */
export function keysOf(
  world: WorldInput,
  games: readonly string[],
  complain: Complain,
): readonly SecretKey[] {
  const complete = world.complete === true;
  return (world.secretKeys ?? []).map(({ name, key, role, game, rules, limits }, index) => {
    const path = ['world', 'secretKeys', index];
    if (typeof game === 'string') checkGame(game, games, [...path, 'game'], complain);
    if (role === undefined && complete)
      complain(
        path,
        'the key "role" is missing: a complete world knows it',
        'add role: Player or role: Admin',
      );
    return {
      name,
      role: role ?? UNKNOWN,
      game: gameOf(game, complete),
      ...rulesOf(rules, complete, [...path, 'rules'], complain),
      limits: limitsOf(limits, [...path, 'limits'], complain),
      ...spellingFact(key),
    };
  });
}
