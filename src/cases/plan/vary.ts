/** The roles of a step that sends several requests: the same one each time, or another token, id, subject or key (`vary`). */
import { RESOURCE_FACTS, type Resource } from '../../spec/endpoints.ts';
import { isInForce } from '../../world/callers.ts';
import { type DeclaredWorld, IMPLICIT_GAME } from '../../world/declared-world.ts';
import type { AuthToken, Subject } from '../../world/world.ts';
import type { TargetFacts } from '../cast/target-facts.ts';
import type { WrittenStep } from '../format/schema/case-schema.ts';
import { isLack, resolveRoles } from '../needs/resolve-roles.ts';
import type { WantedRoles } from '../cast/candidates.ts';
import { byWorld, subjectsOfKind } from '../cast/world-index.ts';
import type { Lack } from '../needs/other-lacks.ts';
import { resolveCount } from '../format/references.ts';
import type { AskedSubject, Roles } from '../planned.ts';
import { playersWithTokens } from '../needs/new-token.ts';

/** At most `most` items, evenly from all over the list. */
export function spread<T>(items: readonly T[], most: number): readonly T[] {
  if (items.length <= most) return items;
  return Array.from({ length: most }, (_, index) => items[Math.floor((index * items.length) / most)] as T);
}

/** Tokens that a case has not used yet, for steps in which each request has another. */
export class FreshTokens {
  readonly #world: DeclaredWorld;
  #used = 0;

  constructor(world: DeclaredWorld) {
    this.#world = world;
  }

