/** A generated world as text, a piece at a time: YAML to be read and edited, NDJSON for large ones. */
import { RESOURCE_FACTS, RESOURCES } from '../contract/endpoints.ts';
import { jsonAsYaml, safeYaml } from '../text/safe-yaml.ts';
import type { BaseWorld } from './base-world.ts';
import { entitiesOf, type WorldPlan } from './generate-world.ts';

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
