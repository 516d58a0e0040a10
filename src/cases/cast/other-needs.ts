/** What a case asks of the target file besides those who play its roles, and what of all that it asks for a world need not have. */
import { RESOURCE_FACTS, type EndpointId } from '../../spec/endpoints.ts';
import { KEY_LIMITS } from '../format/given/key-traits.ts';
import { isOfTags, isUnserved } from '../format/references.ts';
import type { Given } from '../format/schema/given-schema.ts';
import type { Send } from '../format/schema/send-schema.ts';
import type { Roles } from '../planned.ts';
import { namedWords } from './key-role.ts';
import type { TargetFacts } from './target-facts.ts';

interface NeedRow {
  /** What is not declared, in words. */
  readonly words: string;
  /** The same for one case, where that says more. */
  readonly exactly?: (given: Given) => string;
  /** Whether a case asks for it. */
  readonly asks: (given: Given) => boolean;
  /** Whether the target file declares it. */
  readonly has: (facts: TargetFacts, given: Given, endpoint: EndpointId) => boolean;
}

const SECOND_GAME: NeedRow = {
  words: 'a second game',
  asks: ({ game }) => game === 'two',
  has: ({ world }) => world.games.length > 1,
};

/** What a case asks for besides its roles. */
const OF_WORLD: readonly NeedRow[] = [
  SECOND_GAME,
  {
    words: 'a world of one game',
    asks: ({ game }) => game === 'one',
    has: ({ world }) => world.games.length < 2,
  },
  {
    words: 'a world that is complete',
    asks: ({ world }) => world === 'complete',
    has: ({ world }) => world.complete,
  },
  {
    words: 'the size limit of requests',
    asks: ({ limit }) => limit !== undefined,
    has: ({ world }) => world.limits.requestBytes !== undefined,
  },
  {
    words: 'request members of its own (extensions)',
    exactly: ({ extension }) => `a request member of type ${extension} (extensions)`,
    asks: ({ extension }) => extension !== undefined,
    has: ({ extensions }, { extension }, endpoint) =>
      extensions.some(({ on, shape }) => on === endpoint && shape.type === extension),
  },
  {
    words: 'headers that provoke its failures (provoke)',
    exactly: ({ provoke }) => `a header that provokes ${provoke} (provoke)`,
    asks: ({ provoke }) => provoke !== undefined,
    has: ({ provocations }, { provoke }) => provoke !== undefined && provocations.has(provoke),
  },
];

/**
 * What a world need not have: cells that only cases with such a need check count among the must cells where the target file declares
 * it. Everything else counts, declared or not: a key of each role, keys that lack a rule, an entity of each kind with and without
 * tags, ids that nothing has.
 */
const NEED_NOT_HAVE: readonly NeedRow[] = [
  ...OF_WORLD,
  {
    ...SECOND_GAME,
    asks: ({ token, subject }) =>
      token?.state === 'other-game' || subject?.absent === 'other-game' || subject?.nearDuplicate === 'game',
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
  ...Object.entries(KEY_LIMITS).map(([name, { words, fits }]): NeedRow => ({
    words: `a key ${words}`,
    asks: ({ key }) => key?.limit === name,
    has: ({ world }) => world.secretKeys.some(({ limits }) => fits(limits)),
  })),
];

/** What a step asks for besides its roles: the same for every endpoint and target. */
export interface OtherNeeds {
  readonly rows: readonly NeedRow[];
  /** The texts that stand for something of the roles. */
  readonly references: readonly string[];
  /** The secrets that it names. */
  readonly secrets: readonly string[];
}

/** What a step asks for besides its roles; undefined: nothing. */
export function otherNeedsOf(
  given: Given,
  { headers: { repeat = {} } = {} }: Send,
  references: readonly string[],
): OtherNeeds | undefined {
  const rows = OF_WORLD.filter((row) => row.asks(given));
  const secrets = Object.values(repeat).flatMap((how) => (typeof how === 'string' ? [] : how.secret));
  return rows.length + secrets.length + references.length === 0 ? undefined : { rows, references, secrets };
}

function referenceWords(reference: string, { subject: { resource, id } }: Roles): string {
  const { word } = RESOURCE_FACTS[resource];
  if (reference === '$game') return `the id of the game of the ${word} ${id}`;
  if (isOfTags(reference)) return `tags of the ${word} ${id} for ${reference} to stand for`;
  return `something for ${reference} to stand for`;
}

/** The first of these that the target file does not declare or the roles have nothing for, in words. */
export function otherNeed(
  { rows, references, secrets }: OtherNeeds,
  given: Given,
  roles: Roles,
  facts: TargetFacts,
): string | undefined {
  const row = rows.find(({ has }) => !has(facts, given, roles.endpoint.id));
  if (row !== undefined) return row.exactly?.(given) ?? row.words;
  const unserved = references.find((each) => isUnserved(each, roles));
  if (unserved !== undefined) return referenceWords(unserved, roles);
  if (secrets.length === 0) return undefined;
  const declared = [...facts.world.secretKeys, ...facts.world.authTokens];
  const secret = secrets.find((name) => declared.every((each) => each.name !== name));
  return secret === undefined ? undefined : namedWords('a key or a token', secret, declared);
}

/** What a case asks for, a world need not have, and the target file does not declare, in words. */
export const undeclaredIn = (given: Given, endpoint: EndpointId, facts: TargetFacts): readonly string[] =>
  NEED_NOT_HAVE.filter(({ asks, has }) => asks(given) && !has(facts, given, endpoint)).map(
    ({ words }) => words,
  );
