/** Every single alteration on every endpoint, once: deterministic, the endpoints in turn so that an early end covers all. */
import { TAG_KEYS } from '../../contract/members.ts';
import { rememberedPer } from '../../remembered.ts';
import { trialOf } from './ends-connection.ts';
import { alterStep, type StepAlteration } from './step-alteration.ts';
import { stepAlterationsOf } from './all-alterations.ts';
import { askedSubjectOf, plainStep, type Material, type Stage } from './material.ts';
import { metamorphicTrials } from './metamorphic-trials.ts';
import { FORM_NAMES, formFacts } from './equivalent-forms.ts';
import { TAG_KEY_LIST_NAMES, tagKeyList } from './tag-key-lists.ts';
import { equivalent, single, type Trial } from './trial.ts';

/** Two numbers that pick different elements. */
const PICKS = [0x1235, 0x6a93];

function tagKeyAlterations({ endpoint, plain }: Stage, material: Material): readonly StepAlteration[] {
  const tags = askedSubjectOf(material, endpoint, plain).exists?.tags;
  return TAG_KEY_LIST_NAMES.flatMap((name) =>
    PICKS.map((pick): StepAlteration => ({ send: { set: { [TAG_KEYS]: tagKeyList(name, tags, pick) } } })),
  );
}

function alteredSteps(stage: Stage, material: Material): readonly Trial[] {
  const { heavy, wire, near, ...parts } = stepAlterationsOf(stage, material);
  const lists = [tagKeyAlterations(stage, material)];
  const alterations = Object.values({ ...parts, lists, near, wire, heavy }).flat(2);
  // Classes may overlap.
  const steps = new Map(
    alterations.map((each) => {
      const step = alterStep(plainStep(stage), each);
      return [JSON.stringify(step), step];
    }),
  );
  return [...steps.values()].map((step) => trialOf(step, stage, material));
}

/** The plain request in each equivalent form. */
function inEveryForm(stage: Stage, { wire }: Material): readonly Trial[] {
  return FORM_NAMES.filter((form) => wire || !formFacts(form).wire).map((form) =>
    equivalent(plainStep(stage), form),
  );
}

/** The failures that the target file says how to provoke. */
function provoked(stage: Stage, { facts: { provocations } }: Material): readonly Trial[] {
  return [...provocations.keys()].map((provoke) => single({ ...plainStep(stage), provoke }));
}

/** One from each list in turn, until all are used. */
function interleaved<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) =>
    lists.flatMap((list) => (at < list.length ? [list[at] as T] : [])),
  ).flat();
}

/** All trials of the phase, in their order. */
export const exhaustiveTrials = rememberedPer((material: Material): readonly Trial[] =>
  interleaved(
    material.stages.map((stage) => [
      ...metamorphicTrials(stage, material),
      ...alteredSteps(stage, material),
      ...provoked(stage, material),
      ...inEveryForm(stage, material),
    ]),
  ),
);
