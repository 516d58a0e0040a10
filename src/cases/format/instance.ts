/** Expanding a written case into instances: one for each endpoint or resource that it is for. */
import {
  endpointBeside,
  ENDPOINTS,
  RESOURCES,
  VARIANTS,
  type Endpoint,
  type Resource,
} from '../../spec/endpoints.ts';
import type { Selector, WrittenCase, WrittenStep } from './schema/case-schema.ts';

/** A case as its file has it. */
export interface PlacedCase {
  readonly written: WrittenCase;
  readonly chapter: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** Comes with tagproof: the document may overrule it. A user's own case is judged as written. */
  readonly shipped: boolean;
}

/** One written case on one endpoint; for a resource, on the first variant of its steps. */
export interface Instance {
  readonly from: PlacedCase;
  /** `id/one-short@gamePlayer.client`, or `…@gamePlayer` for a case of a resource. */
  readonly id: string;
  readonly endpoint: Endpoint;
  /** All endpoints that it sends to. */
  readonly endpoints: readonly Endpoint[];
  /** The place in the order of the files. */
  readonly index: number;
  /** Of the near misses that its steps send only these; left out: all. */
  readonly nearMisses?: ReadonlySet<string>;
}

const selectorNames = (selector: string | readonly string[]): readonly string[] =>
  typeof selector === 'string' ? [selector] : selector;

/** The endpoints that a selector names; one of resources names all of theirs. */
export function selectedEndpoints(selector: Selector): readonly Endpoint[] {
  const wanted = selectorNames(isByResource(selector) ? selector.resource : selector);
  return ENDPOINTS.filter(({ id, resource, variant }) =>
    wanted.some((each) => each === 'all' || each === id || each === resource || each === variant),
  );
}

function resourcesFor(selector: string | readonly string[]): readonly Resource[] {
  const wanted = selectorNames(selector);
  return RESOURCES.filter((resource) => wanted.includes('all') || wanted.includes(resource));
}

export function isByResource(selector: Selector): selector is Extract<Selector, { resource: unknown }> {
  return typeof selector === 'object' && !Array.isArray(selector);
}

function instancePlaces({
  id,
  for: selector,
  steps,
}: WrittenCase): readonly { readonly id: string; readonly endpoint: Endpoint }[] {
  if (!isByResource(selector))
    return selectedEndpoints(selector).map((endpoint) => ({ id: `${id}@${endpoint.id}`, endpoint }));
  const variant = steps?.find((step) => step.variant !== undefined)?.variant ?? VARIANTS[0];
  const chosen = resourcesFor(selector.resource);
  return ENDPOINTS.filter((each) => chosen.includes(each.resource) && each.variant === variant).map(
    (endpoint) => ({
      id: `${id}@${endpoint.resource}`,
      endpoint,
    }),
  );
}

/** All instances of the cases, in file order. */
export function expand(cases: readonly PlacedCase[]): readonly Instance[] {
  const instances: Instance[] = [];
  for (const from of cases)
    for (const { id, endpoint } of instancePlaces(from.written)) {
      const endpoints = endpointsSentTo(from.written, endpoint);
      instances.push({ from, id, endpoint, endpoints, index: instances.length });
    }
  return instances;
}

function endpointsSentTo({ steps }: WrittenCase, endpoint: Endpoint): readonly Endpoint[] {
  return steps === undefined ? [endpoint] : [...new Set(steps.map((step) => endpointBeside(endpoint, step)))];
}

/** The endpoints that each instance of a written case sends to. */
export const instanceEndpoints = (written: WrittenCase): readonly (readonly Endpoint[])[] =>
  instancePlaces(written).map(({ endpoint }) => endpointsSentTo(written, endpoint));

/** The endpoints that all instances of a written case together send one of its steps to. */
export function endpointsFor(written: WrittenCase, step: WrittenStep = {}): readonly Endpoint[] {
  return [...new Set(instancePlaces(written).map(({ endpoint }) => endpointBeside(endpoint, step)))];
}
