/** Several endpoints in few words: `*`, `group.*`, `*.admin`, or each by its name. */
import { ENDPOINT_IDS, endpointOf, RESOURCES, VARIANTS, type EndpointId } from '../../contract/endpoints.ts';

const holds = (found: ReadonlySet<EndpointId>, fits: (id: EndpointId) => boolean): boolean =>
  ENDPOINT_IDS.filter(fits).every((id) => found.has(id));

/** If at most this many are left out, they are named. */
const FEW = 2;

/** The patterns that cover exactly these endpoints. */
export function endpointPattern(found: ReadonlySet<EndpointId>): string {
  if (found.size === ENDPOINT_IDS.length) return '*';
  const others = ENDPOINT_IDS.filter((id) => !found.has(id));
  if (others.length <= FEW) return `all but ${others.join(', ')}`;
  const resources = RESOURCES.filter((resource) =>
    holds(found, (id) => endpointOf(id).resource === resource),
  );
  const variants = VARIANTS.filter((variant) => holds(found, (id) => endpointOf(id).variant === variant));
  const isCovered = (id: EndpointId): boolean => {
    const { resource, variant } = endpointOf(id);
    return resources.includes(resource) || variants.includes(variant);
  };
  const rest = ENDPOINT_IDS.filter((id) => found.has(id) && !isCovered(id));
  return [...resources.map((each) => `${each}.*`), ...variants.map((each) => `*.${each}`), ...rest].join(
    ', ',
  );
}
