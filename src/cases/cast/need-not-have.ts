/** What a world need not have: cells that only cases with such a need check count among the must cells where the target file declares it. */
import type { EndpointId } from '../../spec/endpoints.ts';
import { KEY_LIMITS } from '../format/given/key-traits.ts';
import type { Given } from '../format/schema/given-schema.ts';
import type { TargetFacts } from './target-facts.ts';

interface Row {
  /** What is not declared, in words. */
  readonly words: string;
  /** Whether a case asks for it. */
  readonly asks: (given: Given) => boolean;
  /** Whether the target file declares it. */
  readonly has: (facts: TargetFacts, given: Given, endpoint: EndpointId) => boolean;
}

/**
 * Everything else counts, declared or not: a key of each role, keys that lack a rule, an entity of each kind with and without tags,
 * ids that nothing has.
 */
const NEED_NOT_HAVE: readonly Row[] = [
  {
    words: 'a second game',
    asks: ({ game, token, subject }) =>
      game === 'two' ||
      token?.state === 'other-game' ||
      subject?.absent === 'other-game' ||
      subject?.nearDuplicate === 'game',
    has: ({ world }) => world.games.length > 1,
  },
  {
    words: 'a world of one game',
    asks: ({ game }) => game === 'one',
    has: ({ world }) => world.games.length === 1,
  },
  {
    words: 'a world that is complete',
    asks: ({ world }) => world === 'complete',
    has: ({ world }) => world.complete,
  },
  {
    words: 'an expired token',
    asks: ({ token }) => token?.state === 'expired',
    has: ({ world }) => world.authTokens.some(({ expired }) => expired),
  },
  {
    words: 'a dashboard token',
    asks: ({ token }) => token?.of === 'dashboard',
    has: ({ world }) => world.authTokens.some(({ holder }) => holder.kind === 'dashboard'),
  },
  {
    words: 'a key bound to a game',
    asks: ({ key }) => key?.game === 'bound',
    has: ({ world }) => world.secretKeys.some(({ game }) => typeof game === 'string'),
  },
  {
    words: 'a key without a game',
    asks: ({ key }) => key?.game === 'unbound',
    has: ({ world }) => world.secretKeys.some(({ game }) => game === null),
  },
  ...Object.entries(KEY_LIMITS).map(([name, { words, fits }]): Row => ({
    words: `a key with ${words}`,
    asks: ({ key }) => key?.limit === name,
    has: ({ world }) => world.secretKeys.some(({ limits }) => fits(limits)),
  })),
  {
    words: 'the size limit of requests',
    asks: ({ limit }) => limit !== undefined,
    has: ({ world }) => world.limits.requestBytes !== undefined,
  },
  {
    words: 'request members of its own (extensions)',
    asks: ({ extension }) => extension !== undefined,
    has: ({ extensions }, { extension }, endpoint) =>
      extensions.some(({ on, shape }) => on === endpoint && shape.type === extension),
  },
  {
    words: 'how to provoke its failures (provoke)',
    asks: ({ provoke }) => provoke !== undefined,
    has: ({ provocations }, { provoke }) => provoke !== undefined && provocations.has(provoke),
  },
];

/** What of this the case asks for and the target file does not declare, in words. */
export const undeclaredIn = (given: Given, endpoint: EndpointId, facts: TargetFacts): readonly string[] =>
  NEED_NOT_HAVE.filter((row) => row.asks(given) && !row.has(facts, given, endpoint)).map(
    ({ words }) => words,
  );
