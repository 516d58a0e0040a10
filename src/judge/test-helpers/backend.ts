/** The simulator as a transport without a socket, and the conformance world that it serves. */
import { inProcess } from '../../../simulator/server/in-process.ts';
import { storeOf } from '../../../simulator/world/store.ts';
import type { Stages } from '../../../simulator/answer/stages.ts';
import { reordered } from '../../../simulator/answer/decide/reordered.ts';
import { completeDialect, type Answer } from '../../spec/dialect/dialect.ts';
import type { Transport } from '../../http/exchange.ts';
import { readTargetFile } from '../../world/target-file/read-target-file.ts';
import { inProcessTransport } from '../../../mutants/harness/in-process.ts';
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

  /** The number of an order of the rules; 0: the usual one. */
  readonly order?: number;
}

/** A backend that conforms to the document: the simulator of a world, in a dialect. */
export function backend({ material = DEFAULT, answers = [], order = 0 }: BackendOptions = {}): Transport {
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

    dialect: completeDialect(answers),
    alter: (stages: Stages) => (order === 0 ? stages : { ...stages, rules: reordered(stages.rules, order) }),
  });
  return inProcessTransport(answer, { secretStore: secretStoreOf(secrets) });
}
