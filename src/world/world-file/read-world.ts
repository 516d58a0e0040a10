/** `world:` of a target or world file: its schema, and what it says once all references are checked. */
import { z } from 'zod';
import { RESOURCES, RESOURCE_FACTS } from '../../spec/endpoints.ts';
import { gameId, secretText } from './checked-texts.ts';
import { declaredWorld, IMPLICIT_GAME, type AbsentId, type DeclaredWorld } from '../declared-world.ts';
import type { Subject } from '../world.ts';
import { type Complain, complainBelow } from '../yaml/located.ts';
import type { YamlPath } from '../yaml/path.ts';
import { authTokenSchema, readAuthToken } from './auth-token.ts';
import { inGame, nameSchema, type EntityScope } from './entity.ts';
import { readSecretKey, secretKeySchema } from './secret-key.ts';
import { idSchema, readSubject, SUBJECT_SCHEMAS, type SubjectInput } from './subject.ts';

const { gamePlayer, characterPlayer, group } = RESOURCE_FACTS;

/** No transforms: a JSON Schema for editors is made of it. */
export const worldSchema = z.strictObject({
  complete: z
    .boolean()
    .describe('true: what is not listed does not exist. Otherwise it is unknown.')
    .optional(),
  public: z.boolean().describe('true: the secrets of this world are not secret, and are shown.').optional(),
  games: z
    .array(z.strictObject({ id: gameId }))
    .describe('The games. Left out: the games that keys, tokens and subjects name.')
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
  absent: z
    .strictObject({
      [gamePlayer.plural]: z.array(idSchema('gamePlayer')).optional(),
      [characterPlayer.plural]: z.array(idSchema('characterPlayer')).optional(),
      [group.plural]: z.array(idSchema('group')).optional(),
    })
    .describe('Ids that are known not to exist, in any game.')
    .optional(),
  limits: z
    .strictObject({
      requestBytes: z
        .int()
        .min(1)
        .describe('Beyond this many bytes a request is refused as MaxSizeRequestReject.')
        .exactOptional(),
    })
    .describe('Limits of the whole backend.')
    .optional(),
});

/** The same for what is left of a file that is wrong: a name, an id or a secret is empty where it is wrong. */
export const restOfWorldSchema = worldSchema.extend({
  secretKeys: z
    .array(secretKeySchema.extend({ name: nameSchema.catch(''), key: secretText.catch('') }))
    .optional(),
  authTokens: z
    .array(authTokenSchema.extend({ name: nameSchema.catch(''), token: secretText.catch('') }))
    .optional(),
  [characterPlayer.plural]: z
    .array(SUBJECT_SCHEMAS.characterPlayer.extend({ [characterPlayer.idMember]: z.string().catch('') }))
    .optional(),
  [group.plural]: z
    .array(SUBJECT_SCHEMAS.group.extend({ [group.idMember]: z.string().catch('') }))
    .optional(),
});

export type WorldInput = z.infer<typeof worldSchema>;

/** The declared games; else those that anything names; else, where the world is not complete, the implicit one. */
function gamesOf(world: WorldInput, complain: Complain): readonly string[] {
  if (world.games === undefined) {
    const all = [world.secretKeys, world.authTokens, world.gamePlayers, world.characterPlayers, world.groups];
    const named = all.flatMap((list) => (list ?? []).map(({ game }) => game));
    const games = [...new Set(named.filter((game) => typeof game === 'string'))];
    return games.length > 0 || world.complete === true ? games : [IMPLICIT_GAME];
  }
  const ids = world.games.map(({ id }) => id);
  const firsts = new Map(ids.map((id, at): [string, number] => [id, at]).toReversed());
  for (const [index, id] of ids.entries()) {
    const first = firsts.get(id) ?? index;
    const message = `the game ${JSON.stringify(id)} is declared twice`;
    if (first < index)
      complain(['games', index, 'id'], message, 'leave one of them out', 'value', ['games', first, 'id']);
  }
  return [...new Set(ids)];
}

/** Where ids are declared, by game. */
type Ids = Map<string, Map<string, number>>;

/** All subjects, kind by kind, each in the order of the file: players come before what names them. */
function subjectsOf(
  world: WorldInput,
  players: Ids,
  complain: Complain,
  scopeAt: (path: YamlPath) => EntityScope,
): readonly Subject[] {
  return RESOURCES.flatMap((resource) => {
    const { plural, idMember, word } = RESOURCE_FACTS[resource];
    const known: Ids = resource === 'gamePlayer' ? players : new Map();
    const inputs: readonly SubjectInput[] = world[plural] ?? [];
    return inputs.map((input, index) => {
      const scope = scopeAt([plural, index]);
      const subject = readSubject(resource, input, scope);
      const { game, id } = subject;
      const ids = known.get(game) ?? new Map<string, number>();
      const first = ids.get(id);
      if (first !== undefined && id !== '') {
        const message = `the ${word} ${JSON.stringify(id)} is declared twice${inGame(game)}`;
        const at = (place: number): YamlPath => [plural, place, idMember];
        complain(at(index), message, 'leave one of them out', 'value', at(first));
      }
      known.set(game, ids.set(id, first ?? index));
      return subject;
    });
  });
}

/** The ids that are declared not to exist. */
function absentsOf(world: WorldInput, subjects: readonly Subject[], complain: Complain): readonly AbsentId[] {
  const named = new Set(Object.values(world.absent ?? {}).flat());
  const existing = new Set(
    subjects.filter(({ id }) => named.has(id)).map(({ resource, id }) => `${resource} ${id}`),
  );
  return RESOURCES.flatMap((resource) => {
    const { plural, idMember, word } = RESOURCE_FACTS[resource];
    const inputs: readonly SubjectInput[] = world[plural] ?? [];
    return (world.absent?.[plural] ?? []).map((id, index) => {
      const message = `the ${word} ${JSON.stringify(id)} is declared as existing, and as absent`;
      const hint = 'an absent id exists in no game; take it out of one of the two';
      if (existing.has(`${resource} ${id}`)) {
        const first = inputs.findIndex((input) => input[idMember] === id);
        complain(['absent', plural, index], message, hint, 'value', [plural, first, idMember]);
      }
      return { resource, id };
    });
  });
}

/** Reads `world:`; complaints have paths within it. */
export function readDeclaredWorld(world: WorldInput, complain: Complain): DeclaredWorld {
  const games = gamesOf(world, complain);
  const complete = world.complete === true;
  const players: Ids = new Map();
  const scopeAt = (path: YamlPath): EntityScope => ({
    complete,
    games,
    isPlayer: (game, userId) => players.get(game)?.has(userId) === true,
    playersOf: (game) => players.get(game)?.keys() ?? [],
    complain: complainBelow(complain, path),
  });
  const subjects = subjectsOf(world, players, complain, scopeAt);
  return declaredWorld({
    complete,
    limits: world.limits ?? {},
    games,
    secretKeys: (world.secretKeys ?? []).map((key, at) => readSecretKey(key, scopeAt(['secretKeys', at]))),
    authTokens: (world.authTokens ?? []).map((token, at) =>
      readAuthToken(token, scopeAt(['authTokens', at])),
    ),
    subjects,
    absents: absentsOf(world, subjects, complain),
    inventions: [],
  });
}
