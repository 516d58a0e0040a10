/** Requests whose replies can be compared: one id in two games, tagKeys together and alone, tagKeys in another order. */
import fc, { type Arbitrary } from 'fast-check';
import { isPlainKey } from '../../rules/tag-keys-faults.ts';
import { UNKNOWN } from '../../world/world.ts';
import { askedSubjectOf, plainStep, type Material, type Stage } from './material.ts';
import type { Step, StepGiven } from './step.ts';
import { keyOrder, otherGame, single, union, type Trial } from './trial.ts';

/** The most keys that are named together: a backend may refuse more. */
const MOST_KEYS = 5;

/** Some keys of the subject that no backend has a reason to refuse, each once. */
function plainKeys({ endpoint }: Stage, given: StepGiven, material: Material): readonly string[] {
  const tags = askedSubjectOf(material, endpoint, given).exists?.tags;
  if (tags === undefined || tags === UNKNOWN) return [];
  return [...new Set(tags.map(({ key }) => key))].filter(isPlainKey).slice(0, MOST_KEYS);
}

/** The metamorphic trials about one subject. */
function about(stage: Stage, given: StepGiven, material: Material): readonly Trial[] {
  const step: Step = { endpoint: stage.endpoint.id, given, send: {} };
  const keys = plainKeys(stage, given, material);
  const elsewhere = stage.fitting.find(({ game }) => game !== given.game);
  return [
    ...(elsewhere === undefined ? [] : [otherGame(step, elsewhere)]),
    ...(keys.length < 2 ? [] : [union(step, keys), keyOrder(step, keys)]),
  ];
}

/** The metamorphic trials about the first subject of an endpoint that has keys to name. */
export function metamorphicTrials(stage: Stage, material: Material): readonly Trial[] {
  const given = stage.fitting.find((each) => plainKeys(stage, each, material).length > 1) ?? stage.plain;
  return about(stage, given, material);
}

/** A metamorphic trial about any subject; a plain request if none is possible. */
export function metamorphicTrial(material: Material): Arbitrary<Trial> {
  const given = fc.oneof(
    ...material.stages.map((stage) => fc.constantFrom(...stage.fitting).map((each) => ({ stage, each }))),
  );
  return fc.tuple(given, fc.nat()).map(([{ stage, each }, pick]) => {
    const trials = about(stage, each, material);
    return trials[pick % Math.max(1, trials.length)] ?? single(plainStep(stage));
  });
}
