/** The nine endpoints of the document: path, identifying member, permission rule and not-found code of each (§4.1, §2.1, §7.2). */

/** What a request can ask about (§2). */
export type Resource = 'gamePlayer' | 'characterPlayer' | 'group';
/** The caller's role in the path (§4.1). */
export type Variant = 'client' | 'server' | 'admin';
/** One endpoint, as `resource.variant`; the word used in YAML, CLI and reports. */
export type EndpointId = `${Resource}.${Variant}`;
/** The role of a secret key (§4.2, §5.2). */
export type Role = 'Player' | 'Admin';

export const RESOURCES = ['gamePlayer', 'characterPlayer', 'group'] as const satisfies readonly Resource[];
export const VARIANTS = ['client', 'server', 'admin'] as const satisfies readonly Variant[];
export const ROLES = ['Player', 'Admin'] as const satisfies readonly Role[];

/** What the document fixes per resource: the id member with its exact length in characters (§2.1). */
export const RESOURCE_FACTS = {
  gamePlayer: { idMember: 'userId', idLength: 10, word: 'game player', plural: 'gamePlayers' },
  characterPlayer: {
    idMember: 'characterId',
    idLength: 11,
    word: 'character player',
    plural: 'characterPlayers',
  },
  group: { idMember: 'groupId', idLength: 10, word: 'group', plural: 'groups' },
} as const satisfies Record<Resource, { idMember: string; idLength: number; word: string; plural: string }>;

/** What the document fixes per variant: the role its secret key must have (§5.2) and the name of its permission rule (§4.1). */
export const VARIANT_FACTS = {
  client: { role: 'Player', rule: 'selfEnable', sendsToken: true },
  server: { role: 'Admin', rule: 'serverSelfEnable', sendsToken: false },
  admin: { role: 'Admin', rule: 'adminSelfEnable', sendsToken: false },
} as const satisfies Record<Variant, { role: Role; rule: string; sendsToken: boolean }>;

/** The operations live below this path of the base URL (§4.1). */
export const API_PREFIX = '/api/rJson';
/** The one operation of the document. */
export const OPERATION = 'getTag';
/** The only method of the document (§1). */
export const METHOD = 'POST';

export interface Endpoint {
  readonly id: EndpointId;
  readonly resource: Resource;
  readonly variant: Variant;
  /** Path below the base URL, with a leading slash. */
  readonly path: string;
  /** The member of the request body that names the subject (§2.1). */
  readonly idMember: string;
  /** The role that the secret key must have (§5.2). */
  readonly role: Role;
  /** The permission rule that the secret key must carry (§4.1). */
  readonly rule: string;
  /** The rule that opens other subjects than the sender's own to a client (§5.4). */
  readonly otherRule: string;
  /** Whether the document requires the id member here (§4.3 leaves it open for one endpoint). */
  readonly idRequired: boolean;
}

/** A permission rule's full name, for instance `group.getTag.selfEnable` (§4.1). */
export function ruleName(resource: Resource, rule: string): string {
  return `${resource}.${OPERATION}.${rule}`;
}

function endpointRow(resource: Resource, variant: Variant): Endpoint {
  return {
    id: `${resource}.${variant}`,
    resource,
    variant,
    path: `${API_PREFIX}/${resource}/${variant}/${OPERATION}`,
    idMember: RESOURCE_FACTS[resource].idMember,
    role: VARIANT_FACTS[variant].role,
    rule: ruleName(resource, VARIANT_FACTS[variant].rule),
    otherRule: ruleName(resource, 'otherSelfEnable'),
    idRequired: !(resource === 'gamePlayer' && variant === 'client'),
  };
}

/** All nine endpoints in the document's order. */
export const ENDPOINTS: readonly Endpoint[] = RESOURCES.flatMap((resource) =>
  VARIANTS.map((variant) => endpointRow(resource, variant)),
);

export const ENDPOINT_IDS: readonly EndpointId[] = ENDPOINTS.map(({ id }) => id);

const endpointById = new Map<string, Endpoint>(ENDPOINTS.map((each) => [each.id, each]));
const byPath = new Map<string, Endpoint>(ENDPOINTS.map((each) => [each.path, each]));

/** The endpoint of an id. Every `EndpointId` has one. */
export function endpointOf(id: EndpointId): Endpoint {
  const found = endpointById.get(id);
  if (found === undefined) throw new TypeError(`no endpoint ${id}`);
  return found;
}

/** The endpoint itself, or the one of another variant or resource. */
export function endpointBeside(
  own: Endpoint,
  { variant, resource }: { readonly variant?: Variant | undefined; readonly resource?: Resource | undefined },
): Endpoint {
  if (variant === undefined && resource === undefined) return own;
  return endpointOf(`${resource ?? own.resource}.${variant ?? own.variant}`);
}

/** The endpoint served at a path below the base URL, if the document names one. */
export function endpointAt(path: string): Endpoint | undefined {
  return byPath.get(path);
}

export function isEndpointId(text: string): text is EndpointId {
  return endpointById.has(text);
}

/** Every permission rule that the document names, and `otherSelfEnable` of each resource (§4.1, §5.4). */
export const PERMISSION_RULES: readonly string[] = RESOURCES.flatMap((resource) =>
  ['selfEnable', 'otherSelfEnable', 'serverSelfEnable', 'adminSelfEnable'].map((rule) =>
    ruleName(resource, rule),
  ),
);
