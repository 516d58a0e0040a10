/** `--shard 2/5`, or `auto`: which part of how many, as a pipeline numbers its jobs. */
import { TagproofError } from '../errors.ts';

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
