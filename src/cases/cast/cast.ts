/** Who plays the roles of a request: the plainest key, token and subject of a world that fit one another, or what it needs in words. */
import { type AuthToken, keyFitsGame, type SecretKey } from '../../world/world.ts';
import type { DeclaredWorld } from '../../world/declared-world.ts';
import type { AskedSubject, Roles } from '../planned.ts';
import { keyCandidates, keyWords } from './key-role.ts';
import { subjectCandidates, subjectWords } from './subject-role.ts';
import type { TargetFacts } from './target-facts.ts';
import { CLOSENESS, tokenCandidates, tokenFits, tokenWords } from './token-role.ts';
import type { Need, Wish } from './wish.ts';
import { byWorld } from './world-index.ts';

/** Who may play each role, by itself; undefined: the request goes without. */
interface Candidates {
  readonly keys: readonly (SecretKey | undefined)[];
  readonly tokens: readonly (AuthToken | undefined)[];
  readonly subjects: readonly AskedSubject[];
}

type Players = Pick<Roles, 'key' | 'token' | 'subject'>;

/**
 * The first key, token and subject that fit one another. A case about the rules of its key begins with the key that shows its point
 * best, unless it has its subject from an earlier step; any other case with the plainest subject.
 */
function firstFitting(
  { keys, tokens, subjects }: Candidates,
  { endpoint, given, prefer }: Wish,
): Players | undefined {
  const isAboutRules = given.key?.rules !== undefined && prefer === undefined;
  for (const group of isAboutRules ? keys.map((key) => [key]) : [keys])
    for (const closeness of CLOSENESS)
      for (const subject of subjects)
        for (const key of group) {
          // A key that is requested by name may ask for anything.
          if (key !== undefined && given.key?.name === undefined && !keyFitsGame(key, subject.game)) continue;
          const scope = { endpoint, subject, key, given, closeness };
          const at = tokens.findIndex((token) => token === undefined || tokenFits(token, scope));
          if (at !== -1) return { key, token: tokens[at], subject };
        }
  return undefined;
}

/** Key, token and subject that fit one another; by the roles that ask for another one than the plainest, the nth. */
function fitting(among: Candidates, wish: Wish): Players | undefined {
  const { key = {}, token = {}, subject = {} } = wish.given;
  const turns = Math.max(key.nth ?? 1, token.nth ?? 1, subject.nth ?? 1);
  let found = firstFitting(among, wish);
  for (let turn = 1, left = among; found !== undefined && turn < turns; turn += 1) {
    const taken = found;
    left = {
      keys: turn < (key.nth ?? 1) ? left.keys.filter((each) => each !== taken.key) : left.keys,
      tokens: turn < (token.nth ?? 1) ? left.tokens.filter((each) => each !== taken.token) : left.tokens,
      subjects:
        turn < (subject.nth ?? 1) ? left.subjects.filter((each) => each !== taken.subject) : left.subjects,
    };
    found = firstFitting(left, wish);
  }
  return found;
}

/** The words of the first role that has no candidates of its own; where each has some, the words of all: they do not fit one another. */
function neededRoles(
  { endpoint, given, has }: Wish,
  { keys, tokens, subjects }: Candidates,
  world: DeclaredWorld,
): string {
  const { key, token, subject } = given;
  const roles = [
    ...(has.key ? [{ words: keyWords(endpoint, world, key), lacks: keys.length < (key?.nth ?? 1) }] : []),
    ...(has.token
      ? [{ words: tokenWords(endpoint, world, token), lacks: tokens.length < (token?.nth ?? 1) }]
      : []),
    { words: subjectWords(endpoint, subject), lacks: subjects.length < (subject?.nth ?? 1) },
  ];
  const lacking = roles.find(({ lacks }) => lacks);
  if (lacking !== undefined) return lacking.words;
  return `${roles.map(({ words }) => words).join('; ')}: of one game, and fitting one another`;
}

/** Who plays the roles, or the need in words. Cases wish for the same few things over and over. */
const playersOf = byWorld(
  (world, wish: Wish): Players | Need => {
    const { endpoint, given, has } = wish;
    const among: Candidates = {
      keys: has.key ? keyCandidates(world, endpoint, given.key) : [undefined],
      tokens: has.token ? tokenCandidates(world.authTokens, given.token) : [undefined],
      subjects: subjectCandidates(world, wish),
    };
    return fitting(among, wish) ?? { need: neededRoles(wish, among, world) };
  },
  ({ endpoint, given, has, prefer }) =>
    JSON.stringify([endpoint.id, given, has, prefer && { ...prefer, exists: undefined }]),
);

/** Casts the roles of a request, or says in words what the target file lacks for them. */
export function cast(wish: Wish, { world, extensions }: TargetFacts): Roles | Need {
  const players = playersOf(world, wish);
  if ('need' in players) return players;
  const { endpoint, given } = wish;
  const [first, second] = world.games;
  return {
    endpoint,
    ...players,
    otherGame: first === players.subject.game ? second : first,
    extension:
      given.extension === undefined
        ? undefined
        : extensions.find(({ on, shape }) => on === endpoint.id && shape.type === given.extension),
  };
}
