/** One success on every endpoint that the world allows, before anything else. */
import { RESOURCES, VARIANTS, type Resource } from '../../contract/endpoints.ts';
import { askerFor, plainRecipe, stageFor, type Material } from './material.ts';
import type { Recipe, Who } from './recipe.ts';
import type { Trial } from './trial.ts';

/** A subject asked about through the variants that may; undefined where only one may. */
export function variantsTrial(
  resource: Resource,
  subject: Pick<Who, 'game' | 'id'>,
  material: Material,
): Trial | undefined {
  const recipes = VARIANTS.flatMap((variant): readonly Recipe[] => {
    const stage = stageFor(material, `${resource}.${variant}`);
    const who = askerFor(stage, subject);
    return who === undefined ? [] : [{ endpoint: stage.endpoint.id, who, send: {} }];
  });
  return recipes.length < 2 ? undefined : { kind: 'variants', recipes };
}

/** A plain request to each endpoint, each again, and a subject of each resource through its variants. */
export function smokeTrials(material: Material): readonly Trial[] {
  const plain = material.stages.map(plainRecipe);
  const variants = RESOURCES.flatMap((resource) => {
    const { plain: who } = stageFor(material, `${resource}.client`);
    return variantsTrial(resource, who, material) ?? [];
  });
  return [
    ...plain.map((recipe): Trial => ({ kind: 'single', recipe })),
    ...plain.map((recipe): Trial => ({ kind: 'again', recipe, between: [] })),
    ...variants,
  ];
}
