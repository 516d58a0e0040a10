/** A secret key that a case could use, if the world declared it. */
import { PERMISSION_RULES, type Endpoint, type Role } from '../../spec/endpoints.ts';
import { IMPLICIT_GAME, type DeclaredWorld } from '../../world/declared-world.ts';
import { UNKNOWN } from '../../world/world.ts';
import type { Given } from '../format/schema/given-schema.ts';
import { spellingExample, spellingLabel, spellingWords } from '../format/given/spellings.ts';
import { type Anew, envText, freeSecretName } from './line-parts.ts';
import { KEY_LIMITS, KEY_RULES, plainRules, type NewRules } from '../format/given/key-traits.ts';
import type { WantedRoles } from '../cast/candidates.ts';

type KeyGiven = NonNullable<Given['key']>;

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

function wordsOf(wanted: KeyGiven, role: Role, rules: NewRules): string {
  if (wanted.name !== undefined) return `a secret key named ${wanted.name}`;
  const words = [
    `a secret key of role ${role}`,
    rules.what,
    wanted.game === undefined ? '' : GAME_WORDS[wanted.game],
    wanted.limit === undefined ? '' : `and ${KEY_LIMITS[wanted.limit].words}`,
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
export function newKey(world: DeclaredWorld, { endpoint, given }: WantedRoles, own: string): Anew {
  const wanted = given.key ?? {};
  const role = roleOf(endpoint, wanted);
  // In a complete world, what is left out does not exist.
  const learns = wanted.rules === undefined && !world.complete;
  const chosen = wanted.rules === undefined ? plainRules(role) : KEY_RULES[wanted.rules].example(endpoint);
  const limit = wanted.limit === undefined ? undefined : KEY_LIMITS[wanted.limit];
  const labels = [
    role.toLowerCase(),
    chosen.label,
    wanted.game ?? '',
    wanted.limit ?? '',
    spellingLabel(wanted.spelling),
  ].filter((each) => each !== '');
  const name = wanted.name ?? freeSecretName(world, labels.join('-'));
  const game = gameOf(wanted, own);
  return {
    keys: [
      {
        name,
        role,
        game: game === undefined || own === IMPLICIT_GAME ? UNKNOWN : game,
        rules: new Set(chosen.rules),
        limits: limit?.example ?? {},
        ...spellingExample(wanted.spelling),
      },
    ],
    declare: [
      {
        list: 'world.secretKeys',
        line: lineOf({ name, role, rules: learns ? undefined : chosen.rules }, game, limit?.text ?? ''),
        what: wordsOf(wanted, role, chosen),
      },
    ],
  };
}
