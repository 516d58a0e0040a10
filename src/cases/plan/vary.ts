/** The requests of a step that sends each with another token, id, subject or key (`vary`). */
import { RESOURCE_FACTS, type Resource } from '../../spec/endpoints.ts';
import { isInForce } from '../../world/world.ts';
import { IMPLICIT_GAME } from '../../world/declared-world.ts';
import type { TargetFacts } from '../cast/target-facts.ts';
import { cast } from '../cast/cast.ts';
import { byWorld, subjectsOfKind } from '../cast/world-index.ts';
import type { Need, Wish } from '../cast/wish.ts';
import type { WrittenStep } from '../format/schema/case-schema.ts';
import type { Send } from '../format/schema/send-schema.ts';
import type { Roles } from '../planned.ts';

/** At most `most` items, evenly from all over the list. */
export function spread<T>(items: readonly T[], most: number): readonly T[] {
  if (items.length <= most) return items;
  return Array.from({ length: most }, (_, index) => items[Math.floor((index * items.length) / most)] as T);
}

/** One request of a step. */
export interface VariedRequest {
  readonly roles: Roles;
  /** Left out: what the step sends. */
  readonly send?: Send;
  /** What varies, if an index would not show it. */
  readonly varied?: string;
}

/** The requests of a step; `notes`: what was left out, a line each. */
export interface Variations {
  readonly variations: readonly VariedRequest[];
  readonly notes?: readonly string[];
}

/** What a step varies, and how often. */
interface Varying {
  readonly wish: Wish;
  /** Who plays its roles. */
  readonly chosen: Roles;
  readonly facts: TargetFacts;
  readonly count: number;
  /** How many tokens earlier steps of the case have used up. */
  readonly usedTokens: number;
}

/** The most subjects that one step asks about; a world may declare millions. */
export const MAX_VARIED_SUBJECTS = 500;
/** The most keys that one step asks with. */
const MAX_VARIED_KEYS = 100;
/** The most altered ids that one step asks for. */
const MAX_ALTERED_IDS = 24;

const isAlphanumeric = (id: string): boolean => /^[A-Za-z0-9]+$/.test(id);

/** The step's roles for another subject that nothing has. */
const askedAbout = (chosen: Roles, id: string): Roles => ({
  ...chosen,
  subject: { resource: chosen.subject.resource, game: chosen.subject.game, id, exists: undefined },
});

/** `count` absent ids, made of characters that ids of the kind are known to have. */
function absentIdsVaried({ chosen, facts: { world }, count }: Varying): Variations | Need {
  const { resource, game } = chosen.subject;
  const ids = [...world.absents, ...world.inventions]
    .filter((each) => each.resource === resource && isAlphanumeric(each.id))
    .map(({ id }) => id)
    .filter(
      (id) => world.fitsKnownAlphabet(resource, id) && world.subject(resource, game, id).is === 'absent',
    );
  if (ids.length < count) return { need: `${count} ids that no ${RESOURCE_FACTS[resource].word} has` };
  return { variations: ids.slice(0, count).map((id) => ({ roles: askedAbout(chosen, id) })) };
}

/** Tokens of the game's players that the case has not used yet. */
function tokensVaried({ chosen, facts, count, usedTokens }: Varying): Variations | Need {
  const { game } = chosen.subject;
  const fit = facts.world.authTokens.filter((token) => isInForce(token, game));
  const taken = fit.slice(usedTokens, usedTokens + count);
  const where = game === IMPLICIT_GAME ? '' : ` of ${game}`;
  if (taken.length < count) return { need: `${usedTokens + count} tokens of players${where}` };
  return { variations: taken.map((token) => ({ roles: { ...chosen, token } })) };
}

/** Each declared subject of the resource, with a key and a token that may ask about it. */
function subjectsVaried({ chosen, wish, facts }: Varying): Variations {
  const { resource } = chosen.endpoint;
  const declared = subjectsOfKind(facts.world, resource);
  const asked = spread(declared, MAX_VARIED_SUBJECTS);
  const variations = asked.flatMap(({ id, game }): readonly VariedRequest[] => {
    const given = { ...wish.given, subject: { id, game } };
    const has = { ...wish.has, subject: 'existing' } as const;
    const roles = cast({ ...wish, given, has, prefer: undefined }, facts);
    const varied = game === IMPLICIT_GAME ? id : `${id} of ${game}`;
    return 'need' in roles ? [] : [{ roles, varied }];
  });
  const { plural } = RESOURCE_FACTS[resource];
  const notes = [
    ...(declared.length > asked.length
      ? [`${asked.length} of ${declared.length} declared ${plural} are read, spread over the file`]
      : []),
    ...(variations.length < asked.length
      ? [`no declared key and token fit ${asked.length - variations.length} of ${asked.length} ${plural}`]
      : []),
  ];
  return { variations: variations.length === 0 ? [{ roles: chosen }] : variations, notes };
}

/** Each declared key that fits, with a subject and a token for it; the first one is the step's own. */
function keysVaried({ chosen, wish, facts }: Varying): Variations {
  const { given } = wish;
  const variations: VariedRequest[] = [];
  for (let nth = 1; nth <= MAX_VARIED_KEYS; nth += 1) {
    const asked = { ...given, key: { ...given.key, nth } };
    const roles = cast({ ...wish, given: asked, prefer: undefined }, facts);
    if ('need' in roles) break;
    variations.push({ roles, varied: `with ${roles.key?.name ?? ''}` });
  }
  return { variations: variations.length === 0 ? [{ roles: chosen }] : variations };
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
const alteredIds = byWorld((world, resource: Resource, game: string): readonly string[] => {
  const ids = subjectsOfKind(world, resource)
    .filter((subject) => subject.game === game && isAlphanumeric(subject.id))
    .map(({ id }) => id);
  const altered = spread(ids, MAX_ALTERED_IDS).map(
    (id, at) => ID_CHANGES[at % ID_CHANGES.length]?.(id) ?? id,
  );
  return [...new Set(altered)].filter((id) => world.subject(resource, game, id).is === 'absent');
});

function alteredIdsVaried({ chosen, facts: { world } }: Varying): Variations | Need {
  const { resource, game } = chosen.subject;
  const ids = alteredIds(world, resource, game);
  if (ids.length === 0) return { need: `a declared ${RESOURCE_FACTS[resource].word} in a complete world` };
  return { variations: ids.map((id) => ({ roles: askedAbout(chosen, id), varied: id })) };
}

export const VARIED: Readonly<
  Record<NonNullable<WrittenStep['vary']>, (varying: Varying) => Variations | Need>
> = {
  token: tokensVaried,
  id: absentIdsVaried,
  subject: subjectsVaried,
  'altered-id': alteredIdsVaried,
  key: keysVaried,
};
