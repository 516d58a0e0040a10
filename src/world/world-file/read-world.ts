/** `world:` of a target or world file: its schema, and what it says once all references are checked. */
import { z } from 'zod';
import { RESOURCES, RESOURCE_FACTS } from '../../spec/endpoints.ts';
import { headerValueProblem } from '../../http/header-text.ts';
import { declaredWorld, IMPLICIT_GAME, type AbsentId, type DeclaredWorld } from '../declared-world.ts';
import type { Subject } from '../world.ts';
import { type Complain, complainBelow } from '../yaml/located.ts';
import type { YamlPath } from '../yaml/path.ts';
import { authTokenSchema, readAuthToken } from './auth-token.ts';
import type { EntityScope } from './entity.ts';
import { readSecretKey, secretKeySchema } from './secret-key.ts';
import { checkId, readSubject, SUBJECT_SCHEMAS, type SubjectInput } from './subject.ts';

const { gamePlayer, characterPlayer, group } = RESOURCE_FACTS;

const absentSchema = z.strictObject({
  [gamePlayer.plural]: z.array(z.string()).optional(),
  [characterPlayer.plural]: z.array(z.string()).optional(),
  [group.plural]: z.array(z.string()).optional(),
});

/** No transforms: a JSON Schema for editors is made of it. */
export const worldSchema = z.strictObject({
  complete: z
    .boolean()

    .describe('true: what is not listed does not exist. Otherwise it is unknown.')
    .optional(),
  public: z.boolean().describe('true: the secrets of this world are not secret, and are shown.').optional(),
  games: z
    .array(z.strictObject({ id: z.string().min(1) }))

    .describe('The games. Left out: those that keys, tokens and subjects name.')
    .optional(),
  secretKeys: z.array(secretKeySchema).describe('The secret keys (§5.2), the plainest first.').optional(),
  authTokens: z.array(authTokenSchema).describe('The auth tokens (§5.1), the plainest first.').optional(),
  [gamePlayer.plural]: z
    .array(SUBJECT_SCHEMAS.gamePlayer)

    .describe('Players that exist, the plainest first.')
    .optional(),
  [characterPlayer.plural]: z
    .array(SUBJECT_SCHEMAS.characterPlayer)

    .describe('Characters that exist, the plainest first.')
    .optional(),
  [group.plural]: z
    .array(SUBJECT_SCHEMAS.group)

    .describe('Groups that exist, the plainest first.')
    .optional(),
  absent: absentSchema.describe('Ids that are known not to exist, in any game.').optional(),
  limits: z
    .strictObject({
      requestBytes: z
        .int()
        .min(1)

        .describe('Beyond this many bytes a request is refused as MaxSizeRequestReject.')
        .optional(),
    })

    .describe('Limits of the whole backend.')
    .optional(),
});

export type WorldInput = z.infer<typeof worldSchema>;

/** The games that keys, tokens and subjects name. */
function namedGames(world: WorldInput): readonly string[] {
  const all = [world.secretKeys, world.authTokens, world.gamePlayers, world.characterPlayers, world.groups];
  const games = all.flatMap((list) => (list ?? []).map(({ game }) => game));
  return [...new Set(games.filter((game) => typeof game === 'string'))];
}

function declaredGames(games: readonly { readonly id: string }[], complain: Complain): readonly string[] {
  const seen = new Set<string>();
  for (const [index, { id }] of games.entries()) {
    const path = ['games', index, 'id'];
    if (seen.has(id)) complain(path, `the game ${JSON.stringify(id)} is declared twice`);
    seen.add(id);
    const problem = headerValueProblem(id);
    if (problem !== undefined) complain(path, `this id ${problem}`);
  }
  return [...seen];
}

/** The declared games; else those that anything names; else, where the world is not complete, the implicit one. */
function gamesOf(world: WorldInput, complain: Complain): readonly string[] {
  if (world.games !== undefined) return declaredGames(world.games, complain);
  const found = namedGames(world);
  return found.length > 0 || world.complete === true ? found : [IMPLICIT_GAME];
}

/** The ids of each game that were declared so far. */
export class IdsByGame {
  readonly #ids = new Map<string, Set<string>>();

  has(game: string, id: string): boolean {
    return this.#ids.get(game)?.has(id) === true;
  }

  of(game: string): Iterable<string> {
    return this.#ids.get(game) ?? [];
  }

  /** False where the game has the id already. */
  add(game: string, id: string): boolean {
    let ids = this.#ids.get(game);
    if (ids === undefined) this.#ids.set(game, (ids = new Set()));
    if (ids.has(id)) return false;
    ids.add(id);
    return true;
  }
}

type ScopeAt = (path: YamlPath) => EntityScope;

/** All subjects, kind by kind, each in the order of the file: players come before what names them. */
function subjectsOf(world: WorldInput, players: IdsByGame, scopeAt: ScopeAt): readonly Subject[] {
  return RESOURCES.flatMap((resource) => {
    const { plural, idMember, word } = RESOURCE_FACTS[resource];
    const seen = resource === 'gamePlayer' ? players : new IdsByGame();
    const inputs: readonly SubjectInput[] = world[plural] ?? [];
    return inputs.map((input, index) => {
      const scope = scopeAt([plural, index]);
      const subject = readSubject(resource, input, scope);
      const { game, id } = subject;
      if (!seen.add(game, id)) {
        const where = game === IMPLICIT_GAME ? '' : ` in the game ${JSON.stringify(game)}`;
        scope.complain([idMember], `the ${word} ${JSON.stringify(id)} is declared twice${where}`);
      }
      return subject;
    });
  });
}

/** The ids that are declared not to exist. */
function absentsOf(
  { absent }: WorldInput,
  subjects: readonly Subject[],
  complain: Complain,
): readonly AbsentId[] {
  const named = new Set(Object.values(absent ?? {}).flat());
  const existing = new Set(
    subjects.filter(({ id }) => named.has(id)).map(({ resource, id }) => `${resource} ${id}`),
  );
  return RESOURCES.flatMap((resource) => {
    const { plural, word } = RESOURCE_FACTS[resource];
    return (absent?.[plural] ?? []).map((id, index) => {
      const path = ['absent', plural, index];
      checkId(resource, id, path, complain);
      if (existing.has(`${resource} ${id}`))
        complain(
          path,
          `the ${word} ${JSON.stringify(id)} is declared as existing`,
          'an absent id exists in no game',
        );
      return { resource, id };
    });
  });
}

/** Reads `world:`; complaints have paths within it. */
export function readDeclaredWorld(world: WorldInput, complain: Complain): DeclaredWorld {
  const games = gamesOf(world, complain);
  const complete = world.complete === true;
  const players = new IdsByGame();
  const scopeAt: ScopeAt = (path) => ({
    complete,
    games,
    isPlayer: (game, userId) => players.has(game, userId),
    playersOf: (game) => players.of(game),
    complain: complainBelow(complain, path),
  });
  const subjects = subjectsOf(world, players, scopeAt);
  const requestBytes = world.limits?.requestBytes;
  return declaredWorld({
    complete,
    limits: requestBytes === undefined ? {} : { requestBytes },
    games,
    secretKeys: (world.secretKeys ?? []).map((input, at) =>
      readSecretKey(input, scopeAt(['secretKeys', at])),
    ),
    authTokens: (world.authTokens ?? []).map((input, at) =>
      readAuthToken(input, scopeAt(['authTokens', at])),
    ),
    subjects,
    absents: absentsOf(world, subjects, complain),
    inventions: [],
  });
}
