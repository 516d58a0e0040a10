/** Named alterations of an endpoint's path. */
import { API_PREFIX, OPERATION, RESOURCE_FACTS, type Endpoint } from '../../contract/endpoints.ts';
import { TAG_KEYS } from '../../contract/members.ts';

const last = (path: string, replacement: string): string => path.slice(0, -OPERATION.length) + replacement;

export const PATH_ALTERATIONS = {
  /** An operation that certainly does not exist; never a likely one such as setTag, which may exist and write (operation.unknown). */
  'unknown-operation': ({ path }) => last(path, 'noSuchOperationOfTagproof'),
  'unknown-resource': ({ variant }) => `${API_PREFIX}/noSuchResourceOfTagproof/${variant}/${OPERATION}`,
  'unknown-variant': ({ resource }) => `${API_PREFIX}/${resource}/noSuchVariantOfTagproof/${OPERATION}`,
  'prototype-operation': ({ path }) => last(path, '__proto__'),
  'trailing-slash': ({ path }) => `${path}/`,
  'double-slash': ({ path }) => `/${path}`,
  'other-case': ({ path }) => path.replace(OPERATION, OPERATION.toLowerCase()),
  'percent-encoded': ({ path }) => last(path, `%67${OPERATION.slice(1)}`),
  'with-query': ({ path }) => `${path}?trace=1`,
  /** The query names members of the body, which no sentence of the document lets it do. */
  'with-members-in-query': ({ path, idMember, resource }) =>
    `${path}?${idMember}=${'tagproof'.padEnd(RESOURCE_FACTS[resource].idLength, 'y')}&${TAG_KEYS}=tagproofNoKey`,
} as const satisfies Record<string, (endpoint: Endpoint) => string>;

export type PathAlteration = keyof typeof PATH_ALTERATIONS;

/** The alterations that are another spelling of the same path (path.spelling), not another operation (operation.unknown). */
export const SPELLINGS: ReadonlySet<PathAlteration> = new Set([
  'trailing-slash',
  'double-slash',
  'other-case',
  'percent-encoded',
  'with-query',
  'with-members-in-query',
]);
