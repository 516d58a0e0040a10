/** What the file says of keys, tokens and games, and the plain requests deny. */
import { DEFINED_REFUSALS, type RefusalCode } from '../../../spec/codes.ts';
import { ENDPOINTS, PERMISSION_RULES } from '../../../spec/endpoints.ts';
import { IMPLICIT_GAME } from '../../../world/declared-world.ts';
import { holdsRule, UNKNOWN, type SecretKey } from '../../../world/world.ts';
import { isRefusedForTagKeys } from './ask-by-keys.ts';
import { failByTrait, type FaultRow, type Seen, type Trait } from './fail-by-trait.ts';
import type { SetupFault } from './front-faults.ts';
import {
  answersInWords,
  isAccepted,
  isOk,
  isOwn,
  mayBeForRole,
  refusalOf,
  showsDeclared,
  inquiriesWithKey,
  type Inquiry,
} from './inquiry.ts';

/** A key that the backend does not know: each of its requests is refused as SecretInvalid. */
const isRefused = (inquiries: readonly Inquiry[]): boolean =>
  inquiries.length > 0 && inquiries.every((each) => refusalOf(each) === 'SecretInvalid');

const ofRole = ({ name, role }: SecretKey, inquiries: readonly Inquiry[]): readonly Inquiry[] =>
  inquiriesWithKey(inquiries, name).filter(({ asked }) => role === UNKNOWN || asked.endpoint.role === role);

const KEY_TRAITS: readonly Trait<SecretKey>[] = [
  ({ game }) => game === null,
  ({ rules }) => rules !== UNKNOWN && rules.size === 1,
  (key) => ENDPOINTS.every(({ role, rule }) => role !== key.role || holdsRule(key, rule) === false),
  ({ role, rules }) =>
    rules !== UNKNOWN && ENDPOINTS.some((endpoint) => endpoint.role !== role && rules.has(endpoint.rule)),
  ({ limits }) => Object.keys(limits).length > 0,
];

/**
 * A key that is refused where its role is right, with whatever code, and answered where the other one is. Where no other key of
 * its role is answered either, the backend may be wrong about the role.
 */
function isOfOtherRole(key: SecretKey, { world, inquiries }: Seen): boolean {
  if (key.role === UNKNOWN || !ofRole(key, inquiries).every(mayBeForRole)) return false;
  const isInRole = ({ asked }: Inquiry): boolean => asked.endpoint.role === key.role;
  const isAlone = world.secretKeys.every((other) => other === key || other.role !== key.role);
  const isRoleAnswered = inquiries.some((each) => isOk(each) && isInRole(each));
  const own = inquiriesWithKey(inquiries, key.name);
  return (isAlone || isRoleAnswered) && own.some((each) => isOk(each) && !isInRole(each));
}

/** Keys that the backend does not know, at least not by their role. */
const refusedKeys: FaultRow = (seen) => {
  const { world, inquiries } = seen;
  const tried = world.secretKeys.filter(({ name }) => inquiriesWithKey(inquiries, name).length > 0);
  const refused = tried.filter((key) => isRefused(ofRole(key, inquiries)) || isOfOtherRole(key, seen));
  const working = tried.filter(
    (key) => inquiriesWithKey(inquiries, key.name).some(isAccepted) && !refused.includes(key),
  );
  if (failByTrait(refused, working, KEY_TRAITS)) return [];
  const mayLackGame = world.games.every((game) => game === IMPLICIT_GAME);
  return refused
    .filter(({ role }) => {
      const isOfRole = (key: SecretKey): boolean => key.role === role;
      return !failByTrait(refused.filter(isOfRole), working.filter(isOfRole), KEY_TRAITS);
    })
    .map((key) => refusedKey(key, inquiriesWithKey(inquiries, key.name), mayLackGame));
};

function refusedKey(
  { name, role, game }: SecretKey,
  inquiries: readonly Inquiry[],
  mayLackGame: boolean,
): SetupFault {
  const about = { list: 'secretKeys', name } as const;
  const other = inquiries.find((each) => isOk(each) && each.asked.endpoint.role !== role);
  if (role !== UNKNOWN && other !== undefined)
    return {
      about,
      message: `the key "${name}" is declared with role ${role}, but it is refused there and answered on ${other.asked.endpoint.id}`,
      hint: `is it a key of role ${other.asked.endpoint.role}, or are two keys swapped?`,
    };
  return {
    about,
    message: `the key "${name}" is refused everywhere with SecretInvalid`,
    hint: `is the value wrong, or of another environment?${mayLackGame && game === UNKNOWN ? ' If the key carries no game, declare its games (world.games)' : ''}`,
  };
}

/** Keys that lack a certain rule: together they hint at a backend that asks for that one instead. */
const RULE_TRAITS: readonly Trait<SecretKey>[] = PERMISSION_RULES.map(
  (rule) => (key) => holdsRule(key, rule) === false,
);

/**
 * A declared rule that one key lacks. Where no key with the rule is let in, or one with another rule alone, the rule may be the
 * backend's defect.
 */
