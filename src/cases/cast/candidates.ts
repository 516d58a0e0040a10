/** Who may play the roles of a request: key, token and subject, found jointly among those of a world, the plainest first. */
import type { Endpoint } from '../../spec/endpoints.ts';
import type { AskedSubject, Roles } from '../planned.ts';
import type { DeclaredWorld } from '../../world/declared-world.ts';
import type { AuthToken, SecretKey } from '../../world/world.ts';
import type { Given } from '../format/schema/given-schema.ts';
import { keyFitsGame } from '../../world/callers.ts';
import { keyCandidates } from './key-role.ts';
import { subjectCandidates, type SubjectNeed } from './subject-role.ts';
import { CLOSENESS, tokenCandidates, tokenFits, type Closeness } from './token-role.ts';

/** What is wanted of those who play the roles of a request. */
export interface WantedRoles {
  readonly endpoint: Endpoint;
  readonly given: Given;
  /** Which roles the request has at all. */
  readonly needs: { readonly key: boolean; readonly token: boolean; readonly subject: SubjectNeed };
  /** The subject of the case's first step, which the others share where it fits. */
  readonly prefer: AskedSubject | undefined;
}

/** Who may play each role, by itself; undefined: the request goes without. */
export interface Candidates {
  readonly subjects: readonly AskedSubject[];
  readonly keys: readonly (SecretKey | undefined)[];
  readonly tokens: readonly (AuthToken | undefined)[];
}

export function candidates(
  world: DeclaredWorld,
  { endpoint, given, needs, prefer }: WantedRoles,
): Candidates {
  return {
    subjects: subjectCandidates(world, endpoint, given, needs.subject, prefer),
    keys: needs.key ? keyCandidates(world, endpoint, given) : [undefined],
    tokens: needs.token ? tokenCandidates(world.authTokens, given) : [undefined],
  };
}

type KeyTokenSubject = Pick<Roles, 'key' | 'token' | 'subject'>;

type Pair = Pick<Roles, 'key' | 'subject'> & { readonly closeness: Closeness };

/**
 * Keys and subjects in the order in which they are tried. A case about the rules of its key begins with the key that shows its
 * point best, unless it has its subject from an earlier step; any other case with the plainest subject.
 */
function* inOrder({ subjects, keys }: Candidates, { given, prefer }: WantedRoles): Generator<Pair> {
  if (given.key?.rules !== undefined && prefer === undefined)
    for (const key of keys)
      for (const closeness of CLOSENESS) for (const subject of subjects) yield { key, subject, closeness };
  else
    for (const closeness of CLOSENESS)
      for (const subject of subjects) for (const key of keys) yield { key, subject, closeness };
}

/** A key that is requested by name may ask for anything. */
function keyFits(key: SecretKey | undefined, subject: AskedSubject, given: Given): boolean {
  return key === undefined || given.key?.name !== undefined || keyFitsGame(key, subject.game);
}

function firstFitting(among: Candidates, wanted: WantedRoles): KeyTokenSubject | undefined {
  const { endpoint, given } = wanted;
  const { tokens } = among;
  for (const { key, subject, closeness } of inOrder(among, wanted)) {
    if (!keyFits(key, subject, given)) continue;
    const token = tokens.find(
      (each) => each === undefined || tokenFits(each, { endpoint, subject, key, given, closeness }),
    );
    if (token !== undefined || tokens.includes(undefined)) return { key, token, subject };
  }
  return undefined;
}

/** Key, token and subject that fit one another; by the roles that ask for another one than the plainest, the nth. */
export function fittingRoles(among: Candidates, wanted: WantedRoles): KeyTokenSubject | undefined {
  const { key, token, subject } = wanted.given;
  const turns = Math.max(key?.nth ?? 1, token?.nth ?? 1, subject?.nth ?? 1);
  let left = among;
  let found: KeyTokenSubject | undefined;
  for (let turn = 1; turn <= turns; turn += 1) {
    found = firstFitting(left, wanted);
    if (found === undefined) return undefined;
    left = without(left, found, wanted.given, turn);
  }
  return found;
}

function without(left: Candidates, found: KeyTokenSubject, given: Given, turn: number): Candidates {
  return {
    keys: turn < (given.key?.nth ?? 1) ? left.keys.filter((key) => key !== found.key) : left.keys,
    tokens:
      turn < (given.token?.nth ?? 1) ? left.tokens.filter((token) => token !== found.token) : left.tokens,
    subjects:
      turn < (given.subject?.nth ?? 1)
        ? left.subjects.filter(({ id, game }) => id !== found.subject.id || game !== found.subject.game)
        : left.subjects,
  };
}
