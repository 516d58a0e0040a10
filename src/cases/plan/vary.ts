/** The roles of a step that sends several requests: the same one each time, or another token, id, subject or key (`vary`). */
import { RESOURCE_FACTS, type Resource } from '../../spec/endpoints.ts';
import { isInForce } from '../../world/callers.ts';
import { type DeclaredWorld, IMPLICIT_GAME } from '../../world/declared-world.ts';
import type { AuthToken, Subject } from '../../world/world.ts';
import type { TargetFacts } from '../cast/target-facts.ts';
import type { WrittenStep } from '../format/schema/case-schema.ts';
import { cast } from '../cast/cast.ts';
import { byWorld, subjectsOfKind } from '../cast/world-index.ts';
import type { Need, Wish } from '../cast/wish.ts';
import { resolveCount } from '../format/references.ts';
import type { AskedSubject, Roles } from '../planned.ts';

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
  take(count: number, game: string): readonly AuthToken[] | Need {
    const fit = this.#world.authTokens.filter((token) => isInForce(token, game));
    const taken = fit.slice(this.#used, this.#used + count);
    this.#used += count;
    const where = game === IMPLICIT_GAME ? '' : ` of ${game}`;
    return taken.length === count ? taken : { need: `${this.#used} tokens of players${where}` };
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
  readonly wish: Wish;
  readonly fresh: FreshTokens;
  readonly facts: TargetFacts;
}

/** The most subjects that one step asks about; a world may declare millions. */
export const MAX_VARIED_SUBJECTS = 500;
/** The most keys that one step asks with. */
const MAX_VARIED_KEYS = 100;
/** The most altered ids that one step asks for. */
const MAX_ALTERED_IDS = 24;

const unvaried = (roleSets: readonly Roles[]): RoleSets => ({
  roleSets: roleSets.map((each) => ({ roles: each })),
  notes: [],
});

const isAlphanumeric = (id: string): boolean => /^[A-Za-z0-9]+$/.test(id);

/** Roles for each of `count` absent ids, made of characters that ids of the kind are known to have. */
function rolesOfAbsent(chosen: Roles, count: number, world: DeclaredWorld): readonly Roles[] | Need {
  const { resource, game } = chosen.subject;
  const ids = [...world.absents, ...world.inventions]
    .filter((each) => each.resource === resource && isAlphanumeric(each.id))
    .map(({ id }) => id)
    .filter(
      (id) => world.fitsKnownAlphabet(resource, id) && world.subject(resource, game, id).is === 'absent',
    );
  if (ids.length < count) return { need: `${count} ids that no ${RESOURCE_FACTS[resource].word} has` };
  return ids.slice(0, count).map((id) => ({ ...chosen, subject: { resource, game, id, exists: undefined } }));
}

function subjectLabel({ id, game }: AskedSubject | Subject): string {
  return game === IMPLICIT_GAME ? id : `${id} of ${game}`;
}

/** Roles for each declared subject of the resource, with a key and a token that may ask about it. */
function rolesOfSubjects({ chosen, wish, facts }: VaryContext): RoleSets {
  const { resource } = chosen.endpoint;
  const declared = subjectsOfKind(facts.world, resource);
  const asked = spread(declared, MAX_VARIED_SUBJECTS);
  const roleSets = asked.flatMap(({ id, game }): readonly VariedRoles[] => {
    const given = { ...wish.given, subject: { id, game } };
    const found = cast({ ...wish, given, has: { ...wish.has, subject: 'existing' } }, facts);
    return 'need' in found ? [] : [{ roles: found.roles, label: subjectLabel(found.roles.subject) }];
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

/** Roles for each declared key that fits, with a subject and a token for it; the first one is the step's own. */
function rolesOfKeys({ chosen, wish, facts }: VaryContext): RoleSets {
  const { given } = wish;
  const roleSets: VariedRoles[] = [];
  for (let nth = 1; nth <= MAX_VARIED_KEYS; nth += 1) {
    const found = cast({ ...wish, given: { ...given, key: { ...given.key, nth } } }, facts);
    if ('need' in found) break;
    roleSets.push({ roles: found.roles, label: `with ${found.roles.key?.name ?? ''}` });
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
    const altered = spread(ids, MAX_ALTERED_IDS).map(
      (id, at) => ID_CHANGES[at % ID_CHANGES.length]?.(id) ?? id,
    );
    return [...new Set(altered)].filter((id) => world.subject(resource, game, id).is === 'absent');
  },
);

function rolesOfAltered({ chosen, facts: { world } }: VaryContext): RoleSets | Need {
  const { resource, game } = chosen.subject;
  const ids = alteredIds(world, resource, game);
  if (ids.length === 0) return { need: `a declared ${RESOURCE_FACTS[resource].word} in a complete world` };
  return {
    roleSets: ids.map((id) => ({
      roles: { ...chosen, subject: { resource, game, id, exists: undefined } },
      label: id,
    })),
    notes: [],
  };
}

/** The roles for each request of a step. */
export function roleSetsFor(step: WrittenStep, context: VaryContext): RoleSets | Need {
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
      return 'need' in roleSets ? roleSets : unvaried(roleSets);
    }
    case 'token': {
      const tokens = fresh.take(resolveCount(step.times ?? 1, chosen), chosen.subject.game);
      return 'need' in tokens ? tokens : unvaried(tokens.map((token) => ({ ...chosen, token })));
    }
    case undefined:
      return unvaried(Array.from({ length: resolveCount(step.times ?? 1, chosen) }, () => chosen));
  }
}
