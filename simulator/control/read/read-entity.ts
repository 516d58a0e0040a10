/** Players, characters, groups, keys and tokens as the control API takes them: by the schemas and checks of world files. */
import { RESOURCE_FACTS, type Resource } from '../../../src/contract/endpoints.ts';
import type { Complain } from '../../../src/config/yaml/complain.ts';
import { headerValueProblem } from '../../../src/http/header-text.ts';
import { keysOf } from '../../../src/config/world-file/keys.ts';
import { subjectsOf } from '../../../src/config/world-file/subjects.ts';
import { tokensOf } from '../../../src/config/world-file/tokens.ts';
import type {
  AuthTokenInput,
  SecretKeyInput,
  WorldInput,
} from '../../../src/config/world-file/world-schema.ts';
import type { AuthToken, SecretKey, Subject } from '../../../src/world/world.ts';
import type { LiveWorld } from '../../world/live-world.ts';
import { ControlError, type Flaw } from '../control-error.ts';
import { flawAt, invalid } from './flaws.ts';

/** Runs checks that complain of `world.<list>[0]…`, and refuses what they find under the path of the entity alone. */
function checking<T>(check: (complain: Complain) => T): T {
  const flaws: Flaw[] = [];
  const found = check((path, message, hint) => flaws.push(flawAt(path.slice(3), message, hint)));
  if (flaws.length > 0) throw invalid(flaws);
  return found;
}

/** Those of the players that the world has, as a world file declares them. */
function declared(ids: readonly string[], game: string, world: LiveWorld): WorldInput['gamePlayers'] {
  return [...new Set(ids)]
    .filter((userId) => world.subject('gamePlayer', game, userId) !== undefined)
    .map((userId) => ({ userId, game }));
}

/** What the schemas of the three kinds have in common. */
export interface SubjectInput {
  readonly owner?: string | null | undefined;
  readonly members?: readonly string[] | undefined;
}

/** A subject of a game that a request describes; the players that it names must exist. */
export function readSubject(
  resource: Resource,
  input: SubjectInput,
  game: string,
  world: LiveWorld,
): Subject {
  const named = [...(input.members ?? []), ...(typeof input.owner === 'string' ? [input.owner] : [])];
  const own = { [RESOURCE_FACTS[resource].plural]: [{ ...input, game }] };
  const around: WorldInput = {
    complete: true,
    games: [{ id: game }],
    ...(resource !== 'gamePlayer' && { gamePlayers: declared(named, game, world) }),
    ...own,
  };
  const found = checking((complain) => subjectsOf(around, [game], complain)).find(
    (subject) => subject.resource === resource,
  );
  if (found === undefined) throw new TypeError('a subject was read that is not there');
  return found;
}

/** A secret key that a request describes. */
export function readKey(input: SecretKeyInput, world: LiveWorld): SecretKey {
  const around: WorldInput = { complete: true, secretKeys: [input] };
  const [found] = checking((complain) => keysOf(around, world.gameIds, complain));
  if (found === undefined) throw new TypeError('a key was read that is not there');
  return found;
}

/** An auth token that a request describes; its player must be there. */
export function readToken(input: AuthTokenInput, world: LiveWorld): AuthToken {
  const games = input.game === undefined ? world.gameIds : [input.game];
  const holders = games.flatMap((game) =>
    input.player === undefined ? [] : (world.subject('gamePlayer', game, input.player) ?? []),
  );
  const around: WorldInput = { complete: true, authTokens: [input] };
  const [found] = checking((complain) => tokensOf(around, world.gameIds, holders, complain));
  if (found === undefined) throw new TypeError('a token was read that is not there');
  return found;
}

/** Refuses a value that no header can carry, or that another key or token has. */
export function checkSecretValue(value: string, at: string, ownName: string, world: LiveWorld): void {
  const problem = headerValueProblem(value);
  if (problem !== undefined) throw new ControlError('invalid', `this value ${problem}`, at);
  const { keysByValue, tokensByValue } = world.state;
  const taken = keysByValue.get(value)?.name ?? tokensByValue.get(value)?.item.name;
  if (taken !== undefined && taken !== ownName)
    throw new ControlError('conflict', `${JSON.stringify(taken)} has the same value`, at);
}

/** Refuses a name that a key or a token has already. */
export function checkFreeName(name: string, world: LiveWorld): void {
  const { keys, tokens } = world.state;
  if (keys.has(name) || tokens.has(name))
    throw new ControlError(
      'conflict',
      `the name ${JSON.stringify(name)} is taken by a key or a token`,
      'name',
    );
}
