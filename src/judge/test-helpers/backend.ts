/** The simulator as a transport without a socket, and the default world that it serves. */
import { inProcess } from '../../../simulator/in-process.ts';
import { storeOf } from '../../../simulator/store.ts';
import type { Stages } from '../../../simulator/pipeline/stages.ts';
import type { ReplyFormat } from '../../../simulator/pipeline/write/reply-formatting.ts';
import { completeDialect, type Answer } from '../../dialect/dialect.ts';
import type { Transport } from '../../http/exchange.ts';
import { readTargetFile } from '../../config/target-file/read-target-file.ts';
import { inProcessTransport } from '../../transport/in-process.ts';
import type { Rule } from '../../rules/ruling.ts';
import { secretStoreOf } from '../../transport/secrets/secrets.ts';
import type { Material } from './arbitrary-request.ts';

const file = readTargetFile('fixtures/world.yaml', {});

/** The default world, its keys without limits: how busy a key is counts as a condition, not as a rule. */
export const DEFAULT: Material = {
  extensions: file.extensions,
  world: { ...file.world, secretKeys: file.world.secretKeys.map((key) => ({ ...key, limits: {} })) },
};

export interface BackendOptions {
  /** What it serves; the default world where it is left out. */
  readonly material?: Material;
  /** How it answers the questions that the document leaves open; the rest as usual. */
  readonly answers?: readonly Answer[];
  readonly format?: ReplyFormat;
  /** In which order it asks its rules: numbers that rank them. A rule still comes after those that it presupposes. */
  readonly order?: readonly number[];
}

/** Of the rules that may come next, the one with the lowest rank. */
function reordered(rules: readonly Rule[], ranks: readonly number[]): readonly Rule[] {
  const left = rules.map((rule, at) => ({ rule, rank: ranks[at] ?? at })).toSorted((a, b) => a.rank - b.rank);
  const sorted: Rule[] = [];
  while (left.length > 0) {
    const next = left.findIndex(({ rule }) => !left.some((other) => rule.after.includes(other.rule.id)));
    sorted.push(...left.splice(next, 1).map(({ rule }) => rule));
  }
  return sorted;
}

/** A backend that conforms to the document: the simulator of a world, in a dialect and a format. */
export function backend({
  material = DEFAULT,
  answers = [],
  format = {},
  order = [],
}: BackendOptions = {}): Transport {
  const { world, extensions } = material;
  const secrets = [...world.secretKeys, ...world.authTokens].map(({ name }) => ({
    name,
    value: `value-of-${name}`,
    envName: 'UNUSED',
    public: true,
  }));
  const answer = inProcess({
    store: storeOf(world, secrets),
    extensions,
    format,
    dialect: completeDialect(answers),
    alter: (stages: Stages) => ({ ...stages, rules: reordered(stages.rules, order) }),
  });
  return inProcessTransport(answer, { secretStore: secretStoreOf(secrets) });
}
