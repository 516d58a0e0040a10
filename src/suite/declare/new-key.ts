/** A secret key that a case could use, if the world declared it. */
import { PERMISSION_RULES, type Endpoint, type Role } from '../../contract/endpoints.ts';
import { IMPLICIT_GAME, type DeclaredWorld } from '../../world/declared-world.ts';
import { UNKNOWN, type KeyLimits, type SecretKey } from '../../world/world.ts';
import type { Given } from '../format/schema/given-schema.ts';
import { spellingExample, spellingLabel, spellingWords } from '../roles/spelling-role.ts';
import { envText, freeName } from './declare.ts';
import type { Declare } from '../../world/declared-world.ts';
import { KEY_RULES, plainRules, type KeyRules } from './key-rules.ts';
import type { RolesOfCase } from './roles-of-case.ts';

type KeyGiven = NonNullable<Given['key']>;

interface KeyLimit {
  readonly label: string;
  readonly limits: KeyLimits;
  readonly text: string;
  readonly what: string;
}

const NO_LIMIT: KeyLimit = { label: '', limits: {}, text: '', what: '' };

const LIMITS = {
  rate: {
    label: 'rate',
    limits: { requestsPerSecond: 20 },
    text: 'requestsPerSecond: 20',
    what: 'and limits.requestsPerSecond',
  },
  sessions: {
    label: 'sessions',
    limits: { sessions: 2, sessionSeconds: 5 },
    text: 'sessions: 2, sessionSeconds: 5',
    what: 'and limits.sessions',
  },
} as const satisfies Record<NonNullable<KeyGiven['limit']>, KeyLimit>;

function roleOf(endpoint: Endpoint, wanted: KeyGiven): Role {
  if (wanted.role !== 'other') return endpoint.role;
  return endpoint.role === 'Player' ? 'Admin' : 'Player';
}

/** Null: the key carries none; undefined: nothing is said. */
function gameOf({ game }: KeyGiven, own: string): string | null | undefined {
  if (game === undefined) return undefined;
  if (game === 'unbound') return null;
  return own === IMPLICIT_GAME ? 'your-game' : own;
}

const GAME_WORDS = { bound: 'and with a game', unbound: 'and without a game' } as const;

interface Parts {
  readonly fact: SecretKey;
  readonly declare: Declare;
}

function wordsOf(wanted: KeyGiven, role: Role, rules: KeyRules): string {
  if (wanted.name !== undefined) return `a secret key named ${wanted.name}`;
  const words = [
    `a secret key of role ${role}`,
    rules.what,
    wanted.game === undefined ? '' : GAME_WORDS[wanted.game],
    wanted.limit === undefined ? '' : LIMITS[wanted.limit].what,
    spellingWords(wanted.spelling),
  ];
  return words.filter((each) => each !== '').join(' ');
}

const rulesText = (rules: readonly string[]): string =>
  rules.length === PERMISSION_RULES.length ? 'all' : `[${rules.join(', ')}]`;

function lineOf({ name, role, rules }: KeyFacts, game: string | null | undefined, limits: string): string {
  const parts = [
    `name: ${name}`,
    `key: ${envText(name, 'key')}`,
    `role: ${role}`,
    ...(game === undefined ? [] : [`game: ${JSON.stringify(game)}`]),
    ...(rules === undefined ? [] : [`rules: ${rulesText(rules)}`]),
    ...(limits === '' ? [] : [`limits: { ${limits} }`]),
  ];
  return `- { ${parts.join(', ')} }`;
}

interface KeyFacts {
  readonly name: string;
  readonly role: Role;
  /** Undefined: nothing is said about them. */
  readonly rules: readonly string[] | undefined;
}

/** The key that the case is given; `own` is the game of its subject. */
export function newKey(world: DeclaredWorld, { endpoint, given }: RolesOfCase, own: string): Parts {
  const wanted = given.key ?? {};
  const role = roleOf(endpoint, wanted);
  // In a complete world, what is left out does not exist.
  const learns = wanted.rules === undefined && !world.complete;
  const chosen = wanted.rules === undefined ? plainRules(role) : KEY_RULES[wanted.rules](endpoint);
  const { label, limits, text } = wanted.limit === undefined ? NO_LIMIT : LIMITS[wanted.limit];
  const labels = [
    role.toLowerCase(),
    chosen.label,
    wanted.game ?? '',
    label,
    spellingLabel(wanted.spelling),
  ].filter((each) => each !== '');
  const name = wanted.name ?? freeName(world, labels.join('-'));
  const game = gameOf(wanted, own);
  return {
    fact: {
      name,
      role,
      game: game === undefined || own === IMPLICIT_GAME ? UNKNOWN : game,
      rules: new Set(chosen.rules),
      limits,
      ...spellingExample(wanted.spelling),
    },
    declare: {
      list: 'world.secretKeys',
      line: lineOf({ name, role, rules: learns ? undefined : chosen.rules }, game, text),
      what: wordsOf(wanted, role, chosen),
    },
  };
}
