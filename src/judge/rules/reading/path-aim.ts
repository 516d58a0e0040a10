/** Where a request target leads: to an operation, perhaps in another spelling, or past all of them (§4.1). */
import { API_PREFIX, type Endpoint, ENDPOINTS, OPERATION } from '../../../spec/endpoints.ts';
import { originForm, plainPath } from './path-spelling.ts';

/** Where the paths of the service begin, in the spelling of `plainPath`. */
const PREFIX = `${API_PREFIX.toLowerCase()}/`;
export const PATH_FORM = `${API_PREFIX}/{resource}/{variant}/${OPERATION}`;
const NAMES_BELOW_PREFIX = PATH_FORM.slice(PREFIX.length).split('/').length;
const OPERATION_NAME = OPERATION.toLowerCase();

/** Where a target leads. Below the prefix, operations of other names may exist: the document is silent about them. */
interface Aim {
  readonly is: 'exact' | 'misspelt' | 'other operation' | 'elsewhere';
  /** The operation that has this path, perhaps in another spelling. */
  readonly endpoint?: Endpoint;
}

export function aimOf(target: string): Aim {
  const sent = originForm(target);
  const path = plainPath(sent);
  const at = path.indexOf(PREFIX);
  if (at === -1) return { is: 'elsewhere' };
  const endpoint = ENDPOINTS.find((each) => path.endsWith(each.path.toLowerCase()));
  if (endpoint !== undefined) {
    // A query is no part of the path, and the document is silent about it (question path.spelling).
    const [bare = ''] = sent.split('?', 1);
    return { is: bare.endsWith(endpoint.path) ? 'exact' : 'misspelt', endpoint };
  }
  const names = path.slice(at + PREFIX.length).split('/');
  // A plural, or signs between the words: no other operation is meant.
  const isMeant = names.at(-1)?.replaceAll(/[^a-z]|s$/g, '') === OPERATION_NAME;
  return { is: names.length === NAMES_BELOW_PREFIX && !isMeant ? 'other operation' : 'misspelt' };
}
