/** The part of a plan that one shard runs. */
import { TagproofError } from '../errors.ts';
import { identityOf } from '../run/verdict/case-event.ts';
import type { Share } from '../run/run-options.ts';
import { mustCellsOf } from '../run/verdict/case-evidence.ts';
import { isAlone } from '../run/wave-order.ts';
import type { Instance } from '../suite/format/instance.ts';
import { planCase } from '../suite/plan/plan-case.ts';
import type { TargetFacts } from '../suite/roles/target-facts.ts';

// `--shard 2/5`, or `auto`: which part of how many, as a pipeline numbers its jobs.

export interface Shard {
  /** From 1 to `of`. */
  readonly index: number;
  readonly of: number;
}

type Env = Readonly<Record<string, string | undefined>>;

/** The variables in which systems number parallel jobs; some count from 0. */
const SYSTEMS = [
  { name: 'GitLab', index: 'CI_NODE_INDEX', of: 'CI_NODE_TOTAL', first: 1 },
  { name: 'CircleCI', index: 'CIRCLE_NODE_INDEX', of: 'CIRCLE_NODE_TOTAL', first: 0 },
  { name: 'Buildkite', index: 'BUILDKITE_PARALLEL_JOB', of: 'BUILDKITE_PARALLEL_JOB_COUNT', first: 0 },
  { name: 'Kubernetes', index: 'JOB_COMPLETION_INDEX', of: 'TAGPROOF_SHARDS', first: 0 },
] as const;

const MOST = 1000;

const wrong = (text: string, what: string): TagproofError =>
  new TagproofError('usage', `--shard ${text}: ${what}`);

function shardOf(text: string, index: number, of: number): Shard {
  if (Number.isInteger(index) && Number.isInteger(of) && of <= MOST && index >= 1 && index <= of)
    return { index, of };
  throw wrong(
    text,
    `there is no part ${index} of ${of}\nparts are counted from 1, as in 1/3, 2/3, 3/3; at most ${MOST}`,
  );
}

function fromEnv(text: string, env: Env): Shard {
  const system = SYSTEMS.find(({ index }) => (env[index] ?? '') !== '');
  if (system === undefined)
    throw wrong(
      text,
      `no variable of a pipeline says which part this is\nset one of ${SYSTEMS.map(({ index }) => index).join(', ')}, or write --shard 1/3`,
    );
  const of = env[system.of] ?? '';
  if (of === '')
    throw wrong(text, `${system.index} is set, but not ${system.of}\nset it to the number of all parts`);
  return shardOf(`${text} (${system.name})`, Number(env[system.index]) + 1 - system.first, Number(of));
}

/** Reads the words of the option. Throws a usage error that says how they are written. */
export function whichShard(text: string, env: Env): Shard {
  if (text === 'auto') return fromEnv(text, env);
  const [, index = '', of = ''] = /^(\d+)\/(\d+)$/.exec(text.trim()) ?? [];
  if (of === '') throw wrong(text, 'write PART/COUNT: 2/5, or auto in a pipeline');
  return shardOf(text, Number(index), Number(of));
}

/** What is given to one shard as a whole. */
interface Load {
  /** How many requests it sends. */
  readonly weight: number;
  /** Cases that need the target for themselves stay together, so that they run one after the other. */
  readonly alone: boolean;
}

function itemsOf(loads: readonly Load[]) {
  const alone = loads.flatMap((load, index) => (load.alone ? [index] : []));
  const weight = alone.reduce((sum, index) => sum + (loads[index]?.weight ?? 0), 0);
  return [
    ...(alone.length === 0 ? [] : [{ weight, members: alone }]),
    ...loads.flatMap((load, index) => (load.alone ? [] : [{ weight: load.weight, members: [index] }])),
  ];
}

/**
 * Divides a plan among shards, the same way on every machine: no shard needs to ask another one.
 * The shard of each load, from 0 to `of` - 1: the heaviest first, each to the shard that has least, the first of equals. */
export function sharesOf(loads: readonly Load[], of: number): readonly number[] {
  const shares = loads.map(() => 0);
  const sums = Array.from({ length: of }, () => 0);
  for (const { weight, members } of itemsOf(loads).toSorted((a, b) => b.weight - a.weight)) {
    const least = sums.indexOf(Math.min(...sums));
    sums[least] = (sums[least] ?? 0) + Math.max(1, weight);
    for (const member of members) shares[member] = least;
  }
  return shares;
}

/** Counted in the world as its file declares it: what a run learns may differ from shard to shard. */
function loadOf(instance: Instance, facts: TargetFacts): Load {
  const plan = planCase(instance, facts);
  const requests = plan.kind === 'skip' ? 0 : plan.steps.reduce((sum, step) => sum + step.requests.length, 0);
  return { weight: requests, alone: isAlone(instance) };
}

/** The share of a shard; `whole`: the whole suite is selected. Throws where there are more shards than cases. */
export function shareOfPlan(
  instances: readonly Instance[],
  facts: TargetFacts,
  { index, of }: Shard,
  whole: boolean,
): Share {
  const shares = sharesOf(
    instances.map((instance) => loadOf(instance, facts)),
    of,
  );
  const own = new Set(instances.filter((_, at) => shares[at] === index - 1));
  if (own.size === 0)
    throw new TagproofError(
      'nothing-selected',
      `--shard ${index}/${of}: ${instances.length} selected cases are too few for so many parts: this one is empty\nuse fewer parts`,
    );
  const cells = whole
    ? {}
    : { cells: [...new Set(instances.flatMap((each) => mustCellsOf(identityOf(each))))] };
  return { facts: { index, of, cases: instances.length, ...cells }, owns: (instance) => own.has(instance) };
}
