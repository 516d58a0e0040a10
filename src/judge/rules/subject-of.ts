/** Which game and which subject a call asks about, as far as the world knows. */
import {
  ABSENT,
  NOT_KNOWN,
  UNKNOWN,
  type Lookup,
  type SecretKey,
  type Subject,
  type World,
} from '../../world/world.ts';
import { idSent, type Call } from './call.ts';

/** Without what a backend may pass over: the case of letters, and the dashes of a GUID. */
const digitsOrText = (text: string, game: string): string =>
  (/^[\da-f-]+$/i.test(game) ? text.replaceAll('-', '') : text).toLowerCase();

/** The game with this id in another case, or a GUID with other dashes, where none has exactly this one (gameId.*). */
export function gameInOtherCase(world: World, id: string): string | undefined {
  return world.games.includes(id)
    ? undefined
    : world.games.find((game) => digitsOrText(game, game) === digitsOrText(id, game));
}

/** The game that Game-Id names, perhaps in another case (gameId.*). Where the key may carry a game, a Game-Id that names none, or one in another case, may be passed over. */
function gameNamed(id: string, bound: SecretKey['game'], world: World): Lookup<string> {
  const near = gameInOtherCase(world, id);
  const named: Lookup<string> = near === undefined ? world.game(id) : { is: 'present', value: near };
  return bound === UNKNOWN && (near !== undefined || named.is === 'absent') ? NOT_KNOWN : named;
}

/** The game whose data the call reads: the key's own, else the one that Game-Id names (§4.2). */
export function gameOf(call: Call, world: World): Lookup<string> {
  if (call.key.is !== 'known') return NOT_KNOWN;
  const bound = call.key.value.game;
  if (bound !== UNKNOWN && bound !== null) return { is: 'present', value: bound };
  if (call.game.is === 'given') return gameNamed(call.game.id, bound, world);
  const [only, ...others] = world.games;
  if (only !== undefined && others.length === 0 && (bound === UNKNOWN || world.complete))
    return { is: 'present', value: only };
  return bound === UNKNOWN || !world.complete ? NOT_KNOWN : ABSENT;
}

/** Whether the player client's request leaves the choice of the player to its token (userId.omitted, userId.null, id.empty). */
export function meansSender(call: Call): boolean {
  const id = idSent(call);
  return call.endpoint.id === 'gamePlayer.client' && (id === undefined || id === null || id === '');
}

function senderId(call: Call): string | undefined {
  return call.token.is === 'known' && call.token.value.holder.kind === 'player'
    ? call.token.value.holder.userId
    : undefined;
}

/** Whether the call leaves the player to a token of which nothing is known. */
const isOfUnlistedSender = (call: Call): boolean =>
  meansSender(call) && call.token.is === 'known' && call.token.value.unlisted === true;

/** The id of the subject: the one that is sent, or the sender's. Undefined where neither is a string. */
export function subjectId(call: Call): string | undefined {
  if (meansSender(call)) return senderId(call);
  const id = idSent(call);
  return typeof id === 'string' ? id : undefined;
}

/** The subject of the call. A dashboard's own player does not exist (userId.dashboard). */
export function subjectOf(call: Call, world: World): Lookup<Subject> {
  const id = subjectId(call);
  if (id === undefined) return isOfUnlistedSender(call) ? NOT_KNOWN : ABSENT;
  const game = gameOf(call, world);
  return game.is === 'present' ? world.subject(call.endpoint.resource, game.value, id) : game;
}

export type Relation = 'own' | "another's" | 'unknown';

/** Whether the subject is the sender's own: itself, its character, a group it is in. */
export function relationOf(call: Call, subject: Subject): Relation {
  const sender = senderId(call);
  if (sender === undefined || subject.owners === UNKNOWN) return 'unknown';
  return subject.owners.includes(sender) ? 'own' : "another's";
}
