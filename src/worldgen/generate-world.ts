/** A world of any size around a base world: the same for the same seed, entity by entity, without holding it in memory. */
import { RESOURCE_FACTS, RESOURCES, type Resource } from '../contract/endpoints.ts';
import type { TagItem } from '../contract/envelope.ts';
import { drawsAt, type Draw } from './draws.ts';
import { entityId } from './entity-ids.ts';
import { entityTags } from './entity-tags.ts';
import type { Vocabulary } from './vocabulary.ts';
import { jsonAsYaml, safeYaml } from '../text/safe-yaml.ts';
import type { BaseWorld } from './base-world.ts';

export interface WorldSize {
  readonly gamePlayer: number;
  readonly characterPlayer: number;
  readonly group: number;
}

export interface WorldPlan {
  readonly seed: number;
  readonly size: WorldSize;
  /** The ids of the games among which the entities are spread; at least one. */
  readonly games: readonly string[];
  /** How many tags an ordinary entity has. */
  readonly tags: number;
  readonly words: Vocabulary;
  /** Ids that the base world has or needs to be absent. */
  readonly taken: ReadonlySet<string>;
}

/** One entity as a world file declares it. */
export type Entity = {
  readonly game: string;
  readonly tags: readonly TagItem[];
  readonly owner?: string;
  readonly members?: readonly string[];
} & Readonly<Record<string, unknown>>;

const STREAM = { tags: 100, owner: 200, members: 300 } as const;
const MAX_MEMBERS = 12;
/** One player in this many also plays the next game, under the same id and with other tags. */
const ABROAD_EACH = 500;

/** Owners live in the game of what they own, so the game of a player follows from its index. */
const gameOf = ({ games }: WorldPlan, index: number): string => games[index % games.length] as string;

/** A player of a game by a draw; undefined: the game has none. */
function playerIn(plan: WorldPlan, game: number, draw: Draw): string | undefined {
  const { games, size, seed, taken } = plan;
  const count = Math.ceil((size.gamePlayer - game) / games.length);
  if (count <= 0) return undefined;
  const id = entityId('gamePlayer', seed, game + draw(count) * games.length);
  return taken.has(id) ? undefined : id;
}

const BELONGINGS = {
  gamePlayer: () => ({}),
  characterPlayer: (plan, index) => {
    const draw = drawsAt(plan.seed, STREAM.owner, index);
    const owner = draw(20) === 0 ? undefined : playerIn(plan, index % plan.games.length, draw);
    return owner === undefined ? {} : { owner };
  },
  group: (plan, index) => {
    const draw = drawsAt(plan.seed, STREAM.members, index);
    const count = draw(MAX_MEMBERS + 1);
    const members = new Set<string>();
    for (let at = 0; at < count; at += 1) {
      const player = playerIn(plan, index % plan.games.length, draw);
      if (player !== undefined) members.add(player);
    }
    return { members: [...members] };
  },
} as const satisfies Record<Resource, (plan: WorldPlan, index: number) => Partial<Entity>>;

function entityAt(plan: WorldPlan, resource: Resource, index: number): Entity | undefined {
  const { seed, tags, words, taken } = plan;
  const id = entityId(resource, seed, index);
  if (taken.has(id)) return undefined;
  const draw = drawsAt(seed, STREAM.tags + RESOURCES.indexOf(resource), index);
  return {
    [RESOURCE_FACTS[resource].idMember]: id,
    game: gameOf(plan, index),
    ...BELONGINGS[resource](plan, index),
    tags: entityTags(resource, index, tags, draw, words),
  };
}

function abroad(plan: WorldPlan, entity: Entity, index: number): Entity | undefined {
  if (plan.games.length < 2 || index % ABROAD_EACH !== 1) return undefined;
  return { ...entity, game: gameOf(plan, index + 1), tags: [{ key: 'home', value: entity.game }] };
}

/** The entities of a kind, in their order. Players come first where a world is read line by line. */
export function* entitiesOf(plan: WorldPlan, resource: Resource): Generator<Entity> {
  for (let index = 0; index < plan.size[resource]; index += 1) {
    const entity = entityAt(plan, resource, index);
    if (entity === undefined) continue;
    yield entity;
    const other = resource === 'gamePlayer' ? abroad(plan, entity, index) : undefined;
    if (other !== undefined) yield other;
  }
}

// A generated world as text, a piece at a time: YAML to be read and edited, NDJSON for large ones.

export type GeneratedFormat = 'yaml' | 'ndjson';

/** A line each; the first is the base world. */
function* ndjson(fixtures: BaseWorld, plan: WorldPlan): Generator<string> {
  yield `${JSON.stringify(fixtures)}\n`;
  for (const resource of RESOURCES)
    for (const entity of entitiesOf(plan, resource)) yield `${JSON.stringify(entity)}\n`;
}

function* yaml(fixtures: BaseWorld, plan: WorldPlan): Generator<string> {
  const lists = new Set<string>(RESOURCES.map((resource) => RESOURCE_FACTS[resource].plural));
  const world = Object.fromEntries(Object.entries(fixtures.world).filter(([key]) => !lists.has(key)));
  yield `# ${plan.size.gamePlayer} players, ${plan.size.characterPlayer} characters, ${plan.size.group} groups; seed ${plan.seed}.\n`;
  // world: comes last, so that its lists can follow.
  const { world: _, ...rest } = fixtures;
  yield safeYaml({ ...rest, world });
  for (const resource of RESOURCES) {
    const { plural } = RESOURCE_FACTS[resource];
    const own = (fixtures.world[plural] ?? []) as readonly unknown[];
    yield `  ${plural}:${own.length + plan.size[resource] === 0 ? ' []' : ''}\n`;
    for (const item of own) yield `    - ${jsonAsYaml(item)}\n`;
    for (const entity of entitiesOf(plan, resource)) yield `    - ${jsonAsYaml(entity)}\n`;
  }
}

const WRITERS = { yaml, ndjson } as const satisfies Record<
  GeneratedFormat,
  (fixtures: BaseWorld, plan: WorldPlan) => Generator<string>
>;

/** The text of a world; each piece ends with a line. */
export const worldText = (format: GeneratedFormat, fixtures: BaseWorld, plan: WorldPlan): Generator<string> =>
  WRITERS[format](fixtures, plan);
