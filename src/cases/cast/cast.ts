/** Who plays the roles of a request: the plainest key, token and subject of a world that fit one another, or what it needs in words. */
import { keyFitsGame } from '../../world/callers.ts';
import type { DeclaredWorld } from '../../world/declared-world.ts';
import type { AuthToken, SecretKey } from '../../world/world.ts';
import type { AskedSubject, Roles } from '../planned.ts';
import { keyCandidates, keyWords } from './key-role.ts';
import { subjectCandidates, subjectWords } from './subject-role.ts';
import type { TargetFacts } from './target-facts.ts';
import { CLOSENESS, tokenCandidates, tokenFits, tokenWords, type Closeness } from './token-role.ts';
import type { Need, Wish } from './wish.ts';
import { byWorld } from './world-index.ts';
import { worldNeed } from './world-needs.ts';

/** Who may play each role, by itself; undefined: the request goes without. */
interface Candidates {
  readonly keys: readonly (SecretKey | undefined)[];
  readonly tokens: readonly (AuthToken | undefined)[];
  readonly subjects: readonly AskedSubject[];
}

type Players = Pick<Roles, 'key' | 'token' | 'subject'>;

/**
 * Keys and subjects in the order in which they are tried. A case about the rules of its key begins with the key that shows its
 * point best, unless it has its subject from an earlier step; any other case with the plainest subject.
 */
function* pairsInOrder(
  { subjects, keys }: Candidates,
  { given, prefer }: Wish,
): Generator<Pick<Roles, 'key' | 'subject'> & { readonly closeness: Closeness }> {
  if (given.key?.rules !== undefined && prefer === undefined)
    for (const key of keys)
      for (const closeness of CLOSENESS) for (const subject of subjects) yield { key, subject, closeness };
  else
    for (const closeness of CLOSENESS)
      for (const subject of subjects) for (const key of keys) yield { key, subject, closeness };
}

function firstFitting(among: Candidates, wish: Wish): Players | undefined {
  const { endpoint, given } = wish;
  for (const { key, subject, closeness } of pairsInOrder(among, wish)) {
    // A key that is requested by name may ask for anything.
    if (key !== undefined && given.key?.name === undefined && !keyFitsGame(key, subject.game)) continue;
    const at = among.tokens.findIndex(
      (token) => token === undefined || tokenFits(token, { endpoint, subject, key, given, closeness }),
    );
    if (at !== -1) return { key, token: among.tokens[at], subject };
  }
  return undefined;
}

/** Key, token and subject that fit one another; by the roles that ask for another one than the plainest, the nth. */
function fitting(among: Candidates, wish: Wish, turn = 1): Players | undefined {
  const { key, token, subject } = wish.given;
  const found = firstFitting(among, wish);
  const turns = Math.max(key?.nth ?? 1, token?.nth ?? 1, subject?.nth ?? 1);
  if (found === undefined || turn === turns) return found;
  const others = <T>(all: readonly T[], taken: T, nth = 1): readonly T[] =>
    turn < nth ? all.filter((each) => each !== taken) : all;
  const left = {
    keys: others(among.keys, found.key, key?.nth),
    tokens: others(among.tokens, found.token, token?.nth),
    subjects: others(among.subjects, found.subject, subject?.nth),
  };
  return fitting(left, wish, turn + 1);
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

const candidatesFor = (world: DeclaredWorld, wish: Wish): Candidates => ({
  keys: wish.has.key ? keyCandidates(world, wish.endpoint, wish.given.key) : [undefined],
  tokens: wish.has.token ? tokenCandidates(world.authTokens, wish.given.token) : [undefined],
  subjects: subjectCandidates(world, wish),
});

/** Who plays the roles. Cases wish for the same few things over and over. */
const playersOf = byWorld(
  ({ endpoint, given, has, prefer }: Wish) =>
    JSON.stringify([endpoint.id, given, has, prefer && { ...prefer, exists: undefined }]),
  (world, wish) => fitting(candidatesFor(world, wish), wish),
);

/** Casts the roles of a request, or says in words what the target file lacks for them. */
export function cast(wish: Wish, facts: TargetFacts): { readonly roles: Roles } | Need {
  const { endpoint, given } = wish;
  const { world, extensions } = facts;
  const found = playersOf(world, wish);
  if (found === undefined) return { need: neededRoles(wish, candidatesFor(world, wish), world) };
  const need = worldNeed(given, endpoint.id, facts);
  if (need !== undefined) return { need };
  const otherGame = world.games.find((game) => game !== found.subject.game);
  const extension = extensions.find(({ on, shape }) => on === endpoint.id && shape.type === given.extension);
  return { roles: { endpoint, ...found, otherGame, extension } };
}
