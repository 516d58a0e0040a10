/** The fixtures of a step that sends several requests: the same one each time, or another token, id or subject (`vary`). */
import { RESOURCE_FACTS, type Resource } from '../../contract/endpoints.ts';
import { IMPLICIT_GAME, type DeclaredWorld } from '../../world/declared-world.ts';
import type { Subject } from '../../world/world.ts';
import type { Given } from '../format/schema/given-schema.ts';
import type { WrittenStep } from '../format/schema/case-schema.ts';
import {
  resolveFixtures,
  isMissing,
  type Fixtures,
  type FixtureContext,
  type Needs,
} from '../fixtures/resolve-fixtures.ts';
import { byWorld } from '../fixtures/by-world.ts';
import type { FreshTokens } from '../fixtures/fresh-tokens.ts';
import type { Missing } from '../fixtures/missing.ts';
import { resolveCount } from '../format/references.ts';
import { spread } from './spread.ts';
import { subjectsOfKind } from '../fixtures/subject-index.ts';
import type { AskedSubject } from '../fixtures/subject-role.ts';

/** The fixtures of one request; `label` names what varies, if an index would not show it. */
export interface VariedFixtures {
  readonly fixtures: Fixtures;
  readonly label?: string;
}

export interface Varied {
  readonly fixtureSets: readonly VariedFixtures[];
  /** What was left out, a line each. */
  readonly notes: readonly string[];
}

export interface VaryContext {
  /** The fixtures of the step as such. */
  readonly chosen: Fixtures;
  readonly given: Given;
  readonly needs: Needs;
  readonly fresh: FreshTokens;
  readonly within: FixtureContext;
}

/** The most subjects that one step asks about; a world may declare millions. */
export const MOST_SUBJECTS = 500;
/** The most altered ids that one step asks for. */
const MOST_ALTERED = 24;

const just = (fixtureSets: readonly Fixtures[]): Varied => ({
  fixtureSets: fixtureSets.map((each) => ({ fixtures: each })),
  notes: [],
});

const isAlphanumeric = (id: string): boolean => /^[A-Za-z0-9]+$/.test(id);

/** Fixtures for each of `count` absent ids, made of characters that ids of the kind are known to have. */
function fixturesOfAbsent(
  chosen: Fixtures,
  count: number,
  world: DeclaredWorld,
): readonly Fixtures[] | Missing {
  const { resource, game } = chosen.subject;
  const ids = [...world.absents, ...world.inventions]
    .filter((each) => each.resource === resource && isAlphanumeric(each.id))
    .map(({ id }) => id)
    .filter((id) => world.isLikeKnown(resource, id) && world.subject(resource, game, id).is === 'absent');
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

/** Fixtures for each declared subject of the resource, with a key and a token that may ask about it. */
function fixturesOfSubjects({ chosen, given, needs, within }: VaryContext): Varied {
  const { resource } = chosen.endpoint;
  const declared = subjectsOfKind(within.world, resource);
  const asked = spread(declared, MOST_SUBJECTS);
  const fixtureSets = asked.flatMap(({ id, game }): readonly VariedFixtures[] => {
    const found = resolveFixtures(
      chosen.endpoint,
      { ...given, subject: { id, game } },
      { ...needs, subject: 'existing' },
      { ...within, prefer: undefined },
    );
    return isMissing(found) ? [] : [{ fixtures: found, label: subjectLabel(found.subject) }];
  });
  const { plural } = RESOURCE_FACTS[resource];
  const notes = [
    ...(declared.length > asked.length
      ? [`${asked.length} of ${declared.length} declared ${plural} are read, spread over the file`]
      : []),
    ...(fixtureSets.length < asked.length
      ? [`no declared key and token fit ${asked.length - fixtureSets.length} of ${asked.length} ${plural}`]
      : []),
  ];
  return { fixtureSets: fixtureSets.length === 0 ? [{ fixtures: chosen }] : fixtureSets, notes };
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
    const altered = spread(ids, MOST_ALTERED).map((id, at) => ID_CHANGES[at % ID_CHANGES.length]?.(id) ?? id);
    return [...new Set(altered)].filter((id) => world.subject(resource, game, id).is === 'absent');
  },
);

function fixturesOfAltered({ chosen, within: { world } }: VaryContext): Varied | Missing {
  const { resource, game } = chosen.subject;
  const ids = alteredIds(world, resource, game);
  if (ids.length === 0)
    return { needs: `a declared ${RESOURCE_FACTS[resource].word} in a complete world`, declare: [] };
  return {
    fixtureSets: ids.map((id) => ({
      fixtures: { ...chosen, subject: { resource, game, id, exists: undefined } },
      label: id,
    })),
    notes: [],
  };
}

/** The fixtures for each request of a step. */
export function fixtureSetsFor(step: WrittenStep, context: VaryContext): Varied | Missing {
  const { chosen, fresh, within } = context;
  switch (step.vary) {
    case 'subject':
      return fixturesOfSubjects(context);
    case 'altered-id':
      return fixturesOfAltered(context);
    case 'id': {
      const fixtureSets = fixturesOfAbsent(chosen, resolveCount(step.times ?? 1, chosen), within.world);
      return 'needs' in fixtureSets ? fixtureSets : just(fixtureSets);
    }
    case 'token': {
      const tokens = fresh.take(resolveCount(step.times ?? 1, chosen), chosen.subject.game);
      return 'needs' in tokens ? tokens : just(tokens.map((token) => ({ ...chosen, token })));
    }
    case undefined:
      return just(Array.from({ length: resolveCount(step.times ?? 1, chosen) }, () => chosen));
  }
}
