/** What is wrong with the set-up rather than with the backend, told from the plain requests of the orientation. */
import type { TagItem } from '../../contract/envelope.ts';
import { ENDPOINTS, RESOURCE_FACTS } from '../../contract/endpoints.ts';
import { differingTags } from '../../judge/match-tags.ts';
import { asActor } from '../../suite/subject-role.ts';
import type { DeclaredPlace } from '../../target/target-file.ts';
import { IMPLICIT_GAME, type DeclaredWorld } from '../../world/declared-world.ts';
import { holdsRule, UNKNOWN, type SecretKey, type Subject } from '../../world/world.ts';
import { aboutSubject, isOk, isOwn, refusalOf, showsDeclared, withKey, type Attempt } from './attempt.ts';
import { isAccepted, type Orientation } from './orient.ts';
import { failByTrait, type Trait } from './shared-trait.ts';

export interface SetupFault {
  /** What in the file it is about: for its place. */
  readonly about: DeclaredPlace;
  /** What is wrong, in one line. */
  readonly message: string;
  /** What it may be, and what to do. */
  readonly hint: string;
}

interface Seen {
  readonly world: DeclaredWorld;
  readonly attempts: readonly Attempt[];
}

/** `SecretInvalid`, or what else came. */
function answersOf(attempts: readonly Attempt[]): string {
  const words = attempts.map(({ answered }) => {
    if (answered.kind === 'refused') return answered.code;
    return answered.kind === 'other' ? `HTTP ${answered.status}` : answered.kind;
  });
  return [...new Set(words)].join(' or ');
}

const ofRole = ({ role }: SecretKey, attempts: readonly Attempt[]): readonly Attempt[] =>
  role === UNKNOWN ? attempts : attempts.filter(({ asked }) => asked.endpoint.role === role);

/** A key that the backend does not know: each of its requests is refused as SecretInvalid. */
const isRefused = (attempts: readonly Attempt[]): boolean =>
  attempts.length > 0 && attempts.every((each) => refusalOf(each) === 'SecretInvalid');

const KEY_TRAITS: readonly Trait<SecretKey>[] = [
  ({ game }) => game === null,
  ({ rules }) => rules !== UNKNOWN && rules.size === 1,
  ({ rules }) => rules !== UNKNOWN && rules.size === 0,
  ({ role, rules }) =>
    rules !== UNKNOWN && ENDPOINTS.some((endpoint) => endpoint.role !== role && rules.has(endpoint.rule)),
  ({ limits }) => Object.keys(limits).length > 0,
];

function refusedKeys({ world, attempts }: Seen): readonly SetupFault[] {
  const tried = world.secretKeys.filter(({ name }) => withKey(attempts, name).length > 0);
  const refused = tried.filter((key) => isRefused(ofRole(key, withKey(attempts, key.name))));
  const working = tried.filter(
    (key) => withKey(attempts, key.name).some(isAccepted) && !refused.includes(key),
  );
  if (failByTrait(refused, working, KEY_TRAITS)) return [];
  const mayLackGame = world.games.every((game) => game === IMPLICIT_GAME);
  return refused.map((key) => refusedKey(key, withKey(attempts, key.name), mayLackGame));
}

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

/** A declared rule that one key lacks. Where no key with the rule is let in, the rule may be the backend's defect. */
function missingRules({ world, attempts }: Seen): readonly SetupFault[] {
  return ENDPOINTS.flatMap((endpoint) => {
    const tried = world.secretKeys.filter(
      (key) => key.rules !== UNKNOWN && key.role === endpoint.role && holdsRule(key, endpoint.rule) === true,
    );
    const of = (key: SecretKey): readonly Attempt[] =>
      withKey(attempts, key.name).filter(({ asked }) => asked.endpoint.id === endpoint.id);
    const lacking = tried.filter(
      (key) => of(key).length > 0 && of(key).every((each) => refusalOf(each) === 'OperationNotAllow'),
    );
    const working = tried.filter((key) => of(key).some(isOk));
    if (lacking.length > 1 && working.length === 0) return [];
    if (failByTrait(lacking, working, KEY_TRAITS)) return [];
    return lacking.map(({ name }) => ({
      about: { list: 'secretKeys', name } as const,
      message: `the key "${name}" is declared with the rule ${endpoint.rule}, but ${endpoint.id} refuses it with OperationNotAllow`,
      hint: 'does the key have this rule in this environment?',
    }));
  });
}

/** A token with which its own player is refused, by a key that the backend knows. */
function refusedTokens({ world, attempts }: Seen): readonly SetupFault[] {
  // A member may be found invalid before the key is looked at.
  const knownKeys = new Set(
    attempts
      .filter((each) => isAccepted(each) && refusalOf(each) !== 'InvalidRequestParameters')
      .map(({ asked }) => asked.key.name),
  );
  return world.authTokens
    .filter(({ expired }) => !expired)
    .flatMap(({ name }): readonly SetupFault[] => {
      const sent = attempts.filter(
        ({ asked }) => asked.token?.name === name && knownKeys.has(asked.key.name),
      );
      const refused = sent.filter(
        (each) => isOwn(each) && refusalOf(each) !== undefined && refusalOf(each) !== 'OperationNotAllow',
      );
      if (refused.length === 0 || sent.some(isOk)) return [];
      return [
        {
          about: { list: 'authTokens', name },
          message: `the token "${name}" is refused with ${answersOf(refused)}`,
          hint: 'has it expired, or is it of another game or environment? Log in again, or declare expired: true',
        },
      ];
    });
}

