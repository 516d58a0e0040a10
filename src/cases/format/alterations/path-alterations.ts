/** Named alterations of an endpoint's path. */
import { API_PREFIX, OPERATION, RESOURCE_FACTS, type Endpoint } from '../../../spec/endpoints.ts';
import { TAG_KEYS } from '../../../spec/members.ts';

const last = (path: string, replacement: string): string => path.slice(0, -OPERATION.length) + replacement;

/** One alteration: adding it takes this row, and a case that sends it. */
interface PathAlterationRow {
  /** What the path is. */
  readonly words: string;
  readonly apply: (endpoint: Endpoint) => string;
}

export const PATH_ALTERATIONS = {
  /** An operation that certainly does not exist; never a likely one such as setTag, which may exist and write (operation.unknown). */
  'unknown-operation': {
    words: 'the path of an unknown operation',
    apply: ({ path }) => last(path, 'noSuchOperationOfTagproof'),
  },
  'unknown-resource': {
    words: 'the path of an unknown resource',
    apply: ({ variant }) => `${API_PREFIX}/noSuchResourceOfTagproof/${variant}/${OPERATION}`,
  },
  'unknown-variant': {
    words: 'the path of an unknown variant',
    apply: ({ resource }) => `${API_PREFIX}/${resource}/noSuchVariantOfTagproof/${OPERATION}`,
  },
  'prototype-operation': {
    words: 'the path of an operation named __proto__',
    apply: ({ path }) => last(path, '__proto__'),
  },
  'prototype-resource': {
    words: 'the path of a resource named constructor',
    apply: ({ variant }) => `${API_PREFIX}/constructor/${variant}/${OPERATION}`,
  },
  'trailing-slash': {
    words: 'the path with a slash behind it',
    apply: ({ path }) => `${path}/`,
  },
  'double-slash': {
    words: 'the path with a double slash before it',
    apply: ({ path }) => `/${path}`,
  },
  'other-case': {
    words: 'the path in another case',
    apply: ({ path }) => path.replace(OPERATION, OPERATION.toLowerCase()),
  },
  'percent-encoded': {
    words: 'the path with a percent-encoded letter',
    apply: ({ path }) => last(path, `%67${OPERATION.slice(1)}`),
  },
  'with-query': { words: 'the path with a query', apply: ({ path }) => `${path}?trace=1` },
  /** The query names members of the body, which no sentence of the document lets it do. */
  'with-members-in-query': {
    words: 'the path with a query that names another id and a tag key',
    apply: ({ path, idMember, resource }) =>
      `${path}?${idMember}=${'tagproof'.padEnd(RESOURCE_FACTS[resource].idLength, 'y')}&${TAG_KEYS}=tagproofNoKey`,
  },
} as const satisfies Record<string, PathAlterationRow>;

export type PathAlteration = keyof typeof PATH_ALTERATIONS;

/** The path of an endpoint, altered in the named way. */
export const alterPath = (alter: PathAlteration, endpoint: Endpoint): string =>
  PATH_ALTERATIONS[alter].apply(endpoint);
