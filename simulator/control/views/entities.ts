/** Players, characters, groups, keys and tokens as the control API shows them: in the form of a world file. */
import { PERMISSION_RULES, RESOURCE_FACTS } from '../../../src/contract/endpoints.ts';
import { UNKNOWN, type AuthToken, type SecretKey, type Subject } from '../../../src/world/world.ts';
import type { Held } from '../../world/world-state.ts';

type Shown = Readonly<Record<string, unknown>>;

function ownersOf({ resource, owners }: Subject): Shown {
  if (resource === 'gamePlayer' || owners === UNKNOWN) return {};
  return resource === 'group' ? { members: owners } : { owner: owners[0] ?? null };
}

export function showSubject(subject: Subject): Shown {
  const { resource, id, game, tags } = subject;
  return {
    [RESOURCE_FACTS[resource].idMember]: id,
    game,
    ...ownersOf(subject),
    ...(tags !== UNKNOWN && { tags }),
  };
}

function rulesOf({ rules }: SecretKey): Shown {
  if (rules === UNKNOWN) return {};
  return { rules: rules.size === PERMISSION_RULES.length ? 'all' : [...rules] };
}

/** The value of a secret that is public, the variable that stands for any other. */
export const showSecret = ({ value, envName, public: isPublic }: Held<unknown>): string =>
  isPublic ? value : `\${env:${envName}}`;

export function showKey(held: Held<SecretKey>): Shown {
  const { name, role, game, limits } = held.item;
  return {
    name,
    key: showSecret(held),
    ...(role !== UNKNOWN && { role }),
    ...(game !== UNKNOWN && { game }),
    ...rulesOf(held.item),
    ...(Object.keys(limits).length > 0 && { limits }),
  };
}

export function showToken(held: Held<AuthToken>, { expired }: Pick<AuthToken, 'expired'> = held.item): Shown {
  const { name, holder, expiresInSeconds } = held.item;
  return {
    name,
    token: showSecret(held),
    ...(holder.kind === 'dashboard' ? { admin: true } : { player: holder.userId, game: holder.game }),
    ...(expired ? { expired } : expiresInSeconds !== undefined && { expiresInSeconds }),
  };
}
