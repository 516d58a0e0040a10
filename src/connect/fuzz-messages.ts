/** The messages to and from a thread that helps the fuzzer. */
import { fromTaggedJson, toTaggedJson } from '../config/compiled/tagged-json.ts';
import { completeDialect, partialDialect, type Answer } from '../dialect/dialect.ts';
import type { HelperEnding, GivenBack, HelperReport, Job } from '../fuzz/campaign/helper.ts';
import { fuzzInputsOf, type FuzzInputs } from '../fuzz/trials/fuzz-inputs.ts';
import type { Secret } from '../http/secret.ts';
import type { TargetFacts } from '../suite/roles/target-facts.ts';
import type { LinkSettings } from '../transport/link.ts';
import { declaredWorld, worldFactsOf, type WorldFacts } from '../world/declared-world.ts';
import type { OpenTarget } from './connect.ts';

/** To the thread: a job, how all that are under way end, or to end the thread. */
export type ToThread = { readonly number: number; readonly job: Job } | keyof HelperEnding | 'end';

/** From the thread: what of a job is done. */
export interface FromThread extends HelperReport {
  readonly number: number;
  /** The job has ended: what `Helper.run` resolves to. */
  readonly ended?: { readonly back: GivenBack | undefined };
}

/** What a thread knows of the target. */
export interface ThreadTarget {
  readonly baseUrl: string;
  readonly secrets: readonly Secret[];
  readonly variables: readonly Secret[];
  readonly settings: LinkSettings;
  /** What can't be sent as it is: as text. */
  readonly facts: string;
}

type Facts = Omit<TargetFacts, 'world' | 'dialect'> & {
  readonly world: WorldFacts;
  readonly answers: readonly Answer[];
  /** All other questions are answered as the simulator does. */
  readonly isComplete: boolean;
  readonly wire: boolean;
};

export function fuzzToThread(
  { link, trusted }: Pick<OpenTarget, 'link' | 'trusted'>,
  { facts: { world, extensions, provocations, dialect }, wire }: FuzzInputs,
  connections: number,
): ThreadTarget {
  const facts: Facts = {
    world: worldFactsOf(world),
    extensions,
    provocations,
    answers: dialect.answers,
    isComplete: trusted,
    wire,
  };
  return {
    baseUrl: link.baseUrl.href,
    secrets: link.secretStore.all(),
    variables: link.variables ?? [],
    settings: { ...link.settings, connections },
    facts: toTaggedJson(facts),
  };
}

export function inputsIn({ facts: text }: ThreadTarget): FuzzInputs {
  const { world, answers, isComplete, wire, ...facts } = fromTaggedJson(text) as Facts;
  const dialect = isComplete ? completeDialect(answers) : partialDialect(answers);
  return fuzzInputsOf({ ...facts, world: declaredWorld(world), dialect }, wire);
}
