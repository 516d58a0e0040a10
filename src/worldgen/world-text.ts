/** A generated world as text, a piece at a time: YAML to be read and edited, NDJSON for large ones. */
import { stringify } from 'yaml';
import { RESOURCE_FACTS, RESOURCES } from '../contract/endpoints.ts';
import { unicodeEscape } from '../text/visible.ts';
import type { BaseWorld } from './base-world.ts';
import { entitiesOf, type WorldPlan } from './generate-world.ts';

export type WorldFormat = 'yaml' | 'ndjson';

/** A line each; the first is the base world. */
function* ndjson(fixtures: BaseWorld, plan: WorldPlan): Generator<string> {
  yield `${JSON.stringify(fixtures)}\n`;
  for (const resource of RESOURCES)
    for (const entity of entitiesOf(plan, resource)) yield `${JSON.stringify(entity)}\n`;
}

/** JSON is YAML, but for these, which are not line breaks in JSON and some in YAML. */
const line = (value: unknown): string =>
  JSON.stringify(value).replaceAll(/[\u0085\u2028\u2029]/g, unicodeEscape);

function* yaml(fixtures: BaseWorld, plan: WorldPlan): Generator<string> {
  const lists = new Set<string>(RESOURCES.map((resource) => RESOURCE_FACTS[resource].plural));
  const world = Object.fromEntries(Object.entries(fixtures.world).filter(([key]) => !lists.has(key)));
  yield `# ${plan.size.gamePlayer} players, ${plan.size.characterPlayer} characters, ${plan.size.group} groups; seed ${plan.seed}.\n`;
  // world: comes last, so that its lists can follow.
  const { world: _, ...rest } = fixtures;
  yield stringify({ ...rest, world }, { lineWidth: 0, aliasDuplicateObjects: false });
  for (const resource of RESOURCES) {
    const { plural } = RESOURCE_FACTS[resource];
    const own = (fixtures.world[plural] ?? []) as readonly unknown[];
    yield `  ${plural}:${own.length + plan.size[resource] === 0 ? ' []' : ''}\n`;
    for (const item of own) yield `    - ${line(item)}\n`;
    for (const entity of entitiesOf(plan, resource)) yield `    - ${line(entity)}\n`;
  }
}

const WRITERS = { yaml, ndjson } as const satisfies Record<
  WorldFormat,
  (fixtures: BaseWorld, plan: WorldPlan) => Generator<string>
>;

/** The text of a world; each piece ends with a line. */
export const worldText = (format: WorldFormat, fixtures: BaseWorld, plan: WorldPlan): Generator<string> =>
  WRITERS[format](fixtures, plan);
