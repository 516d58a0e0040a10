/** What the file gets wrong about secret keys and games. */
import { ENDPOINTS, PERMISSION_RULES } from '../../contract/endpoints.ts';
import { IMPLICIT_GAME } from '../../world/declared-world.ts';
import { holdsRule, UNKNOWN, type SecretKey } from '../../world/world.ts';
import { isOk, refusalOf, showsDeclared, withKey, type Attempt } from './attempt.ts';
import { answersOf, isRefused, type FaultRow } from './fault-row.ts';
import { isAccepted } from './orient.ts';
import type { SetupFault } from './setup-fault.ts';
import { failByTrait, type Trait } from './shared-trait.ts';

const ofRole = ({ role }: SecretKey, attempts: readonly Attempt[]): readonly Attempt[] =>
  role === UNKNOWN ? attempts : attempts.filter(({ asked }) => asked.endpoint.role === role);

const KEY_TRAITS: readonly Trait<SecretKey>[] = [
  ({ game }) => game === null,
  ({ rules }) => rules !== UNKNOWN && rules.size === 1,
  (key) => ENDPOINTS.every(({ role, rule }) => role !== key.role || holdsRule(key, rule) === false),
  ({ role, rules }) =>
    rules !== UNKNOWN && ENDPOINTS.some((endpoint) => endpoint.role !== role && rules.has(endpoint.rule)),
  ({ limits }) => Object.keys(limits).length > 0,
];

/** Keys that the backend does not know. */
export const refusedKeys: FaultRow = ({ world, attempts }) => {
  const tried = world.secretKeys.filter(({ name }) => withKey(attempts, name).length > 0);
  const refused = tried.filter((key) => isRefused(ofRole(key, withKey(attempts, key.name))));
  const working = tried.filter(
    (key) => withKey(attempts, key.name).some(isAccepted) && !refused.includes(key),
  );
  if (failByTrait(refused, working, KEY_TRAITS)) return [];
  const mayLackGame = world.games.every((game) => game === IMPLICIT_GAME);
  return refused
    .filter(({ role }) => {
      const isOfRole = (key: SecretKey): boolean => key.role === role;
      return !failByTrait(refused.filter(isOfRole), working.filter(isOfRole), KEY_TRAITS);
    })
    .map((key) => refusedKey(key, withKey(attempts, key.name), mayLackGame));
};

function refusedKey(
  { name, role, game }: SecretKey,
  attempts: readonly Attempt[],
  mayLackGame: boolean,
): SetupFault {
  const about = { list: 'secretKeys', name } as const;
  const other = attempts.find((each) => isOk(each) && each.asked.endpoint.role !== role);
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
export const missingRules: FaultRow = ({ world, attempts }) => {
  return ENDPOINTS.flatMap((endpoint) => {
    const tried = world.secretKeys.filter(
      (key) => key.role === endpoint.role && holdsRule(key, endpoint.rule) === true,
    );
    const of = (key: SecretKey): readonly Attempt[] =>
      withKey(attempts, key.name).filter(({ asked }) => asked.endpoint.id === endpoint.id);
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
export const wrongGames: FaultRow = ({ world, attempts }) => {
  return world.secretKeys.flatMap(({ name, game }): readonly SetupFault[] => {
    const own = withKey(attempts, name);
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
export const unknownGames: FaultRow = ({ world, attempts }) => {
  const roaming = attempts.filter(({ asked }) => asked.key.game === null && asked.gameId !== undefined);
  const by = (game: string): readonly Attempt[] => roaming.filter(({ asked }) => asked.gameId === game);
  return world.games
    .filter((game) => by(game).length > 0 && isRefused(by(game)) && roaming.some(isOk))
    .map((game) => ({
      about: { list: 'games', name: game } as const,
      message: `the game "${game}" is refused as Game-Id with ${answersOf(by(game))}`,
      hint: 'does it exist in this environment?',
    }));
};

/** A backend that knows none of the paths, and says so in envelopes. */
export const unknownPaths: FaultRow = ({ attempts }) =>
  attempts.length > 0 && attempts.every((each) => refusalOf(each) === 'OperationInvalid')
    ? [
        {
          about: undefined,
          message: 'every request is refused with OperationInvalid',
          hint: 'is the base path of the target right? The paths of the document are added to it',
        },
      ]
    : [];

/**
 * Keys with few declared facts that no plain request is answered with: what they lack can't be distinguished from a
 * defect.
 */
export const unansweredKeys: FaultRow = ({ world, attempts }) => {
  if (attempts.some(isOk)) return [];
  return world.secretKeys.flatMap((key): readonly SetupFault[] => {
    const own = withKey(attempts, key.name);
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
        message: `no plain request with the key "${key.name}" is answered: ${answersOf(own)}`,
        hint: 'declare its role, game and rules, so that the refusals can be judged',
      },
    ];
  });
};
