/** What is wrong with the set-up rather than with the backend: nothing works with a key, a token or the base path. */
import { DEFINED_REFUSALS, type RefusalCode } from '../../../spec/codes.ts';
import { IMPLICIT_GAME, type DeclaredWorld } from '../../../world/declared-world.ts';
import type { TagItem } from '../../../spec/envelope.ts';
import { UNKNOWN, type SecretKey, type Subject } from '../../../world/world.ts';
import type { SetupFault } from './front-fault.ts';
import {
  isKeyAccepted,
  isForTagKeys,
  isOk,
  asksOwn,
  mayBeForRole,
  refusedWith,
  type PlainTry,
  type Tries,
} from './plain-try.ts';

/** One kind of fault: every occurrence in what was tried. */
type FaultRow = (world: DeclaredWorld, tries: Tries) => readonly SetupFault[];

const withKey = (tries: Tries, { name }: SecretKey): Tries =>
  tries.filter(({ request }) => request.key.name === name);

const areRefused = (tries: Tries, code: RefusalCode): boolean =>
  tries.length > 0 && tries.every((each) => refusedWith(each) === code);

/** A backend that knows none of the paths, and says so in envelopes. */
const unknownPaths: FaultRow = (_, tries) =>
  areRefused(tries, 'OperationInvalid')
    ? [
        {
          about: undefined,
          message: 'every request is refused with OperationInvalid',
          hint: 'is the base path of the target right? The paths of the document are added to it',
        },
      ]
    : [];

/** What is wrong with a key that the backend does not know, or knows by the other role. */
function whyRefused({ name, role, game }: SecretKey, own: Tries, mayLackGame: boolean) {
  const ofRole = own.filter(({ request }) => role === UNKNOWN || request.endpoint.role === role);
  const other = own.find((each) => isOk(each) && !ofRole.includes(each))?.request.endpoint;
  if (role !== UNKNOWN && other !== undefined && ofRole.every(mayBeForRole))
    return {
      message: `the key "${name}" is declared with role ${role}, but it is refused there and answered on ${other.id}`,
      hint: `is it a key of role ${other.role}, or are two keys swapped?`,
    };
  if (!areRefused(ofRole, 'SecretInvalid')) return undefined;
  return {
    message: `the key "${name}" is refused everywhere with SecretInvalid`,
    hint: `is the value wrong, or of another environment?${mayLackGame && game === UNKNOWN ? ' If the key carries no game, declare its games (world.games)' : ''}`,
  };
}

const refusedKeys: FaultRow = ({ secretKeys, games }, tries) => {
  const mayLackGame = games.every((game) => game === IMPLICIT_GAME);
  return secretKeys.flatMap((key) => {
    const why = whyRefused(key, withKey(tries, key), mayLackGame);
    return why === undefined ? [] : [{ about: { list: 'secretKeys', name: key.name }, ...why }];
  });
};

const tagsInOrder = (tags: readonly TagItem[]): string =>
  JSON.stringify(tags.map(({ key, value }) => [key, value]).toSorted());

/** The game of the subject that was found: the one that was asked for, or another one with this id, by its tags. */
function gameShown(
  { request: { subject }, reply }: PlainTry,
  { subjects }: DeclaredWorld,
): string | undefined {
  if (reply.kind !== 'tags') return undefined;
  const shown = tagsInOrder(reply.tags);
  const isShown = ({ tags }: Subject): boolean => tags !== UNKNOWN && tagsInOrder(tags) === shown;
  const { exists, resource, id, game } = subject;
  if (exists === undefined || exists.tags === UNKNOWN || isShown(exists)) return game;
  const others = subjects.filter((each) => each.resource === resource && each.id === id);
  return others.find(isShown)?.game ?? game;
}

/** The game in which a key finds something, where it finds nothing in its own. */
function gameFound({ game }: SecretKey, own: Tries, world: DeclaredWorld): string | undefined {
  const found = own.flatMap((each) => gameShown(each, world) ?? []);
  return found.includes(String(game)) ? undefined : found[0];
}

/** Keys of one role that each find what the other one should. */
function swappedKeys(world: DeclaredWorld, tries: Tries): ReadonlyMap<SecretKey, SecretKey> {
  const misplaced = world.secretKeys.flatMap((key) => {
    const found = typeof key.game === 'string' ? gameFound(key, withKey(tries, key), world) : undefined;
    return found === undefined ? [] : [{ key, found }];
  });
  return new Map(
    misplaced.flatMap(({ key, found }) => {
      const other = misplaced.find(
        (each) => each.key.game === found && each.found === key.game && each.key.role === key.role,
      );
      return other === undefined ? [] : [[key, other.key] as const];
    }),
  );
}

const keysOfOtherGames: FaultRow = (world, tries) =>
  [...swappedKeys(world, tries)].map(([{ name, game }, other]) => ({
    about: { list: 'secretKeys', name },
    message: `the key "${name}" is declared with the game ${String(game)}, but nothing of it is found with it, and what ${String(other.game)} has is`,
    hint: `are the values of the keys "${name}" and "${other.name}" swapped?`,
  }));

/** Codes with which a token may be refused: those that neither the rules of the key nor the path decide. */
const OF_TOKENS: ReadonlySet<RefusalCode | undefined> = new Set(
  DEFINED_REFUSALS.filter((code) => code !== 'OperationNotAllow' && code !== 'OperationInvalid'),
);

/** Any member may be found invalid before the key or the token is looked at. */
const isValid = (each: PlainTry): boolean => refusedWith(each) !== 'InvalidRequestParameters';

/** Tokens with which their own player is refused, by a key that the backend knows. */
const refusedTokens: FaultRow = (world, all) => {
  const { authTokens, secretKeys } = world;
  const swapped = swappedKeys(world, all);
  const tries = all.filter(({ request }) => !swapped.has(request.key));
  const isAnyOk = tries.some(isOk);
  const isKnown = (key: SecretKey): boolean =>
    withKey(tries, key).some((each) => isKeyAccepted(each) && isValid(each));
  const known = new Set(secretKeys.filter(isKnown));
  // A key of unknown role that is answered on routes of the other role is refused here for its own sake.
  const mayLackRole = (each: PlainTry): boolean =>
    each.request.key.role === UNKNOWN &&
    mayBeForRole(each) &&
    withKey(tries, each.request.key).some(
      (other) => isOk(other) && other.request.endpoint.role !== each.request.endpoint.role,
    );
  const isRefused = (each: PlainTry): boolean =>
    asksOwn(each) &&
    !isForTagKeys(each) &&
    !mayLackRole(each) &&
    OF_TOKENS.has(refusedWith(each)) &&
    (isValid(each) || isAnyOk);
  return authTokens.flatMap(({ name }) => {
    const sent = tries.filter(({ request }) => request.token?.name === name && known.has(request.key));
    const codes = new Set(sent.filter(isRefused).map(refusedWith));
    if (codes.size === 0 || sent.some(isOk)) return [];
    return [
      {
        about: { list: 'authTokens', name },
        message: `the token "${name}" is refused with ${[...codes].join(' or ')}`,
        hint: 'has it expired, or is it of another game or environment? Log in again, or declare expired: true',
      },
    ];
  });
};

const FAULT_ROWS: readonly FaultRow[] = [unknownPaths, refusedKeys, keysOfOtherGames, refusedTokens];

/** Every fault of the set-up, by what the file declares. */
export const setupFaults: FaultRow = (world, tries) => FAULT_ROWS.flatMap((row) => row(world, tries));
