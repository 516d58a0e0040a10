/** What to declare so that key, token and subject of a case are there and fit one another. */
import { IMPLICIT_GAME, type DeclaredWorld } from '../../world/declared-world.ts';
import { UNKNOWN, type AuthToken, type SecretKey } from '../../world/world.ts';
import type { AskedSubject } from '../../judge/planned.ts';
import type { Declare } from '../../world/declared-world.ts';
import { newKey } from './new-key.ts';
import { newSubjects } from './new-subject.ts';
import { newToken } from './new-token.ts';
import type { RolesOfCase } from './roles-of-case.ts';

/** Who may play each role; undefined: the request goes without. */
export interface Roles {
  readonly subjects: readonly AskedSubject[];
  readonly keys: readonly (SecretKey | undefined)[];
  readonly tokens: readonly (AuthToken | undefined)[];
}

type Role = 'key' | 'token' | 'subject';
const ROLES: readonly Role[] = ['token', 'subject', 'key'];

function lackingRoles({ given, needs }: RolesOfCase, { subjects, keys, tokens }: Roles): readonly Role[] {
  return [
    ...(needs.key && keys.length < (given.key?.nth ?? 1) ? (['key'] as const) : []),
    ...(needs.token && tokens.length < (given.token?.nth ?? 1) ? (['token'] as const) : []),
    ...(subjects.length < (given.subject?.nth ?? 1) ? (['subject'] as const) : []),
  ];
}

/** The roles to declare anew: the missing ones, then more and more of the others. */
function attempts(of: RolesOfCase, found: Roles): readonly ReadonlySet<Role>[] {
  const lacking = lackingRoles(of, found);
  const wanted = ROLES.filter((role) => role === 'subject' || of.needs[role]);
  return [0, ...wanted.map((_, index) => index + 1)].map(
    (count) => new Set([...lacking, ...wanted.slice(0, count)]),
  );
}

interface Offer {
  readonly declare: readonly Declare[];
  readonly roles: Roles;
}

/** New ones for some roles, in addition to those of the world; undefined where no line can declare one. */
function offer(
  world: DeclaredWorld,
  of: RolesOfCase,
  found: Roles,
  anew: ReadonlySet<Role>,
): Offer | undefined {
  const first = anew.has('subject') ? undefined : found.subjects[0];
  const game = first?.game ?? of.given.subject?.game ?? world.games[0] ?? IMPLICIT_GAME;
  if (!world.games.includes(game)) return undefined;
  const holder = found.tokens.find((token) => token?.holder.kind === 'player' && token.holder.game === game);
  const subjects = anew.has('subject')
    ? newSubjects(world, of, game, anew.has('token') ? undefined : holder)
    : { declare: [], askedSubjects: [] };
  const key = anew.has('key') ? [newKey(world, of, game)] : [];
  const owners = (first ?? subjects?.askedSubjects[0])?.exists?.owners;
  const token = anew.has('token')
    ? newToken(world, of, game, owners === UNKNOWN ? [] : (owners ?? []))
    : { declare: [], tokens: [] };
  if (subjects === undefined || token === undefined) return undefined;
  return {
    declare: [...key.map(({ declare }) => declare), ...subjects.declare, ...token.declare],
    roles: {
      subjects: [...found.subjects, ...subjects.askedSubjects],
      keys: [...found.keys, ...key.map(({ fact }) => fact)],
      tokens: [...found.tokens, ...token.tokens],
    },
  };
}

/** The fewest new lines with which the roles are found; `fit` says whether they are. Empty where no lines help. */
export function declareRoles(
  world: DeclaredWorld,
  of: RolesOfCase,
  found: Roles,
  fit: (roles: Roles) => boolean,
): readonly Declare[] {
  for (const anew of attempts(of, found)) {
    const offered = offer(world, of, found, anew);
    if (offered !== undefined && offered.declare.length > 0 && fit(offered.roles)) return offered.declare;
  }
  return [];
}
