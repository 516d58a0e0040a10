/** What is wrong with the set-up rather than with the backend: what the file says of keys, games, tokens and subjects, and the plain requests deny. */
import { ENDPOINTS, PERMISSION_RULES, RESOURCE_FACTS } from '../../contract/endpoints.ts';
import { type DeclaredWorld, IMPLICIT_GAME } from '../../world/declared-world.ts';
import { holdsRule, type SecretKey, type Subject, UNKNOWN } from '../../world/world.ts';
import {
  aboutSubject,
  isAccepted,
  type Inquiry,
  isOk,
  isOwn,
  mayBeForRole,
  refusalOf,
  showsDeclared,
  withKey,
} from './inquiry.ts';
import type { SetupFault } from './front-faults.ts';
import { DEFINED_REFUSALS, type RefusalCode } from '../../contract/codes.ts';
import { isRefusedForTagKeys } from './ask-by-keys.ts';
import type { TagItem } from '../../contract/envelope.ts';
import { differingTags } from '../../judge/compare/match-tags.ts';
import { asAskedSubject } from '../../suite/roles/subject-role.ts';

/** What the rows look at. */
interface Seen {
  readonly world: DeclaredWorld;
  readonly inquiries: readonly Inquiry[];
}

/** One kind of fault: every occurrence in what was seen. */
type FaultRow = (seen: Seen) => readonly SetupFault[];

/** `SecretInvalid`, or what else came. */
export function answersOf(inquiries: readonly Inquiry[]): string {
  const words = inquiries.map(({ answered }) => {
    if (answered.kind === 'refused') return answered.code;
    return answered.kind === 'other' ? `HTTP ${answered.status}` : answered.kind;
  });
  return [...new Set(words)].join(' or ');
}

/** A key that the backend does not know: each of its requests is refused as SecretInvalid. */
const isRefused = (inquiries: readonly Inquiry[]): boolean =>
  inquiries.length > 0 && inquiries.every((each) => refusalOf(each) === 'SecretInvalid');

/** What things that fail together may have in common: that hints at a defect rather than at a mistake in the file. */
type Trait<T> = (thing: T) => boolean;

/** Fewer things than this may be wrong together by chance. */
const SEVERAL = 2;

/**
 * Whether several things fail because of a trait: all of them have it, and nothing that works does. A file is
 * rarely wrong in just that way, a backend often is.
 */
export function failByTrait<T>(
  failing: readonly T[],
  working: readonly T[],
  traits: readonly Trait<T>[],
): boolean {
  if (failing.length < SEVERAL || working.length === 0) return false;
  return traits.some((trait) => failing.every(trait) && !working.some(trait));
}

const ofRole = ({ name, role }: SecretKey, inquiries: readonly Inquiry[]): readonly Inquiry[] =>
  withKey(inquiries, name).filter(({ asked }) => role === UNKNOWN || asked.endpoint.role === role);

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
  const own = withKey(inquiries, key.name);
  return (isAlone || isRoleAnswered) && own.some((each) => isOk(each) && !isInRole(each));
}

/** Keys that the backend does not know, at least not by their role. */
const refusedKeys: FaultRow = (seen) => {
  const { world, inquiries } = seen;
  const tried = world.secretKeys.filter(({ name }) => withKey(inquiries, name).length > 0);
  const refused = tried.filter((key) => isRefused(ofRole(key, inquiries)) || isOfOtherRole(key, seen));
  const working = tried.filter(
    (key) => withKey(inquiries, key.name).some(isAccepted) && !refused.includes(key),
  );
  if (failByTrait(refused, working, KEY_TRAITS)) return [];
  const mayLackGame = world.games.every((game) => game === IMPLICIT_GAME);
  return refused
    .filter(({ role }) => {
      const isOfRole = (key: SecretKey): boolean => key.role === role;
      return !failByTrait(refused.filter(isOfRole), working.filter(isOfRole), KEY_TRAITS);
    })
    .map((key) => refusedKey(key, withKey(inquiries, key.name), mayLackGame));
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
      withKey(inquiries, key.name).filter(({ asked }) => asked.endpoint.id === endpoint.id);
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
    const own = withKey(inquiries, name);
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
      message: `the game "${game}" is refused as Game-Id with ${answersOf(by(game))}`,
      hint: 'does it exist in this environment?',
    }));
};

/** A backend that knows none of the paths, and says so in envelopes. */
const unknownPaths: FaultRow = ({ inquiries }) =>
  inquiries.length > 0 && inquiries.every((each) => refusalOf(each) === 'OperationInvalid')
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
const unansweredKeys: FaultRow = ({ world, inquiries }) => {
  if (inquiries.some(isOk)) return [];
  return world.secretKeys.flatMap((key): readonly SetupFault[] => {
    const own = withKey(inquiries, key.name);
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
          message: `the token "${name}" is refused with ${answersOf(refused)}`,
          hint: 'has it expired, or is it of another game or environment? Log in again, or declare expired: true',
        },
      ];
    });
};

