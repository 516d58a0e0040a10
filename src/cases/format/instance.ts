/** Expanding a written case into instances: one for each endpoint or resource that it is for. */
import {
  endpointOf,
  ENDPOINTS,
  RESOURCES,
  VARIANTS,
  type Endpoint,
  type Resource,
  type Variant,
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
    for (const { id, endpoint } of instancePlaces(from.written))
      instances.push({ from, id, endpoint, index: instances.length });
  return instances;
}

/** The endpoints that an instance sends to. */
export function endpointsSentTo({
  from: { written },
  endpoint,
}: Pick<Instance, 'endpoint'> & { readonly from: Pick<PlacedCase, 'written'> }): readonly Endpoint[] {
  if (written.steps === undefined) return [endpoint];
  return [
    ...new Set(written.steps.map(({ variant, resource }) => stepEndpoint(endpoint, variant, resource))),
  ];
}

/** The endpoints that each instance of a written case sends to. */
export const instanceEndpoints = (written: WrittenCase): readonly (readonly Endpoint[])[] =>
  instancePlaces(written).map(({ endpoint }) => endpointsSentTo({ from: { written }, endpoint }));

/** The endpoints that all instances of a written case together send one of its steps to. */
export function endpointsFor(
  written: WrittenCase,
  { variant, resource }: WrittenStep = {},
): readonly Endpoint[] {
  return [
    ...new Set(instancePlaces(written).map(({ endpoint }) => stepEndpoint(endpoint, variant, resource))),
  ];
}

/** The endpoint of a step: the instance's, unless it names another variant or resource. */
export function stepEndpoint(own: Endpoint, variant?: Variant, resource?: Resource): Endpoint {
  if (variant === undefined && resource === undefined) return own;
  return endpointOf(`${resource ?? own.resource}.${variant ?? own.variant}`);
}
