/** Lines for what is not a key, token or subject. */
import type { RefusalCode } from '../../contract/codes.ts';
import type { EndpointId } from '../../contract/endpoints.ts';
import type { Extension } from '../../contract/members.ts';
import { IMPLICIT_GAME, type DeclaredWorld } from '../../world/declared-world.ts';
import { UNKNOWN } from '../../world/world.ts';
import type { Given } from '../format/schema/given-schema.ts';
import { envText, quoted } from './declare.ts';
import type { Declare } from '../../world/declared-world.ts';

type ExtensionType = NonNullable<Given['extension']>;

const gameLine = (id: string, what: string): Declare => ({
  list: 'world.games',
  line: `- { id: ${quoted(id)} } # then list every game here, and let each player, token, character and group name its own`,
  what,
});

/** Names the one game of a world that names none. */
export const nameGameLines: readonly Declare[] = [gameLine('your-game', 'a game')];

/** Lines for a second game; if no game is named yet, for both. */
export function secondGameLines({ games }: DeclaredWorld): readonly Declare[] {
  const [only] = games;
  const first = only === undefined || only === IMPLICIT_GAME ? nameGameLines : [];
  return [...first, gameLine('your-second-game', 'a second game')];
}

/** Says that nothing else exists; only where that changes nothing about what is listed. */
export function completeLines({ games, secretKeys, subjects }: DeclaredWorld): readonly Declare[] {
  const isVague =
    games.includes(IMPLICIT_GAME) ||
    secretKeys.some(({ role, rules, game }) => [role, rules, game].includes(UNKNOWN)) ||
    subjects.some(({ owners, tags }) => owners === UNKNOWN || tags === UNKNOWN);
  if (isVague) return [];
  const line = 'complete: true # only if everything that exists is listed';
  return [{ list: 'world', line, what: 'that the world is complete, if everything that exists is listed' }];
}

export const sizeLimitLine: Declare = {
  list: 'world.limits',
  line: 'requestBytes: 65536',
  what: 'the size beyond which a request is refused',
};

const EXTENSION_LIMITS = {
  number: 'int: true, min: 1, max: 100',
  array: 'of: string, min: 1, max: 3',
  hashtable: 'min: 1, max: 3',
} as const satisfies Record<ExtensionType, string>;

/** A member of all endpoints at once, unless another one has taken its name. */
export function extensionLine(
  type: ExtensionType,
  id: EndpointId,
  extensions: readonly Extension[],
): Declare {
  const on = extensions.some(({ member }) => member === `your-${type}`) ? id : 'all';
  return {
    list: 'extensions',
    line: `- { on: ${on}, member: your-${type}, type: ${type}, ${EXTENSION_LIMITS[type]} }`,
    what: `a request member of type ${type}`,
  };
}

export const provokeLine = (code: RefusalCode): Declare => ({
  list: 'provoke',
  line: `${code}: { header: [X-Your-Header, ${code.toLowerCase()}] }`,
  what: `how to provoke ${code}`,
});

/** A secret that header lines of a case name: it may be a key or a token, and a key is the plainest. */
export const namedSecretLine = (name: string): Declare => ({
  list: 'world.secretKeys',
  line: `- { name: ${name}, key: ${envText(name, 'key')} }`,
  what: `a secret named ${name}`,
});
