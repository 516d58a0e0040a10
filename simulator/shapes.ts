/** Parts of schemas that the journal, the faults and the control API share. */
import { z } from 'zod';
import { ENDPOINT_IDS, type EndpointId } from '../src/spec/endpoints.ts';

export const endpointSchema = z
  .enum(ENDPOINT_IDS as [EndpointId, ...EndpointId[]])
  .describe('One of the nine operations.');

/** What is read and shown is never changed in place. */
export type Frozen<T> = T extends object ? { readonly [K in keyof T]: Frozen<T[K]> } : T;
