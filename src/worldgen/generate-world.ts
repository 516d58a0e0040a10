/** A world of any size around a base world: the same for the same seed, entity by entity, without holding it in memory. */
import { RESOURCE_FACTS, RESOURCES, type Resource } from '../contract/endpoints.ts';
import type { TagItem } from '../contract/envelope.ts';
import { drawsAt, type Draw, oneOf } from './draws.ts';
import { entityId } from './entity-ids.ts';
import type { Vocabulary } from './vocabulary.ts';
import { jsonAsYaml, safeYaml } from '../text/safe-yaml.ts';
import type { BaseWorld } from './base-world.ts';

const tag = (key: string, value: string): TagItem => ({ key, value });
const many = (count: number): readonly TagItem[] =>
  Array.from({ length: count }, (_, at) => tag(`item-${String(at + 1).padStart(3, '0')}`, `${at + 1}`));

/** Tags that backends stumble over, mixed into generated worlds: a row each. */
export const ODD_TAGS: readonly (readonly TagItem[])[] = [
  [],
  [tag('note', '')],
  [tag('Guild', 'Larks'), tag('guild', 'larks'), tag('GUILD', 'LARKS')],
  [tag('title', 'first'), tag('title', 'second')],
  [tag('constructor', 'a word of prototypes'), tag('__proto__', 'another'), tag('toString', 'a third')],
  [tag('motto', '«Плыви» — 泳げ — اسبح — שחה')],
  [tag('face', '👩🏽‍🚀🏳️‍🌈'), tag('flag', '🇳🇵')],
  [tag('name', 'Zoe\u0308'), tag('name-composed', 'Zo\u00eb')],
  [tag('quote', `"it's \\ here"`), tag('markup', '<b>&amp;</b><script>alert(1)</script>')],
  [tag('lines', 'one\ntwo\r\nthree\tfour'), tag('padded', '  both ends  ')],
  [tag('number', '0012'), tag('boolean', 'false'), tag('nothing', 'null'), tag('object', '{"a":[1]}')],
  [tag('history', 'seen '.repeat(800).trimEnd())],
  many(60),
];

type Make = (draw: Draw, words: Vocabulary) => string;
type Row = readonly [key: string, make: Make];

const numberBelow =
  (bound: number): Make =>
  (draw) =>
    String(draw(bound) + 1);
const among =
  (...values: readonly string[]): Make =>
  (draw) =>
    oneOf(values, draw);
const day: Make = (draw) => new Date(Date.UTC(2024, 0, 1 + draw(700))).toISOString().replace(/T.*/, '');

/** The keys of each kind, the most descriptive first. */
const ROWS = {
  gamePlayer: [
    ['display-name', (draw, { names }) => oneOf(names, draw)],
    ['level', numberBelow(80)],
    ['region', (draw, { regions }) => oneOf(regions, draw)],
    ['vip', among('none', 'bronze', 'silver', 'gold')],
    ['guild', (draw, { guilds }) => oneOf(guilds, draw)],
    ['platform', among('android', 'ios', 'windows', 'mac', 'switch', 'web')],
    ['last-seen', day],
    ['title', (draw, { titles }) => oneOf(titles, draw)],
  ],
  characterPlayer: [
    ['class', among('ranger', 'smith', 'bard', 'pilot', 'healer', 'scout', 'cook', 'knight')],
    ['rank', numberBelow(50)],
    ['title', (draw, { titles }) => oneOf(titles, draw)],
    ['pet', (draw, { pets }) => oneOf(pets, draw)],
    ['born', day],
  ],
  group: [
    ['motto', (draw, { mottos }) => oneOf(mottos, draw)],
    ['rating', numberBelow(3000)],
    ['recruiting', among('yes', 'no')],
    ['region', (draw, { regions }) => oneOf(regions, draw)],
    ['founded', day],
  ],
} as const satisfies Record<Resource, readonly Row[]>;

const ODD_EACH = 40;
const ODD_AT = 7;
const NONE_EACH = 25;
const NONE_AT = 3;

/** This many tags, from a place in the table on; beyond its keys come badges. */
function entityTags(
  resource: Resource,
  index: number,
  count: number,
  draw: Draw,
  words: Vocabulary,
): readonly TagItem[] {
  if (index % ODD_EACH === ODD_AT) return ODD_TAGS[Math.floor(index / ODD_EACH) % ODD_TAGS.length] ?? [];
  if (index % NONE_EACH === NONE_AT) return [];
  const rows: readonly Row[] = ROWS[resource];
  const from = draw(rows.length);
  return Array.from({ length: count }, (_, at) => {
    const row = at < rows.length ? rows[(from + at) % rows.length] : undefined;
    return row === undefined
      ? { key: `badge-${at - rows.length + 1}`, value: day(draw, words) }
      : { key: row[0], value: row[1](draw, words) };
  });
}

export type WorldSize = Readonly<Record<Resource, number>>;

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
