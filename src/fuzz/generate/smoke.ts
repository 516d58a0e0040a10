/** One success on every endpoint that the world allows, before anything else. */
import { RESOURCES, VARIANTS, type Resource } from '../../contract/endpoints.ts';
import { askerFor, plainStep, stageFor, type Material } from './material.ts';
import type { Step, StepGiven } from './step.ts';
import { repeated, single, variants, type Trial } from './trial.ts';

/** A subject asked about through the variants that may; undefined where only one may. */
export function variantsTrial(
  resource: Resource,
  subject: Pick<StepGiven, 'game' | 'id'>,
  material: Material,
): Trial | undefined {
  const steps = VARIANTS.flatMap((variant): readonly Step[] => {
    const stage = stageFor(material, `${resource}.${variant}`);
    const given = askerFor(stage, subject);
    return given === undefined ? [] : [{ endpoint: stage.endpoint.id, given, send: {} }];
  });
  return steps.length < 2 ? undefined : variants(steps);
}

/** A plain request to each endpoint, each again, and a subject of each resource through its variants. */
export function smokeTrials(material: Material): readonly Trial[] {
  const plain = material.stages.map(plainStep);
  const byVariants = RESOURCES.flatMap((resource) => {
    const { plain: given } = stageFor(material, `${resource}.client`);
    return variantsTrial(resource, given, material) ?? [];
  });
  return [...plain.map(single), ...plain.map(repeated), ...byVariants];
}