const missingRules: FaultRow = ({ world, inquiries }) => {
  return ENDPOINTS.flatMap((endpoint) => {
    const tried = world.secretKeys.filter(
      (key) => key.role === endpoint.role && holdsRule(key, endpoint.rule) === true,
    );
    const of = (key: SecretKey): readonly Inquiry[] =>
      inquiriesWithKey(inquiries, key.name).filter(({ asked }) => asked.endpoint.id === endpoint.id);
    const lacking = tried.filter(
      (key) => of(key).length > 0 && of(key).every((each) => refusalOf(each) === 'OperationNotAllow'),
    );
    const working = tried.filter((key) => of(key).some(isOk));
    if (lacking.length > 1 && working.length === 0) return [];
    const isOpen = world.secretKeys.some(
      (key) => holdsRule(key, endpoint.rule) === false && of(key).some(isOk),
    );
    if (isOpen) return [];
    if (failByTrait(lacking, working, [...KEY_TRAITS, ...RULE_TRAITS])) return [];
    return lacking.map(({ name }) => ({
      about: { list: 'secretKeys', name } as const,
      message: `the key "${name}" is declared with the rule ${endpoint.rule}, but ${endpoint.id} refuses it with OperationNotAllow`,
      hint: 'does the key have this rule in this environment?',
    }));
  });
};

/** A key that answers for another game than the declared one: it refuses that game as Game-Id. */
const wrongGames: FaultRow = ({ world, inquiries }) => {
  return world.secretKeys.flatMap(({ name, game }): readonly SetupFault[] => {
    const own = inquiriesWithKey(inquiries, name);
    const named = own.filter(({ asked }) => asked.gameId === game);
    const isWrong =
      typeof game === 'string' && isRefused(named) && own.some(isOk) && !own.some(showsDeclared);
    if (!isWrong) return [];
    return [
      {
        about: { list: 'secretKeys', name },
        message: `the key "${name}" is declared with the game ${game}, but refuses it as Game-Id with SecretInvalid, and does not find what is declared in it`,
        hint: 'does the key carry another game?',
      },
    ];
  });
};

/** Games that a key without a game is refused for, while another game works. */
const unknownGames: FaultRow = ({ world, inquiries }) => {
  const roaming = inquiries.filter(({ asked }) => asked.key.game === null && asked.gameId !== undefined);
  const by = (game: string): readonly Inquiry[] => roaming.filter(({ asked }) => asked.gameId === game);
  return world.games
    .filter((game) => by(game).length > 0 && isRefused(by(game)) && roaming.some(isOk))
    .map((game) => ({
      about: { list: 'games', name: game } as const,
      message: `the game "${game}" is refused as Game-Id with ${answersInWords(by(game))}`,
      hint: 'does it exist in this environment?',
    }));
};

/**
 * Keys with few declared facts that no plain request is answered with: what they lack can't be distinguished from a
 * defect.
 */
const unansweredKeys: FaultRow = ({ world, inquiries }) => {
  if (inquiries.some(isOk)) return [];
  return world.secretKeys.flatMap((key): readonly SetupFault[] => {
    const own = inquiriesWithKey(inquiries, key.name);
    const codes = new Set(own.map(refusalOf));
    const isVague = key.game === UNKNOWN || key.rules === UNKNOWN || key.role === UNKNOWN;
    const mayLackRules = codes.has('OperationNotAllow') || codes.has('OperationNotAuthorized');
    if (
      own.length === 0 ||
      codes.has(undefined) ||
      codes.has('OperationInvalid') ||
      !isVague ||
      mayLackRules ||
      isRefused(own)
    )
      return [];
    return [
      {
        about: { list: 'secretKeys', name: key.name },
        message: `no plain request with the key "${key.name}" is answered: ${answersInWords(own)}`,
        hint: 'declare its role, game and rules, so that the refusals can be judged',
      },
    ];
  });
};

/** Codes with which a token may be refused: all that are defined, but that of a missing rule. */
const OF_TOKENS: ReadonlySet<RefusalCode> = new Set(
  DEFINED_REFUSALS.filter((code) => code !== 'OperationNotAllow'),
);

/** A token with which its own player is refused, by a key that the backend knows. */
const refusedTokens: FaultRow = ({ world, inquiries }) => {
  // A backend that finds every request invalid says nothing about a token.
  const isAnythingValid = inquiries.some(isOk);
  // A member may be found invalid before the key is looked at.
  const knownKeys = new Set(
    inquiries
      .filter((each) => isAccepted(each) && refusalOf(each) !== 'InvalidRequestParameters')
      .map(({ asked }) => asked.key.name),
  );
  const saysOfToken = (code: RefusalCode) =>
    OF_TOKENS.has(code) && (code !== 'InvalidRequestParameters' || isAnythingValid);
  return world.authTokens
    .filter(({ expired }) => !expired)
    .flatMap(({ name }): readonly SetupFault[] => {
      const sent = inquiries.filter(
        ({ asked }) => asked.token?.name === name && knownKeys.has(asked.key.name),
      );
      const refused = sent.filter(
        (each) =>
          isOwn(each) && !isRefusedForTagKeys(each) && saysOfToken(refusalOf(each) ?? 'OperationNotAllow'),
      );
      if (refused.length === 0 || sent.some(isOk)) return [];
      return [
        {
          about: { list: 'authTokens', name },
          message: `the token "${name}" is refused with ${answersInWords(refused)}`,
          hint: 'has it expired, or is it of another game or environment? Log in again, or declare expired: true',
        },
      ];
    });
};

export const KEY_FAULTS: readonly FaultRow[] = [
  refusedKeys,
  missingRules,
  refusedTokens,
  wrongGames,
  unknownGames,
  unansweredKeys,
];