  /** The next tokens of a game's players. */
  take(count: number, game: string): readonly AuthToken[] | Lack {
    const fit = this.#world.authTokens.filter((token) => isInForce(token, game));
    const taken = fit.slice(this.#used, this.#used + count);
    this.#used += count;
    const where = game === IMPLICIT_GAME ? '' : ` of ${game}`;
    return taken.length === count
      ? taken
      : {
          needs: `${this.#used} or more auth tokens of players${where} (world.authTokens)`,
          declare: playersWithTokens(this.#world, this.#used - fit.length, game),
        };
  }
}

/** The roles of one request; `label` names what varies, if an index would not show it. */
interface VariedRoles {
  readonly roles: Roles;
  readonly label?: string;
}

interface RoleSets {
  readonly roleSets: readonly VariedRoles[];
  /** What was left out, a line each. */
  readonly notes: readonly string[];
}

interface VaryContext {
  /** The roles of the step as such. */
  readonly chosen: Roles;
  readonly wanted: WantedRoles;
  readonly fresh: FreshTokens;
  readonly facts: Pick<TargetFacts, 'world' | 'extensions'>;
}

/** The most subjects that one step asks about; a world may declare millions. */
export const MAX_VARIED_SUBJECTS = 500;
/** The most keys that one step asks with. */
const MAX_VARIED_KEYS = 100;
/** The most altered ids that one step asks for. */
const MAX_ALTERED = 24;

const just = (roleSets: readonly Roles[]): RoleSets => ({
  roleSets: roleSets.map((each) => ({ roles: each })),
  notes: [],
});

const isAlphanumeric = (id: string): boolean => /^[A-Za-z0-9]+$/.test(id);

/** Roles for each of `count` absent ids, made of characters that ids of the kind are known to have. */
function rolesOfAbsent(chosen: Roles, count: number, world: DeclaredWorld): readonly Roles[] | Lack {
  const { resource, game } = chosen.subject;
  const ids = [...world.absents, ...world.inventions]
    .filter((each) => each.resource === resource && isAlphanumeric(each.id))
    .map(({ id }) => id)
    .filter(
      (id) => world.fitsKnownAlphabet(resource, id) && world.subject(resource, game, id).is === 'absent',
    );
  if (ids.length < count)
    return {
      needs: `${count} ids that nothing has (world.absent.${RESOURCE_FACTS[resource].plural})`,
      declare: [],
    };
  return ids.slice(0, count).map((id) => ({ ...chosen, subject: { resource, game, id, exists: undefined } }));
}

function subjectLabel({ id, game }: AskedSubject | Subject): string {
  return game === IMPLICIT_GAME ? id : `${id} of ${game}`;
}

/** Roles for each declared subject of the resource, with a key and a token that may ask about it. */
function rolesOfSubjects({ chosen, wanted, facts }: VaryContext): RoleSets {
  const { resource } = chosen.endpoint;
  const declared = subjectsOfKind(facts.world, resource);
  const asked = spread(declared, MAX_VARIED_SUBJECTS);
  const roleSets = asked.flatMap(({ id, game }): readonly VariedRoles[] => {
    const found = resolveRoles(
      {
        ...wanted,
        given: { ...wanted.given, subject: { id, game } },
        needs: { ...wanted.needs, subject: 'existing' },
        prefer: undefined,
      },
      facts,
    );
    return isLack(found) ? [] : [{ roles: found, label: subjectLabel(found.subject) }];
  });
  const { plural } = RESOURCE_FACTS[resource];
  const notes = [
    ...(declared.length > asked.length
      ? [`${asked.length} of ${declared.length} declared ${plural} are read, spread over the file`]
      : []),
    ...(roleSets.length < asked.length
      ? [`no declared key and token fit ${asked.length - roleSets.length} of ${asked.length} ${plural}`]
      : []),
  ];
  return { roleSets: roleSets.length === 0 ? [{ roles: chosen }] : roleSets, notes };
}

/** Roles for each declared key that fits, with a subject and a token for it; the first one is that of the step as such. */
function rolesOfKeys({ chosen, wanted, facts }: VaryContext): RoleSets {
  const { given } = wanted;
  const roleSets: VariedRoles[] = [];
  for (let nth = 1; nth <= MAX_VARIED_KEYS; nth += 1) {
    const found = resolveRoles(
      { ...wanted, given: { ...given, key: { ...given.key, nth } }, prefer: undefined },
      facts,
    );
    if (isLack(found)) break;
    roleSets.push({ roles: found, label: `with ${found.key?.name ?? ''}` });
  }
  return { roleSets: roleSets.length === 0 ? [{ roles: chosen }] : roleSets, notes: [] };
}

/** Another character of the same class, so that no format of ids explains a refusal. */
function nextOfClass(character: string): string {
  if (character === 'z' || character === 'Z' || character === '9')
    return { z: 'a', Z: 'A', 9: '0' }[character];
  return String.fromCharCode(character.charCodeAt(0) + 1);
}

const changedAt = (id: string, at: number): string =>
  id.slice(0, at) + nextOfClass(id.charAt(at)) + id.slice(at + 1);

const middleOf = (id: string): number => Math.floor(id.length / 2);

/** Small changes that keep the length of an id and the classes of its characters. */
const ID_CHANGES: readonly ((id: string) => string)[] = [
  (id) => changedAt(id, 0),
  (id) => changedAt(id, id.length - 1),
  (id) => changedAt(id, middleOf(id)),
  (id) =>
    id.slice(0, middleOf(id) - 1) +
    id.charAt(middleOf(id)) +
    id.charAt(middleOf(id) - 1) +
    id.slice(middleOf(id) + 1),
  (id) => [...id].toReversed().join(''),
];

/** Ids one small change away from declared ones, that the world knows to be absent in the game. */
const alteredIds = byWorld(
  (resource: Resource, game: string) => `${resource} ${game}`,
  (world, resource, game): readonly string[] => {
    const ids = subjectsOfKind(world, resource)
      .filter((subject) => subject.game === game && isAlphanumeric(subject.id))
      .map(({ id }) => id);
    const altered = spread(ids, MAX_ALTERED).map((id, at) => ID_CHANGES[at % ID_CHANGES.length]?.(id) ?? id);
    return [...new Set(altered)].filter((id) => world.subject(resource, game, id).is === 'absent');
  },
);

function rolesOfAltered({ chosen, facts: { world } }: VaryContext): RoleSets | Lack {
  const { resource, game } = chosen.subject;
  const ids = alteredIds(world, resource, game);
  if (ids.length === 0)
    return { needs: `a declared ${RESOURCE_FACTS[resource].word} in a complete world`, declare: [] };
  return {
    roleSets: ids.map((id) => ({
      roles: { ...chosen, subject: { resource, game, id, exists: undefined } },
      label: id,
    })),
    notes: [],
  };
}

/** The roles for each request of a step. */
export function roleSetsFor(step: WrittenStep, context: VaryContext): RoleSets | Lack {
  const { chosen, fresh, facts } = context;
  switch (step.vary) {
    case 'subject':
      return rolesOfSubjects(context);
    case 'altered-id':
      return rolesOfAltered(context);
    case 'key':
      return rolesOfKeys(context);
    case 'id': {
      const roleSets = rolesOfAbsent(chosen, resolveCount(step.times ?? 1, chosen), facts.world);
      return 'needs' in roleSets ? roleSets : just(roleSets);
    }
    case 'token': {
      const tokens = fresh.take(resolveCount(step.times ?? 1, chosen), chosen.subject.game);
      return 'needs' in tokens ? tokens : just(tokens.map((token) => ({ ...chosen, token })));
    }
    case undefined:
      return just(Array.from({ length: resolveCount(step.times ?? 1, chosen) }, () => chosen));
  }
}