const SUBJECT_TRAITS: readonly Trait<Subject>[] = [
  (subject) => isUntagged(subject),
  ({ tags }) => tags !== UNKNOWN && tags.length > 32,
  ({ tags }) => tags !== UNKNOWN && tags.some(({ key, value }) => /[^ -~]/.test(key + value)),
  ({ tags }) => tags !== UNKNOWN && tags.some(({ value }) => value.length > 1000),
  ({ tags }) => tags !== UNKNOWN && tags.some(({ key }) => /^(?:__proto__|constructor)$/.test(key)),
  ({ id }) => id.startsWith('0'),
  ({ id }) => /^\d+$/.test(id),
  ({ id }) => /\D/.test(id),
  ({ id }) => /^\d+(?:e\d+)?$/.test(id),
  ({ id }) => /[A-Z]/.test(id),
  ({ owners }) => owners !== UNKNOWN && owners.length === 0,
  ({ resource }) => resource === 'characterPlayer',
  ({ resource }) => resource === 'group',
];

const notFoundText = ({ resource, id, game }: Subject): string =>
  `the ${RESOURCE_FACTS[resource].word} ${id}${game === IMPLICIT_GAME ? '' : ` of the game ${game}`} is not found`;

const isUntagged = ({ tags }: Subject): boolean => tags !== UNKNOWN && tags.length === 0;

/** What is lost alone by a common defect: a subject without tags, an id that is read as a number. */
const LOST_ALONE: readonly Trait<Subject>[] = [
  isUntagged,
  ({ id }) => /^0\d*$/.test(id),
  ({ id }) => /^\d+$/.test(id),
];

/** Whether a subject has such a trait, and others of its kind are found, but none with the trait. */
const isLostAlone = (subject: Subject, found: readonly Subject[]): boolean => {
  const ofKind = found.filter(({ resource }) => resource === subject.resource);
  return ofKind.length > 0 && LOST_ALONE.some((trait) => trait(subject) && !ofKind.some(trait));
};

/** Declared subjects that no key finds. */
const missingSubjects: FaultRow = ({ world, inquiries }) => {
  const readings = (subject: Subject): readonly Inquiry[] =>
    aboutSubject(inquiries, asAskedSubject(subject)).filter(
      (each) => isOk(each) && each.asked.origin === 'declared',
    );
  const tried = world.subjects.filter((subject) => readings(subject).length > 0);
  const missing = tried.filter((subject) =>
    readings(subject).every(({ answered }) => answered.kind === 'not-found' && answered.bare),
  );
  const found = tried.filter((subject) => !missing.includes(subject));
  if (failByTrait(missing, found, SUBJECT_TRAITS)) return [];
  return missing
    .filter((subject) => !isLostAlone(subject, found))
    .map((subject) => ({
      about: { list: 'subjects', ...subject } as const,
      message: `${notFoundText(subject)} (${readings(subject)[0]?.name ?? ''})`,
      hint: 'is it of this environment, and is the game of the key the right one?',
    }));
};

/** Whether some declared subject has just these tags: then the backend mistakes the id for that one's. */
const areKnown = (tags: readonly TagItem[], { subjects }: DeclaredWorld): boolean =>
  subjects.some((subject) => subject.tags !== UNKNOWN && !differingTags(subject.tags, tags));

/** Ids that are declared absent, yet have tags of their own, while made-up ids are not found. */
const existingAbsents: FaultRow = ({ world, inquiries }) => {
  const invented = inquiries.some(
    ({ asked, answered }) => asked.origin === 'invented' && answered.kind === 'not-found',
  );
  if (!invented) return [];
  return inquiries.flatMap(({ asked: { origin, subject }, answered }) =>
    origin === 'declared absent' &&
    answered.kind === 'tags' &&
    answered.tags.length > 0 &&
    !areKnown(answered.tags, world)
      ? [
          {
            about: { list: 'absent', ...subject } as const,
            message: `the ${RESOURCE_FACTS[subject.resource].word} ${subject.id} is declared absent, but it has tags`,
            hint: 'has it been created since? Name another id, or none: ids are made up where none is declared',
          },
        ]
      : [],
  );
};

const ROWS: readonly FaultRow[] = [
  unknownPaths,
  refusedKeys,
  missingRules,
  refusedTokens,
  wrongGames,
  unknownGames,
  unansweredKeys,
  missingSubjects,
  existingAbsents,
];

/** Every fault of the set-up, by what the file declares. */
export function setupFaults(world: DeclaredWorld, inquiries: readonly Inquiry[]): readonly SetupFault[] {
  return ROWS.flatMap((row) => row({ world, inquiries }));
}
