/** The simulator as a transport without a socket, and the conformance world that it serves. */
import { inProcess } from '../../../simulator/server/in-process.ts';
import { storeOf } from '../../../simulator/world/store.ts';
import type { Stages } from '../../../simulator/answer/stages.ts';
import type { ReplyFormat } from '../../../simulator/answer/write/reply-formatting.ts';
import { completeDialect, type Answer } from '../../spec/dialect/dialect.ts';
import type { Transport } from '../../http/exchange.ts';
import { readTargetFile } from '../../world/target-file/read-target-file.ts';
import { inProcessTransport } from '../../../mutants/harness/in-process.ts';
import type { Rule } from '../rules/ruling.ts';
import { secretStoreOf } from '../../http/secrets/secrets.ts';
import type { Extension } from '../../spec/members.ts';
import type { DeclaredWorld } from '../../world/declared-world.ts';

const file = readTargetFile('fixtures/world.yaml', {});

/** The world and extensions that requests are made from. */
export interface Material {
  readonly world: DeclaredWorld;
  readonly extensions: readonly Extension[];
}

/** The conformance world, without limits on its keys: rate limits depend on load, not on rules. */
export const DEFAULT: Material = {
  extensions: file.extensions,
  world: { ...file.world, secretKeys: file.world.secretKeys.map((key) => ({ ...key, limits: {} })) },
};

export interface BackendOptions {
  /** The world to serve; by default the conformance world. */
  readonly material?: Material;
  /** The answers to open questions; the others have their usual answers. */
  readonly answers?: readonly Answer[];
  readonly format?: ReplyFormat;
  /** Ranks that order the rules. A rule still comes after those that it presupposes. */
  readonly order?: readonly number[];
}

/** Sorts the rules: of those that may come next, the one with the lowest rank is first. */
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