/** A key that answers for another game than the declared one: it refuses that game as Game-Id. */
function wrongGames({ world, attempts }: Seen): readonly SetupFault[] {
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
}

const SUBJECT_TRAITS: readonly Trait<Subject>[] = [
  ({ tags }) => tags !== UNKNOWN && tags.length === 0,
  ({ tags }) => tags !== UNKNOWN && tags.length > 32,
  ({ tags }) => tags !== UNKNOWN && tags.some(({ key, value }) => /[^ -~]/.test(key + value)),
  ({ tags }) => tags !== UNKNOWN && tags.some(({ value }) => value.length > 1000),
  ({ tags }) => tags !== UNKNOWN && tags.some(({ key }) => /^(?:__proto__|constructor)$/.test(key)),
  ({ id }) => id.startsWith('0'),
  ({ id }) => /^\d+$/.test(id),
  ({ id }) => /^\d+(?:e\d+)?$/.test(id),
  ({ id }) => /[A-Z]/.test(id),
  ({ owners }) => owners !== UNKNOWN && owners.length === 0,
  ({ resource }) => resource === 'characterPlayer',
  ({ resource }) => resource === 'group',
];

const notFoundText = ({ resource, id, game }: Subject): string =>
  `the ${RESOURCE_FACTS[resource].word} ${id}${game === IMPLICIT_GAME ? '' : ` of the game ${game}`} is not found`;

/** Declared subjects that every key is told do not exist. */
function missingSubjects({ world, attempts }: Seen): readonly SetupFault[] {
  const readings = (subject: Subject): readonly Attempt[] =>
    aboutSubject(attempts, asActor(subject)).filter((each) => isOk(each) && each.asked.origin === 'declared');
  const tried = world.subjects.filter((subject) => readings(subject).length > 0);
  const missing = tried.filter((subject) =>
    readings(subject).every(({ answered }) => answered.kind === 'not-found'),
  );
  const found = tried.filter((subject) => !missing.includes(subject));
  if (failByTrait(missing, found, SUBJECT_TRAITS)) return [];
  return missing.map((subject) => ({
    about: { list: 'subjects', ...subject } as const,
    message: `${notFoundText(subject)} (${readings(subject)[0]?.name ?? ''})`,
    hint: 'is it of this environment, and is the game of the key the right one?',
  }));
}

/** Games that a key without a game is refused for, while another game works. */
function unknownGames({ world, attempts }: Seen): readonly SetupFault[] {
  const roaming = attempts.filter(({ asked }) => asked.key.game === null && asked.gameId !== undefined);
  const by = (game: string): readonly Attempt[] => roaming.filter(({ asked }) => asked.gameId === game);
  return world.games
    .filter((game) => by(game).length > 0 && isRefused(by(game)) && roaming.some(isOk))
    .map((game) => ({
      about: { list: 'games', name: game } as const,
      message: `the game "${game}" is refused as Game-Id with ${answersOf(by(game))}`,
      hint: 'does it exist in this environment?',
    }));
}

/** Whether some declared subject has just these tags: then the backend mistakes the id for that one's. */
const areKnown = (tags: readonly TagItem[], { subjects }: DeclaredWorld): boolean =>
  subjects.some((subject) => subject.tags !== UNKNOWN && !differingTags(subject.tags, tags));

/** Ids that are declared absent, yet have tags of their own, while made-up ids are not found. */
function existingAbsents({ world, attempts }: Seen): readonly SetupFault[] {
  const invented = attempts.some(
    ({ asked, answered }) => asked.origin === 'invented' && answered.kind === 'not-found',
  );
  if (!invented) return [];
  return attempts.flatMap(({ asked: { origin, subject }, answered }) =>
    origin === 'declared absent' &&
    answered.kind === 'tags' &&
    answered.tags.length > 0 &&
    !areKnown(answered.tags, world)
      ? [
          {
            about: { list: 'absent', ...subject } as const,
            message: `the ${RESOURCE_FACTS[subject.resource].word} ${subject.id} is declared absent, but it has tags`,
            hint: 'has it been created meanwhile? Name another id, or none: ids are made up where none is declared',
          },
        ]
      : [],
  );
}

const ROWS = [
  refusedKeys,
  missingRules,
  refusedTokens,
  wrongGames,
  unknownGames,
  missingSubjects,
  existingAbsents,
];

/** Every fault of the set-up, by what the file declares. */
export function setupFaults(world: DeclaredWorld, { attempts }: Orientation): readonly SetupFault[] {
  return ROWS.flatMap((row) => row({ world, attempts }));
}
