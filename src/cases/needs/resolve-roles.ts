/** Who plays the roles of a case, or what to declare so that they are there and fit one another. */
import type { Extension } from '../../spec/members.ts';
import type { Roles } from '../planned.ts';
import { IMPLICIT_GAME, type DeclarationLine, type DeclaredWorld } from '../../world/declared-world.ts';
import { UNKNOWN } from '../../world/world.ts';
import { candidates, fittingRoles, type Candidates, type WantedRoles } from '../cast/candidates.ts';
import { sayKey, saySubject, sayToken } from '../cast/role-words.ts';
import type { Anew } from './line-parts.ts';
import { newKey } from './new-key.ts';
import { newSubjects } from './new-subject.ts';
import { newToken } from './new-token.ts';
import { allLacks, worldLacks, type Lack } from './other-lacks.ts';

type Role = 'key' | 'token' | 'subject';
const ROLES: readonly Role[] = ['token', 'subject', 'key'];

function lackingRoles({ given, needs }: WantedRoles, found: Candidates): readonly Role[] {
  const { subjects, keys, tokens } = found;
  return [
    ...(needs.key && keys.length < (given.key?.nth ?? 1) ? (['key'] as const) : []),
    ...(needs.token && tokens.length < (given.token?.nth ?? 1) ? (['token'] as const) : []),
    ...(subjects.length < (given.subject?.nth ?? 1) ? (['subject'] as const) : []),
  ];
}

/** The roles to declare anew: the missing ones, then more and more of the others. */
function attempts(wanted: WantedRoles, found: Candidates): readonly ReadonlySet<Role>[] {
  const lacking = lackingRoles(wanted, found);
  const more = ROLES.filter((role) => role === 'subject' || wanted.needs[role]);
  return [0, ...more.map((_, index) => index + 1)].map(
    (count) => new Set([...lacking, ...more.slice(0, count)]),
  );
}

const NOTHING: Anew = { declare: [] };

/** New ones for some roles, in addition to those of the world; undefined where no line can declare one. */
function offer(
  world: DeclaredWorld,
  wanted: WantedRoles,
  found: Candidates,
  anew: ReadonlySet<Role>,
): (Candidates & Anew) | undefined {
  const first = anew.has('subject') ? undefined : found.subjects[0];
  const game = first?.game ?? wanted.given.subject?.game ?? world.games[0] ?? IMPLICIT_GAME;
  if (!world.games.includes(game)) return undefined;
  const holder = found.tokens.find((token) => token?.holder.kind === 'player' && token.holder.game === game);
  const subjects = anew.has('subject')
    ? newSubjects(world, wanted, game, anew.has('token') ? undefined : holder)
    : NOTHING;
  const key = anew.has('key') ? newKey(world, wanted, game) : NOTHING;
  const owners = (first ?? subjects?.subjects?.[0])?.exists?.owners;
  const token = anew.has('token')
    ? newToken(world, wanted, game, owners === UNKNOWN ? [] : (owners ?? []))
    : NOTHING;
  if (subjects === undefined || token === undefined) return undefined;
  return {
    declare: [key, subjects, token].flatMap(({ declare }) => declare),
    subjects: [...found.subjects, ...(subjects.subjects ?? [])],
    keys: [...found.keys, ...(key.keys ?? [])],
    tokens: [...found.tokens, ...(token.tokens ?? [])],
  };
}

/** The fewest new lines with which the roles are found. Empty where no lines help. */
function linesFor(world: DeclaredWorld, wanted: WantedRoles, found: Candidates): readonly DeclarationLine[] {
  for (const anew of attempts(wanted, found)) {
    const offered = offer(world, wanted, found, anew);
    if (offered === undefined || offered.declare.length === 0) continue;
    if (fittingRoles(offered, wanted) !== undefined) return offered.declare;
  }
  return [];
}

function sayNeeds({ endpoint, given }: WantedRoles, { keys, subjects, tokens }: Candidates): string {
  if (keys.length === 0) return sayKey(endpoint, given);
  if (subjects.length < (given.subject?.nth ?? 1)) return saySubject(endpoint, given);
  if (tokens.length === 0) return sayToken(endpoint, given);
  const token = tokens.includes(undefined) ? [] : [sayToken(endpoint, given)];
  return `${[sayKey(endpoint, given), saySubject(endpoint, given), ...token].join('; ')}: of one game, and fitting one another`;
}

/** Finds the roles for a case in a world. */
export function resolveRoles(
  wanted: WantedRoles,
  { world, extensions }: { readonly world: DeclaredWorld; readonly extensions: readonly Extension[] },
): Roles | Lack {
  const { endpoint, given } = wanted;
  const among = candidates(world, wanted);
  const found = fittingRoles(among, wanted);
  const lacks = worldLacks(wanted, world, extensions, found !== undefined);
  if (found === undefined)
    return allLacks({ needs: sayNeeds(wanted, among), declare: linesFor(world, wanted, among) }, lacks);
  const [lack, ...others] = lacks;
  if (lack !== undefined) return allLacks(lack, others);
  const otherGame = world.games.find((game) => game !== found.subject.game);
  const extension = extensions.find(({ on, shape }) => on === endpoint.id && shape.type === given.extension);
  return { endpoint, ...found, otherGame, extension };
}

export function isLack(found: object): found is Lack {
  return 'needs' in found;
}
