/** What the target file lacks for a case besides key, token and subject, and the lines to add for it. */
import type { RefusalCode } from '../../spec/codes.ts';
import { RESOURCE_FACTS, type EndpointId } from '../../spec/endpoints.ts';
import type { Extension } from '../../spec/members.ts';
import type { Roles } from '../planned.ts';
import { IMPLICIT_GAME, type DeclarationLine, type DeclaredWorld } from '../../world/declared-world.ts';
import { UNKNOWN } from '../../world/world.ts';
import { isOfTags } from '../format/references.ts';
import type { Given } from '../format/schema/given-schema.ts';
import type { Send } from '../format/schema/send-schema.ts';
import type { WantedRoles } from '../cast/candidates.ts';
import { envText, quoted } from './line-parts.ts';

/** What a case lacks. */
export interface Lack {
  /** What to declare, in words. */
  readonly needs: string;
  /** The lines to add to the target file; empty where no line helps. */
  readonly declare: readonly DeclarationLine[];
}

const lineKey = ({ list, line }: DeclarationLine): string => `${list} ${line}`;

/** Joins what one case lacks: names the first, and gives the lines for all; none if one of them can't be declared. */
export function allLacks(first: Lack, others: readonly Lack[]): Lack {
  const all = [first, ...others];
  const lines = all.flatMap(({ declare }) => declare.map((each) => [lineKey(each), each] as const));
  const mended = all.every(({ declare }) => declare.length > 0);
  return { needs: first.needs, declare: mended ? [...new Map(lines).values()] : [] };
}

const gameLine = (id: string, what: string): DeclarationLine => ({
  list: 'world.games',
  line: `- { id: ${quoted(id)} } # then list every game here, and let each player, token, character and group name its own`,
  what,
});

/** Names the one game of a world that names none. */
const NAME_GAME = gameLine('your-game', 'a game');

/** Lines for a second game; if no game is named yet, for both. */
function secondGameLines({ games }: DeclaredWorld): readonly DeclarationLine[] {
  const [only] = games;
  const first = only === undefined || only === IMPLICIT_GAME ? [NAME_GAME] : [];
  return [...first, gameLine('your-second-game', 'a second game')];
}

/** Says that nothing else exists; only where that changes nothing about what is listed. */
function completeLines({ games, secretKeys, subjects }: DeclaredWorld): readonly DeclarationLine[] {
  const isVague =
    games.includes(IMPLICIT_GAME) ||
    secretKeys.some(({ role, rules, game }) => [role, rules, game].includes(UNKNOWN)) ||
    subjects.some(({ owners, tags }) => owners === UNKNOWN || tags === UNKNOWN);
  if (isVague) return [];
  const line = 'complete: true # only if everything that exists is listed';
  return [{ list: 'world', line, what: 'that the world is complete, if everything that exists is listed' }];
}

type ExtensionType = NonNullable<Given['extension']>;

const EXTENSION_LIMITS = {
  number: 'int: true, min: 1, max: 100',
  array: 'of: string, min: 1, max: 3',
  hashtable: 'min: 1, max: 3',
} as const satisfies Record<ExtensionType, string>;

/** A member of all endpoints at once, unless another one has taken its name. */
function extensionLine(
  type: ExtensionType,
  id: EndpointId,
  extensions: readonly Extension[],
): DeclarationLine {
  const on = extensions.some(({ member }) => member === `your-${type}`) ? id : 'all';
  return {
    list: 'extensions',
    line: `- { on: ${on}, member: your-${type}, type: ${type}, ${EXTENSION_LIMITS[type]} }`,
    what: `a request member of type ${type}`,
  };
}

const SIZE_LIMIT: DeclarationLine = {
  list: 'world.limits',
  line: 'requestBytes: 65536',
  what: 'the size beyond which a request is refused',
};

/** Every lack. `rolesFound`: nothing else lacks; a line can declare a second game alone, but not together with new roles. */
export function worldLacks(
  { endpoint: { id }, given }: WantedRoles,
  world: DeclaredWorld,
  extensions: readonly Extension[],
  rolesFound: boolean,
): readonly Lack[] {
  const lacks: Lack[] = [];
  if (given.game === 'two' && world.games.length < 2)
    lacks.push({ needs: 'a second game (world.games)', declare: rolesFound ? secondGameLines(world) : [] });
  if (given.game === 'one' && world.games.length > 1)
    lacks.push({ needs: 'a world of one game', declare: [] });
  if (given.world === 'complete' && !world.complete)
    lacks.push({
      needs: 'a world that lists everything (world.complete)',
      declare: completeLines(world),
    });
  if (given.limit !== undefined && world.limits.requestBytes === undefined)
    lacks.push({ needs: 'the size limit (world.limits.requestBytes)', declare: [SIZE_LIMIT] });
  const { extension: type } = given;
  if (type !== undefined && !extensions.some(({ on, shape }) => on === id && shape.type === type))
    lacks.push({
      needs: `a request member of type ${type} (extensions)`,
      declare: [extensionLine(type, id, extensions)],
    });
  return lacks;
}

/** What the world lacks for a reference that these roles have nothing for. */
export function lackForReference(reference: string, { subject }: Roles): Lack {
  const { word, plural } = RESOURCE_FACTS[subject.resource];
  if (reference === '$game')
    return { needs: `the id of the game of the ${word} ${subject.id} (world.games)`, declare: [NAME_GAME] };
  if (isOfTags(reference))
    return {
      needs: `tags of the ${word} ${subject.id} for ${reference} to stand for (world.${plural})`,
      declare: [],
    };
  return { needs: `something for ${reference} to stand for`, declare: [] };
}

/** How to make the target fail so. */
export const lackOfProvocation = (code: RefusalCode): Lack => ({
  needs: `how to provoke ${code} (provoke)`,
  declare: [
    {
      list: 'provoke',
      line: `${code}: { header: [X-Your-Header, ${code.toLowerCase()}] }`,
      what: `how to provoke ${code}`,
    },
  ],
});

/** The first secret that header lines name and the world does not declare: it may be a key or a token, and a key is the plainest. */
export function lackOfSecret(
  { lines = [], repeat = {} }: NonNullable<Send['headers']>,
  { secretKeys, authTokens }: DeclaredWorld,
): Lack | undefined {
  const named = [
    ...lines.flatMap(({ secret }) => secret ?? []),
    ...Object.values(repeat).flatMap((how) => (typeof how === 'string' ? [] : [how.secret])),
  ];
  if (named.length === 0) return undefined;
  const declared = new Set([...secretKeys, ...authTokens].map(({ name }) => name));
  const secret = named.find((name) => !declared.has(name));
  if (secret === undefined) return undefined;
  const line = `- { name: ${secret}, key: ${envText(secret, 'key')} }`;
  return {
    needs: `a secret named ${secret} (world.secretKeys or world.authTokens)`,
    declare: [{ list: 'world.secretKeys', line, what: `a secret named ${secret}` }],
  };
}
