/** Who plays the four roles of a case: key, token, game and subject, found jointly in the world, the plainest first. */
import type { Endpoint } from '../../contract/endpoints.ts';
import type { Extension } from '../../contract/members.ts';
import type { DeclaredWorld } from '../../world/declared-world.ts';
import type { AuthToken, SecretKey } from '../../world/world.ts';
import type { Given } from '../format/case-schema.ts';
import { declareRoles } from '../declare/declare-roles.ts';
import { keyCandidates, keyFitsGame, sayKey } from './key-role.ts';
import { allMissing, type Missing } from './missing.ts';
import {
  sayActor,
  subjectCandidates,
  subjectsOfSameId,
  type Actor,
  type SubjectNeed,
} from './subject-role.ts';
import { sayToken, tokenCandidates, tokenFits } from './token-role.ts';
import { worldLacks } from './world-lacks.ts';

/** What a case gets to work with. */
export interface Cast {
  readonly endpoint: Endpoint;
  /** Undefined where the request goes without one. */
  readonly key: SecretKey | undefined;
  readonly token: AuthToken | undefined;
  readonly subject: Actor;
  /** A declared game other than the subject's. */
  readonly otherGame: string | undefined;
  readonly extension: Extension | undefined;
}

/** Which roles the request has at all. */
export interface Needs {
  readonly key: boolean;
  readonly token: boolean;
  readonly subject: SubjectNeed;
}

export interface CastContext {
  readonly world: DeclaredWorld;
  readonly extensions: readonly Extension[];
  /** The subject of the case's first step, which the others share where it fits. */
  readonly prefer: Actor | undefined;
}

type Trio = Pick<Cast, 'key' | 'token' | 'subject'>;

interface Candidates {
  readonly subjects: readonly Actor[];
  readonly keys: readonly (SecretKey | undefined)[];
  readonly tokens: readonly (AuthToken | undefined)[];
}

/** A key that is wanted by its name may ask for anything. */
function keyFits(key: SecretKey | undefined, subject: Actor, given: Given): boolean {
  return key === undefined || given.key?.name !== undefined || keyFitsGame(key, subject.game);
}

function firstTrio(
  { subjects, keys, tokens }: Candidates,
  endpoint: Endpoint,
  given: Given,
): Trio | undefined {
  for (const closeness of ['own', 'any'] as const) {
    for (const subject of subjects) {
      for (const key of keys) {
        if (!keyFits(key, subject, given)) continue;
        const token = tokens.find(
          (each) => each === undefined || tokenFits(each, { endpoint, subject, key, given, closeness }),
        );
        if (token !== undefined || tokens.includes(undefined)) return { key, token, subject };
      }
    }
  }
  return undefined;
}

/** The nth trio by the roles that ask for another one than the plainest. */
function nthTrio(candidates: Candidates, endpoint: Endpoint, given: Given): Trio | undefined {
  const turns = Math.max(given.key?.nth ?? 1, given.token?.nth ?? 1, given.subject?.nth ?? 1);
  let left = candidates;
  let trio: Trio | undefined;
  for (let turn = 1; turn <= turns; turn += 1) {
    trio = firstTrio(left, endpoint, given);
    if (trio === undefined) return undefined;
    left = without(left, trio, given, turn);
  }
  return trio;
}

function without(left: Candidates, trio: Trio, given: Given, turn: number): Candidates {
  return {
    keys: turn < (given.key?.nth ?? 1) ? left.keys.filter((key) => key !== trio.key) : left.keys,
    tokens:
      turn < (given.token?.nth ?? 1) ? left.tokens.filter((token) => token !== trio.token) : left.tokens,
    subjects:
      turn < (given.subject?.nth ?? 1)
        ? left.subjects.filter(({ id, game }) => id !== trio.subject.id || game !== trio.subject.game)
        : left.subjects,
  };
}

function sayNeeds(candidates: Candidates, endpoint: Endpoint, given: Given): string {
  if (candidates.keys.length === 0) return sayKey(endpoint, given);
  if (candidates.subjects.length < (given.subject?.nth ?? 1)) return sayActor(endpoint, given);
  if (candidates.tokens.length === 0) return sayToken(endpoint, given);
  const token = candidates.tokens.includes(undefined) ? [] : [sayToken(endpoint, given)];
  return `${[sayKey(endpoint, given), sayActor(endpoint, given), ...token].join('; ')}: of one game, and fitting one another`;
}

function preferred(subjects: readonly Actor[], prefer: Actor | undefined): readonly Actor[] {
  if (prefer === undefined) return subjects;
  const is = (actor: Actor): boolean =>
    actor.id === prefer.id && actor.game === prefer.game && actor.resource === prefer.resource;
  return [...subjects.filter(is), ...subjects.filter((actor) => !is(actor))];
}

/** Finds the roles for a case on an endpoint. */
export function cast(
  endpoint: Endpoint,
  given: Given,
  needs: Needs,
  { world, extensions, prefer }: CastContext,
): Cast | Missing {
  const subjects =
    given.subject?.same === undefined
      ? subjectCandidates(world, endpoint, given, needs.subject)
      : subjectsOfSameId(world, endpoint, prefer, given.subject);
  const candidates: Candidates = {
    subjects: preferred(subjects, prefer),
    keys: needs.key ? keyCandidates(world, endpoint, given) : [undefined],
    tokens: needs.token ? tokenCandidates(world.authTokens, given) : [undefined],
  };
  const trio = nthTrio(candidates, endpoint, given);
  const lacks = worldLacks(endpoint, given, world, extensions, trio !== undefined);
  if (trio === undefined) {
    const fit = (roles: Candidates): boolean => nthTrio(roles, endpoint, given) !== undefined;
    const declare = declareRoles(world, { endpoint, given, needs }, candidates, fit);
    return allMissing({ needs: sayNeeds(candidates, endpoint, given), declare }, lacks);
  }
  const [lack, ...others] = lacks;
  if (lack !== undefined) return allMissing(lack, others);
  const otherGame = world.games.find((game) => game !== trio.subject.game);
  const extension = extensions.find(({ on, shape }) => on === endpoint.id && shape.type === given.extension);
  return { endpoint, ...trio, otherGame, extension };
}

export function isMissing(found: Cast | Missing): found is Missing {
  return 'needs' in found;
}
