/** The members of the request body and their limits (§2.1, §4.3), and members that a backend adds to them. */
import { ENDPOINTS, RESOURCE_FACTS, type EndpointId } from './endpoints.ts';

/** The list of tag keys in the request (§4.3). */
export const TAG_KEYS = 'tagKeys';

/** What a member's value must be. Lengths are in characters, limits inclusive. */
export type MemberShape =
  | { readonly type: 'string'; readonly min: number; readonly max: number }
  | { readonly type: 'number'; readonly min?: number; readonly max?: number; readonly int?: boolean }
  | { readonly type: 'array'; readonly of: 'string' | 'any'; readonly min?: number; readonly max?: number }
  | { readonly type: 'hashtable'; readonly min?: number; readonly max?: number };

export type MemberSpec = {
  readonly member: string;
  /** `open`: the document does not show whether the member is required (notes of §4.3). */
  readonly required: 'yes' | 'no' | 'open';
} & (
  | { readonly says: 'subject'; readonly shape: Extract<MemberShape, { type: 'string' }> }
  | { readonly says: 'tag keys'; readonly shape: MemberShape }
  /** Something of the backend's own, which may narrow the reply. */
  | { readonly says: 'own'; readonly shape: MemberShape }
);

/** An extension member as a world file declares it: optional, checked when present. */
export interface Extension {
  readonly on: EndpointId;
  readonly member: string;
  readonly shape: MemberShape;
}

/** The members that the document names, per endpoint. */
export const MEMBERS: ReadonlyMap<EndpointId, readonly MemberSpec[]> = new Map(
  ENDPOINTS.map(({ id, resource, idMember, idRequired }) => {
    const length = RESOURCE_FACTS[resource].idLength;
    return [
      id,
      [
        {
          member: idMember,
          shape: { type: 'string', min: length, max: length },
          required: idRequired ? 'yes' : 'open',
          says: 'subject',
        },
        { member: TAG_KEYS, shape: { type: 'array', of: 'string' }, required: 'open', says: 'tag keys' },
      ],
    ];
  }),
);

const NO_EXTENSIONS: readonly Extension[] = [];
const knownMembers = new WeakMap<readonly Extension[], Map<EndpointId, readonly MemberSpec[]>>();

function withExtensions(endpoint: EndpointId, extensions: readonly Extension[]): readonly MemberSpec[] {
  const declared = extensions
    .filter(({ on }) => on === endpoint)
    .map(({ member, shape }): MemberSpec => ({ member, shape, required: 'no', says: 'own' }));
  return [...(MEMBERS.get(endpoint) ?? []), ...declared];
}

/** The members of an endpoint: the document's rows, then the declared ones. Remembered: every request asks. */
export function membersOf(
  endpoint: EndpointId,
  extensions: readonly Extension[] = NO_EXTENSIONS,
): readonly MemberSpec[] {
  const byEndpoint = knownMembers.get(extensions) ?? new Map<EndpointId, readonly MemberSpec[]>();
  knownMembers.set(extensions, byEndpoint);
  const specs = byEndpoint.get(endpoint) ?? withExtensions(endpoint, extensions);
  byEndpoint.set(endpoint, specs);
  return specs;
}
