/** A case as far as its roles go. */
import type { Endpoint } from '../../contract/endpoints.ts';
import type { Given } from '../format/schema/given-schema.ts';

export interface RolesOfCase {
  readonly endpoint: Endpoint;
  readonly given: Given;
  /** Which roles the request has at all. */
  readonly needs: { readonly key: boolean; readonly token: boolean };
}
